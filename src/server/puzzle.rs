//! What a page of Ricochet Robots or Sokoban speaks with: intentions in, what changed out, and the searches of its sitting.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::WebSocket;
use damier_search::kit::Position;
use rand::seq::SliceRandom;
use tokio::sync::OwnedMutexGuard;

use super::App;
use super::connection::{Host, talk};
use super::contest::{Contest, Due, Task};
use super::jobs::{Found, Report, Searches, progress};
use super::pool::Job;
use super::race::Start;
use super::sitting::{Refusal, Sitting, read, recipe};
use super::wire::{Answer, Intent, Job as Doing, Message, Phase, Rules};
use crate::games::Game;

/// Solutions that are listed at most.
const LISTED: usize = 1000;

struct Puzzle {
    sitting: OwnedMutexGuard<Sitting>,
    searches: Searches,
    /// What was asked for.
    front: Option<(Doing, Job)>,
    /// What is to be known of the start, and which start that is.
    rating: Option<Job>,
    rated: Option<String>,
    /// What the rival is thinking of.
    rival: Option<Job>,
    /// What is asked about the position as it is, beside everything else.
    aside: Option<Job>,
}

/// Speaks with a page until it leaves.
pub(super) async fn serve(socket: WebSocket, app: App, id: String, game: Game) {
    let name = game.kit.name();
    let taken = app.sittings.take(app.visitor(&id), name, |id, random| Sitting::new(id, game, random)).await;
    let (searches, reports) = Searches::new(game, app.cores.clone());
    let puzzle = Puzzle {
        sitting: taken.sitting,
        searches,
        front: None,
        rating: None,
        rated: None,
        rival: None,
        aside: None,
    };
    talk(socket, app, puzzle, taken.wanted, reports).await;
}

impl Host for Puzzle {
    type Message = Message;
    type Found = Found;

    fn hello(&self) -> Message {
        self.sitting.hello()
    }

    fn is_busy(&self) -> bool {
        self.front.is_some()
    }

    fn hear(&mut self, text: &str) -> Vec<Message> {
        let done = match serde_json::from_str::<Intent>(text) {
            Ok(intent) => self.take(intent),
            Err(error) => Err(Refusal::new("not_understood", error.to_string())),
        };
        done.unwrap_or_else(|refusal| vec![refusal.into()])
    }

    fn wake(&self) -> Option<Instant> {
        self.sitting.contest.as_ref().and_then(Contest::wake)
    }

    fn pass_time(&mut self) -> Vec<Message> {
        let contest = self.sitting().contest.as_mut();
        let due = contest.map_or(Vec::new(), |contest| contest.tick(Instant::now()));
        self.carry_out(due)
    }

    fn report(&mut self) -> Vec<Message> {
        let job = self.front.as_ref().filter(|(doing, _)| *doing != Doing::Race);
        job.map(|(_, job)| progress(job)).into_iter().collect()
    }

