//! Small positions made from bytes: one of a few known ones, changed as an editor changes it, and played on.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use arbitrary::Arbitrary;
use damier_kit::{Edit, Position, Spot};
use damier_lab::Game;
use damier_search::registry::Takes;

use crate::short;

/// How a position is made.
#[derive(Arbitrary, Debug)]
pub(crate) struct Making {
    base: u8,
    edits: Vec<Change>,
    walk: Vec<u8>,
}

/// Something that an editor does.
#[derive(Arbitrary, Debug)]
struct Change {
    tool: u8,
    cell: u8,
    side: u8,
    piece: Option<u8>,
    form: u8,
    number: u8,
    size: (u8, u8),
}

impl Making {
    /// The position, and the moves that were played last.
    pub(crate) fn carry_out(&self, game: Game) -> (Box<dyn Position>, Vec<String>) {
        let base = base(game, self.base);
        let mut position = game.kit.read(&base, None).expect("a position").remove(0);
        for change in self.edits.iter().take(20) {
            if let Ok(edited) = position.edit(&change.edit(game)) {
                position = edited;
            }
        }
        let mut moves = Vec::new();
        for step in self.walk.iter().take(40) {
            let legal = position.legal();
            if legal.is_empty() || position.is_over() {
                break;
            }
            let played =
                position.play(&legal[usize::from(*step) % legal.len()]).expect("a legal move is played");
            moves.push(played.name);
            position = played.position;
        }
        (position, moves)
    }
}

impl Change {
    fn edit(&self, game: Game) -> Edit {
        let tools = game.kit.about().tools;
        let tool = &tools[usize::from(self.tool) % tools.len().max(1)];
        let sides: &[&str] =
            if tool.at == Spot::Corner { &["NE", "SE", "SW", "NW"] } else { &["N", "E", "S", "W"] };
        let form = (!tool.forms.is_empty())
            .then(|| tool.forms[usize::from(self.form) % tool.forms.len()].to_owned());
        Edit {
            tool: tool.name.to_owned(),
            cell: Some(u16::from(self.cell)),
            side: Some(sides[usize::from(self.side) % 4].to_owned()),
            piece: self.piece.map(|piece| usize::from(piece) % 5),
            form,
            number: Some(usize::from(self.number) % 12),
            width: Some(2 + usize::from(self.size.0) % 6),
            height: Some(2 + usize::from(self.size.1) % 6),
            options: None,
        }
    }
}

/// One of the small positions of a game, as text.
fn base(game: Game, which: u8) -> String {
    static KNOWN: LazyLock<Mutex<HashMap<&str, Vec<String>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let bases = known.entry(game.name()).or_insert_with(|| bases(game));
    bases[usize::from(which) % bases.len()].clone()
}

/// The first levels of every set, and new boards by small recipes.
fn bases(game: Game) -> Vec<String> {
    let sets = game.kit.about().sets.iter();
    let levels = sets.flat_map(|set| game.kit.read(set.text, None).unwrap_or_default().into_iter().take(2));
    let recipes = (0..12).filter_map(|seed| {
        let pairs = small(game, seed as usize);
        let recipe = game.recipe(&pairs).or_else(|_| game.recipe(&[])).ok()?;
        game.kit.generate(&recipe, seed, &mut short(2000)).ok()
    });
    let first = game.kit.about().formats[0].name;
    levels.chain(recipes).filter_map(|position| position.write(first).ok()).collect()
}

/// A recipe of small numbers: the smallest that each option takes, and a little more. The last choice of each option is the freest.
fn small(game: Game, more: usize) -> Vec<(String, String)> {
    let value = |takes: Takes, default: &str| match takes {
        Takes::Whole(least, most) => most.min(least + more as u64 % 4).to_string(),
        Takes::Choice(words) if words.len() <= 4 => words[words.len() - 1].to_owned(),
        _ => default.to_owned(),
    };
    let options = game.recipe_options();
    options.iter().map(|option| (option.name.to_owned(), value(option.takes, option.default))).collect()
}
