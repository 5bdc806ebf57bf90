//! Every search of games on noughts and crosses, whose value is known, and within limits.

use damier_search::adversaries::{AlphaBeta, MaxN, Mcts, Minimax, Paranoid, Pvs, Unknown, WIN};
use damier_search::example::TicTacToe;
use damier_search::game::{Choice, Game, Player};
use damier_search::{Event, Limits, Run, Stop, Watcher};

fn mcts(rollouts: u64) -> Mcts<Unknown> {
    Mcts {
        rollouts,
        explore: 0.7,
        guided: false,
        prior: 0.0,
        solver: true,
        cut: 100,
        unit: 100.0,
        seed: 1,
        guide: Unknown,
    }
}

fn players(depth: u32) -> Vec<(&'static str, Box<dyn Player<TicTacToe>>)> {
    let guide = Unknown;
    vec![
        ("minimax", Box::new(Minimax { depth, guide })),
        ("alphabeta", Box::new(AlphaBeta { depth, guide })),
        ("pvs", Box::new(Pvs { depth, table: true, guide })),
        ("pvs(table=no)", Box::new(Pvs { depth, table: false, guide })),
        ("maxn", Box::new(MaxN { depth, guide })),
        ("paranoid", Box::new(Paranoid { depth, guide })),
        ("mcts", Box::new(mcts(20_000))),
    ]
}

fn unlimited() -> Run {
    Run::new(Limits::default())
}

/// The value of a position by its definition, nothing else.
fn truth(state: [u16; 2]) -> i32 {
    if let Some(winner) = TicTacToe.winner(&state) {
        return if winner.is_some() { -1 } else { 0 };
    }
    let mut best = -1;
    TicTacToe.moves(&state, |square| {
        let mut after = state;
        TicTacToe.play(&mut after, square);
        best = best.max(-truth(after));
    });
    best
}

/// Positions after some moves, won, lost and drawn.
fn positions() -> Vec<[u16; 2]> {
    let mut all = vec![[0; 2]];
    for seed in 0..60u32 {
        let mut state = [0; 2];
        for step in 0..seed % 6 {
            let mut list = Vec::new();
            TicTacToe.moves(&state, |square| list.push(square));
            TicTacToe.play(&mut state, list[(seed * 7 + step * 13) as usize % list.len()]);
        }
        if TicTacToe.winner(&state).is_none() {
            all.push(state);
        }
    }
    all
}

