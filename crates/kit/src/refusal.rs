//! What went wrong, as data: a key, the values of its gaps, and where.
//!
//! [`refuse!`](crate::refuse) makes one. Its English sentence stands where the mistake is found, with named gaps that the compiler checks; a page
//! finds the sentence of another language by the key and fills the same gaps. A test reads every `refuse!` in the sources and looks
//! for its key in each language.

use std::fmt;

use damier_search::registry::Takes;
use damier_search::{BadForm, Kind, SpecError};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::refuse;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of reason, by which another language finds its sentence.
    pub key: &'static str,
    pub(crate) text: String,
    pub(crate) gaps: Vec<(&'static str, Gap)>,
    /// The line of the text, from 1, where there is one.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
}

/// What stands in a gap of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The same in every language: a number, a name, something that somebody wrote.
    Text(String),
    /// Words that have a key of their own.
    Words(Box<Refusal>),
    /// The same, as another process of this program wrote them: [`told_elsewhere`].
    Told(serde_json::Value),
}

/// The words of a refusal that another process of this program wrote, without their place; none where it is no refusal.
pub fn told_elsewhere(mut refusal: serde_json::Value) -> Option<Gap> {
    refusal.as_object()?;
    let is_one = refusal["key"].is_string() && refusal["text"].is_string() && refusal["gaps"].is_object();
    // The place is the whole sentence's.
    (refusal["line"], refusal["column"]) = (serde_json::Value::Null, serde_json::Value::Null);
    is_one.then_some(Gap::Told(refusal))
}

impl Refusal {
    /// For [`refuse!`](crate::refuse), which checks that text and gaps belong together.
    pub fn new(key: &'static str, text: String, gaps: Vec<(&'static str, Gap)>) -> Self {
        Refusal { key, text, gaps, line: None, column: None }
    }

    /// The same, in a line of a text.
    pub fn in_line(self, line: usize) -> Self {
        Refusal { line: Some(line), ..self }
    }

    /// The same, at a line and a column, both from 1.
    pub fn at(self, line: usize, column: usize) -> Self {
        Refusal { line: Some(line), column: Some(column), ..self }
    }

    /// The same, in the place of another.
    pub fn placed_as(self, other: &Refusal) -> Self {
        Refusal { line: other.line, column: other.column, ..self }
    }

    /// The English sentence without its place.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.text),
            (Some(line), None) => write!(f, "line {line}: {}", self.text),
            _ => f.write_str(&self.text),
        }
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Text(text) => f.write_str(text),
            Gap::Words(words) => f.write_str(&words.text),
            Gap::Told(words) => f.write_str(words["text"].as_str().unwrap_or_default()),
        }
    }
}

impl From<Refusal> for Gap {
    /// The place is the whole sentence's.
    fn from(words: Refusal) -> Self {
        Gap::Words(Box::new(Refusal { line: None, column: None, ..words }))
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::Form { spec, why } => refuse!(
                "spec.form",
                "cannot read the algorithm '{spec}': {why}; write it like astar(bounces) or beam(width=100)",
                spec,
                why = match why {
                    BadForm::Bracket => refuse!("spec.bracket", "the bracket is not closed at the end"),
                    BadForm::Name => refuse!("spec.name", "a name is made of letters, digits and '-'"),
                    BadForm::Argument => refuse!("spec.argument", "an argument is a word or key=value"),
                }
            ),
            SpecError::Unknown { kind, name, known } => unknown(kind, name, &known),
            SpecError::NoHeuristic { algorithm, word } => refuse!(
                "spec.no_heuristic",
                "{algorithm} takes no heuristic; leave out '{word}'",
                algorithm,
                word
            ),
            SpecError::TooMany { algorithm, what } => refuse!(
                "spec.too_many",
                "'{what}' is one too many in {algorithm}(…); leave it out",
                what,
                algorithm
            ),
            SpecError::NoMap { heuristic } => {
                refuse!("spec.no_map", "{heuristic} has no map of the board", heuristic)
            }
            SpecError::Value { option, value, takes } => refuse!(
                "spec.value",
                "{option}={value} is not possible; {option} takes {takes}",
                option,
                value,
                takes
            ),
        }
    }
}