    fn take_in(&mut self, report: Report) -> Vec<Message> {
        let Report { number, found } = report;
        let is = |job: Option<&Job>| job.is_some_and(|job| job.number == number);
        if is(self.rating.as_ref()) {
            let Found::Rating(rating, best) = found else { return Vec::new() };
            (self.rating, self.rated) = (None, None);
            self.sitting().rate(*rating.clone(), best);
            let scores =
                self.sitting().contest.as_ref().is_some_and(|contest| contest.phase() == Phase::Done);
            self.score();
            let view = scores.then(|| self.sitting().view());
            return [Message::Rating(*rating)].into_iter().chain(view).collect();
        }
        if is(self.rival.as_ref()) {
            let Found::Offers(offers) = found else { return Vec::new() };
            let contest = self.sitting().contest.as_mut();
            let due = contest.map_or(Vec::new(), |contest| contest.offer(offers, Instant::now()));
            return self.carry_out(due);
        }
        if is(self.aside.as_ref()) {
            self.aside = None;
            let Found::Message { message, .. } = found else { return Vec::new() };
            return vec![*message];
        }
        if !is(self.front.as_ref().map(|(_, job)| job)) {
            return Vec::new();
        }
        let mut done = true;
        let mut messages = match found {
            Found::Message { message, done: last } => {
                done = last;
                vec![*message]
            }
            Found::Answer(answer) => {
                self.sitting().learn(&answer);
                vec![Message::Answer(*answer)]
            }
            Found::Hint(answer) => {
                self.sitting().learn(&answer);
                let hint = self.sitting().hint();
                vec![hint.unwrap_or_else(|| Refusal::new("no_hint", "no hint was found in time").into())]
            }
            Found::Board(position, seed) => {
                self.front = None;
                self.sitting().replace(position, Some(seed));
                self.changed(Vec::new())
            }
            Found::Refused(refusal) => vec![refusal.into()],
            Found::Rating(..) | Found::Offers(_) | Found::Nothing => Vec::new(),
        };
        if done {
            self.front = None;
            messages.push(Message::Busy { job: None });
        }
        messages
    }
}

impl Puzzle {
    fn sitting(&mut self) -> &mut Sitting {
        &mut self.sitting
    }

    /// Does what the page wants; gives what changed.
    fn take(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        match intent {
            Intent::Look => {}
            Intent::Load { text, moves } => self.sitting().load(&text, &moves)?,
            Intent::Move { step } => return self.play([step].into_iter()),
            Intent::Line { text } => {
                let moves = self.sitting().moves_in(&text)?;
                return self.play(moves.into_iter());
            }
            Intent::Bring { piece, cell } => {
                let no_way = || Refusal::new("no_way", "it cannot be brought there");
                let moves = self.sitting().position().route(piece, cell).ok_or_else(no_way)?;
                return self.play(moves.into_iter());
            }
            Intent::Level { set, index } => self.sitting().level(&set, index)?,
            Intent::Variant { variant } => self.sitting().vary(variant.as_deref())?,
            Intent::Go { at } => {
                self.may_move()?;
                self.sitting().go(at);
            }
            Intent::Next => self.next_round()?,
            Intent::Task { piece, cell } => self.sitting().task(piece, cell)?,
            Intent::Rule { stay } => self.sitting().stay = stay,
            Intent::Edit { edit } => self.sitting().edit(&edit)?,
            Intent::Unedit { back } => self.sitting().unedit(back),
            Intent::Begin { rules } => self.begin(rules)?,
            Intent::Leave => self.sitting().contest = None,
            Intent::Bid { moves } => {
                let contest = self.sitting().contest.as_mut().ok_or_else(Refusal::not_now)?;
                if !contest.bid(moves, Instant::now()) {
                    return Err(Refusal::new("bid", "a bid is lower than the one before it"));
                }
            }
            Intent::Ready => {
                let contest = self.sitting().contest.as_mut().ok_or_else(Refusal::not_now)?;
                let due = contest.ready(Instant::now()).ok_or_else(Refusal::not_now)?;
                return Ok(self.carry_out(due));
            }
            Intent::GiveUp => {
                let contest = self.sitting().contest.as_mut().ok_or_else(Refusal::not_now)?;
                let due = contest.give_up(Instant::now()).ok_or_else(Refusal::not_now)?;
                return Ok(self.carry_out(due));
            }
            other => return self.ask(other),
        }
        Ok(self.changed(Vec::new()))
    }

