//! Policies against chance: known values, random problems against a plain computation, and games that are really played.

use damier_search::chance::{Chance, exact, online};
use damier_search::random::Random;
use damier_search::{Cost, Limits, Run, Stop};

/// A table of what each action of each state leads to. State 0 is the start; the last one is the goal, the one before it is lost.
#[derive(Clone)]
struct Table(Vec<Vec<Vec<(usize, f64)>>>);

impl Chance for Table {
    type State = usize;
    type Action = usize;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.0.len() + 1
    }

    fn is_dead(&self, state: &usize) -> bool {
        *state == self.0.len()
    }

    fn actions(&self, state: &usize, emit: impl FnMut(usize)) {
        (0..self.0[*state].len()).for_each(emit);
    }

    fn outcomes(&self, state: &usize, action: usize, mut emit: impl FnMut(usize, f64)) {
        self.0[*state][action].iter().for_each(|&(next, chance)| emit(next, chance));
    }
}

fn run() -> Run {
    Run::new(Limits::default())
}

fn close(chance: Option<(f64, f64)>, value: f64) -> bool {
    chance.is_some_and(|(lower, upper)| {
        lower <= value + 1e-12 && value <= upper + 1e-12 && upper - lower < 1e-9
    })
}

/// How often a policy wins.
fn play<P: Chance>(problem: &P, games: u32, seed: u64, act: impl Fn(&P::State) -> Option<P::Action>) -> f64 {
    let mut random = Random::new(seed);
    let mut won = 0;
    for _ in 0..games {
        let mut state = problem.start();
        for step in 0.. {
            assert!(step < 100_000, "the policy goes round in circles");
            let Some(action) = act(&state) else { break };
            let mut outcomes = Vec::new();
            problem.outcomes(&state, action, |next, chance| outcomes.push((next, chance)));
            state = random.pick(outcomes).unwrap();
        }
        won += u32::from(problem.is_goal(&state));
    }
    f64::from(won) / f64::from(games)
}

fn within_four_sigma(seen: f64, chance: f64, games: u32) -> bool {
    let sigma = (chance * (1.0 - chance) / f64::from(games)).sqrt();
    (seen - chance).abs() <= 4.0 * sigma + 1e-9
}

/// Coins won and lost one at a time, until there are none or `n`.
fn ruin(n: usize, start: usize, p: f64) -> Table {
    // State s stands for the coins that come s places after `start`, round the numbers 1 .. n - 1.
    let inner = n - 1;
    let number = |coins: usize| match coins {
        0 => inner,
        coins if coins == n => inner + 1,
        coins => (coins + inner - start) % inner,
    };
    let mut table = vec![Vec::new(); inner];
    for coins in 1..n {
        table[number(coins)] = vec![vec![(number(coins + 1), p), (number(coins - 1), 1.0 - p)]];
    }
    Table(table)
}

#[test]
fn the_gamblers_ruin_is_known() {
    for (n, start) in [(2, 1), (5, 1), (10, 7), (30, 15)] {
        for p in [0.5, 0.4, 0.55] {
            let r: f64 = (1.0 - p) / p;
            let known = if (r - 1.0).abs() < 1e-12 {
                start as f64 / n as f64
            } else {
                (1.0 - r.powi(start as i32)) / (1.0 - r.powi(n as i32))
            };
            let problem = ruin(n, start, p);
            let policy = exact::solve(&problem, &mut run()).unwrap();
            assert!(close(policy.chance(&problem, &0), known), "{n} {start} {p}");
            assert_eq!((policy.states(), policy.visited()), (n - 1, n - 1));
        }
    }
}

/// Without making end components one state, the bound from above would stay at 1: the two states can hand over to each other for ever.
#[test]
fn going_round_for_ever_wins_nothing() {
    let problem = Table(vec![vec![vec![(1, 1.0)], vec![(3, 0.25), (2, 0.75)]], vec![vec![(0, 1.0)]]]);
    let policy = exact::solve(&problem, &mut run()).unwrap();
    assert_eq!(policy.chance(&problem, &0), Some((0.25, 0.25)));
    assert_eq!(policy.chance(&problem, &1), Some((0.25, 0.25)));
    assert_eq!(policy.action(&problem, &0), Some(1));
}

