//! The whole page: the board in the size that fits, what is known beside or below it, and a line of keys.

use damier_kit::{Paint, Scene};
use unicode_width::UnicodeWidthStr;

use super::board::{self, Scale, Shown};
use super::canvas::{Canvas, Ink};
use super::sheet::{self, Sheet};
use super::table::{Table, sentence};
use crate::server::wire::{Hint, Job, View};

/// Columns of the panel beside the board, at least and at most.
const PANEL: (usize, usize) = (28, 60);
/// Rows of the panel below the board, at least, and the columns that it needs.
const BELOW: (usize, usize) = (5, 40);
/// Rows above the board, and below it: a title; what is said, and the keys.
const FRAME: (usize, usize) = (1, 3);

/// Where board and panel are.
#[derive(Debug, PartialEq, Eq)]
struct Layout {
    scale: Scale,
    /// Left, top, width and height of the panel.
    panel: (usize, usize, usize, usize),
}

/// Columns and rows that would do: with the panel beside the board, and below it.
type Wanted = [(usize, usize); 2];

/// The largest drawing that fits, the panel beside it if there is room; or the sizes that would do.
fn lay(width: usize, height: usize, board: impl Fn(Scale) -> (usize, usize)) -> Result<Layout, Wanted> {
    let (top, bottom) = FRAME;
    let mut least = Wanted::default();
    for scale in [Scale::Large, Scale::Small] {
        let (wide, high) = board(scale);
        let beside = (wide + 3 + PANEL.0, high + top + bottom);
        let below = ((wide + 2).max(BELOW.1), high + top + bottom + BELOW.0);
        if width >= beside.0 && height >= beside.1 {
            let left = wide + 3;
            let panel = (left, top, (width - left).min(PANEL.1), height - top - bottom);
            return Ok(Layout { scale, panel });
        }
        if width >= below.0 && height >= below.1 {
            let down = top + high;
            let panel = (1, down, width - 2, height - down - bottom);
            return Ok(Layout { scale, panel });
        }
        least = [beside, below];
    }
    Err(least)
}

/// Draws everything.
pub(super) fn draw(table: &Table, width: usize, height: usize) -> Canvas {
    let mut page = Canvas::new(width, height);
    if table.sheet != Sheet::None {
        sheet::draw(&mut page, table);
        return page;
    }
    let Some(view) = &table.view else { return page };
    let scene = view.scene.as_ref();
    let layout = match lay(width, height, |scale| board::size(scene, table.looks, scale)) {
        Ok(layout) => layout,
        Err(wanted) => {
            too_small(&mut page, wanted);
            return page;
        }
    };
    title(&mut page, table, view);
    let steps =
        || scene.moves.iter().filter(|step| step.direction.is_none()).filter_map(|step| step.path.last());
    let shown = Shown {
        selected: table.looks.choose.then_some(table.selected),
        trail: table.trail.as_ref().map(|(piece, path)| (*piece, path.as_slice())),
        ghost: table.ghost.as_ref(),
        area: table.hint.as_ref().and_then(|hint| hint.area.as_deref()).unwrap_or_default(),
        steps: if table.may_move() { steps().copied().collect() } else { Vec::new() },
    };
    board::draw(&mut page, (1, FRAME.0), scene, table.looks, layout.scale, &shown);
    panel(&mut page, layout.panel, table, view);
    said(&mut page, table);
    keys(&mut page, table);
    page
}

fn too_small(page: &mut Canvas, [beside, below]: Wanted) {
    let words = [
        "The terminal is too small for this board.".to_owned(),
        format!("It has {} columns and {} rows.", page.width, page.height),
        format!("It needs {} and {}, or {} and {}.", beside.0, beside.1, below.0, below.1),
        "q leaves.".to_owned(),
    ];
    let end = page.width;
    let mut line = 0;
    for words in words {
        for words in wrap(&words, end.max(1)) {
            page.text(0, line, end, &words, Ink::PLAIN);
            line += 1;
        }
    }
}

