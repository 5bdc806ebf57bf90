//! Positions in JSON, for every game: the values of a text with their places, and what is wrong with one.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error, Number};

use crate::{Gap, Refusal, excerpt, refuse};

/// A line and a column, both from 1.
pub type Place = (usize, usize);

/// What an object calls its position: a text, or a number, for some files number theirs.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "the id is neither a text nor a number")]
pub enum Id {
    /// A text.
    Text(String),
    /// A number, which is called as it is written.
    Number(Number),
}

impl From<Id> for String {
    fn from(id: Id) -> String {
        match id {
            Id::Text(text) => text,
            Id::Number(number) => number.to_string(),
        }
    }
}

/// What an object calls its position, even if it is none otherwise: its `id`, or else its `title`.
pub fn name_of(object: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<serde_json::Value>,
        title: Option<serde_json::Value>,
    }
    let Named { id, title } = serde_json::from_str(object).ok()?;
    let id = id.and_then(|id| serde_json::from_value::<Id>(id).ok());
    id.map(String::from).or_else(|| title?.as_str().map(str::to_owned))
}

/// The key of the notes that [`misspelt`] makes.
pub const MISSPELT: &str = "json.misspelt";

/// For the readers that also take the list of an object's values.
pub fn not_an_object() -> Refusal {
    refuse!("json.not_object", "a position is an object, in braces")
}

/// Keys of an object that are not known and look like a known one that it does not have: a note each. Other keys beyond the known ones
/// are welcome.
pub fn misspelt(object: &str, known: &[&str]) -> Vec<Refusal> {
    let given: HashMap<String, &RawValue> = serde_json::from_str(object).unwrap_or_default();
    let mut unknown: Vec<&String> = given.keys().filter(|key| !known.contains(&key.as_str())).collect();
    unknown.sort_unstable();
    let looks_like = |key: &str| {
        let missing = known.iter().filter(|name| !given.contains_key(**name));
        let near = missing.map(|name| (distance(key, name), *name));
        near.filter(|&(far, name)| far <= name.len().min(6) / 3).min().map(|(_, name)| name)
    };
    let note = |key: &String| {
        let name = looks_like(key)?;
        Some(refuse!(
            "json.misspelt",
            "the key `{key}` is not known and is passed over; `{name}` may be meant",
            key = excerpt(key),
            name
        ))
    };
    unknown.into_iter().filter_map(note).collect()
}

