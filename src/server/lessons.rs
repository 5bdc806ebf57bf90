//! The lessons that a page can show: those that come with the program, and those in a folder that its host named. Files are read again
//! each time, so that who writes one sees it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use damier_kit::{Position, Refusal, refuse};
use damier_lab::Game;
use damier_lab::lesson::{self, LONGEST, Lesson, Part};
use rust_embed::RustEmbed;

use super::wire::{Message, WrongLesson};
use crate::games::GAMES;

#[derive(RustEmbed)]
#[folder = "lessons/"]
struct Shipped;

/// The most files of a folder that are read.
const MOST: usize = 200;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Lessons are in this folder too.
pub(crate) fn add(folder: &Path) {
    let _ = FOLDER.set(folder.to_owned());
}

/// Every lesson in every language by its file's name, or why it is none.
pub(crate) fn all(folder: Option<&Path>) -> Result<BTreeMap<String, Result<Lesson, Refusal>>, Refusal> {
    let mut texts = BTreeMap::new();
    for file in Shipped::iter().filter(|file| file.ends_with(".md")) {
        let bytes = Shipped::get(&file).map(|file| file.data.into_owned()).unwrap_or_default();
        texts.insert(file.into_owned(), String::from_utf8(bytes).map_err(|_| not_text()));
    }
    if let Some(folder) = folder {
        let unreadable = |error: std::io::Error| {
            refuse!(
                "lesson.folder",
                "{folder} cannot be read: {why}",
                folder = folder.display().to_string(),
                why = error.to_string()
            )
        };
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| {
                Path::new(name).extension().is_some_and(|ending| ending == "md") && name != "README.md"
            })
            .collect();
        names.sort();
        for name in names.into_iter().take(MOST) {
            let text = text(&folder.join(&name));
            texts.insert(name, text);
        }
    }
    let read = |(file, text): (String, Result<String, Refusal>)| {
        let lesson = text.and_then(|text| lesson::read(&file, &text, GAMES));
        (file, lesson)
    };
    Ok(texts.into_iter().map(read).collect())
}

fn not_text() -> Refusal {
    refuse!("lesson.text", "this is no text")
}

