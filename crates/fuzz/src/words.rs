//! What people write: algorithms, recipes, wishes, times and sizes on the command line, files that were exported, lessons and
//! scripts.

use damier::doors::{self, GAMES};
use damier_kit::Position;
use damier_lab::lesson;
use damier_script::Script;
use damier_search::{Placement, Scripted, Spec};

use crate::{Target, is_a_sentence, is_one_line, short};

/// A target for each kind of word.
pub fn targets() -> Vec<Target> {
    vec![
        text("spec", spec, || {
            let infos = GAMES.iter().flat_map(|game| game.kit.algorithms());
            let names = infos.map(|info| info.name.to_owned());
            let more = [
                "wastar(bounces,weight=1.5)",
                "bfs,ida(blind),beam(width=9)",
                "sliding(p=0.1)",
                "a( b , c = d )",
            ];
            names.chain(more.map(str::to_owned)).collect()
        }),
        text("recipe", recipe, || {
            let made = GAMES.iter().map(|game| {
                let options = game.recipe_options();
                let pairs = options.iter().map(|option| format!(" {}={}", option.name, option.default));
                format!("{} 1{}", game.name(), pairs.collect::<String>())
            });
            made.collect()
        })
        .at_cost(20),
        text("wish", |text| told(doors::range(text)), || words(&["8..10", "7", "0..=4294967295", "3..1"])),
        text("time", time, || words(&["60s", "500ms", "1.5m", "1h", "20 us", "7", "1e9s", "99999999999h"])),
        text("size", size, || words(&["4GiB", "500MB", "64k", "1", "0.5 TiB", "99999999999TiB"])),
        text(
            "export",
            |text| told(doors::import(text.as_bytes())),
            || {
                let one = r#"{"visitor":"me","kind":"setting","game":"","id":"sound","changed":1700000000000,"value":{"on":true}}"#;
                vec![
                    format!("{{\"damier\":\"export 1\",\"documents\":1}}\n{one}\n"),
                    format!("{{\"damier\":\"export 1\",\"documents\":2}}\n{one}\n{one}\n"),
                    "{\"damier\":\"export 1\",\"documents\":0}".to_owned(),
                ]
            },
        ),
        text("lesson", lesson, lessons),
        text("campaign", campaign, || doors::campaigns().into_iter().map(str::to_owned).collect()),
        text("script", script, scripts).at_cost(20),
    ]
}

fn text(
    name: &str,
    check: impl Fn(&str) + Send + Sync + 'static,
    seeds: impl Fn() -> Vec<String> + Send + Sync + 'static,
) -> Target {
    let check = move |bytes: &[u8]| std::str::from_utf8(bytes).into_iter().for_each(&check);
    Target::new("words", name, check, move || seeds().into_iter().map(String::into_bytes).collect())
}

/// A campaign is read, or refused with its place.
fn campaign(text: &str) {
    match doors::campaign(text) {
        Ok((_, algorithms)) => assert!(algorithms > 0),
        Err(refusal) => is_a_sentence(&refusal, text),
    }
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn told<T>(read: Result<T, String>) {
    read.err().iter().for_each(|sentence| is_one_line(sentence));
}

/// A spec that is read is written as it was, and every game checks it.
fn spec(text: &str) {
    match text.parse::<Spec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec));
            for game in GAMES {
                game.kit.check(&spec).err().iter().for_each(|why| is_one_line(&why.to_string()));
            }
        }
        Err(error) => is_one_line(&error.to_string()),
    }
    if let Ok(list) = Spec::list(text) {
        let written: Vec<String> = list.iter().map(Spec::to_string).collect();
        assert_eq!(Spec::list(&written.join(",")), Ok(list));
    }
}

/// `taquin 7 width=3 height=3`: a game, a seed and options.
fn recipe(text: &str) {
    let mut parts = text.split_whitespace();
    let (name, seed) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Some(game) = GAMES.iter().find(|game| game.name() == name) else { return };
    let pairs = parts.filter_map(|part| part.split_once('='));
    let pairs: Vec<_> = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    let made = game
        .recipe(&pairs)
        .and_then(|recipe| game.kit.generate(&recipe, seed.parse().unwrap_or(0), &mut short(200)));
    match made {
        Ok(position) => assert!(!position.code().is_empty()),
        Err(refusal) => is_one_line(&refusal.to_string()),
    }
    game.start(&pairs).err().iter().for_each(|refusal| is_one_line(&refusal.to_string()));
}

fn time(text: &str) {
    told(doors::duration(text));
}

fn size(text: &str) {
    told(doors::bytes(text));
}

/// A lesson is read, or refused with the line that is wrong.
fn lesson(text: &str) {
    match lesson::read("1-a.en.md", text, GAMES) {
        Ok(lesson) => {
            assert!(!lesson.steps.is_empty() && !lesson.title.is_empty());
            assert!(lesson.steps.iter().flat_map(|step| &step.stage).all(|stage| !stage.screen.is_empty()));
        }
        Err(refusal) => is_a_sentence(&refusal, text),
    }
}

fn lessons() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lessons");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
    texts.sort();
    texts.push("---\ntitle: A\ngame: taquin\n---\n\n## One\n\n::watch run=bfs\n\n:::exercise\nWhy?\n:::answer\nSo.\n:::\n".to_owned());
    texts
}

/// A script is refused, or gives an estimate, or a reason why not.
fn script(text: &str) {
    for game in GAMES {
        let Some(position) = game.start(&[]).ok().or_else(|| made(*game)) else { continue };
        let scene = position.scene();
        let heuristics: Vec<&str> = game.kit.heuristics().iter().map(|one| one.name).collect();
        match Script::new(text, &heuristics, &scene) {
            Ok(script) => {
                let cells = scene.pieces.iter().map(|piece| piece.cell).collect();
                let said = vec![Some(3); script.asks().len()];
                let _ = script.estimate(&Placement { cells, tasked: Vec::new() }, &said);
                script.fault().iter().for_each(|fault| is_one_line(&fault.to_string()));
            }
            Err(refusal) => is_a_sentence(&refusal, text),
        }
    }
}

fn made(game: damier_lab::Game) -> Option<Box<dyn Position>> {
    let recipe = game.recipe(&[]).ok()?;
    game.kit.generate(&recipe, 1, &mut short(2000)).ok()
}

fn scripts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/js/games");
    let games = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = games
        .flat_map(|game| std::fs::read_dir(game.path().join("heuristics")).into_iter().flatten().flatten());
    let mut texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
    texts.sort();
    texts.push("let a = [1, 2]; for i in 0..9 { a.push(i); } a.len()".to_owned());
    texts.push("fn f(n) { if n < 2 { 1 } else { f(n - 1) + f(n - 2) } } f(9)".to_owned());
    texts
}
