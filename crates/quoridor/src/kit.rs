//! Quoridor as the rest of the program sees it: a game of adversaries. A position remembers the moves that led to it, for a
//! position that stands for the third time is a draw.

use damier_kit::json::misspelt;
use damier_kit::{
    About, Dialect, Edit, End as Ended, Kit, Level, Measure, Opening, Played, Player,
    Position as AnyPosition, Refusal, Scene, Score, Style, Thinking, Thought as Told, Tree, Versus, Why,
    known_format, refuse, tell_best,
};
use damier_search::adversaries::{AlphaBeta, Evaluate, Minimax};
use damier_search::game::Player as _;
use damier_search::registry::{Info, OptionInfo, Takes};
use damier_search::{Args, HeuristicInfo, Run, Spec, Stop, Watch};
use serde_json::{Value, json};

use crate::adversary::{Ahead, Quoridor};
use crate::board::{Deed, Move, Setup, Square};
use crate::explain::explain;
use crate::notation::{self, Entry, FORMATS, drawing, qfen};
use crate::openings::{Openings, Tried};
use crate::players::{self, AHEAD, QUESTION_OPTIONS, Thinker};
use crate::qtp::Qtp;
use crate::record::{End, Record};
use crate::rules::{Illegal, squares};
use crate::scene::{cell, cells, wall};
use crate::solver::{LEVELS, Thought, WIN, WON};
use crate::{bench, edit, generate, perft, scene};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct QuoridorKit;

const ABOUT: About = About {
    name: "quoridor",
    summary: "Quoridor: be the first on the other side, and put walls in the way of the others",
    players: &[2, 4],
    formats: FORMATS,
    separator: " ",
    default_algorithm: "fast",
    alone: None,
    question: QUESTION_OPTIONS,
    setup: SETUP,
    generate: &[OptionInfo::new("plies", "how many random moves", Takes::Whole(0, 200), "16")],
    tools: edit::TOOLS,
    sets: &[],
    variants: &[],
};

/// How a start is set up.
pub(crate) const SETUP: &[OptionInfo] = &[
    OptionInfo::new("size", "squares a side", Takes::Whole(3, 11), "9"),
    OptionInfo::new("players", "how many play", Takes::Choice(&["2", "4"]), "2"),
    OptionInfo::new(
        "walls",
        "walls for each player",
        Takes::Text("a whole number from 0 to 50, or usual: 10 on 9×9 for two"),
        "usual",
    ),
];

/// How a game is set up, as the options say.
pub(crate) fn setup(args: &Args) -> Result<Setup, Refusal> {
    let walls = match args.text("walls") {
        "usual" => None,
        text => Some(text.parse().map_err(|_| {
            refuse!("quoridor.walls", "'{text}' is not a number of walls", text = damier_kit::excerpt(text))
        })?),
    };
    Setup::new(args.whole("size") as usize, args.whole("players") as usize, walls)
}

fn boxed(record: Record) -> Box<dyn AnyPosition> {
    Box::new(Entry { id: None, line: 1, source: None, record })
}

impl Kit for QuoridorKit {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn looks(&self) -> &'static damier_kit::Looks {
        &crate::looks::LOOKS
    }

    fn algorithms(&self) -> Vec<&'static Info> {
        players::algorithms()
    }

    fn heuristics(&self) -> Vec<&'static HeuristicInfo> {
        vec![&AHEAD]
    }

    fn read(&self, text: &str, format: Option<&str>) -> Result<Vec<Box<dyn AnyPosition>>, Refusal> {
        // A code in an address is a QFEN without slashes and spaces.
        let is_code = format.is_none() && text.contains('~') && !text.contains(['{', '/']);
        let plain = is_code.then(|| text.replace('~', " / ").replace('_', " "));
        let found = notation::read(plain.as_deref().unwrap_or(text), format)?;
        Ok(found.into_iter().map(|entry| Box::new(entry) as Box<dyn AnyPosition>).collect())
    }

    fn daily(&self) -> &'static [(&'static str, &'static str)] {
        // A few moves of either side: no two days begin alike, and nobody has won yet.
        &[("plies", "6")]
    }

    fn generate(&self, args: &Args, seed: u64, _: &mut Run) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(boxed(generate::random(setup(args)?, args.whole("plies") as usize, seed)))
    }

    fn start(&self, args: &Args) -> Option<Result<Box<dyn AnyPosition>, Refusal>> {
        Some(setup(args).map(|setup| boxed(Record::new(setup))))
    }

    /// Moves may be numbered, as in `1. e2 e8`.
    fn moves(&self, text: &str) -> Result<Vec<String>, Refusal> {
        Ok(notation::words(text).map(str::to_owned).collect())
    }

    fn thinking(&self) -> Option<&dyn Thinking> {
        Some(self)
    }

    fn games(&self, text: &str) -> Option<Vec<(String, String)>> {
        Some(notation::games(text))
    }

    fn measures(&self) -> &'static [Measure] {
        bench::MEASURES
    }
}