/// The game, the set and the level, and what it is called.
fn title(page: &mut Canvas, table: &Table, view: &View) {
    let name = sentence(table.game.name());
    let end = page.text(1, 0, page.width, name.trim_end_matches('.'), Ink::BOLD);
    let mut more = Vec::new();
    if let Some((set, index)) = &table.place_in_set() {
        let name = sheet::set_title(table, set);
        let of = table.levels.get(set).map_or(String::new(), |levels| format!(" of {}", levels.len()));
        let done = if table.solved.contains(&view.code) { " ✓" } else { "" };
        more.push(format!("{name} {}{of}{done}", index + 1));
    }
    // Some levels are called after their set and number, which stand there already.
    more.extend(view.title.clone().filter(|title| !more.iter().any(|told| told.starts_with(title.as_str()))));
    more.extend(view.seed.map(|seed| format!("seed {seed}")));
    more.extend(view.variant.clone());
    let text = more.iter().flat_map(|part| ["  ·  ", part]).collect::<String>();
    page.text(end, 0, page.width, &text, Ink::PLAIN);
}

/// A line of a panel: parts that are written differently.
type Parts = Vec<(String, Ink)>;

/// What is known beside the board.
fn panel(page: &mut Canvas, (x, y, width, height): (usize, usize, usize, usize), table: &Table, view: &View) {
    let mut lines: Vec<Parts> = Vec::new();
    let plain = |lines: &mut Vec<Parts>, text: &str, ink: Ink| {
        lines.extend(wrap(text, width).into_iter().map(|line| vec![(line, ink)]));
    };
    if view.table.is_some() {
        lines.extend(sides(table, view));
    } else {
        if let Some(aim) = view.scene.targets.iter().find(|target| target.active && table.looks.choose) {
            let (sign, ink) = board::target(&view.scene, table.looks, aim.piece);
            let who = aim.piece.map(|piece| board::piece(&view.scene, table.looks, piece));
            let who = who.unwrap_or(("any piece".to_owned(), Ink::PLAIN));
            let words = |text: &str| (text.to_owned(), Ink::PLAIN);
            lines.push(vec![words("Bring "), who, words(" to "), (sign, ink)]);
        } else {
            plain(&mut lines, table.looks.goal, Ink::PLAIN);
        }
        let tally = view.tally.iter().map(|(name, many)| format!("{name} {many}")).collect::<Vec<_>>();
        plain(&mut lines, &tally.join("   "), Ink::BOLD);
    }
    if let Some(words) = ended(table, view) {
        lines.push(Vec::new());
        plain(&mut lines, &words, Ink::of(Paint::Green).bold());
    }
    if let Some(hint) = &table.hint {
        lines.push(Vec::new());
        for line in ladder(hint, table, view) {
            plain(&mut lines, &line, Ink::PLAIN);
        }
    }
    let played = history(table, view);
    if !played.is_empty() {
        lines.push(Vec::new());
        let wrapped = wrap(&played, width);
        let room = height.saturating_sub(lines.len()).max(1);
        let first = wrapped.len().saturating_sub(room);
        lines.extend(wrapped[first..].iter().map(|line| vec![(line.clone(), Ink::DIM)]));
    }
    for (row, parts) in lines.into_iter().take(height).enumerate() {
        let mut at = x;
        for (text, ink) in parts {
            at = page.text(at, y + row, x + width, &text, ink);
        }
    }
}

/// Who plays, what each has left, and whose turn it is.
fn sides(table: &Table, view: &View) -> Vec<Parts> {
    let (scene, Some(game)) = (&view.scene, &view.table) else { return Vec::new() };
    let people = game.seats.iter().filter(|seat| seat.engine.is_none()).count();
    let mut lines = Vec::new();
    for (player, side) in scene.sides.iter().enumerate() {
        let (sign, ink) = board::piece(scene, table.looks, player);
        let seat = game.seats.get(player);
        let name = match seat.and_then(|seat| seat.engine.as_deref()) {
            Some(spec) => {
                let known = table.opponents().into_iter().find(|(_, known)| known.as_deref() == Some(spec));
                known.map_or_else(|| spec.to_owned(), |(name, _)| format!("engine, {name}"))
            }
            None if people == 1 => "you".to_owned(),
            None => format!("player {}", player + 1),
        };
        let turn = if scene.turn == player && game.end.is_none() { "> " } else { "  " };
        lines.push(vec![(turn.to_owned(), Ink::BOLD), (sign, ink), (format!(" {name}"), Ink::PLAIN)]);
        let steps = side.way.len().saturating_sub(1);
        let stock = format!("     {} {}, {}", side.stock, table.looks.stock, count(steps as u32, "steps"));
        let stock = format!("{stock} {}", where_to(scene, &side.goal));
        lines.push(vec![(stock, Ink::DIM)]);
    }
    if let Some(clock) = &game.clock {
        let times = clock.left_ms.iter().map(|ms| format!("{}:{:02}", ms / 60_000, ms / 1000 % 60));
        lines.push(vec![(times.collect::<Vec<_>>().join("  "), Ink::PLAIN)]);
    }
    if game.thinking.is_some() {
        let depth =
            table.thought.as_ref().map_or(String::new(), |thought| format!(", depth {}", thought.depth));
        lines.push(vec![(format!("  thinking{depth}…"), Ink::DIM)]);
    } else if game.paused {
        lines.push(vec![("  paused: space goes on".to_owned(), Ink::PLAIN)]);
    }
    lines
}

