//! A game with its validator, and the parts of it that a verb or a screen may ask for.

use damier_engines::Outside;
use damier_kit::{Kit, Plans, Player, Position, Refusal, Thinking, Versus, missing, refuse};
use damier_search::registry::{Info, OptionInfo, arguments};
use damier_search::{Args, HeuristicInfo, Limits, Spec};

/// A game, the independent validator of its answers, and what `bench` runs on it.
#[derive(Clone, Copy)]
pub struct Game {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Replays moves from a position, given as JSON, by rules that share nothing with the game's; gives a sentence about what
    /// happened.
    pub replay: fn(&str, &str) -> Result<String, Invalid>,
    /// Positions to measure on.
    pub suites: &'static [Suite],
}

/// Why moves are not valid.
#[derive(Clone, Debug)]
pub struct Invalid {
    /// The sentence.
    pub why: String,
    /// Whether they could not even be read.
    pub unreadable: bool,
}

/// Positions as JSON Lines, with the key `optimal` where the optimum is known, and what `bench` runs on them.
#[derive(Debug)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// The positions.
    pub positions: &'static str,
    /// The specs, separated by commas.
    pub algorithms: &'static str,
    /// Whether its positions are large enough to show what more threads do.
    pub threads: bool,
    /// Where some positions may never be solved: how long each is tried if nobody says otherwise.
    pub minutes: Option<u64>,
}

/// The key of a refusal by the validator, which is a fault of the program and not of what it was given.
pub const INVALID: &str = "lab.invalid";

impl Game {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.kit.about().name
    }

    /// Asks the validator whether these moves may follow, or solve the position; gives a sentence about what happened.
    pub fn replay(&self, position: &dyn Position, moves: &str) -> Result<String, Invalid> {
        (self.replay)(&position.instance(), moves)
    }

    /// The same for moves of the program itself: where the validator refuses them, the program is wrong.
    pub fn confirm(&self, position: &dyn Position, moves: &str) -> Result<(), Refusal> {
        self.replay(position, moves).map(drop).map_err(|invalid| {
            refuse!(
                "lab.invalid",
                "the validator refuses '{moves}': {why}; please report this position",
                moves,
                why = invalid.why
            )
        })
    }

    /// The moves as one text.
    pub fn join(&self, moves: &[String]) -> String {
        moves.join(self.kit.about().separator)
    }

    /// Its algorithms or players, and the outside engines of this host that solve or play it.
    pub fn algorithms(&self) -> Vec<&'static Info> {
        let mut all = self.kit.algorithms();
        all.extend(damier_engines::algorithms(self.kit));
        all
    }

    /// Its heuristics, and the outside engines that estimate.
    pub fn heuristics(&self) -> Vec<&'static HeuristicInfo> {
        let mut all = self.kit.heuristics();
        all.extend(damier_engines::heuristics(self.kit));
        all
    }

    /// Checks a spec without a position: every name, option and value in it, outside engines among them.
    pub fn check(&self, spec: &Spec) -> Result<(), Refusal> {
        damier_engines::knows(self.kit, spec).unwrap_or_else(|| self.kit.check(spec))
    }

    /// The player that a spec names: one of the game's, or an outside engine. `bytes` is what it may use for a table.
    pub fn player(&self, spec: &Spec, bytes: usize) -> Result<Box<dyn Player>, Refusal> {
        let thinking = self.thinking()?;
        let Some(engine) = damier_engines::named(self.kit, &spec.name) else {
            return thinking.player(spec, bytes);
        };
        self.check(spec)?;
        Ok(Box::new(Outside::new(engine, self.kit, Limits::default())))
    }

    /// Its players.
    pub fn thinking(&self) -> Result<&'static dyn Thinking, Refusal> {
        self.kit.thinking().ok_or_else(|| missing(self.kit, refuse!("word.adversaries", "adversaries")))
    }

    /// A position as one of adversaries.
    pub fn versus<'p>(&self, position: &'p dyn Position) -> Result<&'p dyn Versus, Refusal> {
        position.versus().ok_or_else(|| missing(self.kit, refuse!("word.adversaries", "adversaries")))
    }

    /// A position as one that a plan solves.
    pub fn plans<'p>(&self, position: &'p dyn Position) -> Result<&'p dyn Plans, Refusal> {
        position.plans().ok_or_else(|| {
            missing(self.kit, refuse!("word.plans", "solutions that one player could carry out alone"))
        })
    }

    /// The start of a game that is set up so.
    pub fn start(&self, setup: &[(String, String)]) -> Result<Box<dyn Position>, Refusal> {
        let args = arguments("the start", self.kit.about().setup, setup)?;
        let none = || missing(self.kit, refuse!("word.start", "usual start; give a position"));
        self.kit.start(&args).ok_or_else(none)?
    }

    /// What `generate` is told, checked and with what is usual filled in.
    pub fn recipe(&self, given: &[(String, String)]) -> Result<Args, Refusal> {
        Ok(arguments("generate", &self.recipe_options(), given)?)
    }

    /// Everything that `generate` can be told.
    pub fn recipe_options(&self) -> Vec<OptionInfo> {
        let about = self.kit.about();
        [about.setup, about.generate].concat()
    }

    /// Plays moves that stand in one text; an error tells which one is wrong.
    pub fn play_all(&self, start: Box<dyn Position>, moves: &str) -> Result<Box<dyn Position>, Refusal> {
        let mut position = start;
        for (at, step) in self.kit.moves(moves)?.iter().enumerate() {
            let wrong = |why: Refusal| {
                let step = damier_kit::excerpt(step);
                refuse!("lab.move", "move {number}, {step}: {why}", number = at + 1, step, why)
            };
            position = position.play(step).map_err(wrong)?.position;
        }
        Ok(position)
    }
}
