//! Every format of every game, named or recognised: an error is a sentence with a place inside the text, and a position that was read
//! comes back from every format that holds it.

use damier::doors::GAMES;
use damier_kit::Position;
use damier_lab::Game;
use damier_lab::trace::{Break, Header, Measure, Trace, trace as keep};

use crate::{Target, is_a_sentence, is_one_line, samples, short};

/// A target for each format that can be read, and one for texts whose format is recognised.
pub fn targets() -> Vec<Target> {
    let formats = |game: &Game| readable(*game).map(Some).chain([None]).collect::<Vec<_>>();
    let of_game = |game: &'static Game| formats(game).into_iter().map(|format| target(*game, format));
    GAMES
        .iter()
        .flat_map(of_game)
        .chain([Target::new("formats", "trace", trace, traces).at_cost(10)])
        .collect()
}

/// A trace from a file can be looked at anywhere, whatever is in it.
fn trace(bytes: &[u8]) {
    let (header, trace) = match Trace::read_up_to(&mut &*bytes, 1 << 20, &mut || ()) {
        Ok(read) => read,
        Err(refusal) => return is_one_line(&refusal.to_string()),
    };
    let _ = trace.timeline(10);
    for part in 0..=4 {
        let at = trace.len() * part / 4;
        let cursor = trace.cursor(at);
        assert_eq!(cursor.at, at);
        let node = cursor.expanding.unwrap_or(0);
        let _ = (trace.tree(node, 20), trace.view(node, at, true));
        let _ = (trace.next_break(at, true, &[Break::Goal]), trace.next_break(at, false, &[Break::Cell(1)]));
        let _ = trace.moment_by(part * 100, Measure::Micros);
    }
    let _ = (trace.dot(), trace.svg(), trace.posthoc(header.width));
    let mut text = Vec::new();
    trace.write(header, &mut text).expect("memory takes it");
    assert_eq!(Trace::read(&mut text.as_slice()).map(|(_, again)| again.len()), Ok(trace.len()));
}

fn traces() -> Vec<Vec<u8>> {
    let specs = ["astar", "ida", "fast", "alphabeta(depth=1)", "mcts(rollouts=20)"];
    let mut found = Vec::new();
    for game in GAMES {
        let Some(position) = samples(*game).into_iter().next() else { continue };
        for spec in specs.iter().filter_map(|spec| spec.parse().ok()) {
            let Ok((trace, record)) = keep(*game, position.as_ref(), &spec, &mut short(20), 1 << 20) else {
                continue;
            };
            let mut text = Vec::new();
            let header = Header::of(*game, position.as_ref(), &spec, &record);
            trace.write(header, &mut text).expect("memory takes it");
            found.push(text);
        }
    }
    found
}

fn readable(game: Game) -> impl Iterator<Item = &'static str> {
    game.kit.about().formats.iter().filter(|format| format.reads).map(|format| format.name)
}

fn target(game: Game, format: Option<&'static str>) -> Target {
    let name = format!("{}.{}", game.name(), format.unwrap_or("any"));
    Target::new("formats", name, move |bytes| check(game, format, bytes), move || seeds(game, format))
}

fn check(game: Game, format: Option<&str>, bytes: &[u8]) {
    let Some(text) = game.kit.decode(bytes) else { return };
    match game.kit.read(&text, format) {
        Ok(found) => {
            assert!(!found.is_empty(), "accepted, but holds no position");
            found.iter().take(3).for_each(|position| comes_back(game, position.as_ref()));
        }
        Err(refusal) => is_a_sentence(&refusal, &text),
    }
}

/// The position comes back from every format that holds it, named or recognised, and is written there as before.
fn comes_back(game: Game, position: &dyn Position) {
    for format in readable(game) {
        let Ok(text) = position.write(format) else { continue };
        for named in [Some(format), None] {
            let back = only(game, &text, named);
            assert_eq!(back.write(format).as_ref(), Ok(&text), "{format}, read as {named:?}");
        }
    }
    let code = position.code();
    assert_eq!(only(game, &code, None).code(), code);
}

fn only(game: Game, text: &str, format: Option<&str>) -> Box<dyn Position> {
    let mut found =
        game.kit.read(text, format).unwrap_or_else(|error| panic!("as {format:?}: {error}\n{text}"));
    assert_eq!(found.len(), 1, "as {format:?}\n{text}");
    found.remove(0)
}

fn seeds(game: Game, format: Option<&str>) -> Vec<Vec<u8>> {
    let positions = samples(game);
    let wanted = readable(game).filter(|name| format.is_none_or(|format| format == *name));
    let written =
        wanted.flat_map(|name| positions.iter().filter_map(move |position| position.write(name).ok()));
    let codes = positions.iter().map(|position| position.code()).filter(|_| format.is_none());
    // Whole files too, as long as they are short.
    let sets = game.kit.about().sets.iter().map(|set| set.text.chars().take(2000).collect());
    written.chain(codes).chain(sets).map(String::into_bytes).collect()
}