    /// Does what leaves the table as it is.
    fn ask(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let position = self.sitting().position();
        let spec = self.sitting().best_spec();
        Ok(match intent {
            Intent::Hint => {
                if self.front.as_ref().is_some_and(|(doing, _)| *doing == Doing::Hint) {
                    return Ok(Vec::new());
                }
                let sitting = self.sitting();
                let more = !sitting.is_told_all();
                if sitting.contest.as_mut().is_some_and(|contest| !contest.hint(more)) {
                    return Err(Refusal::not_now());
                }
                if let Some(hint) = sitting.hint() {
                    return Ok(vec![hint]);
                }
                let job = self.searches.hint(position, spec);
                self.begin_job(Doing::Hint, job)
            }
            Intent::Solve { algorithm } => {
                let spec = self.sitting().spec(&algorithm)?;
                let job = self.searches.solve(position, spec);
                self.begin_job(Doing::Solve, job)
            }
            Intent::All { most } => {
                let job = self.searches.all(position, most.min(LISTED));
                self.begin_job(Doing::All, job)
            }
            Intent::Annotate => {
                let (line, moves) = self.sitting().line();
                let job = self.searches.annotate(line, moves, spec);
                self.begin_job(Doing::Annotate, job)
            }
            Intent::New { options, seed } => {
                let seed = seed.unwrap_or_else(|| self.sitting().next_seed());
                let args = recipe(self.sitting().game.kit, options)?;
                let job = self.searches.make(args, seed);
                self.begin_job(Doing::Wish, job)
            }
            Intent::Wish { options, seed, wishes } => {
                let seed = seed.unwrap_or_else(|| self.sitting().next_seed());
                let job = self.searches.wish(options, seed, wishes);
                self.begin_job(Doing::Wish, job)
            }
            Intent::Race { algorithms, clock, rate, text } => {
                if !(1..=4).contains(&algorithms.len()) {
                    return Err(Refusal::new("race", "a race has one to four lanes"));
                }
                let position = self.meant(text)?;
                let specs: Result<_, _> = algorithms.iter().map(|text| self.sitting.spec(text)).collect();
                let job = self.searches.race(Start { position, specs: specs?, clock }, rate);
                self.begin_job(Doing::Race, job)
            }
            Intent::Pace { rate } => {
                if let Some((_, job)) = &self.front {
                    job.pace().set(rate);
                }
                Vec::new()
            }
            Intent::Cancel => self.end_front(),
            Intent::Map { heuristic, obstacles, text } => {
                let position = self.meant(text)?;
                let values = position
                    .map(&heuristic, obstacles)
                    .map_err(|error| Refusal::new("spec", error.to_string()))?;
                let known = self.sitting().game.kit.heuristics();
                let admissible =
                    !obstacles && known.iter().any(|info| info.name == heuristic && info.admissible);
                vec![Message::Map { heuristic, obstacles, admissible, values }]
            }
            Intent::Sketch { text } => {
                let scene = self.meant(Some(text))?.scene();
                vec![Message::Sketch { scene: Box::new(scene) }]
            }
            Intent::Export { format } => vec![self.sitting().export(&format)?],
            Intent::Reach { piece } => vec![Message::Reach { piece, cells: position.reach(piece) }],
            Intent::Levels { set, text } => vec![self.sitting().levels(&set, text.as_deref())?],
            Intent::Verdict => {
                let (code, at) = (self.sitting().code().to_owned(), self.sitting().done());
                self.aside = Some(self.searches.verdict(position, code, at));
                Vec::new()
            }
            Intent::Chance => {
                let (code, at) = (self.sitting().code().to_owned(), self.sitting().done());
                self.aside = Some(self.searches.chance(position, code, at));
                Vec::new()
            }
            _ => Vec::new(),
        })
    }

    /// The position in a text, or the one on the table.
    fn meant(&mut self, text: Option<String>) -> Result<Arc<dyn Position>, Refusal> {
        let sitting = self.sitting();
        text.map_or_else(|| Ok(sitting.position()), |text| read(sitting.game, &text))
    }

    /// Whether pieces may be moved by hand now.
    fn may_move(&mut self) -> Result<(), Refusal> {
        let contest = self.sitting().contest.as_ref();
        let may = contest.is_none_or(|contest| contest.may_move() || contest.phase() == Phase::Over);
        may.then_some(()).ok_or_else(Refusal::not_now)
    }

