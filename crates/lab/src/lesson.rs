//! Lessons: Markdown files that lead through the screens of the page. `docs/lessons.md` describes them.
//!
//! A file is read line by line for its steps and directives; the text between them is Markdown. What cannot be shown is refused with the
//! line where it stands, so that a teacher can put it right.

use damier_kit::{Refusal, excerpt, refuse};
use damier_search::Spec;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;
#[cfg(feature = "wire")]
use ts_rs::TS;

use crate::Game;

/// The longest file that is read, in bytes.
pub const LONGEST: usize = 256 << 10;
/// Most steps that a search of a lesson keeps.
const STEPS: u64 = 1_000_000;
/// Most searches side by side.
const RUNS: usize = 4;
/// How deep lists and emphasis may be put into one another.
const DEEP: usize = 8;

/// A lesson.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Lesson {
    /// What it is called in addresses: the name of its file without language and ending.
    pub name: String,
    /// `en` or `fr`.
    pub language: String,
    /// What it is called for readers.
    pub title: String,
    /// The game that it is about.
    pub game: String,
    /// About how long it takes.
    pub minutes: Option<u32>,
    /// What it is about.
    pub about: Vec<Block>,
    /// One thing after the other.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct LessonStep {
    /// The heading.
    pub title: String,
    /// What is seen beside the text, if that changes.
    pub stage: Option<Stage>,
    /// The text.
    pub parts: Vec<Part>,
}

/// A screen of the page, on a board, with what its address says of it.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
pub struct Stage {
    /// The name of the screen.
    pub screen: String,
    /// The position; none for what is on the table.
    pub board: Option<String>,
    /// Keys and values.
    pub query: Vec<(String, String)>,
}

/// A part of a step.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    /// For everybody.
    Text {
        /// What is said.
        blocks: Vec<Block>,
    },
    /// For the teacher.
    Notes {
        /// What is said.
        blocks: Vec<Block>,
    },
    /// A task, and its answer.
    Exercise {
        /// What is asked.
        task: Vec<Block>,
        /// What is right; empty where nothing is said.
        answer: Vec<Block>,
    },
}

/// A block of text.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Sentences.
    Paragraph {
        /// Its words.
        words: Vec<Words>,
    },
    /// A list, with numbers or without.
    List {
        /// Whether it has numbers.
        numbered: bool,
        /// What is in it.
        items: Vec<Vec<Block>>,
    },
    /// Lines as they stand there.
    Code {
        /// The lines.
        text: String,
    },
    /// A table; its first row is the head.
    Table {
        /// Rows of cells.
        rows: Vec<Vec<Vec<Words>>>,
    },
}

/// Words of a sentence.
#[derive(Clone, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "wire", derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Words {
    /// As they are.
    Text {
        /// The words.
        text: String,
    },
    /// Of a program.
    Code {
        /// The words.
        text: String,
    },
    /// With emphasis.
    Emphasis {
        /// The words.
        words: Vec<Words>,
    },
    /// With strong emphasis.
    Strong {
        /// The words.
        words: Vec<Words>,
    },
    /// That lead somewhere.
    Link {
        /// Where: in the web, or in the page if it begins with `#`.
        to: String,
        /// The words.
        words: Vec<Words>,
    },
}

