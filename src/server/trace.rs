//! Searches that are kept step by step, and what a page asks about them.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use damier_kit::{Position, Refusal, excerpt, refuse};
use damier_lab::Game;
use damier_lab::trace::{Break, Header, Measure, NONE, Trace, trace};
use damier_search::{Limits, OWN, Spec};

use super::jobs::Found;
use super::pool::{Desk, Held, Machine};
use super::race::way;
use super::scripts::{self, Ask};
use super::session::read;
use super::wire::{Message, TracedLane};
use crate::games::named as named_game;

/// What all traces of a page may take, and what their searches may use.
pub(super) const KEPT: usize = 192 << 20;
const LIMITS: Limits = Limits { nodes: None, time: Some(Duration::from_secs(60)), memory: Some(1 << 30) };
/// The most steps of a search that is kept.
const STEPS: u64 = 1_000_000;
/// The most steps of one that a script guides.
const OWN_STEPS: u64 = 50_000;
/// The parts of a timeline.
const PARTS: usize = 1000;
/// The most nodes of a tree that a page is told at once.
const TREE: usize = 50_000;
/// Traces of fewer events are looked at at once.
const SMALL: usize = 100_000;

/// The searches that are kept.
#[derive(Default)]
pub(super) struct Traces {
    id: String,
    code: String,
    lanes: Vec<Arc<Kept>>,
}

/// A search that is kept, or was read from a file.
pub(super) struct Kept {
    lane: TracedLane,
    header: Header,
    trace: Trace,
    /// What it takes of the server's memory.
    held: Option<Held>,
}

impl Kept {
    /// Writes it as a file.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.trace.write(self.header.clone(), out)
    }
}

/// A search that was read from a file, and what it is of.
pub(crate) struct Filed {
    game: Game,
    code: String,
    kept: Arc<Kept>,
}

/// Whether a search is guided by a script.
fn is_own(spec: &Spec) -> bool {
    spec.words.iter().any(|word| word == OWN.name)
}

/// Searches as each spec says, one after the other. What a script guides is searched elsewhere.
pub(super) fn run(
    desk: &Desk,
    game: Game,
    position: &dyn Position,
    specs: &[Spec],
    steps: Option<u64>,
    script: Option<&str>,
) -> Result<Found, Refusal> {
    let mut traces = Traces { id: desk.shelf().number(), code: position.code(), lanes: Vec::new() };
    let lanes = specs.len() as u64;
    for spec in specs {
        let steps = steps.unwrap_or(STEPS).clamp(1, STEPS);
        if let Some(script) = script.filter(|_| is_own(spec)) {
            let ask = Ask {
                asked: vec![(OWN.name.to_owned(), Some(script.to_owned()))],
                trace: Some((spec.to_string(), steps.min(OWN_STEPS))),
                ..Ask::about(game, position)
            };
            match scripts::trace(desk, &ask) {
                Ok(filed) => traces.lanes.push(filed.held(&desk.machine).kept),
                Err(Some(refusal)) => return Err(refusal),
                Err(None) => return Ok(Found::Nothing),
            }
            if traces.lanes.len() < specs.len() {
                desk.say(traces.told(false));
            }
            continue;
        }
        let nodes = Some(steps);
        let memory = LIMITS.memory.map(|memory| memory / lanes);
        let mut run = desk.run(Limits { nodes, memory, ..LIMITS });
        let (trace, record) = trace(game, position, spec, &mut run, KEPT / specs.len())?;
        // An outside engine that failed is told of, with the reason.
        if let Some(refusal) = record.error {
            return Err(refusal);
        }
        let header = Header::of(game, position, spec, &record);
        let lane = told(position, &header, (record.outcome, record.why), &trace);
        let held = Some(desk.hold(trace.bytes()));
        traces.lanes.push(Arc::new(Kept { lane, header, trace, held }));
        if desk.is_cancelled() {
            return Ok(Found::Nothing);
        }
        if traces.lanes.len() < specs.len() {
            desk.say(traces.told(false));
        }
    }
    Ok(Found::Traces(Box::new(traces)))
}

