//! What a page speaks with: intentions in, what changed out, and the jobs of its session.
//!
//! One job runs in the foreground, because somebody asked for it. Beside it the start of a puzzle is rated, a rival looks for its bids, and
//! the engine whose turn it is thinks; its move is made when it is due, so that it can be watched. Engines keep what they remember for a
//! while (`pool.rs`).

mod ask;

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Refusal, refuse};
use damier_lab::Game;
use damier_store::{Change, Store};
use serde::Deserialize;

use super::contest::{Contest, Due};
use super::hall::OwnedSession;
use super::jobs::{self, Found};
use super::lab;
use super::pool::{Desk, Pool, Report, Work};
use super::session::{not_now, read, start};
use super::think::{self, Lent};
use super::trace::Traces;
use super::turns;
use super::wire::{Answer, Intent, Job, Message, Phase};

/// The longest that a move may wait to be watched, in milliseconds.
const SLOWEST: u64 = 60_000;

/// One page at one session.
pub(super) struct Host {
    session: OwnedSession,
    game: Game,
    /// What the page calls itself, so that what it sends again is known.
    page: String,
    pool: Pool,
    /// Where the results of every game are.
    store: Store,
    /// What was asked for.
    front: Option<(Job, Work)>,
    /// What is to be known of the start, and which start that is.
    rating: Option<(String, Work)>,
    /// What the rival is thinking of.
    rival: Option<Work>,
    /// What is asked about the position as it is, beside everything else.
    aside: Option<Work>,
    /// What is asked about heuristics, and which map of a script is drawn.
    lens: Option<Work>,
    chart: Option<Work>,
    /// What the front door is told.
    home: Option<Work>,
    /// What the Lab screen is told.
    lab: lab::Watch,
    /// The searches that are kept, and what is asked about them.
    traces: Arc<Traces>,
    glance: Option<Work>,
    /// Whether the race in the foreground is about what is on the table.
    reveals: bool,
    /// The engine that is to move.
    mover: Option<Mover>,
    /// The engine that thinks while it is a person's turn.
    pondering: Option<Pondering>,
}

/// An engine that has time while a person thinks; without work where no core was free.
struct Pondering {
    seat: (usize, String),
    lent: Lent,
    work: Option<Work>,
    /// The session's, when it began.
    stamp: u64,
}

/// An engine that thinks about its move, or has chosen it.
struct Mover {
    player: usize,
    work: Work,
    began: Instant,
    /// The session's, when it began.
    stamp: u64,
    chosen: Option<String>,
}

/// What something is, whatever else is in it.
#[derive(Default, Deserialize)]
struct Envelope {
    #[serde(rename = "type", default)]
    kind: String,
    n: Option<u64>,
}

fn error(about: &str, refusal: Refusal) -> Message {
    Message::Error { about: about.to_owned(), refusal }
}

/// A job that may be refused, as one that tells so.
fn or_refused(
    work: impl FnOnce(&Desk) -> Result<Found, Refusal> + Send + 'static,
) -> impl FnOnce(&Desk) -> Found + Send + 'static {
    move |desk| work(desk).unwrap_or_else(Found::Refused)
}

impl Host {
    pub(super) fn new(session: OwnedSession, page: String, pool: Pool, store: Store) -> Self {
        Host {
            game: session.game,
            page,
            session,
            pool,
            store,
            front: None,
            rating: None,
            rival: None,
            aside: None,
            lens: None,
            chart: None,
            home: None,
            lab: lab::Watch::default(),
            traces: Arc::default(),
            glance: None,
            reveals: false,
            mover: None,
            pondering: None,
        }
    }

    /// The first thing that a page hears.
    pub(super) fn hello(&mut self) -> Message {
        self.session.hello(&self.page)
    }