    /// Moves by hand, until one is not possible or, where chance has a say, one has not gone as it was meant.
    fn play(&mut self, steps: impl Iterator<Item = String>) -> Result<Vec<Message>, Refusal> {
        self.may_move()?;
        let mut slides = Vec::new();
        for step in steps {
            let meant = self.sitting().position().play(&step).map(|played| played.position.scene().pieces);
            match self.sitting().play(&step) {
                Ok(slide) => slides.push(slide),
                Err(refusal) if slides.is_empty() => return Err(refusal),
                Err(refusal) => {
                    let mut messages = self.moved(slides);
                    messages.push(refusal.into());
                    return Ok(messages);
                }
            }
            let now = self.sitting().position().scene().pieces;
            if meant.is_none_or(|meant| {
                !meant.iter().map(|piece| piece.cell).eq(now.iter().map(|piece| piece.cell))
            }) {
                break;
            }
        }
        Ok(self.moved(slides))
    }

    /// What follows from moves that were made.
    fn moved(&mut self, slides: Vec<Message>) -> Vec<Message> {
        let sitting = self.sitting();
        let (done, solved, extras) = (sitting.done(), sitting.is_solved(), extras(sitting));
        let contest = sitting.contest.as_mut();
        let due = contest.map_or(Vec::new(), |contest| contest.moved(done, solved, extras, Instant::now()));
        self.score();
        let mut messages = self.changed(slides);
        if due.iter().any(|due| *due != Due::View) {
            messages.extend(self.carry_out(due));
        }
        messages
    }

    /// Gives a round that is over its points, if the optimum is known.
    fn score(&mut self) {
        let sitting = self.sitting();
        let Some(optimum) = sitting.rating().map(|rating| rating.optimum) else { return };
        if let Some(contest) = &mut sitting.contest {
            contest.learn(optimum);
        }
    }

    /// Begins a game of several rounds on this board.
    fn begin(&mut self, rules: Rules) -> Result<(), Refusal> {
        let seconds = |seconds: Option<u32>| seconds.is_none_or(|seconds| (1..=3600).contains(&seconds));
        let possible = (1..=99).contains(&rules.rounds)
            && seconds(rules.think)
            && seconds(rules.show)
            && seconds(Some(rules.sand))
            && rules.rival.is_none_or(|rate| rate > 0);
        if !possible {
            return Err(Refusal::new(
                "rules",
                "a game has 1 to 99 rounds, and clocks from 1 second to an hour",
            ));
        }
        let sitting = self.sitting();
        if sitting.start().rounds().is_none() {
            return Err(Refusal::not_now());
        }
        let scene = sitting.position().scene();
        let mut tasks: Vec<Task> = (scene.targets.iter())
            .filter(|target| target.piece.is_none_or(|piece| piece < scene.pieces.len()))
            .map(|target| (target.piece, target.cell))
            .collect();
        tasks.shuffle(sitting.random());
        sitting.contest = Some(Contest::new(rules, tasks, Instant::now()));
        let from = sitting.start();
        self.draw(&from);
        Ok(())
    }

    /// Puts the next task of the game on the table, with the pieces as in `from`.
    fn draw(&mut self, from: &Arc<dyn Position>) {
        let sitting = self.sitting();
        let Some(contest) = &mut sitting.contest else { return };
        let mut drawn = None;
        while let Some((piece, cell)) = contest.tasks.pop() {
            // One that is solved already is no task.
            let task = from.rounds().and_then(|rounds| rounds.with_task(piece, cell).ok());
            drawn = task.filter(|position| !position.scene().solved);
            if drawn.is_some() {
                break;
            }
        }
        if let Some(position) = drawn.or_else(|| Some(from.rounds()?.next_task())) {
            sitting.begin(position.into(), None);
        }
    }

