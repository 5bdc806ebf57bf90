//! A record for a person: sentences, and a picture where there is one position only.

use std::io::{self, Write};

use damier_kit::{Position, Style};
use damier_lab::record::{Best, ChanceRecord, Record};

use super::units::{show_bytes, show_count, show_seconds};

/// What was found, in words.
pub(super) fn sentence(record: &Record) -> String {
    let bound = record.lower_bound.unwrap_or(0);
    if let Some(chance) = &record.chance {
        return chances(chance);
    }
    if let Some(Best { step, score, depth, plies_to_end, .. }) = &record.best {
        let worth = match plies_to_end {
            Some(plies) if *plies > 0 => format!("wins in {plies} plies"),
            Some(plies) => format!("loses in {} plies", -plies),
            None => format!("{score:+.2} ahead"),
        };
        return format!("{step}: {worth}, depth {depth}");
    }
    let many = record.metric.unwrap_or("moves");
    let one = many.strip_suffix("es").filter(|one| one.ends_with("sh")).unwrap_or(many.trim_end_matches('s'));
    let moves = |n: u32| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    match (record.outcome, record.cost) {
        ("solved", Some(0)) => "solved: nothing is left to do".to_owned(),
        ("solved", Some(cost)) if record.optimal == Some(true) => {
            format!("solved in {}, proven optimal", moves(cost))
        }
        ("solved", Some(cost))
            if record.claimed.as_ref().is_some_and(|claim| claim.optimal == Some(true)) =>
        {
            format!("solved in {}, which the engine says is optimal; that is not proven", moves(cost))
        }
        ("solved", Some(cost)) => format!("solved in {} (the optimum is at least {bound})", moves(cost)),
        ("unsolvable", _) => "unsolvable, proven".to_owned(),
        (outcome, best) => {
            if let Some(error) = &record.error {
                return format!("error: {error}");
            }
            // A player has no bound, and sometimes not even a move.
            if record.lower_bound.is_none() && best.is_none() {
                return format!("{}, and nothing was found", record.why.unwrap_or(outcome));
            }
            let best = best.map(|cost| format!("best so far {}, ", moves(cost))).unwrap_or_default();
            format!("{}: {best}at least {}", record.why.unwrap_or(outcome), moves(bound))
        }
    }
}

fn chances(ChanceRecord { variant, chance, upper, proven, step, policy }: &ChanceRecord) -> String {
    let won = if *proven {
        format!("{:.4} %, proven", chance * 100.0)
    } else {
        format!("between {:.4} % and {:.4} %, both proven", chance * 100.0, upper * 100.0)
    };
    let step = if step.is_empty() { String::new() } else { format!("; begin with {step}") };
    let policy = policy.map_or_else(String::new, |states| {
        format!("; the policy decides {} positions", show_count(states as u128))
    });
    format!("{variant}: the highest chance to win is {won}{step}{policy}")
}

/// What the search did, in words.
fn effort(record: &Record) -> String {
    let (Some(stats), Some(algorithm)) = (record.stats, &record.algorithm) else { return String::new() };
    format!(
        "{algorithm}: {} expanded, {} generated, {}, {}",
        show_count(u128::from(stats.expanded)),
        show_count(u128::from(stats.generated)),
        show_seconds(stats.seconds),
        show_bytes(stats.peak_bytes)
    )
}

/// The picture if there is a position to draw, then what was found.
pub(super) fn print(
    record: &Record,
    out: &mut impl Write,
    drawn: Option<(&dyn Position, Style)>,
) -> io::Result<()> {
    let way = record.solution.as_ref().or(record.best.as_ref().map(|best| &best.line));
    if let Some((position, style)) = drawn {
        write!(out, "{}", position.picture(style, record.moves.as_deref()))?;
        writeln!(out, "{}", sentence(record))?;
        if let Some(way) = way.filter(|way| !way.is_empty()) {
            writeln!(out, "{way}")?;
        }
        writeln!(out, "{}", effort(record))?;
    } else {
        let solution = record.solution.as_ref().map(|way| format!(": {way}")).unwrap_or_default();
        writeln!(out, "{}  {}{solution}", record.id, sentence(record))?;
    }
    if let (Some(count), Some(solutions)) = (record.count, &record.solutions) {
        writeln!(out, "{} optimal solutions:", show_count(count))?;
        for solution in solutions {
            writeln!(out, "  {solution}")?;
        }
        if record.complete == Some(false) {
            writeln!(out, "  … and more; list them with --most {count}")?;
        }
    }
    Ok(())
}
