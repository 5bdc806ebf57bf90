//! Whether a program plays, in whatever words: plain text, UCI, a protocol of the game, or what an adapter describes.
//!
//! It begins a game, answers positions with legal moves, keeps to its time, plays a game with itself, begins another, and ends.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_kit::Position;
use damier_search::Limits;

use super::{Check, Exam, Found, SOON};
use crate::Outside;
use crate::player::usual_start;
use crate::process::{Log, shown};

/// What it is given for a move of a game, and for one on which its time is taken.
const QUICK: Duration = Duration::from_millis(100);
const LONGER: Duration = Duration::from_millis(500);
/// As many moves of a game are made.
const PLIES: usize = 40;

/// A program, and what was said.
struct Talk<'a> {
    exam: &'a Exam<'a>,
    player: Outside,
    log: Arc<Mutex<Log>>,
}

/// Something that is asked of it.
type Question<'a> = fn(&mut Talk<'a>) -> Found;

/// Examines a program that plays; tells of each check as it is done.
pub(super) fn examine<'a>(exam: &'a Exam<'a>, tell: &mut dyn FnMut(&Check)) -> Vec<Check> {
    let log = Arc::<Mutex<Log>>::default();
    let limits = Limits { time: Some(QUICK), ..Limits::default() };
    let mut player = Outside::new(Arc::new(exam.engine.clone()), exam.kit, limits);
    player.patience = exam.time;
    player.log = Some(log.clone());
    let mut talk = Talk { exam, player, log };
    let all: [(&str, Question<'a>); 6] = [
        ("begin", Talk::begins),
        ("positions", Talk::answers),
        ("time", Talk::keeps_time),
        ("game", Talk::plays),
        ("another game", Talk::again),
        ("quit", Talk::quits),
    ];
    let mut checks: Vec<Check> = Vec::new();
    for (name, check) in all {
        let found = check(&mut talk);
        let (result, what) = match found {
            Ok(what) => ("ok", what),
            Err(why) => ("failed", why),
        };
        let said = std::mem::take(&mut *talk.log.lock().unwrap_or_else(PoisonError::into_inner));
        let check = Check { check: name.to_owned(), result, what, sent: said.sent, came: said.came };
        tell(&check);
        checks.push(check);
        // Who cannot begin a game can do nothing else.
        if name == "begin" && result == "failed" {
            break;
        }
    }
    checks
}

impl Talk<'_> {
    /// A game from the usual start.
    fn begin(&mut self) -> Result<Box<dyn Position>, String> {
        let start = usual_start(self.exam.kit).ok_or("this game has no start")?;
        self.player.begin_game(start.as_ref())?;
        Ok(start)
    }

    /// A move that may be played.
    fn ask(&mut self, position: &dyn Position) -> Found {
        let (play, _) = self.player.turn(position, &[]);
        let play = play?;
        match position.versus().and_then(|versus| versus.why_not(&play)) {
            None => Ok(play),
            Some(why) => Err(format!("it plays {}: {}", shown(&play), why.told)),
        }
    }

    fn begins(&mut self) -> Found {
        let began = Instant::now();
        self.begin()?;
        Ok(format!("a game can begin after {:.1?}", began.elapsed()))
    }

    fn answers(&mut self) -> Found {
        let exam = self.exam;
        for (number, position) in exam.easy.iter().enumerate() {
            let found = self.begin().and_then(|_| self.ask(position.as_ref()));
            let moves = || position.past().map(|(_, moves)| moves.join(" ")).unwrap_or_default();
            found.map_err(|why| format!("position {} ({}): {why}", number + 1, moves()))?;
        }
        Ok(format!("{} positions answered, each with a legal move", exam.easy.len()))
    }

    fn keeps_time(&mut self) -> Found {
        let start = self.begin()?;
        let usual = (self.player.limits, self.player.patience);
        self.player.limits.time = Some(LONGER);
        self.player.patience = LONGER + SOON;
        let began = Instant::now();
        let found = self.ask(start.as_ref());
        (self.player.limits, self.player.patience) = usual;
        found.map_err(|why| format!("it was given {LONGER:?}: {why}"))?;
        Ok(format!("{LONGER:?} were given, the move came after {:.1?}", began.elapsed()))
    }

    fn plays(&mut self) -> Found {
        let mut position = self.begin()?;
        for ply in 0..PLIES {
            if position.is_over() {
                return Ok(format!("a whole game of {ply} moves with itself, all legal"));
            }
            let found = self.ask(position.as_ref());
            let play = found.map_err(|why| format!("move {} of a game with itself: {why}", ply + 1))?;
            position = position.play(&play).map_err(|why| why.to_string())?.position;
        }
        Ok(format!("{PLIES} moves of a game with itself, all legal"))
    }

    fn again(&mut self) -> Found {
        let start = self.begin()?;
        let play = self.ask(start.as_ref())?;
        Ok(format!("it begins anew, with {play}"))
    }

    fn quits(&mut self) -> Found {
        match self.player.quit(SOON)? {
            Some(status) if status.success() => Ok("it ends".to_owned()),
            Some(status) => Err(format!("it ends, but badly: {status}")),
            None => Err("it still runs a second after it was asked to end".to_owned()),
        }
    }
}
