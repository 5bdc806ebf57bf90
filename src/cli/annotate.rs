//! `annotate`: the moves of games, what each lost by the engine's measure, why, and what was better.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use damier_kit::{Position, Refusal, Score};
use damier_lab::annotate::{Annotated, annotate};
use damier_lab::{Game, Table};
use damier_search::Spec;
use serde_json::{Value, json};

use super::session::{self, Watched};
use super::{Exit, Fault, LimitOptions, Outcome, input, table};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// Who judges [default: the best player of the game]
    #[arg(long, value_name = "SPEC")]
    algorithm: Option<String>,
    /// One JSON object a move
    #[arg(long)]
    json: bool,
    /// For each position
    #[command(flatten)]
    limits: LimitOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    let game = options.source.game;
    game.thinking()?;
    let spec: Spec = options.algorithm.as_deref().unwrap_or(game.kit.about().default_algorithm).parse()?;
    game.check(&spec)?;
    let limits = options.limits.patient(game);
    let mut out = BufWriter::new(io::stdout());
    for end in options.source.positions()? {
        let name = end.name();
        let (line, moves) = walked(end.as_ref())?;
        let watched = Watched::new();
        let mut told: Vec<Annotated> = Vec::new();
        annotate(game, &line, &moves, &spec, &|| watched.run(limits), &mut |all| told = all.to_vec())?;
        if options.json {
            for (ply, one) in told.iter().enumerate() {
                writeln!(out, "{}", object(game, &name, ply, one))?;
            }
        } else {
            show(&name, &told, &mut out)?;
        }
        out.flush()?;
        if session::is_cancelled() {
            return Ok(Exit::Cancelled);
        }
    }
    Ok(Exit::Done)
}

/// Every position of a game, and its moves.
type Walked = (Vec<Arc<dyn Position>>, Vec<String>);

fn walked(end: &dyn Position) -> Result<Walked, Fault> {
    let (start, moves) =
        end.past().ok_or_else(|| Fault::Input("there are no moves to look at".to_owned()))?;
    let mut line: Vec<Arc<dyn Position>> = vec![start.into()];
    for step in &moves {
        let next = line[line.len() - 1].play(step)?.position;
        line.push(next.into());
    }
    Ok((line, moves))
}

fn texts(why: &[Refusal]) -> Vec<&str> {
    why.iter().map(Refusal::text).collect()
}

fn object(game: Game, name: &str, ply: usize, one: &Annotated) -> Value {
    let score = |score: Option<Score>| score.map(|score| json!({"ahead": score.ahead, "win": score.win}));
    json!({
        "game": game.name(), "id": name, "ply": ply + 1, "player": one.player + 1, "move": one.step,
        "lost": one.lost, "best": one.best, "line": one.line.join(" "),
        "before": score(one.worth.0), "after": score(one.worth.1),
        "turning": one.turning, "mattered": one.mattered,
        "why": texts(&one.why), "best_why": texts(&one.best_why),
        "answer": one.answer, "answer_why": texts(&one.answer_why),
    })
}

/// A score in few signs.
fn sign(score: Option<Score>) -> String {
    match score {
        None => "–".to_owned(),
        Some(Score { win: Some(win), .. }) if win < 0 => format!("lost in {}", -win),
        Some(Score { win: Some(win), .. }) => format!("won in {win}"),
        Some(Score { ahead, .. }) => format!("{ahead:+.2}"),
    }
}

fn show(name: &str, told: &[Annotated], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{name}: {} moves", told.len())?;
    let mut rows = Table::new(&["move", "player", "played", "score", "lost", "better", ""]);
    for (ply, one) in told.iter().enumerate() {
        let better = one.best.as_ref().filter(|best| **best != one.step).map_or("", String::as_str);
        let lost = one.lost.filter(|lost| *lost > 0.0).map_or("–".to_owned(), |lost| format!("{lost:.2}"));
        let mark = if one.turning { "the game turns" } else { "" };
        rows.row(&[
            &(ply + 1).to_string(),
            &(one.player + 1).to_string(),
            &one.step,
            &sign(one.worth.1),
            &lost,
            &better,
            &mark,
        ]);
    }
    table::print(&rows, out)?;
    let mattered: Vec<_> = told.iter().enumerate().filter(|(_, one)| one.mattered).collect();
    if mattered.is_empty() {
        return writeln!(out, "no move gave away much");
    }
    writeln!(out, "\nThe moves that mattered most:")?;
    for (ply, one) in mattered {
        let words = |why: &[Refusal]| texts(why).join(" ");
        let (player, step) = (one.player + 1, &one.step);
        writeln!(out, "{}. player {player}, {step}: {}", ply + 1, words(&one.why))?;
        if let Some(answer) = one.answer.as_ref().filter(|_| !one.answer_why.is_empty()) {
            writeln!(out, "   the answer is {answer}: {}", words(&one.answer_why))?;
        }
        if let Some(best) = one.best.as_ref().filter(|best| **best != one.step) {
            writeln!(out, "   better was {best}: {}", words(&one.best_why))?;
        }
    }
    Ok(())
}