    /// The page has said something. What it has said before, with the same number, is not done again.
    pub(super) fn hear(&mut self, text: &str) -> Vec<Message> {
        let Envelope { kind, n } = serde_json::from_str(text).unwrap_or_default();
        let again = n.is_some_and(|n| n <= self.session.applied(&self.page));
        let done = match serde_json::from_str::<Intent>(text) {
            Ok(_) if again => Ok(self.changed(Vec::new())),
            Ok(intent) => self.take(intent),
            Err(error) => {
                let why = damier_search::excerpt(&error.to_string(), 200);
                Err(refuse!("server.not_understood", "this is not understood: {why}", why = why))
            }
        };
        let mut messages = done.unwrap_or_else(|refusal| vec![error(&kind, refusal)]);
        if let Some(n) = n {
            if !again {
                self.session.apply(&self.page, n);
            }
            messages.push(Message::Done { n });
        }
        messages
    }

    /// What is to be written to the store before the page hears of it.
    pub(super) fn unwritten(&mut self) -> Vec<Change> {
        self.session.unwritten(Instant::now())
    }

    /// That could not be written.
    pub(super) fn not_written(&mut self) {
        self.session.not_written();
    }

    /// The page has left; gives what is still to be written.
    pub(super) fn leave(&mut self) -> Vec<Change> {
        self.session.leave(Instant::now());
        self.unwritten()
    }

    /// Whether something is told as time passes: the progress of a job, or of campaigns.
    pub(super) fn is_busy(&self) -> bool {
        self.lab.is_looking() || self.tells_progress()
    }

    fn tells_progress(&self) -> bool {
        use Job::{All, Annotate, Daily, Hint, Solve, Wish};
        self.front
            .as_ref()
            .is_some_and(|(job, _)| matches!(job, Solve | Hint | All | Annotate | Wish | Daily))
    }

    /// How far that is.
    pub(super) fn progress(&mut self) -> Vec<Message> {
        let front = self.front.as_ref().filter(|_| self.tells_progress());
        let far = front.map(|(_, work)| jobs::progress(work));
        far.into_iter().chain(self.lab.news(self.pool.labs())).collect()
    }

    /// When something happens by itself.
    pub(super) fn wake(&self) -> Option<Instant> {
        let contest = self.session.contest.as_ref().and_then(Contest::wake);
        let flag = self.session.seats.as_ref().and_then(|seats| seats.flag(&self.session.history));
        let flag = flag.map(|flag| flag + self.waited());
        [contest, flag, self.due()].into_iter().flatten().min()
    }

    /// When the move that an engine has chosen may be seen.
    fn due(&self) -> Option<Instant> {
        let mover = self.mover.as_ref().filter(|mover| mover.chosen.is_some())?;
        let session = &self.session;
        Some(mover.began + session.seats.as_ref()?.wait(&session.history, session.tempo))
    }

    /// How long the engine that is to move has waited for its turn to think: that is no time of its clock.
    fn waited(&self) -> Duration {
        self.mover.as_ref().map_or(Duration::ZERO, |mover| mover.work.waited())
    }

    /// That moment has come.
    pub(super) fn pass_time(&mut self) -> Vec<Message> {
        let now = Instant::now();
        let by_clock = now.checked_sub(self.waited()).unwrap_or(now);
        if let Some(contest) = &mut self.session.contest {
            let due = contest.tick(now);
            return self.carry_out(due);
        }
        if self.due().is_some_and(|due| due <= now) {
            let step = self.mover.take().and_then(|mover| mover.chosen).unwrap_or_default();
            return match self.session.make(&step, by_clock) {
                Ok(slide) => self.changed(slide.into_iter().collect()),
                Err(refusal) => self.no_move(refusal),
            };
        }
        if self.session.check_flag(by_clock) { self.changed(Vec::new()) } else { Vec::new() }
    }