/// The text of a file, no longer than a lesson may be and a little.
pub(crate) fn text(path: &Path) -> Result<String, Refusal> {
    let wrong = |error: std::io::Error| {
        refuse!("lesson.unreadable", "this file cannot be read: {why}", why = error.to_string())
    };
    if !fs::metadata(path).map_err(wrong)?.is_file() {
        return Err(not_text());
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(wrong)?;
    file.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(wrong)?;
    String::from_utf8(bytes).map_err(|_| not_text())
}

/// What a page is told: each lesson in its language, or in the other where there is none.
pub(super) fn told(language: &str) -> Result<Message, Refusal> {
    let mut lessons: BTreeMap<String, Lesson> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (file, read) in all(FOLDER.get().map(PathBuf::as_path))? {
        match read {
            Ok(lesson) => {
                let known = lessons.get(&lesson.name).is_some_and(|known| known.language == language);
                if !known {
                    lessons.insert(lesson.name.clone(), lesson);
                }
            }
            Err(refusal) => wrong.push(WrongLesson { file, refusal }),
        }
    }
    Ok(Message::Lessons { language: language.to_owned(), lessons: lessons.into_values().collect(), wrong })
}

/// What guests of a room are told: without what is the teacher's, which is notes, answers, and files that are none.
pub(super) fn told_to_guests(language: &str) -> Result<Message, Refusal> {
    let mut message = told(language)?;
    if let Message::Lessons { lessons, wrong, .. } = &mut message {
        wrong.clear();
        for step in lessons.iter_mut().flat_map(|lesson| &mut lesson.steps) {
            step.parts.retain(|part| !matches!(part, Part::Notes { .. }));
            for part in &mut step.parts {
                if let Part::Exercise { answer, .. } = part {
                    answer.clear();
                }
            }
        }
    }
    Ok(message)
}

/// The board beside a step of a lesson of this game: its own, or that of a step before it.
pub(super) fn board(game: Game, name: &str, step: usize) -> Result<Box<dyn Position>, Refusal> {
    let none = || refuse!("lesson.no_board", "there is no board beside this step");
    let all = all(FOLDER.get().map(PathBuf::as_path))?;
    let mut known = all.into_values().filter_map(Result::ok);
    let lesson = known.find(|lesson| lesson.name == name && lesson.game == game.name()).ok_or_else(none)?;
    let mut stages = lesson.steps.iter().take(step.saturating_add(1)).rev();
    let text = stages.find_map(|step| step.stage.as_ref()?.board.as_deref()).ok_or_else(none)?;
    game.kit.read(text, None)?.into_iter().next().ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use damier_lab::lesson::{Block, Words};

    use super::*;

    const GOOD: &str = "---\ntitle: \"A: first\"\ngame: taquin\nminutes: 5\n---\n\nWhat it is about.\n\n## One\n\nSome *words* and `code`.\n\n\
        - a\n- b\n\n```\n:: not a directive\n```\n\n::watch run=bfs run=astar(manhattan, seed=1) step=3 speed=0.5\n\n## Two\n\n:::notes\nShow it.\n\
        :::\n\n:::exercise\nHow many?\n:::answer\n| a | b |\n| - | - |\n| 1 | 2 |\n:::\n\n:::exercise\nWhy?\n:::\nThe [end](#taquin/play).\n";

    fn said(text: &str) -> String {
        lesson::read("1-x.en.md", text, GAMES).map(drop).unwrap_err().to_string()
    }

    #[test]
    fn a_lesson_is_read() {
        let text = GOOD.replace(", seed=1", "");
        let lesson = lesson::read("1-x.fr.md", &text, GAMES).unwrap();
        assert_eq!((lesson.name.as_str(), lesson.language.as_str()), ("1-x", "fr"));
        assert_eq!((lesson.title.as_str(), lesson.minutes), ("A: first", Some(5)));
        assert_eq!((lesson.about.len(), lesson.steps.len()), (1, 2));
        let stage = lesson.steps[0].stage.as_ref().unwrap();
        let query: Vec<String> = stage.query.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(query.join(" "), "run=bfs run=astar(manhattan) step=3 speed=0.5");
        let [Part::Text { blocks }] = lesson.steps[0].parts.as_slice() else {
            panic!("{:?}", lesson.steps[0])
        };
        let [Block::Paragraph { words }, Block::List { items, .. }, Block::Code { text }] = blocks.as_slice()
        else {
            panic!("{blocks:?}")
        };
        assert!(matches!(&words[1], Words::Emphasis { .. }) && matches!(&words[3], Words::Code { .. }));
        assert_eq!((items.len(), text.as_str()), (2, ":: not a directive\n"));
        let kinds: Vec<&str> = lesson.steps[1]
            .parts
            .iter()
            .map(|part| match part {
                Part::Text { .. } => "text",
                Part::Notes { .. } => "notes",
                Part::Exercise { answer, .. } if answer.is_empty() => "task",
                Part::Exercise { answer, .. } => {
                    assert!(matches!(&answer[0], Block::Table { rows } if rows.len() == 2));
                    "answered"
                }
            })
            .collect();
        assert_eq!(kinds, ["notes", "answered", "task", "text"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (was, is, line, why) in [
            ("---\ntitle", "title", 1, "begins with a line ---"),
            ("title: \"A: first\"\n", "", 4, "its title"),
            ("game: taquin", "game: chess", 3, "no game 'chess'"),
            ("minutes: 5", "minutes: long", 4, "from 1 to 600"),
            ("minutes: 5", "colour: red", 4, "'colour' means nothing"),
            ("minutes: 5", "board: zzz", 4, "this board cannot be read"),
            ("## One", "### One", 9, "headings of one kind"),
            ("Some *words*", "Some <b>words</b>", 11, "HTML"),
            ("Some *words*", "![a](b.png)", 11, "pictures"),
            ("](#taquin/play)", "](javascript:alert)", 39, "a link leads to"),
            ("run=bfs", "run=bfz", 20, "bfz"),
            ("run=bfs", "run=bfs run=bfs run=bfs run=bfs", 20, "one to four"),
            ("step=3", "step=x", 20, "step cannot be 'x'"),
            ("step=3", "stop=3", 20, "'stop' means nothing"),
            ("step=3", "by=\"steps", 20, "not closed"),
            ("::watch run", "::wotch run", 20, "'wotch' means nothing"),
            (":::notes", ":::nots", 24, "'nots' means nothing"),
            (":::answer", ":::notes", 28, "ends with :::"),
            ("Show it.\n:::\n", "Show it.\n", 24, "ends with :::"),
            ("What it is about.", ":::notes", 7, "belongs in a step"),
            ("## Two", "::play", 22, "shows one screen"),
        ] {
            let text = GOOD.replace(", seed=1", "");
            assert!(text.contains(was), "{was}");
            let sentence = said(&text.replacen(was, is, 1));
            assert!(
                sentence.starts_with(&format!("line {line}: ")) && sentence.contains(why),
                "{is}: {sentence}"
            );
        }
        assert!(said(GOOD).contains("seed"), "{}", said(GOOD));
        assert!(said("---\ntitle: a\ngame: taquin\n---\n").contains("has steps"));
        assert!(
            lesson::read("Bad name.md", GOOD, GAMES).unwrap_err().to_string().contains("no name of a lesson")
        );
        assert!(said(&"x".repeat(LONGEST + 1)).contains("at most"));
        // Nothing that is put in breaks it.
        let bytes: Vec<char> = GOOD.chars().collect();
        for cut in 0..bytes.len() {
            let part: String = bytes[..cut].iter().collect();
            let _ = lesson::read("1-x.en.md", &part, GAMES);
            let without: String = bytes[..cut].iter().chain(&bytes[cut + 1..]).collect();
            let _ = lesson::read("1-x.en.md", &without, GAMES);
        }
    }

    #[test]
    fn all_that_come_with_the_program_are_right_in_both_languages() {
        let all = all(None).unwrap();
        for (file, read) in &all {
            assert!(read.is_ok(), "{file}, {}", read.as_ref().unwrap_err());
        }
        let shape = |file: &str| {
            let lesson =
                all.get(file).and_then(|read| read.as_ref().ok()).unwrap_or_else(|| panic!("{file}"));
            let steps: Vec<_> =
                lesson.steps.iter().map(|step| (step.stage.clone(), step.parts.len())).collect();
            (lesson.game.clone(), lesson.minutes, steps)
        };
        let english: Vec<&String> = all.keys().filter(|file| file.ends_with(".en.md")).collect();
        assert!(english.len() >= 7, "{english:?}");
        assert_eq!(2 * english.len(), all.len());
        for file in english {
            assert_eq!(shape(file), shape(&file.replace(".en.md", ".fr.md")), "{file}");
        }
    }
}