/// Two states hand over to each other ten thousand times before it ends: when the bound from below hardly moves it is still far from the truth, and a
/// guess just above it is wrong.
#[test]
fn a_guess_that_is_not_verified_is_not_told() {
    let leak = 1e-4;
    let hand_over = |to| vec![vec![(to, 1.0 - leak), (3, leak / 2.0), (2, leak / 2.0)]];
    let problem = Table(vec![hand_over(1), hand_over(0)]);
    let policy = exact::solve(&problem, &mut run()).unwrap();
    assert!(close(policy.chance(&problem, &0), 0.5), "{:?}", policy.chance(&problem, &0));
}

#[test]
fn what_cannot_win_has_no_chance_and_no_action() {
    let problem = Table(vec![vec![vec![(1, 0.5), (2, 0.5)]], vec![vec![(0, 1.0)]]]);
    let policy = exact::solve(&problem, &mut run()).unwrap();
    assert_eq!(policy.chance(&problem, &0), Some((0.0, 0.0)));
    assert_eq!((policy.action(&problem, &0), policy.visited()), (None, 0));
    // A state without actions, and an action without outcomes.
    let problem = Table(vec![vec![vec![(1, 1.0)], vec![]], vec![]]);
    let policy = exact::solve(&problem, &mut run()).unwrap();
    assert_eq!(policy.chance(&problem, &0), Some((0.0, 0.0)));
    assert_eq!(policy.chance(&problem, &9), None);
}

/// A field of ice: a step goes where it should 8 times in 10, and to each side once. Holes are deadly.
struct Ice;
const ICE: [&[u8]; 4] = [b"S...", b".O.O", "...O".as_bytes(), b"O..G"];

impl Chance for Ice {
    type State = (i32, i32);
    type Action = usize;

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }

    fn is_goal(&self, &(x, y): &(i32, i32)) -> bool {
        ICE[y as usize][x as usize] == b'G'
    }

    fn is_dead(&self, &(x, y): &(i32, i32)) -> bool {
        ICE[y as usize][x as usize] == b'O'
    }

    fn actions(&self, _: &(i32, i32), emit: impl FnMut(usize)) {
        (0..4).for_each(emit);
    }

    fn outcomes(&self, &(x, y): &(i32, i32), action: usize, mut emit: impl FnMut((i32, i32), f64)) {
        for (turn, chance) in [(0, 0.8), (1, 0.1), (3, 0.1)] {
            let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][(action + turn) % 4];
            emit(((x + dx).clamp(0, 3), (y + dy).clamp(0, 3)), chance);
        }
    }
}

#[test]
fn the_policy_wins_as_often_as_it_promises() {
    let policy = exact::solve(&Ice, &mut run()).unwrap();
    let (lower, upper) = policy.chance(&Ice, &(0, 0)).unwrap();
    assert!(upper - lower < 1e-9 && lower > 0.5 && upper < 1.0, "{lower} {upper}");
    let seen = play(&Ice, 20_000, 7, |state| policy.action(&Ice, state));
    assert!(within_four_sigma(seen, lower, 20_000), "{seen} instead of {lower}");
}

/// The chance to win within so many actions, for so many that it hardly grows any more: from below, and without any cleverness.
fn plain(table: &Table) -> f64 {
    let n = table.0.len();
    let mut value = vec![0.0; n + 2];
    value[n + 1] = 1.0;
    let mut grown = 1.0;
    while grown > 1e-16 {
        grown = 0.0f64;
        for state in 0..n {
            let worth =
                |action: &Vec<(usize, f64)>| action.iter().map(|&(next, p)| p * value[next]).sum::<f64>();
            let new = table.0[state].iter().map(worth).fold(0.0, f64::max);
            grown = grown.max(new - value[state]);
            value[state] = new;
        }
    }
    value[0]
}