/// The name and the language that a file's name tells, such as `1-bfs` and `en`.
pub fn named(file: &str) -> Result<(&str, &str), Refusal> {
    let split = file.strip_suffix(".md").and_then(|rest| rest.rsplit_once('.'));
    let fits = |name: &str| {
        !name.is_empty()
            && name.len() <= 60
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    match split {
        Some((name, language @ ("en" | "fr"))) if fits(name) => Ok((name, language)),
        _ => Err(refuse!(
            "lesson.file",
            "'{file}' is no name of a lesson; write small letters, digits and dashes, the language and md, such as 1-mazes.en.md",
            file = excerpt(file)
        )),
    }
}

/// Reads a lesson. The file's name tells what it is called.
pub fn read(file: &str, text: &str, games: &[Game]) -> Result<Lesson, Refusal> {
    let (name, language) = named(file)?;
    if text.len() > LONGEST {
        return Err(refuse!("lesson.long", "a lesson has at most {most} bytes", most = LONGEST));
    }
    let mut lines = (1..).zip(text.lines());
    let head = Head::read(&mut lines, games)?;
    let mut reader = Reader { head: &head, about: Vec::new(), steps: Vec::new(), text: Text::default() };
    let mut end = 1;
    for (number, line) in lines {
        end = number;
        reader.line(number, line)?;
    }
    reader.flush()?;
    if reader.text.place != Place::Open {
        return Err(refuse!("lesson.open", "what begins with ::: ends with :::, and this does not")
            .in_line(reader.text.opened));
    }
    if reader.steps.is_empty() {
        return Err(refuse!(
            "lesson.steps",
            "a lesson has steps; each begins with a heading such as ## First"
        )
        .in_line(end));
    }
    let (about, steps) = (reader.about, reader.steps);
    let Head { title, game, minutes, .. } = head;
    let (name, language) = (name.to_owned(), language.to_owned());
    Ok(Lesson { name, language, title, game: game.name().to_owned(), minutes, about, steps })
}

/// What stands between the lines `---`.
struct Head {
    title: String,
    game: Game,
    board: Option<String>,
    minutes: Option<u32>,
}

impl Head {
    fn read<'t>(lines: &mut impl Iterator<Item = (usize, &'t str)>, games: &[Game]) -> Result<Self, Refusal> {
        let no_head = || {
            refuse!(
                "lesson.head",
                "a lesson begins with a line ---, its title and game, and another line ---"
            )
        };
        if lines.next().is_none_or(|(_, line)| line.trim_end() != "---") {
            return Err(no_head().in_line(1));
        }
        let (mut title, mut game, mut board, mut minutes) = (None, None, None, None);
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            if line.trim_end() == "---" {
                let missing = |what: &str| {
                    refuse!("lesson.missing", "the head of a lesson says its {what}", what = what)
                        .in_line(number)
                };
                let title = title.ok_or_else(|| missing("title"))?;
                let game = game.ok_or_else(|| missing("game"))?;
                let head = Head { title, game, board: None, minutes };
                let board =
                    board.map(|(line, code): (usize, String)| head.position(line, code)).transpose()?;
                return Ok(Head { board, ..head });
            }
            if line.trim().is_empty() {
                continue;
            }
            let Some((key, value)) = line.split_once(':') else {
                return Err(
                    refuse!("lesson.pair", "the head has lines such as title: First steps").in_line(number)
                );
            };
            let value = unquoted(value.trim()).to_owned();
            match key.trim() {
                _ if value.is_empty() => {
                    return Err(
                        refuse!("lesson.empty", "{key} is empty", key = excerpt(key.trim())).in_line(number)
                    );
                }
                "title" => title = Some(value),
                "game" => {
                    let found = games.iter().find(|game| game.name() == value).copied();
                    let known = || games.iter().map(Game::name).collect::<Vec<_>>().join(", ");
                    game = Some(found.ok_or_else(|| {
                        refuse!(
                            "lesson.game",
                            "there is no game '{name}'; there is {known}",
                            name = excerpt(&value),
                            known = known()
                        )
                        .in_line(number)
                    })?);
                }
                "board" => board = Some((number, value)),
                "minutes" => {
                    let number_of = value.parse().ok().filter(|minutes| (1..=600).contains(minutes));
                    minutes = Some(number_of.ok_or_else(|| {
                        refuse!("lesson.minutes", "minutes are a number from 1 to 600").in_line(number)
                    })?);
                }
                key => {
                    return Err(refuse!(
                        "lesson.key",
                        "'{key}' means nothing here; the keys are {known}",
                        key = excerpt(key),
                        known = "title, game, board, minutes"
                    )
                    .in_line(number));
                }
            }
        }
        Err(no_head().in_line(last))
    }

    /// A position, if the game can read it.
    fn position(&self, line: usize, code: String) -> Result<String, Refusal> {
        let read = self.game.kit.read(&code, None);
        let wrong = |why: Refusal| {
            refuse!("lesson.board", "this board cannot be read: {why}", why = why).in_line(line)
        };
        match read.map_err(wrong)?.len() {
            1 => Ok(code),
            _ => Err(refuse!("lesson.boards", "this is not one board").in_line(line)),
        }
    }
}

fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

/// What is being read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Place {
    #[default]
    Open,
    Notes,
    Task,
    Answer,
}

/// The Markdown since the last directive.
#[derive(Default)]
struct Text {
    place: Place,
    /// The line that opened the place.
    opened: usize,
    /// The first line, and all of them.
    first: usize,
    lines: String,
    /// Whether the lines are in a block of code, and what ends it.
    fence: Option<String>,
    /// The task, while its answer is read.
    task: Vec<Block>,
}

struct Reader<'h> {
    head: &'h Head,
    about: Vec<Block>,
    steps: Vec<LessonStep>,
    text: Text,
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Refusal> {
        if self.text.fence.is_none() {
            let inside = self.text.place != Place::Open;
            if let Some(title) = line.strip_prefix("## ") {
                if inside {
                    return Err(refuse!(
                        "lesson.open",
                        "what begins with ::: ends with :::, and this does not"
                    )
                    .in_line(self.text.opened));
                }
                self.flush()?;
                let title = title.trim().trim_end_matches('#').trim_end().to_owned();
                if title.is_empty() {
                    return Err(refuse!("lesson.heading", "a step has a heading with words").in_line(number));
                }
                self.steps.push(LessonStep { title, stage: None, parts: Vec::new() });
                return Ok(());
            }
            if let Some(word) = line.strip_prefix(":::") {
                self.flush()?;
                return self.block(number, word.trim());
            }
            if let Some(words) = line.strip_prefix("::") {
                self.flush()?;
                return self.stage(number, words);
            }
        }
        let marks = line.trim_start();
        let fence: String = marks.chars().take_while(|&c| c == '`' || c == '~').collect();
        match &self.text.fence {
            Some(open) if fence.starts_with(open.as_str()) && marks.trim_end() == fence => {
                self.text.fence = None;
            }
            None if fence.starts_with("```") || fence.starts_with("~~~") => self.text.fence = Some(fence),
            _ => {}
        }
        if self.text.lines.is_empty() {
            self.text.first = number;
        }
        self.text.lines.push_str(line);
        self.text.lines.push('\n');
        Ok(())
    }

    /// The step that is being written.
    fn step(&mut self, number: usize) -> Result<&mut LessonStep, Refusal> {
        let none =
            || refuse!("lesson.before", "this belongs in a step, after its heading ##").in_line(number);
        self.steps.last_mut().ok_or_else(none)
    }

    /// A line of `:::`.
    fn block(&mut self, number: usize, word: &str) -> Result<(), Refusal> {
        self.step(number)?;
        let place = match (self.text.place, word) {
            (Place::Open, "notes") => Place::Notes,
            (Place::Open, "exercise") => Place::Task,
            (Place::Task, "answer") => Place::Answer,
            (Place::Notes | Place::Task | Place::Answer, "") => Place::Open,
            (Place::Open, "") => {
                return Err(refuse!(
                    "lesson.nothing",
                    "::: ends what :::notes or :::exercise began; nothing is open"
                )
                .in_line(number));
            }
            (_, "answer") => {
                return Err(
                    refuse!("lesson.answer", "an answer stands after its :::exercise").in_line(number)
                );
            }
            (_, "notes" | "exercise") => {
                return Err(refuse!("lesson.open", "what begins with ::: ends with :::, and this does not")
                    .in_line(self.text.opened));
            }
            (_, word) => {
                return Err(refuse!(
                    "lesson.word",
                    "'{word}' means nothing here; there is {known}",
                    word = excerpt(word),
                    known = ":::notes, :::exercise, :::answer"
                )
                .in_line(number));
            }
        };
        if place == Place::Open && self.text.place == Place::Task {
            let task = std::mem::take(&mut self.text.task);
            self.step(number)?.parts.push(Part::Exercise { task, answer: Vec::new() });
        }
        if place != Place::Answer {
            self.text.opened = number;
        }
        self.text.place = place;
        Ok(())
    }

    /// A line of `::`, such as `watch run=bfs step=3`.
    fn stage(&mut self, number: usize, words: &str) -> Result<(), Refusal> {
        let (game, at_table) = (self.head.game, self.head.board.clone());
        let mut words = pairs(words, number)?.into_iter();
        let screen = words.next().map(|(name, _)| name).unwrap_or_default();
        let keys: &[&str] = match screen.as_str() {
            "watch" => &["board", "run", "step", "at", "speed", "by", "lane", "apart", "steps"],
            "analyse" => &["board", "heuristic", "against"],
            "play" | "race" | "build" => &["board"],
            _ => {
                return Err(refuse!(
                    "lesson.word",
                    "'{word}' means nothing here; there is {known}",
                    word = excerpt(&screen),
                    known = "::watch, ::analyse, ::play, ::race, ::build"
                )
                .in_line(number));
            }
        };
        let mut stage = Stage { screen, board: at_table, query: Vec::new() };
        for (key, value) in words {
            if !keys.contains(&key.as_str()) {
                return Err(refuse!(
                    "lesson.key",
                    "'{key}' means nothing here; the keys are {known}",
                    key = excerpt(&key),
                    known = keys.join(", ")
                )
                .in_line(number));
            }
            let known = |range: std::ops::RangeInclusive<f64>| {
                value.parse::<f64>().is_ok_and(|number| range.contains(&number))
            };
            let fits = match key.as_str() {
                "board" => {
                    stage.board = Some(self.head.position(number, value)?);
                    continue;
                }
                "run" => {
                    let spec: Spec = value.parse().map_err(|error| Refusal::from(error).in_line(number))?;
                    game.check(&spec).map_err(|refusal| refusal.in_line(number))?;
                    true
                }
                "heuristic" | "against" => {
                    let known: Vec<&str> = game.kit.heuristics().iter().map(|one| one.name).collect();
                    known.contains(&value.as_str())
                }
                "step" => value.parse::<u64>().is_ok_and(|step| step <= STEPS),
                "steps" => value.parse::<u64>().is_ok_and(|steps| (1..=STEPS).contains(&steps)),
                "at" => value.split(',').all(|at| at.parse::<u32>().is_ok()),
                "speed" => known(0.1..=1e6),
                "by" => ["steps", "events", "micros"].contains(&value.as_str()),
                "lane" => known(1.0..=RUNS as f64),
                _ => value == "1",
            };
            if !fits {
                let value = damier_kit::excerpt(&value);
                return Err(refuse!("lesson.value", "{key} cannot be '{value}'", key = key, value = value)
                    .in_line(number));
            }
            stage.query.push((key, value));
        }
        let runs = stage.query.iter().filter(|(key, _)| key == "run").count();
        if stage.screen == "watch" && !(1..=RUNS).contains(&runs) {
            return Err(
                refuse!("lesson.runs", "::watch has one to four searches, such as run=bfs").in_line(number)
            );
        }
        let step = self.step(number)?;
        if step.stage.is_some() {
            return Err(
                refuse!("lesson.stages", "a step shows one screen; begin another step").in_line(number)
            );
        }
        step.stage = Some(stage);
        Ok(())
    }

    /// Puts the text that was read where it belongs.
    fn flush(&mut self) -> Result<(), Refusal> {
        let lines = std::mem::take(&mut self.text.lines);
        let blocks = blocks(&lines, self.text.first)?;
        let Text { place, first, .. } = self.text;
        if blocks.is_empty() && place != Place::Answer {
            return Ok(());
        }
        match place {
            Place::Open => match self.steps.last_mut() {
                None => self.about.extend(blocks),
                Some(step) => step.parts.push(Part::Text { blocks }),
            },
            Place::Notes => self.step(first)?.parts.push(Part::Notes { blocks }),
            Place::Task => self.text.task = blocks,
            Place::Answer => {
                let task = std::mem::take(&mut self.text.task);
                self.step(first)?.parts.push(Part::Exercise { task, answer: blocks });
            }
        }
        Ok(())
    }
}