impl AnyPosition for Entry {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn line(&self) -> usize {
        self.line
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }

    fn notes(&self) -> Vec<Refusal> {
        self.source.as_deref().map(|raw| misspelt(raw, notation::KEYS)).unwrap_or_default()
    }

    fn instance(&self) -> String {
        self.source.clone().unwrap_or_else(|| notation::write_json(None, &self.record))
    }

    fn write(&self, format: &str) -> Result<String, Refusal> {
        known_format(FORMATS, format, false)?;
        self.text(format)
    }

    fn code(&self) -> String {
        let text = qfen::write(self.record.position());
        text.split('/').map(str::trim).collect::<Vec<_>>().join("~").replace(' ', "_")
    }

    fn picture(&self, _: Style, _: Option<&[String]>) -> String {
        drawing(self.record.position())
    }

    fn scene(&self) -> Scene {
        scene::of(&self.record)
    }

    fn legal(&self) -> Vec<String> {
        let mut names: Vec<String> = self.record.position().legal().iter().map(Move::to_string).collect();
        names.sort_unstable();
        names
    }

    fn is_over(&self) -> bool {
        self.record.end().is_some()
    }

    fn play(&self, step: &str) -> Result<Played, Refusal> {
        let play: Move = step.parse()?;
        let mut record = self.record.clone();
        let piece = record.position().turn();
        record.play(play)?;
        let path = match play.deed() {
            Deed::Walk(to) => vec![cell(record.position(), to)],
            _ => Vec::new(),
        };
        let position = Box::new(Entry { id: self.id.clone(), line: self.line, source: None, record });
        Ok(Played { name: play.to_string(), position, piece, path, pushed: None })
    }

    fn past(&self) -> Option<(Box<dyn AnyPosition>, Vec<String>)> {
        let start = Record::from(*self.record.start());
        let start = Entry { id: self.id.clone(), line: self.line, source: None, record: start };
        Some((Box::new(start), self.record.moves().iter().map(Move::to_string).collect()))
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        let position = self.record.position();
        let each = || 0..position.players();
        let mut facts = vec![
            ("distance", json!(each().map(|player| position.distance(player)).collect::<Vec<_>>())),
            ("walls_left", json!(each().map(|player| position.walls_left(player)).collect::<Vec<_>>())),
        ];
        facts.extend(position.winner().map(|winner| ("winner", json!(winner + 1))));
        facts
    }

    fn perft(&self, depth: u32, run: &mut Run) -> Result<u64, Stop> {
        perft::perft(self.record.position(), depth, run)
    }

    fn edit(&self, change: &Edit) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(boxed(Record::from(edit::edit(self.record.position(), change)?)))
    }

    fn versus(&self) -> Option<&dyn Versus> {
        Some(self)
    }
}

impl Versus for Entry {
    fn players(&self) -> usize {
        self.record.position().players()
    }

    fn turn(&self) -> usize {
        self.record.position().turn()
    }

    fn end(&self) -> Option<Ended> {
        self.record.end().map(|end| match end {
            End::Won(player) => Ended {
                winner: Some(player),
                why: "arrived",
                told: refuse!("quoridor.end.arrived", "player {player} has won", player = player + 1),
            },
            End::Repeated => Ended {
                winner: None,
                why: "repeated",
                told: refuse!("quoridor.end.repeated", "drawn: the position stands for the third time"),
            },
        })
    }