fn told(
    position: &dyn Position,
    header: &Header,
    (outcome, why): (&'static str, Option<&'static str>),
    trace: &Trace,
) -> TracedLane {
    let never = |&step: &u32| if step == NONE { -1 } else { i64::from(step) };
    TracedLane {
        algorithm: header.algorithm.clone(),
        outcome,
        kind: trace.kind(),
        events: trace.len(),
        steps: trace.steps(),
        nodes: trace.size(),
        dropped: trace.dropped(),
        bytes: trace.bytes(),
        micros: trace.micros(trace.steps()),
        cost: header.cost,
        bound: header.lower_bound,
        optimal: header.optimal,
        why,
        // A move that was chosen is no way to a goal.
        way: if trace.kind().is_of_players() { Vec::new() } else { way(position, &header.moves).0 },
        moves: header.moves.clone(),
        stats: header.stats,
        timeline: trace.timeline(PARTS),
        first: trace.first().iter().map(never).collect(),
    }
}

impl Filed {
    /// What a file holds, where it fits its own game and position: the validator replays its solution.
    pub(crate) fn new(header: Header, trace: Trace) -> Result<Self, Refusal> {
        let named = excerpt(&header.game);
        let game = named_game(&header.game).map_err(|_| {
            refuse!("trace.game", "this trace is of {game}, which is not among the games", game = named)
        })?;
        let position = read(game, &header.position)?;
        if !trace.fits(&position.scene()) {
            return Err(refuse!("trace.misfit", "this trace does not fit the position that it names"));
        }
        if !header.moves.is_empty() {
            game.confirm(position.as_ref(), &game.join(&header.moves))?;
        }
        let outcome = OUTCOMES.iter().find(|known| **known == header.outcome).copied();
        let lane = told(position.as_ref(), &header, (outcome.unwrap_or("limit"), None), &trace);
        let kept = Kept { lane, header, trace, held: None };
        Ok(Filed { game, code: position.code(), kept: Arc::new(kept) })
    }

    /// The same, with its memory counted among what the server uses.
    pub(super) fn held(mut self, machine: &Machine) -> Self {
        if let Some(kept) = Arc::get_mut(&mut self.kept) {
            kept.held = Some(machine.hold(kept.trace.bytes()));
        }
        self
    }

    pub(super) fn game(&self) -> Game {
        self.game
    }

    /// The position, as it stands in an address.
    pub(super) fn code(&self) -> &str {
        &self.code
    }
}

/// How a search may have ended.
const OUTCOMES: [&str; 5] = ["solved", "unsolvable", "limit", "cancelled", "error"];

impl Traces {
    /// Searches from files, one to four, all of this game and of a position with one of these codes.
    pub(super) fn of(
        id: String,
        files: &[Arc<Filed>],
        game: Game,
        codes: [&str; 2],
    ) -> Result<Self, Refusal> {
        if !(1..=4).contains(&files.len()) {
            return Err(refuse!("server.race", "a race has one to four lanes"));
        }
        for file in files {
            if file.game.name() != game.name() {
                let game = file.game.name();
                return Err(refuse!("trace.elsewhere", "this trace is of another game: {game}", game = game));
            }
            if !codes.contains(&file.code.as_str()) {
                return Err(refuse!(
                    "trace.other",
                    "this trace is of another position than the one on the table"
                ));
            }
        }
        let lanes = files.iter().map(|file| file.kept.clone()).collect();
        Ok(Traces { id, code: files[0].code.clone(), lanes })
    }

    /// What they are saved by.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn kept(&self, lane: usize) -> Option<Arc<Kept>> {
        self.lanes.get(lane).cloned()
    }

    /// What a page is told of them first.
    pub(super) fn told(&self, done: bool) -> Message {
        let lanes = self.lanes.iter().map(|kept| kept.lane.clone()).collect();
        Message::Traced { id: self.id.clone(), code: self.code.clone(), lanes, done }
    }

    /// Whether a look at them takes no time to speak of.
    pub(super) fn are_small(&self) -> bool {
        self.lanes.iter().all(|kept| kept.trace.len() < SMALL)
    }

    fn lane(&self, lane: usize) -> Result<&Trace, Refusal> {
        let none = || refuse!("server.no_trace", "there is no search that was kept; start one");
        self.lanes.get(lane).map(|kept| &kept.trace).ok_or_else(none)
    }

    pub(super) fn moment(&self, at: &[Option<usize>], by: Measure) -> Message {
        let look = |(at, kept): (&Option<usize>, &Arc<Kept>)| {
            at.map(|at| kept.trace.cursor(kept.trace.moment_by(at, by)).into())
        };
        Message::Moment { lanes: at.iter().zip(&self.lanes).map(look).collect() }
    }

    pub(super) fn stop(
        &self,
        lane: usize,
        at: usize,
        forward: bool,
        breaks: &[Break],
    ) -> Result<Message, Refusal> {
        Ok(Message::Stop { lane, at: self.lane(lane)?.next_break(at, forward, breaks) })
    }

    pub(super) fn branch(&self, lane: usize, about: u32, most: usize) -> Result<Message, Refusal> {
        let tree = self.lane(lane)?.tree(about, most.min(TREE));
        Ok(Message::Branch { lane, tree: Box::new(tree) })
    }

    pub(super) fn node(&self, lane: usize, id: u32, at: usize) -> Result<Message, Refusal> {
        let node = self.lane(lane)?.view(id, at, true).map(Box::new);
        Ok(Message::Node { lane, node })
    }
}