fn random_table(random: &mut Random) -> Table {
    let mut below = |n: usize| (random.bits() % n as u64) as usize;
    let n = 1 + below(12);
    let wide = below(4) == 0;
    let table = (0..n).map(|state| {
        let actions = below(4);
        (0..actions)
            .map(|_| {
                let near = |below: &mut dyn FnMut(usize) -> usize| {
                    if wide || below(3) == 0 {
                        below(n + 2)
                    } else {
                        (state + below(3)).saturating_sub(1).min(n + 1)
                    }
                };
                match below(3) {
                    0 => vec![(near(&mut below), 1.0)],
                    1 => vec![(near(&mut below), 0.9), (near(&mut below), 0.1)],
                    _ => vec![(near(&mut below), 0.5), (near(&mut below), 0.25), (near(&mut below), 0.25)],
                }
            })
            .collect()
    });
    Table(table.collect())
}

/// The policy as a problem without any choice: what it is really worth.
fn kept_to(table: &Table, policy: &exact::Policy<Table>) -> Table {
    let action = |state: usize| policy.action(table, &state).map(|action| table.0[state][action].clone());
    Table((0..table.0.len()).map(|state| action(state).into_iter().collect()).collect())
}

#[test]
fn random_problems_have_the_value_that_patience_finds() {
    let mut random = Random::new(5);
    let mut between = 0;
    for round in 0..4_000 {
        let table = random_table(&mut random);
        let known = plain(&table);
        let policy = exact::solve(&table, &mut run()).unwrap();
        let chance = policy.chance(&table, &0);
        assert!(close(chance, known), "round {round}: {chance:?}, not {known}");
        assert!(
            (plain(&kept_to(&table, &policy)) - known).abs() < 1e-9,
            "round {round}: the policy is worth less"
        );
        between += u32::from(known > 0.0 && known < 1.0);
    }
    assert!(between > 500, "only {between} problems have a real chance");
}

#[test]
fn limits_end_it() {
    let problem = ruin(500, 1, 0.4);
    let stopped = |limits| exact::solve(&problem, &mut Run::new(limits)).err();
    assert_eq!(stopped(Limits { nodes: Some(100), ..Limits::default() }), Some(Stop::Nodes));
    assert_eq!(stopped(Limits { memory: Some(10_000), ..Limits::default() }), Some(Stop::Memory));
    assert_eq!(
        stopped(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }),
        Some(Stop::Time)
    );
    let mut run = run();
    let progress = std::sync::Arc::new(damier_search::Progress::default());
    progress.cancel();
    assert!(exact::solve(&problem, &mut run).is_ok());
    let mut run = Run::with_progress(Limits::default(), progress);
    assert_eq!(exact::solve(&problem, &mut run).err(), Some(Stop::Cancelled));
}

/// With the last states left out, the bounds must still hold what is true, and the policy be worth the lower one.
#[test]
fn an_envelope_proves_its_bounds() {
    let mut random = Random::new(9);
    let mut partial = 0;
    for round in 0..2_000 {
        let table = random_table(&mut random);
        let known = plain(&table);
        let nodes = 2 + random.bits() % 20;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let envelope = online::Envelope { first: 1, effort: 3, ..online::Envelope::default() };
        let Ok(policy) = envelope.solve(&table, &(), &mut Run::new(limits)) else { continue };
        let (lower, upper) = policy.chance(&table, &0).unwrap();
        assert!(
            lower <= known + 1e-9 && known <= upper + 1e-9,
            "round {round}: {known} is not in {lower}..{upper}"
        );
        let worth = plain(&kept_to(&table, &policy));
        assert!(worth >= lower - 1e-9, "round {round}: {worth} is less than {lower}");
        partial += u32::from(upper - lower > 0.01);
        let policy = envelope.solve(&table, &(), &mut run()).unwrap();
        assert!(close(policy.chance(&table, &0), known), "round {round}: not {known} without limits");
    }
    assert!(partial > 100, "only {partial} envelopes were cut");
}

#[test]
fn an_envelope_finds_the_sure_way() {
    // Straight to the goal one time in two, or there in three sure steps.
    let table =
        vec![vec![vec![(4, 0.5), (3, 0.5)], vec![(1, 1.0)]], vec![vec![(2, 1.0)]], vec![vec![(4, 1.0)]]];
    let problem = Table(table);
    let policy = online::Envelope::default().solve(&problem, &(), &mut run()).unwrap();
    assert_eq!((policy.action(&problem, &0), policy.chance(&problem, &0)), (Some(1), Some((1.0, 1.0))));
}