    /// A job has found something.
    pub(super) fn take_in(&mut self, report: Report) -> Vec<Message> {
        let Report { number, found } = report;
        let is = |work: Option<&Work>| work.is_some_and(|work| work.number == number);
        if is(self.mover.as_ref().map(|mover| &mover.work)) {
            return self.take_move(found);
        }
        if is(self.rating.as_ref().map(|(_, work)| work)) {
            return self.take_rating(found);
        }
        if is(self.rival.as_ref()) {
            let Found::Offers(offers) = found else { return Vec::new() };
            let contest = self.session.contest.as_mut();
            let due = contest.map_or(Vec::new(), |contest| contest.offer(offers, Instant::now()));
            return self.carry_out(due);
        }
        if is(self.aside.as_ref()) {
            self.aside = None;
            let Found::Last(message) = found else { return Vec::new() };
            return vec![*message];
        }
        if is(self.glance.as_ref()) {
            self.glance = None;
            return match found {
                Found::Last(message) => vec![*message],
                Found::Refused(refusal) => vec![error("trace", refusal)],
                _ => Vec::new(),
            };
        }
        for asked in [&mut self.lens, &mut self.chart] {
            if is(asked.as_ref()) {
                *asked = None;
                return match found {
                    Found::Last(message) => vec![*message],
                    Found::Refused(refusal) => vec![error("microscope", refusal)],
                    _ => Vec::new(),
                };
            }
        }
        if self.lab.has(number) {
            return lab::Watch::take_in(found);
        }
        if is(self.home.as_ref()) {
            let Found::Told(message) = found else { return Vec::new() };
            return vec![*message];
        }
        match &self.front {
            Some((job, work)) if work.number == number => self.take_answer(*job, found),
            _ => Vec::new(),
        }
    }

    /// What the job in the foreground tells.
    fn take_answer(&mut self, job: Job, found: Found) -> Vec<Message> {
        let mut messages = match found {
            Found::Told(message) => return self.reveal(*message),
            Found::Last(message) => self.reveal(*message),
            Found::Answer(answer) => {
                self.session.learn(answer.best());
                self.reveal(Message::Answer(*answer))
            }
            Found::Best(best) => {
                self.session.learn(best);
                let none = || error("hint", refuse!("server.no_hint", "no hint was found in time"));
                let hint = self.session.hint().unwrap_or_else(none);
                self.reveal(hint)
            }
            Found::Board(position, seed) => {
                self.front = None;
                self.session.put(position, seed);
                self.changed(Vec::new())
            }
            Found::Daily(daily, occasion) => {
                self.front = None;
                self.pool.forget_engines();
                self.pondering = None;
                match self.session.put_daily(*daily, occasion) {
                    Ok(()) => self.changed(Vec::new()),
                    Err(refusal) => vec![error("daily", refusal)],
                }
            }
            Found::Traces(traces) => {
                self.traces = Arc::from(traces);
                self.pool.shelf().show(&self.traces);
                self.reveal(self.traces.told(true))
            }
            // A job is called as the intent that began it.
            Found::Refused(refusal) => vec![error(&format!("{job:?}").to_lowercase(), refusal)],
            Found::Rating(..) | Found::Offers(_) | Found::Moved { .. } | Found::Nothing => Vec::new(),
        };
        self.front = None;
        messages.push(Message::Busy { job: None });
        messages
    }

    /// A message; where it shows a whole solution of what is on the table, that is taken down, and told.
    fn reveal(&mut self, message: Message) -> Vec<Message> {
        let shows = match &message {
            Message::Hint(hint) => hint.moves.as_ref().is_some_and(|moves| !moves.is_empty()),
            Message::Answer(answer) => !answer.moves.is_empty(),
            Message::Solutions { .. } => true,
            Message::Traced { lanes, .. } => self.reveals && lanes.iter().any(|lane| !lane.moves.is_empty()),
            Message::Race { lanes, .. } => self.reveals && lanes.iter().any(|lane| !lane.moves.is_empty()),
            _ => false,
        };
        let view = (shows && self.session.show_solution()).then(|| self.session.view(None, Instant::now()));
        [message].into_iter().chain(view).collect()
    }