#[test]
fn all_know_the_value_of_noughts_and_crosses() {
    let mut seen = [0; 3];
    for state in positions() {
        let value = truth(state);
        seen[(value + 1) as usize] += 1;
        for (name, mut player) in players(9) {
            let Choice { play, score, .. } = player.choose(&TicTacToe, &state, &mut unlimited());
            let mut after = state;
            TicTacToe.play(&mut after, play.unwrap());
            assert_eq!(-truth(after), value, "{name} does not keep the value of {state:?}");
            if name != "mcts" {
                assert_eq!(score.unwrap().signum(), value, "{name} on {state:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn a_quicker_win_is_better() {
    // Two in a row: win now.
    let state = [0b000_000_011, 0b000_011_000];
    for (name, mut player) in players(9) {
        let choice = player.choose(&TicTacToe, &state, &mut unlimited());
        assert_eq!((choice.play, choice.score), (Some(2), Some(WIN - 1)), "{name}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for (name, mut player) in players(9) {
        let choice = player.choose(&TicTacToe, &[0b111, 0b110_000], &mut unlimited());
        assert_eq!(choice.play, None, "{name}");
    }
}

#[test]
fn a_limit_finds_an_answer_and_repeats() {
    for nodes in [0, 1, 5, 100] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for ((name, mut one), (_, mut other)) in players(9).into_iter().zip(players(9)) {
            let mut run = Run::new(limits);
            let choice = one.choose(&TicTacToe, &[0; 2], &mut run);
            assert!(choice.play.is_some() && run.stats.expanded <= nodes, "{name}");
            assert_eq!(choice.stopped, Some(Stop::Nodes), "{name}");
            assert_eq!(choice, other.choose(&TicTacToe, &[0; 2], &mut Run::new(limits)), "{name}");
        }
    }
}

#[test]
fn the_same_value_with_less_and_less_work() {
    let work = |player: &mut dyn Player<TicTacToe>| {
        let mut run = unlimited();
        player.choose(&TicTacToe, &[0; 2], &mut run);
        run.stats.expanded
    };
    let guide = Unknown;
    let plain = work(&mut Minimax { depth: 9, guide });
    let cut = work(&mut AlphaBeta { depth: 9, guide });
    let known = work(&mut Pvs { depth: 9, table: true, guide });
    assert!(plain > 5 * cut && cut > 2 * known, "{plain} {cut} {known}");
}

#[test]
fn a_table_that_finds_no_memory_does_without() {
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let choice =
        Pvs { depth: 9, table: true, guide: Unknown }.choose(&TicTacToe, &[0; 2], &mut Run::new(limits));
    assert_eq!(choice.score, Some(0));
    let choice = mcts(1_000_000).choose(&TicTacToe, &[0; 2], &mut Run::new(limits));
    assert_eq!(choice.stopped, Some(Stop::Memory));
    assert!(choice.play.is_some());
}

#[test]
fn an_observer_sees_every_expansion() {
    #[derive(Default)]
    struct Counts {
        expanded: u64,
        passes: u32,
        entered: u64,
        left: u64,
        cut: usize,
    }
    impl Watcher<[u16; 2], u8> for Counts {
        fn on(&mut self, event: Event<'_, [u16; 2], u8>) {
            match event {
                Event::Expand { .. } => self.expanded += 1,
                Event::Best { .. } => self.passes += 1,
                Event::Enter { .. } => self.entered += 1,
                Event::Leave { .. } => self.left += 1,
                Event::Cut { left } => self.cut += left,
                _ => {}
            }
        }
    }
    let (mut counts, mut run) = (Counts::default(), unlimited());
    let mut search = AlphaBeta { depth: 5, guide: Unknown };
    search.think(&TicTacToe, &[0; 2], &mut run, Some(&mut counts));
    assert_eq!((counts.expanded, counts.passes), (run.stats.expanded, 5));
    assert_eq!((counts.entered, counts.left), (run.stats.generated, run.stats.generated));
    assert!(counts.cut > 0);
}

/// Every search tells its best while it is under way, and a watched one chooses what an unwatched one does.
#[test]
fn every_pass_is_told() {
    #[derive(Default)]
    struct Told(u64, Vec<(u32, i32, Vec<u8>)>);
    impl Watcher<[u16; 2], u8> for Told {
        fn on(&mut self, event: Event<'_, [u16; 2], u8>) {
            match event {
                Event::Expand { id, .. } => {
                    self.0 += 1;
                    assert_eq!(u64::from(id), self.0);
                }
                Event::Best { depth, score, line } => self.1.push((depth, score, line.to_vec())),
                _ => {}
            }
        }
    }
    for ((name, mut watched), (_, mut unwatched)) in players(6).into_iter().zip(players(6)) {
        let (mut told, mut run) = (Told::default(), unlimited());
        let choice = watched.think(&TicTacToe, &[0; 2], &mut run, Some(&mut told));
        assert_eq!(choice, unwatched.choose(&TicTacToe, &[0; 2], &mut unlimited()), "{name}");
        assert_eq!(told.0, run.stats.expanded, "{name}");
        let last = told.1.last().cloned();
        assert_eq!(last, Some((choice.depth, choice.score.unwrap(), choice.line)), "{name}");
        // Depths 1 to 6, or 1, 2, 4 and so on of 20,000 rollouts and what they end with.
        assert_eq!(told.1.len(), if name == "mcts" { 16 } else { 6 }, "{name}");
    }
}