/// A sentence a kind: in other languages more than one word of it changes with the kind.
fn unknown(kind: Kind, name: String, known: &[String]) -> Refusal {
    let known = match known {
        [] => refuse!("spec.none", "none").into(),
        names => Gap::Text(names.join(", ")),
    };
    match kind {
        Kind::Algorithm => refuse!(
            "spec.unknown.algorithm",
            "no algorithm is called '{name}'; there is {known}",
            name,
            known
        ),
        Kind::Heuristic => refuse!(
            "spec.unknown.heuristic",
            "no heuristic is called '{name}'; there is {known}",
            name,
            known
        ),
        Kind::Variant => {
            refuse!("spec.unknown.variant", "no variant is called '{name}'; there is {known}", name, known)
        }
        Kind::OptionOf(owner) => refuse!(
            "spec.unknown.option",
            "no option of {owner} is called '{name}'; there is {known}",
            owner,
            name,
            known
        ),
    }
}

impl From<Takes> for Gap {
    fn from(takes: Takes) -> Self {
        match takes {
            Takes::Whole(least, most) => {
                refuse!("spec.whole", "a whole number from {least} to {most}", least, most).into()
            }
            Takes::Decimal(least, most) => {
                refuse!("spec.decimal", "a number from {least} to {most}", least, most).into()
            }
            Takes::Choice([first, others @ ..]) => {
                others.iter().fold(Gap::from(*first), |so_far, &next| either(so_far, next).into())
            }
            other => Gap::Text(other.describe()),
        }
    }
}

fn either(one: Gap, other: &str) -> Refusal {
    refuse!("spec.or", "{one} or {other}", one, other)
}

macro_rules! plain_gaps {
    ($($type:ty),*) => { $(impl From<$type> for Gap {
        fn from(value: $type) -> Self {
            Gap::Text(value.to_string())
        }
    })* };
}
plain_gaps!(&str, String, &String, char, u8, u16, u32, u64, u128, usize, i32, i64, f64);

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let gaps: std::collections::BTreeMap<_, _> =
            self.gaps.iter().map(|(name, gap)| (name, gap)).collect();
        let mut object = to.serialize_struct("Refusal", 5)?;
        object.serialize_field("key", self.key)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("gaps", &gaps)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &self.column)?;
        object.end()
    }
}

impl Serialize for Gap {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Gap::Text(text) => to.serialize_str(text),
            Gap::Words(words) => words.serialize(to),
            Gap::Told(words) => words.serialize(to),
        }
    }
}

/// A [`Refusal`]: its key, the English sentence, and what stands in its gaps. `gap` alone is `gap = gap`.
///
/// ```
/// use damier_kit::refuse;
/// let wrong = refuse!("doc.size", "a board has 3 to 11 squares a side, not {size}", size = 12).in_line(7);
/// assert_eq!(wrong.to_string(), "line 7: a board has 3 to 11 squares a side, not 12");
/// ```
#[macro_export]
macro_rules! refuse {
    ($key:literal, $english:literal $(, $gap:ident $(= $value:expr)?)* $(,)?) => {{
        $(let $gap = $crate::Gap::from($crate::refuse![@ $gap $($value)?]);)*
        $crate::Refusal::new($key, format!($english $(, $gap = $gap)*), vec![$((stringify!($gap), $gap)),*])
    }};
    (@ $gap:ident $value:expr) => { $value };
    (@ $gap:ident) => { $gap };
}

/// The start of something that somebody wrote, for a gap, with control characters made visible.
pub fn excerpt(text: &str) -> String {
    damier_search::excerpt(text, 24)
}
