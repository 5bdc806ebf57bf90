//! `astar(bounces)`, `wastar(bounces,weight=1.5)`: algorithms as people write them.

use std::fmt;
use std::str::FromStr;

use crate::registry::Takes;

/// A name with arguments in brackets: bare words (a heuristic's name) and `key=value` pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The algorithm's name.
    pub name: String,
    /// Arguments without a key, in order.
    pub words: Vec<String>,
    /// Arguments with a key, in order.
    pub pairs: Vec<(String, String)>,
}

/// Why a spec does not name an algorithm.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// Not of the form `name(argument,key=value)`.
    #[error("cannot read the algorithm '{spec}': {why}; write it like astar(bounces) or beam(width=100)")]
    Form {
        /// As it was given.
        spec: String,
        /// What is wrong.
        why: BadForm,
    },
    /// No algorithm, heuristic or option of that name.
    #[error("no {kind} is called '{name}'; there is {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    Unknown {
        /// What was looked for.
        kind: Kind,
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The algorithm takes no heuristic.
    #[error("{algorithm} takes no heuristic; leave out '{word}'")]
    NoHeuristic {
        /// The algorithm.
        algorithm: &'static str,
        /// The word that was given.
        word: String,
    },
    /// More than one heuristic, or an option twice.
    #[error("'{what}' is one too many in {algorithm}(…); leave it out")]
    TooMany {
        /// The algorithm.
        algorithm: &'static str,
        /// What stands there too often.
        what: String,
    },
    /// A value that the option does not take.
    #[error("{option}={value} is not possible; {option} takes {}", takes.describe())]
    Value {
        /// The option.
        option: String,
        /// The value that was given.
        value: String,
        /// What would be possible.
        takes: Takes,
    },
    /// The heuristic says nothing about single cells.
    #[error("{heuristic} has no map of the board")]
    NoMap {
        /// The heuristic.
        heuristic: &'static str,
    },
}

/// The start of something that somebody wrote, with control characters made visible, for a sentence.
pub fn excerpt(text: &str, most: usize) -> String {
    let mut short = String::new();
    for letter in text.chars().take(most) {
        if letter.is_control() { short.extend(letter.escape_default()) } else { short.push(letter) }
    }
    if text.chars().nth(most).is_some() { short + "…" } else { short }
}

/// What is wrong with the form of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadForm {
    /// A bracket is open.
    #[error("the bracket is not closed at the end")]
    Bracket,
    /// The name is not a word.
    #[error("a name is made of letters, digits and '-'")]
    Name,
    /// An argument is neither a word nor a pair.
    #[error("an argument is a word or key=value")]
    Argument,
}

/// What a name was looked for as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Kind {
    /// An algorithm.
    #[error("algorithm")]
    Algorithm,
    /// A heuristic.
    #[error("heuristic")]
    Heuristic,
    /// A variant of a game.
    #[error("variant")]
    Variant,
    /// An option of this algorithm or variant.
    #[error("option of {0}")]
    OptionOf(&'static str),
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let form = |why| SpecError::Form { spec: excerpt(text, 80), why };
        let text = text.trim();
        let (name, inside) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => (name, rest.strip_suffix(')').ok_or_else(|| form(BadForm::Bracket))?),
        };
        let is_word = |word: &str| {
            !word.is_empty()
                && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        if !is_word(name) {
            return Err(form(BadForm::Name));
        }
        let mut spec = Spec { name: name.to_owned(), words: Vec::new(), pairs: Vec::new() };
        if !inside.trim().is_empty() {
            for part in inside.split(',').map(str::trim) {
                match part.split_once('=') {
                    Some((key, value)) if is_word(key.trim()) && is_word(value.trim()) => {
                        spec.pairs.push((key.trim().to_owned(), value.trim().to_owned()));
                    }
                    None if is_word(part) => spec.words.push(part.to_owned()),
                    _ => return Err(form(BadForm::Argument)),
                }
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let pairs = self.pairs.iter().map(|(key, value)| format!("{key}={value}"));
        let inside: Vec<String> = self.words.iter().cloned().chain(pairs).collect();
        if inside.is_empty() { Ok(()) } else { write!(f, "({})", inside.join(",")) }
    }
}

impl Spec {
    /// Splits `A,B(x,y),C` at the commas that stand outside brackets.
    pub fn list(text: &str) -> Result<Vec<Spec>, SpecError> {
        let mut depth = 0;
        text.split(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        })
        .map(str::parse)
        .collect()
    }

    /// Takes the value of `key` out of the pairs, for an option that is not the algorithm's own.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let at = self.pairs.iter().position(|(have, _)| have == key)?;
        Some(self.pairs.remove(at).1)
    }
}

/// The values of an algorithm's options, checked against its declaration.
#[derive(Clone, Debug, Default)]
pub struct Args(pub(crate) Vec<(&'static str, String)>);

impl Args {
    /// The value of a declared option as it was written.
    pub fn text(&self, option: &str) -> &str {
        self.0.iter().find(|(name, _)| *name == option).map_or("", |(_, value)| value)
    }

    /// A whole number.
    pub fn whole(&self, option: &str) -> u64 {
        self.text(option).parse().unwrap_or_default()
    }

    /// A decimal number.
    pub fn decimal(&self, option: &str) -> f64 {
        self.text(option).parse().unwrap_or_default()
    }

    /// Whether a choice has this value.
    pub fn is(&self, option: &str, value: &str) -> bool {
        self.text(option) == value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes() {
        for text in ["bfs", "astar(bounces)", "wastar(bounces,weight=1.5)", "dfs(limit=9)"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(" astar( bounces , a = b ) ".parse::<Spec>().unwrap().to_string(), "astar(bounces,a=b)");
        assert_eq!("bfs()".parse::<Spec>().unwrap().to_string(), "bfs");
    }

    #[test]
    fn refuses_with_a_reason() {
        for text in ["", "(", "a(b", "a(b))", "a(b,,c)", "a(=)", "a(b=)", "a b", "é"] {
            assert!(matches!(text.parse::<Spec>(), Err(SpecError::Form { .. })), "{text}");
        }
    }

    #[test]
    fn splits_lists_outside_brackets() {
        let list = Spec::list("bfs,wastar(bounces,weight=2),ida").unwrap();
        assert_eq!(
            list.iter().map(Spec::to_string).collect::<Vec<_>>(),
            ["bfs", "wastar(bounces,weight=2)", "ida"]
        );
        assert!(Spec::list("bfs,,ida").is_err());
    }
}