    /// What the engine whose turn it is tells.
    fn take_move(&mut self, found: Found) -> Vec<Message> {
        match found {
            Found::Told(message) => vec![*message],
            Found::Moved { seat, play: Some(play), engine } => {
                self.pool.put_engine(seat, engine);
                if let Some(mover) = &mut self.mover {
                    mover.chosen = Some(play);
                }
                self.pass_time()
            }
            Found::Refused(refusal) => self.no_move(refusal),
            _ => self.no_move(refuse!("server.no_move", "the engine found no move; choose another one")),
        }
    }

    /// An engine has given up, had no memory to think in, or plays what cannot be: the game waits.
    fn no_move(&mut self, refusal: Refusal) -> Vec<Message> {
        self.session.pause(true);
        let mut messages = self.changed(Vec::new());
        messages.push(error("move", refusal));
        messages
    }

    /// What is known of the start.
    fn take_rating(&mut self, found: Found) -> Vec<Message> {
        let Found::Rating(rating, best) = found else { return Vec::new() };
        self.rating = None;
        self.session.rate(*rating.clone(), best);
        let scores = self.session.contest.as_ref().is_some_and(|contest| contest.phase() == Phase::Done);
        self.session.score();
        let view = scores.then(|| self.session.view(None, Instant::now()));
        [Message::Rating(*rating)].into_iter().chain(view).collect()
    }

    /// Does what the page wants; gives what changed.
    fn take(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let now = Instant::now();
        // Who does something else has left the front door.
        if !matches!(
            intent,
            Intent::Look | Intent::Home { .. } | Intent::Lessons { .. } | Intent::Keep { .. }
        ) {
            self.home = None;
        }
        let session = &mut *self.session;
        match intent {
            Intent::Look => {}
            Intent::New { options, seats, clock, text, .. } if session.seats.is_some() => {
                let position =
                    text.map_or_else(|| start(self.game, options), |text| read(self.game, &text))?;
                session.start_game(position, seats, clock)?;
                self.pool.forget_engines();
                self.pondering = None;
            }
            Intent::Load { text, moves } => session.load(&text, &moves)?,
            Intent::Move { step } => return self.play(&[step]),
            Intent::Line { text } => return self.play(&self.game.kit.moves(&text)?),
            Intent::Bring { piece, cell } => {
                let position = session.position();
                let way = self.routes(position.as_ref())?.route(piece, cell);
                let no_way = || refuse!("server.no_way", "it cannot be brought there");
                return self.play(&way.ok_or_else(no_way)?);
            }
            Intent::Level { set, index } => session.level(&set, index)?,
            Intent::Variant { variant } => session.vary(variant.as_deref())?,
            Intent::Go { at } => {
                session.may_move()?;
                session.go(at);
            }
            Intent::Undo | Intent::Redo => {
                session.may_move()?;
                session.undo(matches!(intent, Intent::Undo))?;
            }
            Intent::Edit { edit } => session.edit(&edit)?,
            Intent::Unedit { back } => session.unedit(back)?,
            Intent::Next => session.next()?,
            Intent::Task { piece, cell } => session.task(piece, cell)?,
            Intent::Rule { stay } => session.stay = stay,
            Intent::Begin { rules } => session.begin_contest(rules)?,
            Intent::Leave => session.contest = None,
            Intent::Bid { moves } => {
                if !session.contest()?.bid(moves, now) {
                    return Err(refuse!("server.bid", "a bid is lower than the one before it"));
                }
            }
            Intent::Ready => {
                let due = session.contest()?.ready(now).ok_or_else(not_now)?;
                return Ok(self.carry_out(due));
            }
            Intent::GiveUp => {
                let due = session.contest()?.give_up(now).ok_or_else(not_now)?;
                return Ok(self.carry_out(due));
            }
            Intent::Seats { seats } => {
                session.sit(seats)?;
                self.pool.forget_engines();
                self.pondering = None;
            }
            Intent::Pause { paused } => session.pause(paused),
            Intent::Resign => session.resign(now)?,
            Intent::Keep { kind, id, value, shared } => {
                session.keep(&kind, &id, value.map(|value| value.to_string()), shared)?;
                return Ok(Vec::new());
            }
            Intent::Tempo { millis } => session.tempo = Duration::from_millis(millis.min(SLOWEST)),
            other => return self.ask(other),
        }
        Ok(self.changed(Vec::new()))
    }

