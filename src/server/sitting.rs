//! The presenter of one visitor: holds the position and its history, says what may be done, takes intentions.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use damier_search::kit::{Edit, EditError, Kit, Position, ReadError};
use damier_search::registry::arguments;
use damier_search::{Args, Limits, Run, Spec, SpecError};
use rand::RngExt;

use super::Random;
use super::contest::Contest;
use super::wire::{
    AlgorithmItem, Answer, Difficulty, FormatItem, GameInfo, HeuristicItem, Hint, History, LevelItem,
    Message, OptionItem, Rating, SetItem, VariantItem, View,
};
use crate::games::{GAMES, Game, names};

/// One puzzle and what was done in it.
pub(super) struct Sitting {
    pub(super) id: String,
    pub(super) game: Game,
    /// Where the history begins, and how an address writes it.
    start: Arc<dyn Position>,
    code: String,
    seed: Option<u64>,
    /// The set that it is a level of, and its place there.
    level: Option<(String, usize)>,
    /// Moves made, each with the position after it; those from `at` on were undone.
    moves: Vec<(String, Arc<dyn Position>)>,
    at: usize,
    /// Boards before and after edits.
    edits: Vec<Arc<dyn Position>>,
    unedited: Vec<Arc<dyn Position>>,
    /// The levels that the visitor brought along.
    own: Vec<LevelItem>,
    /// What is known of the start, and its best way.
    rating: Option<(Rating, Best)>,
    /// How far up the ladder of hints, and the best way from here once it is known.
    rung: usize,
    best: Option<Best>,
    /// Whether pieces without a task stay where a solved round left them.
    pub(super) stay: bool,
    pub(super) contest: Option<Contest>,
    random: Random,
}

/// The best way from a position that is known; none if there is none.
pub(super) type Best = Option<Way>;

/// A way to the goal.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) moves: Vec<String>,
    pub(super) cost: u32,
    /// Whether it is proven to be the best.
    pub(super) optimal: bool,
}

/// The name of the set that a visitor brings along.
const OWN: &str = "own";
/// As many levels may be in it.
const OWN_LEVELS: usize = 2000;

/// The steps of the ladder: how long, how many pieces, which, the next move, all of it.
const LADDER: usize = 5;
/// As many edits can be undone.
const EDITS: usize = 200;
/// As many moves has a history: it is sent with every view.
const MOVES: usize = 5000;

/// Why something was not done.
#[derive(Debug)]
pub(super) struct Refusal {
    key: &'static str,
    message: String,
    /// The kind of reason, where there are several.
    why: Option<&'static str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Refusal {
    pub(super) fn new(key: &'static str, message: impl Into<String>) -> Self {
        Refusal { key, message: message.into(), why: None, line: None, column: None }
    }

    /// The same, where there are several kinds of reason.
    pub(super) fn because(key: &'static str, why: &'static str, message: impl Into<String>) -> Self {
        Refusal { why: Some(why), ..Refusal::new(key, message) }
    }

    /// What a page is told: key, kind of reason, sentence, line and column.
    pub(super) fn told(self) -> (&'static str, Option<&'static str>, String, Option<usize>, Option<usize>) {
        (self.key, self.why, self.message, self.line, self.column)
    }

    /// Something that this phase of a game does not allow.
    pub(super) fn not_now() -> Self {
        Refusal::new("not_now", "not now")
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Refusal { line: error.line, column: error.column, ..Refusal::new("unreadable", error.what) }
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        Refusal::because("edit", error.key, error.what)
    }
}

impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        let (key, why, message, line, column) = refusal.told();
        Message::Error { key, why, message, line, column }
    }
}

/// What the arguments of a recipe are.
pub(super) fn recipe(kit: &dyn Kit, options: HashMap<String, String>) -> Result<Args, Refusal> {
    let pairs: Vec<_> = options.into_iter().collect();
    arguments("generate", kit.generate_options(), &pairs)
        .map_err(|error| Refusal::new("generate", error.to_string()))
}