/// How many letters must be added, removed or changed to make one word of another; capitals count as small letters.
fn distance(one: &str, other: &str) -> usize {
    let letters = |word: &str| word.to_lowercase().chars().take(32).collect::<Vec<_>>();
    let (one, other) = (letters(one), letters(other));
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (place, wanted) in other.iter().enumerate() {
            let changed = before + usize::from(letter != wanted);
            before = row[place + 1];
            row[place + 1] = changed.min(before + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

/// The values of a text one after another, each with the place where it begins.
pub fn values(text: &str) -> impl Iterator<Item = Result<(&str, Place), Error>> {
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    let (mut before, mut place) = (0, (1, 1));
    std::iter::from_fn(move || {
        let raw = values.next()?.map(RawValue::get);
        Some(raw.map(|raw| {
            // The deserializer has just passed the value, so it begins its own length before.
            let begins = values.byte_offset() - raw.len();
            place = within(place, place_of(&text[before..], begins - before));
            before = begins;
            (raw, place)
        }))
    })
}

/// The place of a byte.
pub fn place_of(text: &str, offset: usize) -> Place {
    let before = &text[..offset];
    let line_begins = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_begins..].chars().count() + 1)
}

/// A place within a value as a place in the text where the value begins.
pub fn within(begins: Place, (line, column): Place) -> Place {
    (begins.0 + line - 1, if line == 1 { begins.1 + column - 1 } else { column })
}

/// What the JSON reader found wrong in `text`, which begins at a place, and where.
pub fn fault(error: &Error, text: &str, begins: Place) -> (Gap, Place) {
    let whole = error.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    let visible = |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    let what: String = what.chars().take(200).map(visible).collect();
    // The reader counts bytes.
    let (line, bytes) = (error.line().max(1), error.column().max(1));
    let written = text.split('\n').nth(line - 1).unwrap_or_default();
    let column = written.char_indices().take_while(|(at, _)| *at < bytes).count().max(1);
    (words(&what), within(begins, (line, column)))
}

/// The words of the JSON reader by the form that they have; as they are where none is known.
fn words(text: &str) -> Gap {
    forms().into_iter().find_map(|form| in_form(&form, text)).unwrap_or_else(|| text.into())
}

/// The text with a form's key, if it has that form. What is found or wanted has a form too; the rest is what somebody wrote.
fn in_form(form: &Refusal, text: &str) -> Option<Gap> {
    let parts = match form.text.split(ANY).collect::<Vec<_>>()[..] {
        [whole] => (text == whole).then(Vec::new)?,
        [first, last] => vec![text.strip_prefix(first)?.strip_suffix(last)?],
        [first, middle, last] => {
            let (one, other) = text.strip_prefix(first)?.strip_suffix(last)?.rsplit_once(middle)?;
            vec![one, other]
        }
        _ => return None,
    };
    let gaps = form.gaps.iter().zip(parts).map(|(&(name, _), part)| {
        (name, if matches!(name, "found" | "wanted") { words(part) } else { part.into() })
    });
    Some(Refusal::new(form.key, text.to_owned(), gaps.collect()).into())
}

/// Stands in the gaps of a form.
const ANY: &str = "\0";

/// What the JSON reader says. It has sentences only, so their forms are what there is to tell them apart.
fn forms() -> [Refusal; 30] {
    [
        refuse!("json.value", "expected value"),
        refuse!("json.ident", "expected ident"),
        refuse!("json.colon", "expected `:`"),
        refuse!("json.object_end", "expected `,` or `}}`"),
        refuse!("json.list_end", "expected `,` or `]`"),
        refuse!("json.key", "key must be a string"),
        refuse!("json.comma", "trailing comma"),
        refuse!("json.trailing", "trailing characters"),
        refuse!("json.eof_value", "EOF while parsing a value"),
        refuse!("json.eof_object", "EOF while parsing an object"),
        refuse!("json.eof_list", "EOF while parsing a list"),
        refuse!("json.eof_string", "EOF while parsing a string"),
        refuse!("json.range", "number out of range"),
        refuse!("json.id", "the id is neither a text nor a number"),
        refuse!("json.missing", "missing field `{field}`", field = ANY),
        refuse!("json.duplicate", "duplicate field `{field}`", field = ANY),
        refuse!("json.variant", "unknown variant `{value}`, expected {wanted}", value = ANY, wanted = ANY),
        refuse!("json.type", "invalid type: {found}, expected {wanted}", found = ANY, wanted = ANY),
        refuse!("json.invalid", "invalid value: {found}, expected {wanted}", found = ANY, wanted = ANY),
        refuse!("json.string", "string {value}", value = ANY),
        refuse!("json.integer", "integer {value}", value = ANY),
        refuse!("json.float", "floating point {value}", value = ANY),
        refuse!("json.boolean", "boolean {value}", value = ANY),
        refuse!("json.map", "map"),
        refuse!("json.sequence", "sequence"),
        refuse!("json.an_object", "an object"),
        refuse!("json.a_sequence", "a sequence"),
        refuse!("json.a_string", "a string"),
        refuse!("json.i64", "i64"),
        refuse!("json.usize", "usize"),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// The keys of the words for what is wrong with a text: of the sentence, then of its gaps.
    fn keys<T: for<'a> serde::Deserialize<'a> + std::fmt::Debug>(text: &str) -> Vec<&'static str> {
        let (gap, _) = fault(&serde_json::from_str::<T>(text).unwrap_err(), text, (1, 1));
        let Gap::Words(words) = gap else { return Vec::new() };
        let inner = words.gaps.iter().filter_map(|(_, gap)| match gap {
            Gap::Words(inner) => Some(inner.key),
            Gap::Text(_) | Gap::Told(_) => None,
        });
        std::iter::once(words.key).chain(inner).collect()
    }

    #[derive(serde::Deserialize, Debug)]
    #[expect(dead_code, reason = "what is read is refused")]
    struct Board {
        width: i64,
    }

    /// The words are the JSON reader's; another version of it may have others.
    #[test]
    fn what_is_wrong_has_a_key() {
        type Numbers = HashMap<String, Vec<i64>>;
        for (text, key) in [
            ("", "json.eof_value"),
            ("{", "json.eof_object"),
            ("{\"a\":[1", "json.eof_list"),
            ("{\"a", "json.eof_string"),
            ("{\"a\" 1}", "json.colon"),
            ("{\"a\":[] 1}", "json.object_end"),
            ("{\"a\":[1 1]}", "json.list_end"),
            ("{\"a\":[],}", "json.comma"),
            ("{1:[]}", "json.key"),
            ("{} 1", "json.trailing"),
            ("{\"a\":nul}", "json.ident"),
            ("x", "json.value"),
            ("{\"a\":[1e999]}", "json.range"),
        ] {
            assert_eq!(keys::<Numbers>(text), [key], "{text}");
        }
        for (text, wanted) in [
            ("{\"a\":7}", ["json.type", "json.integer", "json.a_sequence"]),
            ("{\"a\":[1.5]}", ["json.type", "json.float", "json.i64"]),
            ("{\"a\":[true]}", ["json.type", "json.boolean", "json.i64"]),
            ("{\"a\":[\"map, expected i64\"]}", ["json.type", "json.string", "json.i64"]),
            ("{\"a\":[[]]}", ["json.type", "json.sequence", "json.i64"]),
            ("{\"a\":[{}]}", ["json.type", "json.map", "json.i64"]),
        ] {
            assert_eq!(keys::<Numbers>(text), wanted, "{text}");
        }
        assert_eq!(keys::<usize>("-1"), ["json.invalid", "json.integer", "json.usize"]);
        assert_eq!(keys::<String>("1"), ["json.type", "json.integer", "json.a_string"]);
        assert_eq!(keys::<Board>("{}"), ["json.missing"]);
        assert_eq!(keys::<Board>(r#"{"width":1,"width":2}"#), ["json.duplicate"]);
    }

    /// A field may be called like a word of the reader, and stays what it is called.
    #[test]
    fn what_somebody_wrote_is_no_word() {
        let Gap::Words(words) = words("missing field `map`") else { panic!("a known form") };
        assert_eq!(words.gaps, [("field", Gap::from("map"))]);
    }

    #[test]
    fn a_key_that_looks_like_a_known_one_is_noted() {
        let known = ["id", "size", "players", "walls_each", "qfen", "moves"];
        let noted = |object: &str| -> Vec<String> {
            let notes = misspelt(object, &known);
            let gaps = |note: &Refusal| note.gaps.iter().map(|(_, gap)| gap.to_string()).collect::<Vec<_>>();
            notes.iter().map(|note| gaps(note).join(" ")).collect()
        };
        assert_eq!(noted(r#"{"moves":"","sise":5}"#), ["sise size"]);
        assert_eq!(
            noted(r#"{"move":"e2","Id":1,"wals_eech":3}"#),
            ["Id id", "move moves", "wals_eech walls_each"]
        );
        // What is given is not meant by another key, and what is far from all is somebody else's.
        let other = r#"{"moves":"e2","move":"e3","optimal":3,"source":"a book","turn":1,"cat":"x","pawns":[],"walls_left":[],
            "walls":[],"dist":[],"n_legal":3,"legal":[],"no":1}"#;
        assert_eq!(noted(other), [""; 0]);
        assert_eq!(noted("[1]"), [""; 0]);
    }

    #[test]
    fn an_object_is_called_by_its_id_or_its_title() {
        let called = |text| name_of(text);
        assert_eq!(called(r#"{"id":"a","title":"b"}"#).as_deref(), Some("a"));
        assert_eq!(called(r#"{"id":17}"#).as_deref(), Some("17"));
        assert_eq!(called(r#"{"id":[1],"title":"b"}"#).as_deref(), Some("b"));
        assert_eq!(called("{}"), None);
        assert_eq!(called("{"), None);
    }

    #[test]
    fn values_know_where_they_begin() {
        let places: Vec<_> = values("\n {\"é\":1} 2\n3 x").map(Result::ok).collect();
        assert_eq!(places[..3], [Some(("{\"é\":1}", (2, 2))), Some(("2", (2, 10))), Some(("3", (3, 1)))]);
        assert_eq!(places[3], None);
    }
}