#[cfg(test)]
mod tests {
    use damier_lab::record::Record;
    use damier_lab::trace::{Kind, Recorder};
    use damier_search::{Event, Placement, Run, Watcher};
    use rand::SeedableRng;

    use super::*;
    use crate::games::GAMES;
    use crate::server::Random;
    use crate::server::levels::shipped;
    use crate::server::session::Session;

    /// A position of each game that takes some searching.
    fn positions() -> Vec<(Game, Arc<dyn Position>)> {
        let position = |&game: &Game| {
            let mut session = Session::new("1".to_owned(), game, Random::seed_from_u64(3));
            if let Some((set, levels)) = shipped(game).iter().find(|(set, _)| set.ends_with("-3")) {
                session.level(set, levels.len() / 2).unwrap();
            }
            (game, session.position())
        };
        GAMES.iter().map(position).collect()
    }

    fn kept(game: Game, position: &dyn Position, spec: &str, steps: u64) -> (Trace, Record) {
        let mut run = Run::new(Limits { nodes: Some(steps), ..Limits::default() });
        trace(game, position, &spec.parse().unwrap(), &mut run, KEPT).unwrap()
    }

    /// What is next is the first of what waits, by every order: so the page may say why.
    #[test]
    fn what_is_expanded_next_is_the_first_of_what_waits() {
        for (game, position) in positions() {
            let specs = [
                "bfs",
                "dfs(limit=12)",
                "ids",
                "ucs",
                "greedy",
                "astar",
                "wastar(weight=1.7)",
                "ida",
                "beam(width=9)",
            ];
            for spec in specs.iter().filter(|_| position.plans().is_some()) {
                let (trace, _) = kept(game, position.as_ref(), spec, 700);
                assert_eq!(trace.kind(), Kind::States, "{} {spec}", game.name());
                assert!(trace.steps() > 5, "{} {spec}", game.name());
                for step in 0..trace.steps() {
                    let after = trace.cursor(trace.moment_of(step + 1));
                    let before = trace.cursor(trace.moment_of(step + 1) - 1);
                    let next = before.open.first.first().map(|node| node.id);
                    assert_eq!(next, after.expanding, "{} {spec} step {step}", game.name());
                    assert_eq!(after.node.unwrap().status, "closed");
                    assert_eq!(before.step, step);
                }
            }
        }
    }

    /// Forwards everything to a recorder, and compares what that knows with what it was told.
    struct Doubting(Recorder);

    impl<'n> Watcher<Placement, &'n str> for Doubting {
        fn on(&mut self, event: Event<'_, Placement, &'n str>) {
            let told = match &event {
                Event::Expand { state, g, .. } => Some((state.cells.clone(), *g)),
                _ => None,
            };
            self.0.on(event);
            if let Some(told) = told {
                let trace = self.0.trace();
                let now = trace.cursor(trace.len()).node.unwrap();
                assert_eq!((now.cells, now.g), told);
            }
        }
    }

    #[test]
    fn a_node_knows_where_its_pieces_stand() {
        for (_, position) in positions() {
            let Some(plans) = position.plans() else { continue };
            for spec in ["astar", "bfs", "ida", "beam(width=5)", "bidirectional", "fast"] {
                let scene = position.scene();
                let cells = scene.pieces.iter().map(|piece| piece.cell).collect();
                let start = Placement { cells, tasked: Vec::new() };
                let mut doubting = Doubting(Recorder::new(scene.width * scene.height, start, KEPT));
                let mut run = Run::new(Limits { nodes: Some(300), ..Limits::default() });
                plans.solve(&spec.parse().unwrap(), &mut run, Some(&mut doubting)).unwrap();
            }
        }
    }