/// The side of the board where a player is to arrive, in words.
fn where_to(scene: &Scene, goal: &[u16]) -> &'static str {
    let (width, height) = (scene.width.max(1), scene.height);
    let all = |is: &dyn Fn(usize, usize) -> bool| {
        goal.iter().all(|&cell| is(usize::from(cell) / width, usize::from(cell) % width))
    };
    match () {
        () if goal.is_empty() => "to go",
        () if all(&|row, _| row == 0) => "to the top",
        () if all(&|row, _| row + 1 == height) => "to the bottom",
        () if all(&|_, column| column == 0) => "to the left",
        () if all(&|_, column| column + 1 == width) => "to the right",
        () => "to go",
    }
}

/// How it ended, if it has.
fn ended(table: &Table, view: &View) -> Option<String> {
    if let Some(game) = &view.table {
        let end = game.end.as_ref()?;
        let person = |player: usize| game.seats.get(player).is_some_and(|seat| seat.engine.is_none());
        let alone = game.seats.iter().filter(|seat| seat.engine.is_none()).count() == 1;
        return Some(match end.winner {
            Some(winner) if alone && person(winner) => "You win. n begins another game.".to_owned(),
            Some(winner) => format!("Player {} wins. n begins another game.", winner + 1),
            None => "A draw. n begins another game.".to_owned(),
        });
    }
    if !view.scene.solved {
        return None;
    }
    if view.history.at == 0 {
        return Some("This is solved already. n goes on.".to_owned());
    }
    // The first two figures say it; the others stand above.
    let figures = view.tally.iter().take(2).map(|(name, many)| count(*many, name));
    let made = figures.collect::<Vec<_>>().join(", ");
    let mine = view.tally.iter().find(|(name, _)| *name == table.looks.unit).map(|(_, many)| *many);
    let best = table.rating.as_ref().and_then(|rating| rating.optimum).filter(|_| view.variant.is_none());
    let judged = match (mine, best) {
        (Some(mine), Some(best)) if mine <= best => ": the fewest possible".to_owned(),
        (Some(_), Some(best)) => format!(": {} would do", count(best, table.looks.unit)),
        _ => String::new(),
    };
    Some(format!("Solved in {made}{judged}. n goes on."))
}

/// How many of something there are.
fn count(many: u32, name: &str) -> String {
    let one = name.strip_suffix("shes").map(|stem| format!("{stem}sh"));
    let one = one.unwrap_or_else(|| name.trim_end_matches('s').to_owned());
    if many == 1 { format!("1 {one}") } else { format!("{many} {name}") }
}

/// What the hints have told so far.
fn ladder(hint: &Hint, table: &Table, view: &View) -> Vec<String> {
    if !hint.solvable {
        return vec!["Hint: this position can no longer be solved. Undo some moves.".to_owned()];
    }
    let mut lines = vec![format!("Hint {} of {}", hint.rung, hint.of)];
    let named = |pieces: &Vec<usize>| {
        let sign = |&piece: &usize| match board::piece(&view.scene, table.looks, piece).0 {
            sign if table.looks.piece(view.scene.pieces[piece].kind).is_some_and(|look| look.label) => sign,
            sign => format!("{sign}{piece}"),
        };
        pieces
            .iter()
            .filter(|&&piece| piece < view.scene.pieces.len())
            .map(sign)
            .collect::<Vec<_>>()
            .join(" ")
    };
    lines.extend(hint.length.map(|length| {
        let sure = if hint.optimal { "The best solution" } else { "A solution" };
        format!("{sure} from here: {}", count(length, table.looks.unit))
    }));
    lines.extend(hint.pieces.map(|pieces| format!("Pieces that move: {pieces}")));
    lines.extend(hint.which.as_ref().map(|which| format!("Which: {}", named(which))));
    let kind = |kind| match kind {
        "place" => format!("Place one of your {}.", table.looks.stock),
        _ => "Take a step.".to_owned(),
    };
    lines.extend(hint.kind.map(kind));
    lines.extend(hint.area.as_ref().map(|_| "About where: marked ? on the board".to_owned()));
    let next = hint.stretch.as_ref().map(|stretch| table.game.join(stretch)).or_else(|| hint.next.clone());
    lines.extend(next.map(|next| format!("Next: {next}")));
    let all = hint.moves.as_ref().map(|moves| table.game.join(moves));
    lines.extend(
        all.map(|all| format!("{}: {all}", if hint.kind.is_some() { "What follows" } else { "All of it" })),
    );
    if hint.rung < hint.of {
        lines.push("h tells more".to_owned());
    }
    lines
}