#[test]
fn an_envelope_keeps_to_limits_and_repeats() {
    let problem = ruin(2_000, 1_990, 0.6);
    let solve = |limits| {
        let policy = online::Envelope::default().solve(&problem, &(), &mut Run::new(limits))?;
        Ok((policy.chance(&problem, &0).unwrap(), policy.states()))
    };
    assert_eq!(solve(Limits { nodes: Some(0), ..Limits::default() }), Err(Stop::Nodes));
    let limits = Limits { nodes: Some(1_500), ..Limits::default() };
    let ((lower, upper), states) = solve(limits).unwrap();
    assert!(states < 1_000 && lower > 0.98 && lower < upper && upper <= 1.0, "{lower} {upper} {states}");
    assert_eq!(solve(limits), Ok(((lower, upper), states)));
    assert_eq!(solve(Limits { memory: Some(10_000), ..Limits::default() }), Err(Stop::Memory));
    assert!(
        solve(Limits { memory: Some(200_000), ..Limits::default() }).is_ok_and(|(_, states)| states < 1_999)
    );
    let progress = std::sync::Arc::new(damier_search::Progress::default());
    progress.cancel();
    let mut run = Run::with_progress(Limits::default(), progress);
    assert_eq!(online::Envelope::default().solve(&problem, &(), &mut run).err(), Some(Stop::Cancelled));
}

/// A way of `LONG` steps through a wilderness. One action in twenty is a step; one step in ten ends in a ditch beside the way, out of
/// which one climbs for certain. The wilderness has no goal, and no end to speak of.
fn way_through_the_wild() -> Table {
    let wild = |at: usize| 2 * LONG + at % WILD;
    let mut table = Vec::new();
    for at in 0..LONG {
        let next = if at + 1 == LONG { 2 * LONG + WILD + 1 } else { at + 1 };
        let mut actions: Vec<_> = (0..20).map(|turn| vec![(wild(at * 131 + turn * 17), 1.0)]).collect();
        actions[right(at)] = vec![(next, 0.9), (LONG + at, 0.1)];
        table.push(actions);
    }
    table.extend((0..LONG).map(|at| vec![vec![(at, 1.0)]]));
    table.extend((0..WILD).map(|at| (1..=5).map(|turn| vec![(wild(at * 5 + turn), 1.0)]).collect()));
    Table(table)
}

const LONG: usize = 60;
const WILD: usize = 20_000;

fn right(at: usize) -> usize {
    at * 7 % 20
}

/// Knows the way.
struct Native;

impl online::Guide<Table> for Native {
    fn distance(&self, _: &Table, _: &usize) -> Option<Cost> {
        Some(0)
    }

    fn plan(&self, _: &Table, state: &usize, _: &mut Run) -> Option<Vec<usize>> {
        (*state < LONG).then(|| (*state..LONG).map(right).collect())
    }
}

#[test]
fn the_plan_of_a_guide_is_the_first_policy_and_its_likeliest_exits_come_next() {
    let problem = way_through_the_wild();
    let solve = |guide: bool, nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let envelope = online::Envelope { effort: 20, first: 32, ..online::Envelope::default() };
        let mut run = Run::new(limits);
        let policy = if guide {
            envelope.solve(&problem, &Native, &mut run)
        } else {
            envelope.solve(&problem, &(), &mut run)
        };
        policy.map(|policy| policy.chance(&problem, &0).unwrap_or_default().0)
    };
    // Twice the plan: once to take it in, once to settle it. Nobody falls into a ditch so often.
    let plan = 0.9f64.powi(LONG as i32);
    assert!(solve(true, 2 * LONG as u64 + 2).is_ok_and(|lower| (lower - plan).abs() < 1e-9));
    // The ditches come before the wilderness, also those at the far end.
    assert!(solve(true, 10_000).is_ok_and(|lower| lower > 0.999), "{:?}", solve(true, 10_000));
    // Who does not know the way does not find it.
    assert!(solve(false, 10_000).is_ok_and(|lower| lower == 0.0));
}