    fn why_not(&self, step: &str) -> Option<Why> {
        let position = self.record.position();
        let mut why = Why {
            reason: "not_a_move",
            player: None,
            blocked_by: None,
            way: Vec::new(),
            shut_in: Vec::new(),
            told: refuse!("quoridor.legal", "the move is legal"),
        };
        let play: Move = match step.parse() {
            Ok(play) => play,
            Err(error) => return Some(Why { told: error, ..why }),
        };
        let illegal = position.check(play).err()?;
        why.told = Refusal::from(illegal.clone());
        why.reason = match illegal {
            Illegal::Over => "over",
            Illegal::Unreachable { .. } => "unreachable",
            Illegal::NoWalls(player) => {
                why.player = Some(player);
                "no_walls"
            }
            Illegal::OffBoard(_) => "off_board",
            Illegal::InTheWay(placed, other) => {
                why.blocked_by = wall(position, other, None);
                // Walls that cross stand on the same square and lie differently.
                match (placed.deed(), other.deed()) {
                    (Deed::Wall(a, one), Deed::Wall(b, two)) if a == b && one != two => "crosses",
                    _ => "overlaps",
                }
            }
            Illegal::Closes { wall, player } => {
                why.player = Some(player);
                why.way = cells(position, position.shortest_way(player));
                let mut after = *position;
                after.play_unchecked(wall);
                why.shut_in = cells(position, squares(after.reachable(player)));
                "closes"
            }
            Illegal::MustMove => "must_move",
        };
        Some(why)
    }

    fn lead(&self, player: usize) -> Option<f64> {
        let position = self.record.position();
        let steps = |who: usize| position.distance(who).map(f64::from);
        let others = (0..position.players()).filter(|&other| other != player);
        Some(others.filter_map(steps).min_by(f64::total_cmp)? - steps(player)?)
    }

    /// The steps that are left, and a third of a move for every wall that anybody has in hand, never fewer than eight. At the start of a
    /// game for two that is 17, about half of the moves that `fast` makes against itself (33): more is spent on the first
    /// moves, where thought is worth most.
    fn moves_to_come(&self) -> f64 {
        let position = self.record.position();
        if position.legal_count() <= 1 {
            return 0.0;
        }
        let steps = position.distance(position.turn()).unwrap_or(1);
        let walls: usize = (0..position.players()).map(|player| position.walls_left(player)).sum();
        (f64::from(steps) + walls as f64 / 3.0 + 2.0).max(8.0)
    }

    fn around(&self, step: &str) -> Vec<u16> {
        let position = self.record.position();
        let (at, wide) = match step.parse::<Move>().map(Move::deed) {
            Ok(Deed::Walk(to)) => (to, 0),
            Ok(Deed::Wall(at, _)) => (at, 1),
            _ => return Vec::new(),
        };
        let near = |middle: usize| middle.saturating_sub(1)..=(middle + wide + 1).min(position.size() - 1);
        let squares = near(at.row())
            .flat_map(|row| near(at.column()).filter_map(move |column| Square::new(column, row)));
        cells(position, squares)
    }

    fn explain(&self, step: &str) -> Vec<Refusal> {
        let play = step.parse().ok();
        play.map(|play| explain(self.record.position(), play)).unwrap_or_default()
    }

    fn openings(&self) -> Vec<Opening> {
        let told = |tried: Tried| Opening {
            step: tried.play.to_string(),
            games: tried.games,
            won: tried.won,
            drawn: tried.drawn,
            ahead: f64::from(tried.score) / 100.0,
        };
        Openings::ours().tried(self.record.position()).into_iter().map(told).collect()
    }

    fn setup(&self) -> Vec<String> {
        let start = self.record.start();
        [start.size(), start.players(), start.walls_left(0)].map(|value| value.to_string()).to_vec()
    }
}

impl Thinking for QuoridorKit {
    fn player(&self, spec: &Spec, bytes: usize) -> Result<Box<dyn Player>, Refusal> {
        Ok(Box::new(Seated(players::build(spec, bytes)?)))
    }

    fn levels(&self) -> Vec<Level> {
        let level = |level: &crate::solver::Level| Level {
            name: level.name,
            spec: format!("fast(level={})", level.name),
            limited: level.nodes.is_some(),
            parts: vec![
                ("depth", level.depth.to_string()),
                ("nodes", level.nodes.map_or("–".to_owned(), |nodes| nodes.to_string())),
                ("noise", format!("{:.2}", f64::from(level.noise) / 100.0)),
                ("slips", level.slips.to_string()),
            ],
        };
        LEVELS.iter().map(level).collect()
    }

