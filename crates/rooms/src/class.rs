//! A class: the host shows something, everybody follows it and votes.

use std::collections::BTreeMap;
use std::sync::Arc;

use damier_kit::{Position, Refusal, refuse};
use damier_lab::Game;
use serde::{Deserialize, Serialize};

use crate::line::{Line, read};
use crate::seats::{Around, not_now};
use crate::wire::{ClassStage, ClassView, Question, RoomDeed, VoteView};

/// The longest name of a lesson, title of a question, and choice.
const NAME: usize = 80;
const TITLE: usize = 200;

/// What a class sees.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Class {
    stage: ClassStage,
    pub(crate) board: Option<Line>,
    vote: Option<Vote>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Vote {
    question: Question,
    open: bool,
    /// By person.
    votes: BTreeMap<u32, String>,
}

impl Class {
    pub(crate) fn new() -> Self {
        Class { stage: ClassStage::Lobby, board: None, vote: None }
    }

    /// What the host does.
    pub(crate) fn lead(&mut self, around: &Around<'_>, deed: &RoomDeed) -> Result<(), Refusal> {
        match deed {
            RoomDeed::Show { stage } => {
                self.board = match stage {
                    ClassStage::Board { text } => Some(Line::new(around.game, read(around.game, text)?)),
                    ClassStage::Lesson { lesson, .. } if !is_short(lesson, NAME) => return Err(too_long()),
                    _ => None,
                };
                (self.stage, self.vote) = (stage.clone(), None);
            }
            RoomDeed::Ask { question } => {
                match question {
                    Question::Move => {
                        let board = self.board.as_ref().ok_or_else(not_now)?;
                        if board.here().is_over() {
                            return Err(not_now());
                        }
                    }
                    Question::Choice { title, choices } => {
                        let short = is_short(title, TITLE) && choices.iter().all(|text| is_short(text, NAME));
                        if !(2..=8).contains(&choices.len()) || !short {
                            return Err(too_long());
                        }
                    }
                }
                self.vote = Some(Vote { question: question.clone(), open: true, votes: BTreeMap::new() });
            }
            RoomDeed::Close => {
                let vote = self.vote.as_mut().filter(|vote| vote.open).ok_or_else(not_now)?;
                vote.open = false;
            }
            RoomDeed::Move { step, own: false } => {
                self.board.as_mut().ok_or_else(not_now)?.play(step)?;
                self.end_move_vote();
            }
            RoomDeed::Back { to } => {
                let board = self.board.as_mut().ok_or_else(not_now)?;
                board.back(*to).then_some(()).ok_or_else(not_now)?;
                self.end_move_vote();
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Shows a board that was made for this.
    pub(crate) fn put(&mut self, game: Game, board: Arc<dyn Position>) {
        let line = Line::new(game, board);
        let stage = ClassStage::Board { text: line.text().to_owned() };
        (self.stage, self.board, self.vote) = (stage, Some(line), None);
    }

    /// The board beside the step of a lesson that is shown.
    pub(crate) fn set_beside(&mut self, game: Game, board: Arc<dyn Position>) {
        self.board = Some(Line::new(game, board));
    }

    /// A vote about a move is about this board as it was.
    fn end_move_vote(&mut self) {
        self.vote = self.vote.take().filter(|vote| vote.question != Question::Move);
    }

    /// What everybody else does.
    pub(crate) fn vote(&mut self, person: u32, choice: &str) -> Result<(), Refusal> {
        let vote = self.vote.as_mut().filter(|vote| vote.open).ok_or_else(not_now)?;
        let wrong = || refuse!("room.vote", "this is none of the choices");
        let choice = match &vote.question {
            Question::Move => {
                let board = self.board.as_ref().ok_or_else(not_now)?;
                board.here().play(choice)?.name
            }
            Question::Choice { choices, .. } => {
                let number: usize = choice.parse().map_err(|_| wrong())?;
                if number >= choices.len() {
                    return Err(wrong());
                }
                number.to_string()
            }
        };
        vote.votes.insert(person, choice);
        Ok(())
    }

    /// Somebody has left: their vote counts no more.
    pub(crate) fn forget(&mut self, person: u32) {
        if let Some(vote) = &mut self.vote {
            vote.votes.remove(&person);
        }
    }

    pub(crate) fn may(&self, host: bool) -> Vec<&'static str> {
        let open = self.vote.as_ref().is_some_and(|vote| vote.open);
        if !host {
            return if open { vec!["vote"] } else { Vec::new() };
        }
        let mut may = vec!["show", "ask"];
        may.extend(open.then_some("close"));
        if let Some(board) = &self.board {
            may.extend((!board.here().is_over()).then_some("move"));
            may.extend((!board.moves().is_empty()).then_some("back"));
        }
        may
    }

    pub(crate) fn view(&self, around: &Around<'_>, person: u32, host: bool) -> ClassView {
        let asks_move = self.vote.as_ref().is_some_and(|vote| vote.open && vote.question == Question::Move);
        let board = self.board.as_ref();
        let voters = around.people.iter().filter(|person| person.here).count().saturating_sub(1);
        ClassView {
            stage: self.stage.clone(),
            scene: board.map(|board| board.scene(host || asks_move)),
            moves: board.map_or(Vec::new(), |board| board.moves().to_vec()),
            last: board.and_then(Line::last),
            vote: self.vote.as_ref().map(|vote| vote.view(person, host, voters)),
        }
    }
}

impl Vote {
    fn view(&self, person: u32, host: bool, voters: usize) -> VoteView {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for choice in self.votes.values() {
            *counts.entry(choice).or_default() += 1;
        }
        let mut tally: Vec<(String, usize)> =
            counts.into_iter().map(|(choice, count)| (choice.to_owned(), count)).collect();
        tally.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        if self.open && !host {
            tally.clear();
        }
        VoteView {
            question: self.question.clone(),
            open: self.open,
            mine: self.votes.get(&person).cloned(),
            voted: self.votes.len(),
            of: voters.max(self.votes.len()),
            tally,
        }
    }
}

fn is_short(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(char::is_control)
}

fn too_long() -> Refusal {
    refuse!("room.question", "a question has two to eight choices of at most 80 letters each")
}