    #[test]
    fn what_is_kept_is_what_the_search_counts() {
        for (game, position) in positions() {
            for spec in ["astar", "bfs", "greedy", "ida", "bidirectional"] {
                if position.plans().is_none() {
                    continue;
                }
                let (trace, record) = kept(game, position.as_ref(), spec, 2000);
                let (counts, stats) = (trace.counts(trace.len()), record.stats.unwrap());
                assert_eq!(u64::from(counts.steps), stats.expanded, "{} {spec}", game.name());
                let generated = counts.new + counts.better + counts.duplicates + counts.dead + counts.cut;
                assert_eq!(u64::from(generated), stats.generated, "{} {spec}", game.name());
                let line = trace.timeline(100);
                let last = trace.cursor(trace.len());
                assert_eq!(line.at.last(), Some(&(trace.len() as u32)));
                assert!(
                    line.open.iter().zip(&line.at).all(|(&open, &at)| {
                        spec == "ida"
                            || spec == "bidirectional"
                            || open as usize == trace.cursor(at as usize).open.len
                    }),
                    "{} {spec}",
                    game.name()
                );
                assert_eq!(last.at, trace.len());
            }
        }
    }

    #[test]
    fn searches_of_games_are_kept_too() {
        let (game, position) =
            positions().into_iter().find(|(_, position)| position.versus().is_some()).unwrap();
        for spec in
            ["minimax(depth=2)", "alphabeta(depth=2)", "pvs(depth=3)", "paranoid(depth=2)", "maxn(depth=2)"]
        {
            let (trace, record) = kept(game, position.as_ref(), spec, 100_000);
            assert_eq!(trace.kind(), Kind::Lines);
            let end = trace.cursor(trace.len());
            // Every move that was entered was left.
            assert_eq!(end.counts.new, end.counts.steps, "{spec}");
            assert_eq!(end.best.unwrap().line.first(), record.best.as_ref().map(|best| &best.step), "{spec}");
            assert_eq!(end.counts.cut > 0, !["minimax(depth=2)", "maxn(depth=2)"].contains(&spec), "{spec}");
            let early = trace.cursor(trace.len() / 2);
            let node = early.node.unwrap();
            let here = node.moves.iter().fold(None::<Box<dyn Position>>, |here, step| {
                Some(here.as_deref().unwrap_or(position.as_ref()).play(step).unwrap().position)
            });
            assert!(here.is_some(), "the moves that lead to a node can be played");
        }
        let (trace, _) = kept(game, position.as_ref(), "mcts(rollouts=500)", 100_000);
        assert_eq!((trace.kind(), trace.steps()), (Kind::Rollouts, 500));
        for at in [1, 10, 100, 500] {
            let now = trace.cursor(trace.moment_of(at));
            let root = trace.cursor(trace.moment_of(1));
            assert!(root.moves.len() == 1 && now.node.unwrap().visits > 0);
            let first: u32 = trace.children(0).iter().map(|&child| visits(&trace, child, at)).sum();
            assert_eq!(first as usize, at, "every rollout goes through a move of the root");
            let told: u32 = now.root.iter().map(|view| view.visits).sum();
            assert_eq!(told, first);
            assert_eq!(now.best.unwrap().line.first(), now.root[0].moves.first());
        }
    }

    #[test]
    fn moments_are_counted_in_steps_and_in_time_too() {
        for (game, position) in positions() {
            let spec = if position.plans().is_some() { "astar" } else { "alphabeta(depth=2)" };
            let (trace, _) = kept(game, position.as_ref(), spec, 300);
            for step in 0..=trace.steps() {
                let at = trace.moment_by(step, Measure::Steps);
                assert_eq!(trace.cursor(at).step, step, "{}", game.name());
            }
            for by in [Measure::Events, Measure::Steps, Measure::Micros] {
                assert_eq!(trace.moment_by(usize::MAX, by), trace.len(), "{}", game.name());
            }
            let middle = trace.micros(trace.steps() / 2) as usize;
            assert!(trace.moment_by(middle / 2, Measure::Micros) <= trace.moment_by(middle, Measure::Micros));
        }
    }

