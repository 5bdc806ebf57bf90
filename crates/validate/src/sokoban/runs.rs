//! Unfolds counts and groups: `3a2(bc)` is `aaabcbc`.
//!
//! The letters are gone through once. When a group is closed, its letters, which are the last ones so far, are repeated.
//! Whether there is room for them is asked before, so that no count makes the result longer than is allowed.

/// Why a text cannot be unfolded.
pub(super) enum Unreadable {
    /// A letter that is not one of those wanted.
    Letter(char),
    /// A count that is zero, or has nothing behind it.
    Count,
    /// A bracket without its partner.
    Bracket,
    /// More than is allowed.
    TooLong,
}

struct Group {
    /// Where its bracket stands in the text.
    at: usize,
    /// How often its letters are wanted.
    times: usize,
    /// How many letters came before it.
    before: usize,
}

/// The unfolded letters, at most `most`. Letters come with their places, and so does a fault.
pub(super) fn unfold(
    letters: impl Iterator<Item = (char, usize)>,
    most: usize,
    wanted: impl Fn(char) -> bool,
) -> Result<Vec<char>, (usize, Unreadable)> {
    let mut unfolded: Vec<char> = Vec::new();
    let mut open: Vec<Group> = Vec::new();
    let mut count: Option<(usize, usize)> = None;
    for (letter, at) in letters {
        if let Some(digit) = letter.to_digit(10) {
            let (begun, value) = count.unwrap_or((at, 0));
            count = Some((begun, value.saturating_mul(10).saturating_add(digit as usize)));
            continue;
        }
        let times = match count.take() {
            Some((begun, 0)) => return Err((begun, Unreadable::Count)),
            Some((begun, _)) if letter == ')' => return Err((begun, Unreadable::Count)),
            Some((_, value)) => value,
            None => 1,
        };
        if letter == '(' {
            open.push(Group { at, times, before: unfolded.len() });
        } else if letter == ')' {
            let Some(group) = open.pop() else { return Err((at, Unreadable::Bracket)) };
            // Its letters stand there once already.
            let length = unfolded.len() - group.before;
            let whole = length.saturating_mul(group.times).saturating_add(group.before);
            if whole > most {
                return Err((at, Unreadable::TooLong));
            }
            while unfolded.len() < whole {
                unfolded.extend_from_within(group.before..group.before + length);
            }
        } else if wanted(letter) {
            if unfolded.len().saturating_add(times) > most {
                return Err((at, Unreadable::TooLong));
            }
            unfolded.extend(std::iter::repeat_n(letter, times));
        } else {
            return Err((at, Unreadable::Letter(letter)));
        }
    }
    match (count, open.pop()) {
        (Some((begun, _)), _) => Err((begun, Unreadable::Count)),
        (None, Some(group)) => Err((group.at, Unreadable::Bracket)),
        (None, None) => Ok(unfolded),
    }
}
