//! Texts with gaps: what is sent is filled in, what comes is held against a pattern.
//!
//! A gap is a name in curly brackets. When a line is read, it begins with the pattern's first words; a gap takes what stands before the
//! next words, and at the end of the pattern one word, or all that is left. `{*}` takes anything, also nothing, so that a
//! pattern that begins with it is found anywhere in a line.

use damier_kit::{Refusal, excerpt, refuse};

/// The gap that takes anything.
pub(crate) const ANY: &str = "*";
/// The longest text.
const LONGEST: usize = 1000;

/// A text with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Gap(String),
}

impl Pattern {
    /// Reads a text whose gaps are among those that are known.
    pub(crate) fn new(text: &str, known: &[&str]) -> Result<Pattern, Refusal> {
        one_line(text)?;
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((words, after)) = rest.split_once('{') {
            let (gap, after) = after.split_once('}').ok_or_else(|| {
                refuse!(
                    "engines.open",
                    "the adapter opens a gap that it does not close: {text}",
                    text = excerpt(text)
                )
            })?;
            if !known.contains(&gap) {
                let known = if known.is_empty() { "–".to_owned() } else { known.join(", ") };
                return Err(refuse!(
                    "engines.gap",
                    "the adapter has no gap '{gap}' in '{text}'; there is {known}",
                    gap = excerpt(gap),
                    text = excerpt(text),
                    known
                ));
            }
            parts.extend((!words.is_empty()).then(|| Part::Words(words.to_owned())));
            parts.push(Part::Gap(gap.to_owned()));
            rest = after;
        }
        parts.extend((!rest.is_empty()).then(|| Part::Words(rest.to_owned())));
        Ok(Pattern(parts))
    }

    /// The same for a text that is read: gaps are told apart by words between them.
    pub(crate) fn to_read(text: &str, known: &[&str]) -> Result<Pattern, Refusal> {
        let mut pattern = Pattern::new(text.trim(), known)?;
        // What takes anything at the end takes nothing away.
        if pattern.0.last() == Some(&Part::Gap(ANY.to_owned())) {
            pattern.0.pop();
            if let Some(Part::Words(words)) = pattern.0.last_mut() {
                words.truncate(words.trim_end().len());
            }
        }
        let touch = |pair: &[Part]| matches!(pair, [Part::Gap(_), Part::Gap(_)]);
        let blank = |part: &Part| matches!(part, Part::Words(words) if words.trim().is_empty());
        let close = |three: &[Part]| blank(&three[1]) && three[0] == Part::Gap(ANY.to_owned());
        if pattern.0.windows(2).any(touch) || pattern.0.windows(3).any(close) {
            return Err(refuse!(
                "engines.touch",
                "there are no words between two gaps of '{text}': where one ends cannot be told",
                text = excerpt(text)
            ));
        }
        Ok(pattern)
    }

    /// How often a gap stands in it.
    pub(crate) fn count(&self, gap: &str) -> usize {
        self.0.iter().filter(|part| matches!(part, Part::Gap(name) if name == gap)).count()
    }

    /// Whether there is nothing to send or to read.
    pub(crate) fn is_blank(&self) -> bool {
        self.0.iter().all(|part| matches!(part, Part::Words(words) if words.trim().is_empty()))
    }

    /// The text with its gaps filled.
    pub(crate) fn fill(&self, value: impl Fn(&str) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Gap(gap) => value(gap),
        };
        self.0.iter().map(part).collect::<String>().trim_end().to_owned()
    }

    /// What a line says in the gaps; none where it is another line. A gap at the end takes one word, unless it is `wide`.
    pub(crate) fn read<'a>(&self, line: &'a str, wide: &str) -> Option<Vec<(&str, &'a str)>> {
        let mut rest = line.trim();
        let mut found = Vec::new();
        let mut open: Option<&str> = None;
        for (at, part) in self.0.iter().enumerate() {
            match (part, open.take()) {
                (Part::Words(words), None) => rest = rest.strip_prefix(words.as_str())?,
                (Part::Words(words), Some(gap)) => {
                    let words = if at + 1 == self.0.len() { words.trim_end() } else { words };
                    let place = rest.find(words)?;
                    found.push((gap, rest[..place].trim()));
                    rest = &rest[place + words.len()..];
                }
                (Part::Gap(gap), _) => open = Some(gap),
            }
        }
        if let Some(gap) = open {
            let last = if gap == wide { rest.trim() } else { rest.split_whitespace().next()? };
            found.push((gap, last));
        }
        let said = |(gap, value): &(&str, &str)| *gap == ANY || !value.is_empty();
        found.iter().all(said).then_some(found)
    }
}

/// What is sent or read is one line, and not a long one.
pub(crate) fn one_line(text: &str) -> Result<(), Refusal> {
    if text.contains(['\n', '\r', '\0']) {
        return Err(refuse!("engines.lines", "what an adapter sends is one line each"));
    }
    if text.len() > LONGEST {
        return Err(refuse!(
            "engines.long",
            "a text of an adapter has at most {most} letters",
            most = LONGEST
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str, line: &str) -> Option<Vec<(String, String)>> {
        let pattern = Pattern::to_read(pattern, &["move", "depth", "nodes", ANY]).unwrap();
        let found = pattern.read(line, "")?;
        Some(found.into_iter().map(|(gap, value)| (gap.to_owned(), value.to_owned())).collect())
    }

    #[test]
    fn a_line_is_held_against_a_pattern() {
        let pairs = |all: &[(&str, &str)]| {
            Some(all.iter().map(|(gap, value)| ((*gap).to_owned(), (*value).to_owned())).collect())
        };
        assert_eq!(read("best {move}", "  best e3 of 7"), pairs(&[("move", "e3")]));
        assert_eq!(read("best {move} !", "best e3 !"), pairs(&[("move", "e3")]));
        assert_eq!(read("best {move}", "rest e3"), None);
        assert_eq!(read("best {move}", "best"), None);
        assert_eq!(read("best {move}", "best  "), None);
        assert_eq!(
            read("{*}d={depth}, n={nodes}{*}", "x d=7, n=12 and so on"),
            pairs(&[("*", "x"), ("depth", "7"), ("nodes", "12")])
        );
        assert_eq!(read("{*} -> {move}", "I think -> e3"), pairs(&[("*", "I think"), ("move", "e3")]));
        assert_eq!(read("{move}", "é3"), pairs(&[("move", "é3")]));
        assert_eq!(read("({move})", "(e3) or so"), pairs(&[("move", "e3")]));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, key) in [
            ("{move", "engines.open"),
            ("{what}", "engines.gap"),
            ("{move}{depth}", "engines.touch"),
            ("{*} {move}", "engines.touch"),
            ("a\nb", "engines.lines"),
            (&"a".repeat(2000), "engines.long"),
        ] {
            let refused = Pattern::to_read(text, &["move", "depth", ANY]).unwrap_err();
            assert_eq!(refused.key, key, "{text}");
        }
    }
}
