//! What is wrong with a script, as a [`Refusal`] with its line and column.

use damier_kit::{Refusal, excerpt, refuse};
use rhai::{Dynamic, EvalAltResult, LexError, ParseError, ParseErrorType, Position};

use crate::{OPERATIONS, TIME};

/// The same at the place that the language tells.
fn at(refusal: Refusal, position: Position) -> Refusal {
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => refusal.at(line, column),
        (Some(line), None) => refusal.at(line, 1),
        _ => refusal,
    }
}

/// Words of the language, as the second half of a sentence.
fn plain(words: &str) -> String {
    let words = words.trim_end_matches('.');
    let mut letters = words.chars();
    let lower: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    damier_search::excerpt(&lower, 200)
}

/// A script that is none.
pub(crate) fn unreadable(error: &ParseError) -> Refusal {
    let refusal = match error.err_type() {
        ParseErrorType::UnexpectedEOF => {
            refuse!("script.end", "the script ends too early; is a bracket missing?")
        }
        ParseErrorType::Reserved(word) => forbidden(word),
        ParseErrorType::BadInput(LexError::ImproperSymbol(symbol, _)) if !symbol.is_empty() => {
            forbidden(symbol)
        }
        ParseErrorType::BadInput(LexError::UnterminatedString) => {
            refuse!("script.open_text", "a text is not closed; is a quotation mark missing?")
        }
        ParseErrorType::BadInput(LexError::UnexpectedInput(word)) => {
            refuse!("script.unexpected", "'{word}' does not belong here", word = excerpt(word))
        }
        ParseErrorType::MissingToken(sign, _) | ParseErrorType::MissingSymbol(sign) => {
            refuse!("script.missing", "'{sign}' is missing here", sign = excerpt(sign))
        }
        ParseErrorType::ExprExpected(_) => {
            refuse!("script.value", "a value is missing here")
        }
        ParseErrorType::VariableExpected | ParseErrorType::PropertyExpected => {
            refuse!("script.nameless", "a name is missing here")
        }
        ParseErrorType::ExprTooDeep => {
            refuse!("script.nested", "the script is nested too deeply; give parts of it names of their own")
        }
        other => {
            refuse!("script.unreadable", "the script cannot be read: {why}", why = plain(&other.to_string()))
        }
    };
    at(refusal, error.position())
}

fn forbidden(word: &str) -> Refusal {
    refuse!("script.forbidden", "'{word}' cannot be used here", word = excerpt(word))
}

/// A script that fails while it runs.
pub(crate) fn failed(error: &EvalAltResult) -> Refusal {
    use EvalAltResult as Wrong;
    let error = error.unwrap_inner();
    let refusal = match error {
        Wrong::ErrorVariableNotFound(name, _) => {
            refuse!("script.variable", "there is no variable '{name}'", name = excerpt(name))
        }
        Wrong::ErrorFunctionNotFound(name, _) => {
            refuse!("script.function", "there is no function {name}", name = signature(name))
        }
        Wrong::ErrorTooManyOperations(_) => refuse!(
            "script.operations",
            "the script takes more than {most} operations for one state; does a loop never end?",
            most = OPERATIONS
        ),
        Wrong::ErrorTerminated(..) => refuse!(
            "script.time",
            "the script takes more than {most} ms for one state",
            most = TIME.as_millis() as u64
        ),
        Wrong::ErrorStackOverflow(_) => {
            refuse!("script.calls", "functions call each other too deeply; does a recursion never end?")
        }
        Wrong::ErrorDataTooLarge(..) | Wrong::ErrorTooManyVariables(_) => {
            refuse!("script.size", "a text or a list grows too large, or there are too many variables")
        }
        Wrong::ErrorRuntime(what, _) if what.is_string() => refuse!(
            "script.failed",
            "the script fails: {why}",
            why = what.to_string().chars().take(200).collect::<String>()
        ),
        other => {
            // The place is told apart.
            let mut bare = other.to_string();
            if let Some(place) = bare.rfind(" (line ") {
                bare.truncate(place);
            }
            refuse!("script.failed", "the script fails: {why}", why = plain(&bare))
        }
    };
    at(refusal, error.position())
}

/// A function as it was called, without the language's own words for kinds of values.
fn signature(name: &str) -> String {
    let short = name
        .replace("i64", "number")
        .replace("f64", "number")
        .replace("&str | ImmutableString | String", "text");
    let short = short.replace("()", "nothing");
    short.chars().take(80).collect()
}

/// What kind of value it is.
pub(crate) fn kind(value: &Dynamic) -> Refusal {
    match value.type_name() {
        "array" => refuse!("script.kind.list", "a list"),
        "string" | "char" => refuse!("script.kind.text", "a text"),
        "bool" => refuse!("script.kind.truth", "true or false"),
        _ => refuse!("script.kind.other", "something else"),
    }
}
