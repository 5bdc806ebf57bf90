//! Who made a level and what it is called, out of the words around the drawings of a file.
//!
//! `Title:`, `Author:` and `Comment:` lines stand before their level or after it. They stand after it if a file has them after
//! its last level or right below a drawing, else before. Those before the first level of a file that otherwise has them after its
//! levels, or of one where no other level has a title, speak of the whole file: its author is the author of each level that names
//! none.
//!
//! A level that has no `Title:` is called by the last words before it: `; name`, `'name'`, `Level 3`, or a line that stands
//! alone.

use super::Level;

/// Words between drawings.
pub(super) enum Words<'a> {
    Blank,
    Line(&'a str),
    Comment(String),
}

/// Names longer than this are prose.
const NAME: usize = 100;

/// What follows a key such as `Title:` in a line, whatever its case.
pub(super) fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (before, after) = line.split_once(':')?;
    before.trim_matches([' ', '\t', ';']).eq_ignore_ascii_case(key).then(|| after.trim())
}

/// Whether a line is a key and a value; which keys there are, nobody has written down.
fn is_keyed(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| {
        let key = key.trim_matches([' ', '\t', ';']);
        let letter = |letter: char| letter.is_ascii_alphabetic() || " -_/".contains(letter);
        !key.is_empty() && key.len() <= 24 && key.chars().all(letter)
    })
}

/// What the keys of one block of words say.
#[derive(Default)]
struct Keys {
    titles: Vec<String>,
    authors: Vec<String>,
    comments: Vec<String>,
}

impl Keys {
    fn of(block: &[Words<'_>]) -> Keys {
        let mut keys = Keys::default();
        for words in block {
            match words {
                Words::Blank => {}
                Words::Comment(text) => keys.comments.push(text.clone()),
                Words::Line(line) => {
                    let lists = [
                        ("title", &mut keys.titles),
                        ("author", &mut keys.authors),
                        ("comment", &mut keys.comments),
                    ];
                    for (key, list) in lists {
                        list.extend(value(line, key).map(clean).filter(|value| !value.is_empty()));
                    }
                }
            }
        }
        keys
    }

    fn is_empty(&self) -> bool {
        self.titles.is_empty() && self.authors.is_empty() && self.comments.is_empty()
    }
}

/// Gives each level its title, author and comment. There is a block of words before each level, and one after the last.
pub(super) fn give(levels: &mut [Level], words: &[Vec<Words<'_>>]) {
    let keys: Vec<Keys> = words.iter().map(|block| Keys::of(block)).collect();
    let below = |block: &Vec<Words<'_>>| match block.first() {
        Some(Words::Line(line)) => ["title", "author"].iter().any(|key| value(line, key).is_some()),
        _ => false,
    };
    let last = keys.last().is_some_and(|keys| !keys.is_empty());
    let after = last || words.iter().skip(1).any(below);
    let whole = levels.len() > 1 && (after || keys.iter().skip(1).all(|keys| keys.titles.is_empty()));
    let everywhere = keys[0].authors.first().filter(|_| whole).cloned();
    for (at, level) in levels.iter_mut().enumerate() {
        let own = &keys[if after { at + 1 } else { at }];
        // A file with one level may have its title on either side.
        let other = if levels_are_one(words) { &keys[if after { at } else { at + 1 }] } else { own };
        let file = at == 0 && !after && whole;
        // Before the first level the words about the file come first, those about the level last.
        let title =
            if file && own.titles.len() < 2 { None } else { own.titles.last().or(other.titles.last()) };
        level.title = title.cloned().or_else(|| name(&words[at], at > 0));
        level.author = own.authors.last().or(other.authors.last()).or(everywhere.as_ref()).cloned();
        let comments = if own.comments.is_empty() { &other.comments } else { &own.comments };
        level.comment = (!comments.is_empty()).then(|| comments.join("\n"));
    }
}

fn levels_are_one(words: &[Vec<Words<'_>>]) -> bool {
    words.len() == 2
}

/// The name of a level without a title: the last words before it.
fn name(block: &[Words<'_>], follows: bool) -> Option<String> {
    let blank = |words: &Words<'_>| !matches!(words, Words::Line(_));
    let end = block.iter().rposition(|words| !blank(words))?;
    let begin = block[..end].iter().rposition(blank).map_or(0, |at| at + 1);
    let lines: Vec<&str> = (block[begin..=end].iter())
        .filter_map(|words| if let Words::Line(line) = words { Some(line.trim()) } else { None })
        .collect();
    let bare = |line: &&str| line.trim_start_matches(';').trim().to_owned();
    let quoted = |line: &&str| {
        let line = bare(line);
        let inner = line.strip_prefix('\'').and_then(|line| line.strip_suffix('\''));
        let inner = inner.or_else(|| line.strip_prefix('"').and_then(|line| line.strip_suffix('"')));
        inner.map(str::to_owned)
    };
    let numbered = |line: &str| line.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("level"));
    let last = lines.last()?;
    let marked = last.starts_with(';') || numbered(last);
    // Words right below a drawing belong to it.
    let alone = lines.len() == 1 && !(follows && begin == 0) && !is_steps(last);
    let name = lines.iter().rev().find_map(quoted).or_else(|| (marked || alone).then(|| bare(last)))?;
    let name = clean(&name);
    let is_name = !name.is_empty() && name.chars().count() <= NAME && (numbered(&name) || !is_keyed(&name));
    (is_name && name.contains(char::is_alphanumeric)).then_some(name)
}

/// Whether a line is a solution rather than words.
fn is_steps(line: &str) -> bool {
    line.len() > 5 && line.chars().all(|letter| "lurdLURD()0123456789 ".contains(letter))
}

/// On one line, without control characters.
pub(super) fn clean(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.trim().to_owned()
}