    /// The next task, or in a game the next round.
    fn next_round(&mut self) -> Result<(), Refusal> {
        let sitting = self.sitting();
        let Some(contest) = &mut sitting.contest else { return sitting.next() };
        if contest.phase() != Phase::Done {
            return Ok(());
        }
        let taken = contest.was_taken();
        if contest.next(Instant::now()) {
            let from = if taken { sitting.settled() } else { sitting.start() };
            self.draw(&from);
        }
        Ok(())
    }

    /// Does what a game wants done.
    fn carry_out(&mut self, due: Vec<Due>) -> Vec<Message> {
        let mut messages = Vec::new();
        for due in due {
            match due {
                Due::View => messages.extend(self.changed(Vec::new())),
                Due::Restart => {
                    self.sitting().go(0);
                    self.score();
                    messages.extend(self.changed(Vec::new()));
                }
                Due::Play(step) => match self.sitting().play(&step) {
                    Ok(slide) => messages.extend(self.moved(vec![slide])),
                    Err(refusal) => messages.push(refusal.into()),
                },
            }
        }
        messages
    }

    /// The table has changed: searches of what it was are of no use, and what is not known of what it is is searched.
    fn changed(&mut self, slides: Vec<Message>) -> Vec<Message> {
        let mut messages = self.end_front();
        self.aside = None;
        messages.extend(slides);
        messages.push(self.sitting().view());
        let sitting = &self.sitting;
        let code = sitting.code().to_owned();
        match sitting.rating() {
            Some(rating) => messages.push(Message::Rating(rating.clone())),
            None if self.rated.as_ref() == Some(&code) => {}
            None => {
                let (start, spec) = (sitting.start(), sitting.best_spec());
                self.rating = Some(self.searches.rate(start, code.clone(), spec));
                self.rated = Some(code.clone());
                self.rival = None;
            }
        }
        if self.sitting.contest.as_ref().is_some_and(Contest::wants_offers) {
            if self.rival.is_none() {
                let (start, spec) = (self.sitting.start(), self.sitting.best_spec());
                self.rival = Some(self.searches.rival(start, spec));
            }
        } else {
            self.rival = None;
        }
        messages
    }

    /// Puts a job into the foreground.
    fn begin_job(&mut self, doing: Doing, job: Job) -> Vec<Message> {
        let mut messages = self.end_front();
        self.front = Some((doing, job));
        messages.push(Message::Busy { job: Some(doing) });
        messages
    }

    /// Ends what is in the foreground, and says so.
    fn end_front(&mut self) -> Vec<Message> {
        let Some((doing, job)) = self.front.take() else { return Vec::new() };
        // A race tells how it stood; a search that was asked for is answered.
        drop(job);
        let answer = Answer {
            algorithm: None,
            outcome: "cancelled",
            optimal: false,
            cost: None,
            moves: Vec::new(),
            lower_bound: None,
            why: None,
            error: None,
            stats: None,
            metric: None,
        };
        let answer = matches!(doing, Doing::Solve | Doing::All).then_some(Message::Answer(answer));
        answer.into_iter().chain([Message::Busy { job: None }]).collect()
    }
}

/// What bonus and penalty cells gave on the way so far: every stop on one counts.
fn extras(sitting: &Sitting) -> i32 {
    let (positions, _) = sitting.line();
    let positions = &positions[..=sitting.done()];
    let cells = |position: &Arc<dyn Position>| {
        position.scene().pieces.iter().map(|piece| piece.cell).collect::<Vec<_>>()
    };
    let Some(scene) = positions.first().map(|start| start.scene()) else { return 0 };
    if scene.bonus.is_empty() && scene.penalty.is_empty() {
        return 0;
    }
    let mut sum = 0;
    for pair in positions.windows(2) {
        for (after, _) in
            cells(&pair[1]).iter().zip(cells(&pair[0])).filter(|(after, before)| **after != *before)
        {
            sum += i32::from(scene.bonus.contains(after)) - i32::from(scene.penalty.contains(after));
        }
    }
    sum
}