/// Reads the first position in a text.
pub(super) fn read(game: Game, text: &str) -> Result<Arc<dyn Position>, Refusal> {
    let found = game.kit.read(text, None)?;
    let first = found.into_iter().next();
    Ok(first.ok_or_else(|| Refusal::new("unreadable", "there is no position in this text"))?.into())
}

/// The same position with rules that a text names.
fn with_variant(position: &dyn Position, variant: Option<&str>) -> Result<Box<dyn Position>, Refusal> {
    let refuse = |error: SpecError| Refusal::new("spec", error.to_string());
    let spec = variant.map(str::parse::<Spec>).transpose().map_err(refuse)?;
    position.with_variant(spec.as_ref()).map_err(refuse)
}

fn code(position: &dyn Position) -> String {
    position.write("compact").unwrap_or_default()
}

/// What is in a text of levels.
fn items(game: Game, text: &str) -> Result<Vec<LevelItem>, Refusal> {
    let levels = game.kit.read(text, None)?;
    let item = |level: &dyn Position| LevelItem { title: level.id().map(str::to_owned), code: code(level) };
    Ok(levels.iter().map(|level| item(level.as_ref())).collect())
}

/// The sets of a game, each by its name.
type Sets = Vec<(&'static str, Vec<LevelItem>)>;

/// The levels that come with a game, set by set. They are read once.
fn shipped(game: Game) -> &'static Sets {
    static SETS: [OnceLock<Sets>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    let place = GAMES.iter().position(|other| other.kit.name() == game.kit.name()).unwrap_or(0);
    SETS[place].get_or_init(|| {
        game.kit.sets().iter().map(|set| (set.name, items(game, set.text).unwrap_or_default())).collect()
    })
}

impl Sitting {
    /// A sitting at the game's first level, or at a new board where the game has no levels.
    pub(super) fn new(id: String, game: Game, mut random: Random) -> Self {
        let first = shipped(game).first().and_then(|(_, levels)| read(game, &levels.first()?.code).ok());
        let seed = first.is_none().then(|| u64::from(random.random::<u32>()));
        let start: Arc<dyn Position> = first.unwrap_or_else(|| {
            let args = recipe(game.kit, HashMap::new()).expect("the defaults are possible");
            let run = &mut Run::new(Limits::default());
            let made = game.kit.generate(&args, seed.unwrap_or_default(), run);
            made.expect("the defaults make a board").into()
        });
        Sitting {
            id,
            game,
            level: shipped(game).first().map(|(set, _)| ((*set).to_owned(), 0)),
            code: code(start.as_ref()),
            start,
            seed,
            moves: Vec::new(),
            at: 0,
            edits: Vec::new(),
            unedited: Vec::new(),
            own: Vec::new(),
            rating: None,
            rung: 0,
            best: None,
            stay: true,
            contest: None,
            random,
        }
    }

    /// Begins another puzzle.
    pub(super) fn begin(&mut self, start: Arc<dyn Position>, seed: Option<u64>) {
        self.code = code(start.as_ref());
        self.level = self.level_of(&self.code);
        (self.start, self.seed, self.rating) = (start, seed, None);
        self.moves.clear();
        self.go(0);
    }

    /// What the page needs to know of the game, once.
    pub(super) fn hello(&self) -> Message {
        let kit = self.game.kit;
        let game = GameInfo {
            name: kit.name(),
            algorithms: (kit.algorithms().iter())
                .map(|info| AlgorithmItem {
                    name: info.name,
                    summary: info.summary,
                    heuristic: info.heuristic,
                })
                .collect(),
            heuristics: (kit.heuristics().iter())
                .map(|info| HeuristicItem {
                    name: info.name,
                    summary: info.summary,
                    admissible: info.admissible,
                })
                .collect(),
            generate: kit.generate_options().iter().map(OptionItem::from).collect(),
            formats: kit.formats().iter().map(FormatItem::from).collect(),
            tools: kit.tools(),
            sets: (kit.sets().iter().zip(shipped(self.game)))
                .map(|(set, (_, levels))| SetItem {
                    name: set.name,
                    title: set.title,
                    author: set.author,
                    terms: set.terms,
                    count: levels.len(),
                })
                .collect(),
            variants: (kit.variants().iter())
                .map(|variant| VariantItem {
                    name: variant.name,
                    summary: variant.summary,
                    options: variant.options.iter().map(OptionItem::from).collect(),
                })
                .collect(),
            rounds: self.start.rounds().is_some(),
            penalties: Difficulty::ALL.map(|difficulty| (difficulty, difficulty.penalty())),
            default_algorithm: kit.default_algorithm(),
        };
        Message::Hello { sitting: self.id.clone(), game, games: names().collect() }
    }

    /// What there is to see now.
    pub(super) fn view(&self) -> Message {
        let mut scene = self.position().scene();
        for (piece, before) in scene.pieces.iter_mut().zip(self.start.scene().pieces) {
            piece.start = before.cell;
        }
        let moves: Vec<String> = self.moves.iter().map(|(step, _)| step.clone()).collect();
        Message::View(Box::new(View {
            scene,
            tally: self.start.tally(&moves[..self.at]),
            history: History {
                weighty: (0..moves.len()).filter(|&at| self.start.is_weighty(&moves[at])).collect(),
                moves,
                at: self.at,
            },
            code: self.code.clone(),
            seed: self.seed,
            title: self.title(),
            level: self.level.clone(),
            variant: self.start.variant(),
            stay: self.stay,
            edits: (!self.edits.is_empty(), !self.unedited.is_empty()),
            game: self.contest.as_ref().map(Contest::view),
        }))
    }

    /// The position now.
    pub(super) fn position(&self) -> Arc<dyn Position> {
        self.at.checked_sub(1).map_or(&self.start, |last| &self.moves[last].1).clone()
    }

    /// The position where the history begins.
    pub(super) fn start(&self) -> Arc<dyn Position> {
        self.start.clone()
    }

    /// Whether nothing is left to do.
    pub(super) fn is_solved(&self) -> bool {
        self.position().scene().solved
    }

    /// Every position of the history from its start to its end, and the moves between them.
    pub(super) fn line(&self) -> (Vec<Arc<dyn Position>>, Vec<String>) {
        let positions =
            [self.start.clone()].into_iter().chain(self.moves.iter().map(|(_, after)| after.clone()));
        (positions.collect(), self.moves.iter().map(|(step, _)| step.clone()).collect())
    }

    /// A seed that nobody chose.
    pub(super) fn next_seed(&mut self) -> u64 {
        u64::from(self.random.random::<u32>())
    }

    /// Random numbers of this sitting.
    pub(super) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Another board, whatever was going on: a game on the old one is over, and its edits are forgotten.
    pub(super) fn replace(&mut self, start: Arc<dyn Position>, seed: Option<u64>) {
        self.contest = None;
        self.edits.clear();
        self.unedited.clear();
        self.begin(start, seed);
    }

    /// A position in any format, and moves from it. What is on the table already is not begun anew.
    pub(super) fn load(&mut self, text: &str, moves: &[String]) -> Result<(), Refusal> {
        let position = read(self.game, text)?;
        if code(position.as_ref()) != self.code {
            self.replace(position, None);
        }
        let known = self.moves.iter().map(|(step, _)| step).take(moves.len()).eq(moves);
        if known {
            self.go(moves.len());
        } else if self.contest.is_none() {
            self.go(0);
            moves.iter().try_for_each(|step| self.play(step).map(|_| ()))?;
        }
        Ok(())
    }

    /// What is in a set; with a text, in the visitor's own from now on.
    pub(super) fn levels(&mut self, set: &str, text: Option<&str>) -> Result<Message, Refusal> {
        if let Some(text) = text.filter(|_| set == OWN) {
            self.own = items(self.game, text)?;
            self.own.truncate(OWN_LEVELS);
        }
        let levels = self.set(set)?.to_vec();
        Ok(Message::Levels { set: set.to_owned(), levels })
    }

    /// Begins a level of a set.
    pub(super) fn level(&mut self, set: &str, index: usize) -> Result<(), Refusal> {
        let none = || Refusal::new("no_level", format!("there is no level {} in this set", index + 1));
        let item = self.set(set)?.get(index).cloned().ok_or_else(none)?;
        let mut position = self.game.kit.read(&item.code, None)?.pop().ok_or_else(none)?;
        if let Some(variant) = self.start.variant() {
            position = with_variant(position.as_ref(), Some(&variant))?;
        }
        self.replace(position.into(), None);
        self.level = Some((set.to_owned(), index));
        Ok(())
    }

    /// What the start is called, by itself or in its set.
    fn title(&self) -> Option<String> {
        let in_set = || {
            let (set, index) = self.level.as_ref()?;
            self.set(set).ok()?.get(*index)?.title.clone()
        };
        self.start.id().map(str::to_owned).or_else(in_set)
    }

    fn set(&self, name: &str) -> Result<&[LevelItem], Refusal> {
        let found = shipped(self.game).iter().find(|(set, _)| *set == name).map(|(_, levels)| &levels[..]);
        let own = (name == OWN).then_some(&self.own[..]);
        found.or(own).ok_or_else(|| Refusal::new("no_level", format!("there is no set '{name}'")))
    }

    /// Where in the sets a start is found.
    fn level_of(&self, code: &str) -> Option<(String, usize)> {
        // The rules do not matter for that: a level is the same one with a variant.
        let plain = code.split('~').next()?;
        let sets = shipped(self.game).iter().map(|(name, levels)| (*name, &levels[..]));
        sets.chain([(OWN, &self.own[..])]).find_map(|(name, levels)| {
            Some((name.to_owned(), levels.iter().position(|level| level.code == plain)?))
        })
    }

    /// The same start with other rules.
    pub(super) fn vary(&mut self, variant: Option<&str>) -> Result<(), Refusal> {
        let position = with_variant(self.start.as_ref(), variant)?;
        let level = self.level.clone();
        self.replace(position.into(), self.seed);
        self.level = level;
        Ok(())
    }

    /// The moves in a text.
    pub(super) fn moves_in(&self, text: &str) -> Result<Vec<String>, Refusal> {
        self.game.kit.moves(text).map_err(|error| Refusal::new("moves", error))
    }

    /// Makes a move; gives what slid where.
    pub(super) fn play(&mut self, step: &str) -> Result<Message, Refusal> {
        let illegal = || Refusal::new("illegal", format!("{step} is not possible here"));
        if self.at == MOVES {
            return Err(Refusal::new(
                "long",
                format!("a history has at most {MOVES} moves; restart, or undo some"),
            ));
        }
        let mut ways = self.position().outcomes(step);
        let mut left: f64 = if ways.len() > 1 { self.random.random() } else { 0.0 };
        let drawn = ways.iter().position(|(chance, _)| {
            left -= chance;
            left < 0.0
        });
        let place = drawn.unwrap_or(0);
        let (_, played) = if place < ways.len() { ways.swap_remove(place) } else { return Err(illegal()) };
        self.moves.truncate(self.at);
        self.moves.push((played.name, played.position.into()));
        self.go(self.at + 1);
        Ok(Message::Slide { piece: played.piece, path: played.path, pushed: played.pushed })
    }

    /// Goes to another moment of the history; beyond its ends nothing happens.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at.min(self.moves.len());
        self.rung = 0;
        self.best = self
            .rating
            .as_ref()
            .filter(|_| self.at == 0)
            .and_then(|(rating, best)| rating.solvable.is_some().then(|| best.clone()));
    }

    /// How many moves are done.
    pub(super) fn done(&self) -> usize {
        self.at
    }

    /// The pieces as a finished round leaves them.
    pub(super) fn settled(&self) -> Arc<dyn Position> {
        let here = self.position();
        if self.stay || !self.is_solved() {
            return here;
        }
        let bases: Vec<u16> = self.start.scene().pieces.iter().map(|piece| piece.start).collect();
        here.rounds().map_or(here.clone(), |rounds| rounds.with_others_at(&bases).into())
    }

    /// The next task, with the pieces where they are; or the next level of the set.
    pub(super) fn next(&mut self) -> Result<(), Refusal> {
        let settled = self.settled();
        let Some(rounds) = settled.rounds() else {
            let (set, index) = self.level.clone().ok_or_else(Refusal::not_now)?;
            return self.level(&set, index + 1);
        };
        let next = rounds.next_task();
        self.edits.clear();
        self.unedited.clear();
        self.begin(next.into(), None);
        Ok(())
    }

    /// A task that somebody chose.
    pub(super) fn task(&mut self, piece: Option<usize>, cell: u16) -> Result<(), Refusal> {
        let here = self.position();
        let position = here.rounds().ok_or_else(Refusal::not_now)?.with_task(piece, cell)?;
        self.replace(position.into(), None);
        Ok(())
    }

    /// Changes the board where the history begins.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let position = self.start.edit(edit)?;
        self.contest = None;
        if self.edits.len() == EDITS {
            self.edits.remove(0);
        }
        self.edits.push(self.start.clone());
        self.unedited.clear();
        self.begin(position.into(), None);
        Ok(())
    }

    /// Undoes an edit, or does it again.
    pub(super) fn unedit(&mut self, back: bool) {
        let (from, to) =
            if back { (&mut self.edits, &mut self.unedited) } else { (&mut self.unedited, &mut self.edits) };
        if let Some(position) = from.pop() {
            to.push(self.start.clone());
            self.contest = None;
            self.begin(position, None);
        }
    }

    /// The start in one of the formats.
    pub(super) fn export(&self, format: &str) -> Result<Message, Refusal> {
        let text = self.start.write(format).map_err(|error| Refusal::new("format", error.to_string()))?;
        Ok(Message::Text { format: format.to_owned(), text })
    }

    /// A spec that the game knows.
    pub(super) fn spec(&self, text: &str) -> Result<Spec, Refusal> {
        let spec = text.parse::<Spec>().and_then(|spec| self.game.kit.check(&spec).map(|()| spec));
        spec.map_err(|error| Refusal::new("spec", error.to_string()))
    }

    /// The game's best algorithm.
    pub(super) fn best_spec(&self) -> Spec {
        self.game.kit.default_algorithm().parse().expect("a game's default is a spec")
    }

    /// What is known of the start, if it is.
    pub(super) fn rating(&self) -> Option<&Rating> {
        self.rating.as_ref().map(|(rating, _)| rating)
    }

    /// How an address writes the start.
    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// Takes in what is known of the start.
    pub(super) fn rate(&mut self, rating: Rating, best: Best) {
        if rating.code != self.code {
            return;
        }
        if self.at == 0 && rating.solvable.is_some() {
            self.best = self.best.take().or_else(|| Some(best.clone()));
        }
        self.rating = Some((rating, best));
    }

    /// Takes in the best way from here, if an answer tells it.
    pub(super) fn learn(&mut self, answer: &Answer) {
        if let Some(way) = answer.way() {
            self.best = Some(Some(way));
        } else if answer.outcome == "unsolvable" {
            self.best = Some(None);
        }
    }

    /// Whether the ladder has been climbed to its end.
    pub(super) fn is_told_all(&self) -> bool {
        self.rung == LADDER
    }

    /// The next step of the ladder, or none while the best way is not known.
    pub(super) fn hint(&mut self) -> Option<Message> {
        let best = self.best.as_ref()?;
        self.rung = (self.rung + 1).min(LADDER);
        let level = self.rung;
        let Some(Way { moves, cost, optimal }) = best else {
            return Some(Message::Hint(Hint { level, ..Hint::default() }));
        };
        let which = self.position().movers(moves);
        let weighty = moves.iter().position(|step| self.start.is_weighty(step));
        let stretch = &moves[..weighty.map_or(moves.len(), |at| at + 1)];
        Some(Message::Hint(Hint {
            level,
            solvable: true,
            optimal: *optimal,
            length: Some(*cost),
            stretch: (level >= 4).then(|| stretch.to_vec()),
            pieces: (level >= 2).then_some(which.len()),
            which: (level >= 3).then_some(which),
            next: moves.first().filter(|_| level >= 4).cloned(),
            moves: (level >= 5).then(|| moves.clone()),
        }))
    }
}