/// Words and pairs such as `run=bfs` or `board="a b"`; a word alone has an empty value.
fn pairs(text: &str, line: usize) -> Result<Vec<(String, String)>, Refusal> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let name = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let key = rest[..name].to_owned();
        rest = &rest[name..];
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix('=') {
            let (told, left) = if let Some(quoted) = after.strip_prefix('"') {
                let open = || refuse!("lesson.quote", "a quote is not closed").in_line(line);
                quoted.split_once('"').ok_or_else(open)?
            } else {
                // Within brackets a space does not end a value: astar(bounces, seed=1).
                let mut depth = 0;
                let end = after.find(|c: char| {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    depth <= 0 && c.is_whitespace()
                });
                after.split_at(end.unwrap_or(after.len()))
            };
            told.clone_into(&mut value);
            rest = left;
        }
        found.push((key, value));
        rest = rest.trim_start();
    }
    Ok(found)
}

/// Markdown as blocks. `first` is the line where it begins.
fn blocks(text: &str, first: usize) -> Result<Vec<Block>, Refusal> {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let mut maker = Maker { stack: vec![Frame::Blocks(Vec::new())] };
    for (event, range) in parser {
        let line = || first + text[..range.start.min(text.len())].matches('\n').count();
        maker.take(event).map_err(|why| why.in_line(line()))?;
        if maker.stack.len() > 2 * DEEP {
            return Err(refuse!("lesson.deep", "lists and emphasis are too deep").in_line(line()));
        }
    }
    Ok(maker.stack.pop().map(Frame::into_blocks).unwrap_or_default())
}

