//! Run lengths, as levels and solutions use them: `3#` for `###`, and groups such as `2(ldr3u)`, one within another.
//!
//! What a text expands to is bounded before it is made, and a count of nothing is refused, so that time and memory are linear in
//! the text and the bound.

/// Why a text cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A letter that means nothing.
    Letter(char),
    /// A count of zero.
    Zero,
    /// A count with nothing after it.
    Count,
    /// A group that is never closed.
    Unclosed,
    /// The end of a group that was never opened.
    Unopened,
    /// More than the bound.
    Long,
}

/// What a letter stands for.
pub(super) enum Letter<T> {
    /// One item.
    Item(T),
    /// Nothing: it is passed over.
    Skipped,
    /// It has no meaning.
    Unknown,
}

/// Expands a text to at most `most` items. A fault comes with the number of its character, from 0.
pub(super) fn expand<T: Copy>(
    text: &str,
    most: usize,
    mut meaning: impl FnMut(char, usize) -> Letter<T>,
) -> Result<Vec<T>, (usize, Fault)> {
    let mut items = Vec::new();
    let mut count: Option<(usize, usize)> = None;
    let mut groups: Vec<(usize, usize, usize)> = Vec::new();
    for (at, letter) in text.chars().enumerate() {
        if let Some(digit) = letter.to_digit(10) {
            let (_, so_far) = count.get_or_insert((at, 0));
            *so_far = so_far.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        let many = match count {
            Some((begins, 0)) => return Err((begins, Fault::Zero)),
            Some((_, many)) => many,
            None => 1,
        };
        match letter {
            '(' => groups.push((items.len(), many, at)),
            ')' => {
                if let Some((begins, _)) = count {
                    return Err((begins, Fault::Count));
                }
                let (begins, times, _) = groups.pop().ok_or((at, Fault::Unopened))?;
                let length = items.len() - begins;
                if length.saturating_mul(times) > most - begins {
                    return Err((at, Fault::Long));
                }
                if length > 0 {
                    (1..times).for_each(|_| items.extend_from_within(begins..begins + length));
                }
            }
            _ => match meaning(letter, at) {
                Letter::Unknown => return Err((at, Fault::Letter(letter))),
                Letter::Skipped => continue,
                Letter::Item(item) => {
                    if many > most - items.len() {
                        return Err((at, Fault::Long));
                    }
                    items.extend(std::iter::repeat_n(item, many));
                }
            },
        }
        count = None;
    }
    match (count, groups.pop()) {
        (Some((begins, _)), _) => Err((begins, Fault::Count)),
        (None, Some((_, _, at))) => Err((at, Fault::Unclosed)),
        (None, None) => Ok(items),
    }
}

/// Writes equal neighbours as a count and one of them.
pub(super) fn shorten(text: &str) -> String {
    let mut short = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut many = 1;
        while letters.next_if_eq(&letter).is_some() {
            many += 1;
        }
        if many > 1 {
            short.push_str(&many.to_string());
        }
        short.push(letter);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str, most: usize) -> Result<String, (usize, Fault)> {
        let meaning = |letter: char, _| match letter {
            ' ' => Letter::Skipped,
            'a'..='z' => Letter::Item(letter),
            _ => Letter::Unknown,
        };
        expand(text, most, meaning).map(String::from_iter)
    }

    #[test]
    fn counts_and_groups_are_expanded() {
        let whole = [
            ("", ""),
            ("abc", "abc"),
            ("3ab", "aaab"),
            ("12a", "aaaaaaaaaaaa"),
            ("2(ab)c", "ababc"),
            ("2(a2(bc)d)", "abcbcdabcbcd"),
            ("(a)9()", "a"),
            ("3 a", "aaa"),
        ];
        for (text, expanded) in whole {
            assert_eq!(letters(text, 100).as_deref(), Ok(expanded), "{text}");
        }
        assert_eq!(shorten("aaabccccccccccccd"), "3ab12cd");
    }

    #[test]
    fn what_cannot_be_expanded_says_where() {
        let faults = [
            ("ab?", 2, Fault::Letter('?')),
            ("a0b", 1, Fault::Zero),
            ("0(a)", 0, Fault::Zero),
            ("ab12", 2, Fault::Count),
            ("(a3)", 2, Fault::Count),
            ("a(b(c)", 1, Fault::Unclosed),
            ("ab)", 2, Fault::Unopened),
            ("11a", 2, Fault::Long),
            ("2(5a)a", 5, Fault::Long),
            ("3(4a)", 4, Fault::Long),
            ("99999999999999999999999999(a)", 28, Fault::Long),
        ];
        for (text, at, fault) in faults {
            assert_eq!(letters(text, 10), Err((at, fault)), "{text}");
        }
    }
}
