//! The puzzle of a day: made from its date, and the same for everybody.
//!
//! The seeds of a day are its digits and two more, `2026111700` to `2026111799`, tried in this order with the game's recipe for it
//! ([`damier_kit::Kit::daily`]). Of a puzzle, the first is taken that is of medium difficulty (level 3 of 5) and whose optimum is proven
//! within a number of expansions; of a game of adversaries, the first opening in which the player whose turn it is stands no worse and
//! is not far ahead. Where none is, the nearest of them is. Nothing hangs on a clock, so every machine makes the same one.

use std::sync::Arc;

use damier_kit::{Level, Position, Refusal, refuse};
use damier_search::{Limits, Progress, Run, Spec};

use crate::Game;
use crate::record::Record;

/// What one board may cost: a harder one is passed over. Ninety-nine of a hundred medium boards of each game cost less.
const LIMITS: Limits = Limits { nodes: Some(200_000), time: None, memory: Some(256 << 20) };
/// What is thought about an opening, and the table for that: both decide what comes out, so they are fixed.
const THOUGHT: Limits = Limits { nodes: Some(5_000), time: None, memory: Some(64 << 20) };
const TABLE: usize = 1 << 20;
/// The level that is wished for, and the most by which an opening may be ahead, in the game's unit.
const LEVEL: u8 = 3;
const AHEAD: f64 = 1.5;
/// Seeds of a day.
const TRIES: u64 = 100;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

/// The puzzle of a day.
#[derive(Clone)]
pub struct Daily {
    /// Where it begins; in a game of adversaries, with the moves of its opening.
    pub position: Arc<dyn Position>,
    /// The seed that makes it again.
    pub seed: u64,
    /// What its solution costs at least, proven.
    pub optimum: Option<u32>,
    /// From 1 (trivial) to 5 (extreme): an estimate.
    pub level: Option<u8>,
    /// The player that is to be beaten; whose turn it is in the position is who plays against it.
    pub rival: Option<Level>,
}

impl Date {
    /// A day that there is, written `2026-11-17`.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let wrong = || {
            refuse!(
                "lab.date",
                "'{text}' is no day; write it as 2026-11-17",
                text = damier_kit::excerpt(text)
            )
        };
        let shape = |(at, c): (usize, u8)| if at == 4 || at == 7 { c == b'-' } else { c.is_ascii_digit() };
        if text.len() != 10 || !text.bytes().enumerate().all(shape) {
            return Err(wrong());
        }
        let number = |from: usize, to: usize| text[from..to].parse().map_err(|_| wrong());
        let date = Date { year: number(0, 4)?, month: number(5, 7)?, day: number(8, 10)? };
        let there = (2000..3000).contains(&date.year)
            && (1..=12).contains(&date.month)
            && (1..=date.month_days()).contains(&date.day);
        there.then_some(date).ok_or_else(wrong)
    }

    fn month_days(self) -> u32 {
        let leap =
            self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        match self.month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// Days since 1 January 1970 (by the civil calendar; Hinnant, "chrono-compatible low-level date algorithms").
    pub fn days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        // Years begin in March here, so that the leap day is the last.
        let year = i64::from(self.year) - i64::from(month <= 2);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468
    }

    /// The first seed of the day.
    fn seed(self) -> u64 {
        u64::from(self.year) * 1_000_000 + u64::from(self.month) * 10_000 + u64::from(self.day) * 100
    }
}

/// The puzzle of a day; none if somebody cancelled. `tried` hears of each board that was passed over.
pub fn daily(
    game: Game,
    date: Date,
    progress: &Arc<Progress>,
    tried: &mut dyn FnMut(),
) -> Result<Option<Daily>, Refusal> {
    let given = game.kit.daily().iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let recipe = game.recipe(&given.collect::<Vec<_>>())?;
    let mut nearest: Option<(f64, Daily)> = None;
    for seed in date.seed()..date.seed() + TRIES {
        let mut run = Run::with_progress(Limits::default(), progress.clone());
        let made = game.kit.generate(&recipe, seed, &mut run);
        if progress.is_cancelled() {
            return Ok(None);
        }
        // A recipe may come to nothing with one seed and not with the next.
        let Ok(position) = made else { continue };
        let judged = judge(game, &position.into(), seed, progress)?;
        if progress.is_cancelled() {
            return Ok(None);
        }
        match judged {
            Some((0.0, daily)) => return Ok(Some(daily)),
            Some((off, daily)) if nearest.as_ref().is_none_or(|(best, _)| off < *best) => {
                nearest = Some((off, daily));
            }
            _ => {}
        }
        tried();
    }
    let none = || refuse!("lab.daily", "no board of this day could be proven");
    nearest.map(|(_, daily)| Some(daily)).ok_or_else(none)
}

/// How far a position is from what is wished for; none if it will not do at all.
fn judge(
    game: Game,
    position: &Arc<dyn Position>,
    seed: u64,
    progress: &Arc<Progress>,
) -> Result<Option<(f64, Daily)>, Refusal> {
    let spec: Spec = game.kit.about().default_algorithm.parse()?;
    let run = |limits| Run::with_progress(limits, progress.clone());
    let daily = Daily { position: position.clone(), seed, optimum: None, level: None, rival: None };
    if let Some(thinking) = game.kit.thinking() {
        // The strongest of the weaker half.
        let levels = thinking.levels();
        let middle = (levels.len() / 2).saturating_sub(1);
        let rival = levels.into_iter().nth(middle);
        let thought =
            thinking.player(&spec, TABLE)?.think(position.as_ref(), &mut run(THOUGHT), &mut |_, _| ());
        if thought.play.is_none() || thought.score.win.is_some() {
            return Ok(None);
        }
        let ahead = thought.score.ahead;
        let off = (ahead - AHEAD).max(-ahead).max(0.0);
        return Ok(Some((off, Daily { rival, ..daily })));
    }
    let record = Record::solve(game, position.name(), position.as_ref(), &spec, &mut run(LIMITS), None)?;
    let proven = record.optimal == Some(true) && record.cost.is_some_and(|cost| cost > 0);
    let (Some(plans), Some(moves)) = (position.plans(), record.moves.filter(|_| proven)) else {
        return Ok(None);
    };
    let level = plans.estimate(&moves).level;
    Ok(Some((f64::from(level.abs_diff(LEVEL)), Daily { optimum: record.cost, level: Some(level), ..daily })))
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn only_days_that_there_are_are_days() {
        for text in ["2026-11-17", "2024-02-29", "2000-02-29", "2999-12-31"] {
            assert!(Date::parse(text).is_ok(), "{text}");
        }
        let wrong = [
            "",
            "2026-11-31",
            "2026-02-29",
            "2100-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-10",
            "1999-12-31",
            "2026-11-17 ",
            "+026-11-17",
            "2026/11/17",
            "20261117",
            "２０26-1-1",
            "0000-00-00",
        ];
        for text in wrong {
            assert!(Date::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn days_follow_each_other() {
        let days = |text: &str| Date::parse(text).unwrap().days();
        assert_eq!(days("2000-01-01"), 10_957);
        assert_eq!(days("2026-11-17"), 20_774);
        assert_eq!(days("2024-03-01") - days("2024-02-28"), 2);
        assert_eq!(days("2100-03-01") - days("2100-02-28"), 1);
        assert_eq!(days("2027-01-01") - days("2026-12-31"), 1);
        assert_eq!(Date::parse("2026-11-17").unwrap().seed(), 2_026_111_700);
    }
}