/// What is open, the innermost last.
enum Frame {
    Blocks(Vec<Block>),
    Words(Vec<Words>),
    Items(bool, Vec<Vec<Block>>),
    Code(String),
    Rows(Vec<Vec<Vec<Words>>>),
    Link(String, Vec<Words>),
}

impl Frame {
    fn into_blocks(self) -> Vec<Block> {
        match self {
            Frame::Blocks(blocks) => blocks,
            _ => Vec::new(),
        }
    }

    fn into_words(self) -> Vec<Words> {
        match self {
            Frame::Words(words) | Frame::Link(_, words) => words,
            _ => Vec::new(),
        }
    }
}

struct Maker {
    stack: Vec<Frame>,
}

impl Maker {
    fn block(&mut self, block: Block) {
        if let Some(Frame::Blocks(blocks)) = self.stack.last_mut() {
            blocks.push(block);
        }
    }

    fn word(&mut self, one: Words) {
        match self.stack.last_mut() {
            Some(Frame::Words(words) | Frame::Link(_, words)) => match (words.last_mut(), one) {
                (Some(Words::Text { text }), Words::Text { text: more }) => text.push_str(&more),
                (_, one) => words.push(one),
            },
            // Items of a list without empty lines have words without a paragraph.
            Some(Frame::Blocks(blocks)) => match blocks.last_mut() {
                Some(Block::Paragraph { words }) => words.push(one),
                _ => blocks.push(Block::Paragraph { words: vec![one] }),
            },
            _ => {}
        }
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), Refusal> {
        match event {
            Event::Start(tag) => return self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => match self.stack.last_mut() {
                Some(Frame::Code(lines)) => lines.push_str(&text),
                _ => self.word(Words::Text { text: text.into_string() }),
            },
            Event::Code(text) => self.word(Words::Code { text: text.into_string() }),
            Event::SoftBreak | Event::HardBreak => self.word(Words::Text { text: " ".to_owned() }),
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err(refuse!("lesson.html", "HTML is not shown; write Markdown"));
            }
            _ => return Err(refuse!("lesson.markdown", "this kind of Markdown is not shown in a lesson")),
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>) -> Result<(), Refusal> {
        self.stack.push(match tag {
            Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::TableCell => Frame::Words(Vec::new()),
            Tag::List(first) => Frame::Items(first.is_some(), Vec::new()),
            Tag::Item => Frame::Blocks(Vec::new()),
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => Frame::Code(String::new()),
            Tag::Table(_) => Frame::Rows(Vec::new()),
            Tag::TableHead | Tag::TableRow => {
                if let Some(Frame::Rows(rows)) = self.stack.last_mut() {
                    rows.push(Vec::new());
                }
                return Ok(());
            }
            Tag::Link { dest_url, .. } => {
                let to = dest_url.into_string();
                if !(to.starts_with('#') || to.starts_with("https://") || to.starts_with("http://")) {
                    return Err(refuse!(
                        "lesson.link",
                        "a link leads to https://… or to a place in the page such as #GAME/play, not to '{to}'",
                        to = excerpt(&to)
                    ));
                }
                Frame::Link(to, Vec::new())
            }
            Tag::HtmlBlock => return Err(refuse!("lesson.html", "HTML is not shown; write Markdown")),
            Tag::Heading { .. } => {
                return Err(refuse!("lesson.level", "a lesson has headings of one kind, ##; each begins a step"));
            }
            Tag::Image { .. } => return Err(refuse!("lesson.image", "pictures are not shown; a step shows a screen")),
            Tag::CodeBlock(CodeBlockKind::Indented) => {
                return Err(refuse!("lesson.indented", "lines of code stand between lines of ```"));
            }
            _ => return Err(refuse!("lesson.markdown", "this kind of Markdown is not shown in a lesson")),
        });
        Ok(())
    }