/// The moves up to what is seen, and how many come after.
fn history(table: &Table, view: &View) -> String {
    let at = view.history.at.min(table.moves.len());
    let after = table.moves.len() - at;
    let undone = if after > 0 { format!("  ({after} undone)") } else { String::new() };
    format!("{}{undone}", table.game.join(&table.moves[..at]))
}

/// The line of what was said, or of what is going on.
fn said(page: &mut Canvas, table: &Table) {
    let row = page.height.saturating_sub(2);
    let (words, ink) = if let Some((words, refused)) = &table.said {
        (words.clone(), if *refused { Ink::of(Paint::Red).bold() } else { Ink::PLAIN })
    } else if let Some(job) = table.busy {
        let what = if job == Job::Wish { "Making a board" } else { "Thinking" };
        let told = table.progress.map_or(String::new(), |progress| {
            format!(" {:.0} s, {} nodes", progress.seconds, progress.expanded)
        });
        (format!("{what}…{told}  (Esc stops it)"), Ink::DIM)
    } else if table.ghost.is_some() {
        match &table.why {
            Some(why) => (sentence(&why.told.to_string()), Ink::of(Paint::Red).bold()),
            None => {
                ("Arrows move it, r or space turns it, Enter places it, Esc does not.".to_owned(), Ink::PLAIN)
            }
        }
    } else if let Some(why) = &table.not_kept {
        (format!("Nothing is kept. {why}"), Ink::of(Paint::Red))
    } else {
        return;
    };
    page.text(1, row, page.width, &words, ink);
}

/// The most useful keys, as many as fit.
fn keys(page: &mut Canvas, table: &Table) {
    let row = page.height.saturating_sub(1);
    let versus = table.is_versus();
    let has_levels = !table.sets().is_empty();
    let all = [
        (table.looks.choose, "Tab piece"),
        (true, "←↑↓→ move"),
        (versus, "w wall"),
        (true, "u undo"),
        (true, "h hint"),
        (true, "n next"),
        (has_levels, "l levels"),
        (versus, "o opponent"),
        (true, "y redo"),
        (!versus, "r restart"),
        (true, "? help"),
        (true, "q leave"),
    ];
    let mut shown: Vec<&str> = all.iter().filter(|(has, _)| *has).map(|(_, text)| *text).collect();
    // Where there is no room for all, help and the way out stay.
    while shown.len() > 2 && shown.join("  ").width() + 1 > page.width {
        shown.remove(shown.len() - 3);
    }
    page.text(1, row, page.width, &shown.join("  "), Ink::DIM);
}

/// A text in lines that are no wider, broken at spaces where there are some.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let wanted = line.width() + usize::from(!line.is_empty()) + word.width();
        if wanted <= width {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        // A word that is too long is broken anywhere.
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            if line.width() >= width.max(1) {
                lines.push(String::new());
            }
            lines.last_mut().expect("there is always a line").push(letter);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_drawing_that_fits() {
        let board = |scale| if scale == Scale::Large { (65, 33) } else { (49, 17) };
        assert_eq!(lay(120, 40, board).map(|layout| layout.scale), Ok(Scale::Large));
        assert_eq!(lay(80, 24, board).map(|layout| layout.scale), Ok(Scale::Small));
        assert_eq!(lay(60, 30, board).map(|layout| layout.panel.1), Ok(18));
        assert_eq!(lay(60, 20, board), Err([(80, 21), (51, 26)]));
    }

    #[test]
    fn lines_are_no_wider() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a bcdefg", 3), ["a", "bcd", "efg"]);
        assert_eq!(
            (count(1, "pushes"), count(1, "moves"), count(0, "moves")),
            ("1 push".into(), "1 move".into(), "0 moves".into())
        );
    }
}
