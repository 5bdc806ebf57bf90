//! Scripts that mean harm: each is stopped within its limits, and none brings the process down.

use std::time::{Duration, Instant};

use damier_kit::Scene;
use damier_script::{LETTERS, OPERATIONS, Script, TIME};
use damier_search::random::Random;
use damier_search::{Placement, Scripted};

/// What is allowed over the limit.
const GRACE: Duration = Duration::from_millis(100);

/// A hostile script: one of the ways below, with other sizes and names each time.
fn hostile(random: &mut Random) -> String {
    let mut up_to = |most: u64| random.bits() % most + 1;
    let (kind, n, m, deep) = (up_to(24), up_to(1_000_000), up_to(1000), up_to(3000) as usize);
    let name = ["x", "longer_name", "a1", "q"][up_to(4) as usize - 1];
    match kind {
        1 => "loop { }".to_owned(),
        2 => format!("let {name} = 0; while true {{ {name} += {n}; }} {name}"),
        3 => format!("for {name} in 0..{n}000000000 {{ }} 1"),
        4 => format!("fn f({name}) {{ f({name} + 1) + f({name} + 2) }} f({m})"),
        5 => "fn a(n) { b(n + 1) } fn b(n) { a(n + 1) } a(0)".to_owned(),
        6 => format!("let {name} = \"x\"; loop {{ {name} += {name}; }}"),
        7 => format!("let {name} = \"abc\"; for i in 0..{n} {{ {name} = {name} + {name}; }} {name}.len()"),
        8 => format!("let {name} = [1]; loop {{ {name} += {name}; }}"),
        9 => format!("let {name} = []; loop {{ {name}.push({name}); }}"),
        10 => format!("let {name} = []; {name}.pad({n}000000, {m}); {name}.len()"),
        11 => format!("let {name} = []; for i in 0..{n} {{ {name}.push([i, \"{m}\", [i, [i, [i]]]]); }} 1"),
        12 => "(".repeat(deep),
        13 => format!("{}1{}", "(".repeat(deep), ")".repeat(deep)),
        14 => format!("{}1{}", "[".repeat(deep), "]".repeat(deep)),
        15 => format!("{}1{}", "{".repeat(deep), "}".repeat(deep)),
        16 => format!("{}1", "-".repeat(deep)),
        17 => format!("1{}", " + 1".repeat(deep)),
        18 => format!("{}{{}}", "if true { } else ".repeat(deep / 4)),
        19 => (0..deep).map(|i| format!("let v{i} = {i};")).collect::<Vec<_>>().concat(),
        20 => (0..deep).map(|i| format!("fn f{i}() {{ {i} }}")).collect::<Vec<_>>().concat(),
        21 => format!(
            "let {name} = []; for i in 0..900 {{ {name}.push(i); }} loop {{ {name}.sort(|a, b| b - a); let c = {name} + []; }}"
        ),
        22 => format!("let {name} = `${{\"a\"}}`; loop {{ {name} = `${{{name}}}${{{name}}}`; }}"),
        23 => format!("try {{ loop {{ }} }} catch {{ loop {{ }} }} {m}"),
        24 => format!("let {name} = |a| a; for i in 0..{n} {{ {name} = {name}.curry(i); }} 1"),
        _ => unreachable!(),
    }
}

fn scene() -> Scene {
    Scene { width: 4, height: 4, walls: vec![0; 16], ..Scene::default() }
}

#[test]
fn a_thousand_hostile_scripts_are_stopped_in_time() {
    let mut random = Random::new(16);
    let (mut refused, mut failed) = (0, 0);
    for number in 0..1000 {
        let text = hostile(&mut random);
        // On a busy machine a thread may be held up: what is late once is tried again.
        let in_time = (0..3).any(|_| {
            let began = Instant::now();
            match Script::new(&text, &[], &scene()) {
                Err(_) => refused += 1,
                Ok(script) => {
                    script.estimate(&Placement::default(), &[]);
                    failed += usize::from(script.has_failed());
                }
            }
            began.elapsed() < TIME + GRACE
        });
        assert!(in_time, "{number}: {}", text.chars().take(200).collect::<String>());
    }
    assert!(refused > 200 && failed > 400, "{refused} refused, {failed} failed");
}

#[test]
fn a_script_is_short() {
    assert!(Script::new(&"1 ".repeat(LETTERS), &[], &scene()).is_err());
}

#[test]
fn limits_are_for_each_state() {
    let script =
        Script::new(&format!("let n = 0; for i in 0..{} {{ n += 1; }} n", OPERATIONS / 10), &[], &scene());
    let script = script.unwrap();
    for _ in 0..20 {
        assert_eq!(script.estimate(&Placement::default(), &[]), Some((OPERATIONS / 10) as u32));
    }
}