    /// Moves by hand, until one is not possible or, where chance has a say, one has not gone as it was meant.
    fn play(&mut self, steps: &[String]) -> Result<Vec<Message>, Refusal> {
        self.session.may_move()?;
        let mut slides = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            match self.session.play(step, Instant::now()) {
                Ok((slide, as_meant)) => {
                    slides.extend(slide);
                    if !as_meant {
                        break;
                    }
                }
                Err(refusal) if number == 0 => return Err(refusal),
                Err(refusal) => {
                    let mut messages = self.moved(slides);
                    messages.push(error("move", refusal));
                    return Ok(messages);
                }
            }
        }
        Ok(self.moved(slides))
    }

    /// What follows from moves that were made.
    fn moved(&mut self, slides: Vec<Message>) -> Vec<Message> {
        let session = &mut *self.session;
        let mut due = Vec::new();
        if session.contest.is_some() {
            let (extras, done) = (session.extras(), session.history.at());
            let solved = session.history.seen().is_over();
            due =
                session.contest().map_or(due, |contest| contest.moved(done, solved, extras, Instant::now()));
            session.score();
        }
        let mut messages = self.changed(slides);
        if due.iter().any(|due| *due != Due::View) {
            messages.extend(self.carry_out(due));
        }
        messages
    }

    /// Does what a contest wants done.
    fn carry_out(&mut self, due: Vec<Due>) -> Vec<Message> {
        let mut messages = Vec::new();
        for due in due {
            match due {
                Due::View => messages.extend(self.changed(Vec::new())),
                Due::Restart => {
                    self.session.go(0);
                    self.session.score();
                    messages.extend(self.changed(Vec::new()));
                }
                Due::Play(step) => match self.session.play(&step, Instant::now()) {
                    Ok((slide, _)) => messages.extend(self.moved(slide.into_iter().collect())),
                    Err(refusal) => messages.push(error("move", refusal)),
                },
            }
        }
        messages
    }

    /// The table has changed: searches of what it was are of no use, what is not known of what it is is searched, and who is to move
    /// thinks.
    fn changed(&mut self, slides: Vec<Message>) -> Vec<Message> {
        let now = Instant::now();
        // A match and a tree have nothing to do with the table, nor has a race beside a game that goes on by itself.
        let apart = self.front.as_ref().is_some_and(|(job, _)| match job {
            Job::Match | Job::Tree | Job::Trace => true,
            Job::Race => self.session.seats.is_some(),
            _ => false,
        });
        let mut messages = if apart { Vec::new() } else { self.end_front() };
        (self.aside, self.lens, self.chart) = (None, None, None);
        self.let_engines_think(now);
        self.session.run_clock(now);
        messages.extend(slides);
        let thinking = self.mover.as_ref().map(|mover| mover.player);
        messages.push(self.session.view(thinking, now));
        if self.session.history.start().plans().is_some() {
            messages.extend(self.know_the_start());
        }
        messages
    }

    /// The engine whose turn it is thinks. Who thinks about this very moment already goes on.
    fn let_engines_think(&mut self, now: Instant) {
        let session = &self.session;
        if self.mover.as_ref().is_some_and(|mover| mover.stamp != session.stamp) {
            self.mover = None;
        }
        if let Some(pondering) = self.pondering.as_mut().filter(|one| one.stamp != session.stamp) {
            pondering.work = None;
        }
        let Some(seats) = session.seats.as_ref().filter(|_| self.mover.is_none()) else { return };
        let Some((player, seat)) = seats.to_think(&session.history) else { return self.let_engines_ponder() };
        let (game, position, stamp) = (self.game, session.position(), session.stamp);
        let clock = seats.time_left(&session.history, now);
        let time = Duration::from_millis(seat.millis.unwrap_or(1000).max(1));
        let seat = (player, seat.engine.unwrap_or_default());
        let waits = self.pool.engine(&seat);
        let lent = self.pondering.take().filter(|one| one.seat == seat).map(|one| one.lent);
        // An engine that has pondered is waited for as any other thing is.
        let engine = move || waits.or_else(|| turns::aside(|| lent?.take()));
        let work = self.pool.start_at(
            true,
            or_refused(move |desk| think::choose(desk, game, position.as_ref(), seat, engine, clock, time)),
        );
        self.mover = Some(Mover { player, work, began: now, stamp, chosen: None });
    }

    /// An engine that waits for the move of a person thinks meanwhile, where a core is free.
    fn let_engines_ponder(&mut self) {
        let session = &self.session;
        let Some(seats) = session.seats.as_ref().filter(|seats| seats.is_live(&session.history)) else {
            self.pondering.iter_mut().for_each(|pondering| pondering.work = None);
            return;
        };
        let turn = session.history.turn(session.history.at());
        let [one, two] = seats.players.as_slice() else { return };
        let other = if turn == 0 { two } else { one };
        let Some(spec) = other.engine.clone().filter(|spec| think::may_ponder(self.game, spec)) else {
            return;
        };
        let (seat, stamp, position) = ((1 - turn, spec), session.stamp, session.position());
        let before = self.pondering.take().filter(|before| before.seat == seat);
        if before.as_ref().is_some_and(|before| before.stamp == stamp && before.work.is_some()) {
            self.pondering = before;
            return;
        }
        let waits = || self.pool.engine(&seat).map(Lent::new);
        let Some(lent) = before.map(|before| before.lent).or_else(waits) else { return };
        let mine = lent.clone();
        let work = self.pool.start_spare(move |desk| think::ponder(desk, position.as_ref(), &mine));
        self.pondering = Some(Pondering { seat, lent, work, stamp });
    }

    /// The start is rated, if it is not, and a rival looks for its bids; tells what is known.
    fn know_the_start(&mut self) -> Option<Message> {
        let (game, start, spec) = (self.game, self.session.history.start().clone(), self.session.best_spec());
        let code = self.session.history.code();
        let rating = self.session.rating().cloned();
        if rating.is_none() && self.rating.as_ref().is_none_or(|(rated, _)| rated != code) {
            let (start, spec) = (start.clone(), spec.clone());
            let work = self.pool.start(move |desk| jobs::rate(desk, game, start.as_ref(), &spec));
            self.rating = Some((code.to_owned(), work));
            self.rival = None;
        }
        if !self.session.contest.as_ref().is_some_and(Contest::wants_offers) {
            self.rival = None;
        } else if self.rival.is_none() {
            self.rival = Some(self.pool.start(move |desk| jobs::rival(desk, game, start.as_ref(), spec)));
        }
        rating.map(Message::Rating)
    }

    /// Starts a job in the foreground.
    fn begin(&mut self, job: Job, work: impl FnOnce(&Desk) -> Found + Send + 'static) -> Vec<Message> {
        let work = self.pool.start(work);
        self.put_in_front(job, work)
    }

    fn put_in_front(&mut self, job: Job, work: Work) -> Vec<Message> {
        let mut messages = self.end_front();
        self.front = Some((job, work));
        messages.push(Message::Busy { job: Some(job) });
        messages
    }

    /// Ends what is in the foreground, and says so. A search that was asked for is answered.
    fn end_front(&mut self) -> Vec<Message> {
        let Some((job, _)) = self.front.take() else { return Vec::new() };
        let answer = Answer { outcome: "cancelled", ..Answer::default() };
        let answer = matches!(job, Job::Solve | Job::All).then_some(Message::Answer(answer));
        answer.into_iter().chain([Message::Busy { job: None }]).collect()
    }
}