    #[test]
    fn what_was_found_backwards_waits_apart() {
        let mut shown = 0;
        for (game, position) in positions() {
            if position.plans().is_none() {
                continue;
            }
            let (trace, _) = kept(game, position.as_ref(), "bidirectional", 40);
            let now = trace.cursor(trace.len());
            shown += usize::from(!now.backward.is_empty());
            let waits = |cells: &[(u32, u32)]| cells.iter().map(|cell| cell.0 as usize).sum::<usize>();
            assert!(waits(&now.cells) + waits(&now.backward) <= now.open.len);
            let (trace, _) = kept(game, position.as_ref(), "astar", 40);
            assert!(trace.cursor(trace.len()).backward.is_empty());
        }
        // Where goals are too many, nothing is taken from their side.
        assert!(shown > 1, "{shown} games");
    }

    #[test]
    fn a_file_opens_again_as_it_was() {
        for (game, position) in positions() {
            let specs = ["astar", "greedy", "ida", "beam(width=5)", "bidirectional", "fast"];
            let players = ["alphabeta(depth=2)", "pvs(depth=3)", "mcts(rollouts=200)", "fast(depth=3)"];
            let specs: &[&str] = if position.plans().is_some() { &specs } else { &players };
            for spec in specs {
                let (trace, record) = kept(game, position.as_ref(), spec, 400);
                let header = Header { algorithm: (*spec).to_owned(), cost: record.cost, ..Header::default() };
                let mut text = Vec::new();
                trace.write(header, &mut text).unwrap();
                let (header, again) = Trace::read(&mut text.as_slice()).unwrap();
                assert_eq!((header.algorithm.as_str(), header.cost), (*spec, record.cost));
                let json = |trace: &Trace, at| serde_json::to_string(&trace.cursor(at)).unwrap();
                for at in (0..=trace.len()).step_by(1 + trace.len() / 50) {
                    assert_eq!(json(&trace, at), json(&again, at), "{} {spec} {at}", game.name());
                }
                let mut once_more = Vec::new();
                again.write(header, &mut once_more).unwrap();
                assert_eq!(text, once_more, "{} {spec}", game.name());
                assert!(trace.dot().ends_with("}\n") && trace.svg().ends_with("</svg>\n"));
                let posthoc: serde_json::Value = serde_json::from_str(&trace.posthoc(16)).unwrap();
                assert_eq!(posthoc["events"].as_array().unwrap().is_empty(), trace.size() == 0);
            }
        }
    }

    #[test]
    fn a_file_that_is_none_is_refused_with_its_line() {
        let (game, position) = positions().remove(0);
        let (trace, _) = kept(game, position.as_ref(), "astar", 50);
        let mut text = Vec::new();
        trace.write(Header::default(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let said = |text: &str| Trace::read(&mut text.as_bytes()).map(drop).unwrap_err().to_string();
        assert!(
            said("").contains("no trace")
                && said("{}").contains("no trace")
                && said("x").contains("no trace")
        );
        assert!(said(&text.replacen("\"version\":1", "\"version\":9", 1)).contains("newer"));
        for (wrong, why) in [
            ("{\"e\":\"dance\"}", "no such event"),
            ("{\"e\":\"step\",\"id\":4000000000}", "no such node"),
            ("{\"e\":\"step\"}", "a step has a node"),
            ("{\"e\":\"new\",\"id\":77}", "numbered"),
            ("{\"e\":", "EOF"),
        ] {
            let text = [lines[0], lines[1], wrong].join("\n");
            let sentence = said(&text);
            assert!(sentence.contains("line 3") && sentence.contains(why), "{sentence}");
        }
        // Half a file is a shorter search.
        let half = lines[..lines.len() / 2].join("\n");
        let (_, half) = Trace::read(&mut half.as_bytes()).unwrap();
        assert!(half.cursor(half.len()).at == half.len());
    }

    fn visits(trace: &Trace, node: u32, rollouts: usize) -> u32 {
        let through = |rollout: &usize| {
            let leaf = trace.cursor(trace.moment_of(rollout + 1)).node.unwrap();
            let mut here = Some(leaf.id);
            while let Some(id) = here.filter(|&id| id != node) {
                here = trace.view(id, trace.len(), false).unwrap().parent;
            }
            here.is_some()
        };
        (0..rollouts).filter(through).count() as u32
    }
}