    fn evaluate(&self, position: &dyn AnyPosition) -> i32 {
        let Some(Entry { record, .. }) = position.of::<Entry>() else { return 0 };
        let (start, here) = (record.start(), record.position());
        let setup = Setup::new(start.size(), start.players(), None).unwrap_or_default();
        Ahead.evaluate(&Quoridor { setup, all_walls: true }, here, here.turn())
    }

    fn tree(&self, position: &dyn AnyPosition, algorithm: &str, depth: u32, run: &mut Run) -> Option<Tree> {
        let here = position.of::<Entry>()?.record.position();
        let setup = Setup::new(here.size(), here.players(), None).ok().filter(|_| here.players() == 2)?;
        let game = Quoridor { setup, all_walls: false };
        let mut tree = Tree::new(here.turn(), depth);
        let choice = match algorithm {
            "minimax" => Minimax { depth, guide: Ahead }.think(&game, here, run, Some(&mut tree)),
            "alphabeta" => AlphaBeta { depth, guide: Ahead }.think(&game, here, run, Some(&mut tree)),
            _ => return None,
        };
        tree.complete &= choice.stopped != Some(Stop::Nodes);
        Some(tree)
    }

    fn dialects(&self) -> &'static [&'static dyn Dialect] {
        &[&Qtp]
    }
}

/// A player of this game, as the program sees one.
struct Seated(Box<dyn Thinker>);

/// What a player thinks, in names. Scores are hundredths of a step; beyond [`WON`] the end was seen.
fn told(thought: &Thought) -> Told {
    let far = WIN - thought.score.abs();
    Told {
        play: thought.play.map(|play| play.to_string()),
        score: Score {
            ahead: f64::from(thought.score) / 100.0,
            win: (thought.score.abs() > WON).then_some(far * thought.score.signum()),
        },
        depth: thought.depth,
        line: thought.line.iter().map(Move::to_string).collect(),
        stopped: thought.stopped,
    }
}

impl Player for Seated {
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        run: &mut Run,
        tell: &mut dyn FnMut(&Told, &Run),
    ) -> Told {
        // A position of another game has no moves here.
        let Some(Entry { record, .. }) = position.of::<Entry>() else { return Told::default() };
        told(&self.0.think(record, run, &mut |thought, run| tell(&told(thought), run)))
    }

    fn suits(&self, position: &dyn AnyPosition) -> Result<(), Refusal> {
        position.of::<Entry>().map_or(Ok(()), |entry| self.0.suits(entry.record.start().players()))
    }

    fn watched(&mut self, position: &dyn AnyPosition, run: &mut Run, watch: &mut Watch<'_>) -> Told {
        let Some(Entry { record, .. }) = position.of::<Entry>() else { return Told::default() };
        match self.0.watched(record, run, watch) {
            Some(thought) => told(&thought),
            None => self.think(position, run, &mut |thought, _| tell_best(thought, watch)),
        }
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn is_paced(&self) -> bool {
        self.0.is_paced()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str) -> Entry {
        Entry { id: None, line: 1, source: None, record: Record::from(qfen::read(text).unwrap()) }
    }

    #[test]
    fn every_reason_is_told() {
        let here = entry("e3 / d1 / e1 e9 / 2 0 / 1");
        let reason = |text: &str| here.why_not(text).map(|why| why.reason);
        assert_eq!(reason("e2"), None);
        assert_eq!(reason("e3"), Some("unreachable"));
        assert_eq!(reason("x"), Some("not_a_move"));
        assert_eq!(reason("e3v"), Some("crosses"));
        assert_eq!(reason("f3h"), Some("overlaps"));
        assert_eq!(reason("i1h"), Some("off_board"));
        assert_eq!(reason("pass"), Some("must_move"));
        let why = entry("/ d1e1 / e1 e9 / 2 0 / 1").why_not("e2h").unwrap();
        assert_eq!((why.reason, why.player), ("closes", Some(0)), "{why:?}");
        assert!(why.way.contains(&58) && why.shut_in.len() == 2, "{why:?}");
        assert_eq!(entry("/ / e1 e9 / 2 0 / 2").why_not("a1h").map(|why| why.reason), Some("no_walls"));
    }

    #[test]
    fn a_code_in_an_address_comes_back() {
        let here = entry("d4f4e7 / a2a8 / e4 e6 / 7 8 / 2");
        let code = here.code();
        assert!(!code.contains(['/', ' ']), "{code}");
        assert_eq!(QuoridorKit.read(&code, None).unwrap()[0].code(), code);
    }
}