    fn end(&mut self, end: TagEnd) {
        if matches!(end, TagEnd::TableHead | TagEnd::TableRow) {
            return;
        }
        let Some(frame) = self.stack.pop() else { return };
        match (end, frame) {
            (TagEnd::Paragraph, frame) => self.block(Block::Paragraph { words: frame.into_words() }),
            (TagEnd::Emphasis, frame) => self.word(Words::Emphasis { words: frame.into_words() }),
            (TagEnd::Strong, frame) => self.word(Words::Strong { words: frame.into_words() }),
            (TagEnd::Link, Frame::Link(to, words)) => self.word(Words::Link { to, words }),
            (TagEnd::TableCell, frame) => {
                if let Some(Frame::Rows(rows)) = self.stack.last_mut()
                    && let Some(row) = rows.last_mut()
                {
                    row.push(frame.into_words());
                }
            }
            (TagEnd::Item, frame) => {
                if let Some(Frame::Items(_, items)) = self.stack.last_mut() {
                    items.push(frame.into_blocks());
                }
            }
            (TagEnd::List(_), Frame::Items(numbered, items)) => self.block(Block::List { numbered, items }),
            (TagEnd::CodeBlock, Frame::Code(text)) => self.block(Block::Code { text }),
            (TagEnd::Table, Frame::Rows(rows)) => self.block(Block::Table { rows }),
            _ => {}
        }
    }
}
