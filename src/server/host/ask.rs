//! What leaves the table as it is: questions that are answered at once, and searches that are begun.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Position, Refusal, Routes, missing, refuse};
use damier_lab::Game;
use damier_search::{Limits, Spec};
use damier_store::Query;

use super::super::home;
use super::super::jobs::{self, Found};
use super::super::keep::RESULT;
use super::super::lab;
use super::super::lessons;
use super::super::pool::Desk;
use super::super::race::{self, Start};
use super::super::scripts::{self, Ask};
use super::super::seats::engine;
use super::super::session::{not_now, read, start};
use super::super::think::{self, Rivals};
use super::super::trace::{self, Traces};
use super::super::wire::{Intent, Job, Message};
use super::{Host, or_refused};

/// Solutions that are listed at most.
const LISTED: usize = 1000;
/// The longest that an analysis or a race may think, in seconds.
const LONGEST: f64 = 600.0;
/// The most games of a match.
const GAMES: u64 = 10_000;
/// As many results are told at the front door, the newest.
const RESULTS: usize = 5000;
/// As many states are held under the microscope.
const STATES: usize = 2000;

impl Host {
    /// Does what leaves the table as it is.
    pub(super) fn ask(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let (game, position) = (self.game, self.session.position());
        let (code, at) = (self.session.history.code().to_owned(), self.session.history.at());
        Ok(match intent {
            Intent::Sketch { text: None, options, .. } => {
                let scene = start(game, options.unwrap_or_default())?.scene();
                vec![Message::Sketch { scene: Box::new(scene), moves: Vec::new() }]
            }
            Intent::Sketch { text: Some(text), at, moves, .. } => {
                vec![sketch(game, &text, at, &moves.unwrap_or_default())?]
            }
            Intent::Why { step, text, moves } => {
                let position = after(self.meant(text)?, &moves.unwrap_or_default())?;
                let why = game.versus(position.as_ref())?.why_not(&step);
                vec![Message::Why { step: damier_kit::excerpt(&step), why }]
            }
            Intent::Openings => {
                let moves = game.versus(position.as_ref())?.openings();
                vec![Message::Openings { code, at, moves }]
            }
            Intent::Export { format } => vec![self.session.export(format, Instant::now())?],
            Intent::Reach { piece } => {
                vec![Message::Reach { piece, cells: self.routes(position.as_ref())?.reach(piece) }]
            }
            Intent::Lessons { language } => vec![lessons::told(&language)?],
            Intent::Levels { set, text } => vec![self.session.levels(&set, text.as_deref())?],
            closely @ (Intent::Map { .. } | Intent::Microscope { .. }) => self.heuristic(closely)?,
            Intent::Verdict => {
                game.plans(position.as_ref())?;
                let work = move |desk: &Desk| jobs::verdict(desk, position.as_ref(), code, at);
                self.aside = Some(self.pool.start(work));
                Vec::new()
            }
            Intent::Chance => {
                let work = move |desk: &Desk| jobs::chance(desk, position.as_ref(), code, at);
                self.aside = Some(self.pool.start(work));
                Vec::new()
            }
            Intent::Moment { at, by } => {
                self.glance(move |traces| Ok(traces.moment(&at, by.unwrap_or_default())))?
            }
            Intent::Stop { lane, at, forward, breaks } => {
                self.glance(move |traces| traces.stop(lane, at, forward, &breaks))?
            }
            Intent::Branch { lane, about, most } => {
                self.glance(move |traces| traces.branch(lane, about, most))?
            }
            Intent::Node { lane, id, at } => vec![self.traces.node(lane, id, at)?],
            Intent::Open { files } => self.open(&files)?,
            Intent::Pace { rate } => {
                if let Some((_, work)) = &self.front {
                    work.pace().set(rate);
                }
                Vec::new()
            }
            Intent::Home { date } => {
                let day = home::day(&date)?;
                let (visitor, kinds) = (Some(self.session.id.clone()), vec![RESULT.to_owned()]);
                let query = Query { visitor, kinds, game: None, id: None, most: Some(RESULTS) };
                let results = self.store.read(query);
                self.home = Some(self.pool.start(move |desk| home::doors(desk, &date, day, results)));
                Vec::new()
            }
            Intent::Daily { date } => {
                let (day, occasion) = (home::day(&date)?, home::occasion(&date));
                if self.session.story.occasion.as_ref() == Some(&occasion) {
                    return Ok(self.changed(Vec::new()));
                }
                self.begin(Job::Daily, or_refused(move |desk| home::begin(desk, game, day, occasion)))
            }
            Intent::Lab { ask } => self.lab.ask(ask, &mut self.pool)?,
            Intent::LabDo { deed } => lab::Watch::carry_out(self.pool.labs(), deed)?,
            Intent::Cancel => self.end_front(),
            Intent::Hint => self.hint()?,
            other => self.search(other)?,
        })
    }

    /// What a heuristic says: of the cells, or of states and their true distance.
    fn heuristic(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let (game, position) = (self.game, self.session.position());
        Ok(match intent {
            Intent::Map { heuristic, obstacles, text, script: Some(script) } => {
                let position = self.meant(text)?;
                game.plans(position.as_ref())?;
                let ask = Ask {
                    asked: vec![(heuristic, Some(script))],
                    map: Some(obstacles),
                    ..Ask::about(game, position.as_ref())
                };
                self.chart = Some(self.pool.start_apart(None, move |desk| scripts::map(desk, &ask)));
                Vec::new()
            }
            Intent::Microscope { number, heuristic, script, against, script_against, states } => {
                let (code, at) = (self.session.history.code().to_owned(), self.session.history.at());
                game.plans(position.as_ref())?;
                let asked = [(Some(heuristic), script), (against, script_against)];
                let asked = asked.into_iter().filter_map(|(name, script)| Some((name?, script))).collect();
                let states = states.unwrap_or(STATES).min(STATES);
                let ask = Ask { asked, states, ..Ask::about(game, position.as_ref()) };
                let work = move |desk: &Desk| scripts::microscope(desk, &ask, number, (code, at));
                self.lens = Some(self.pool.start_apart(None, work));
                Vec::new()
            }
            Intent::Map { heuristic, obstacles, text, script: None } => {
                let position = self.meant(text)?;
                let values = game.plans(position.as_ref())?.map(&heuristic, obstacles)?;
                let known = game.kit.heuristics();
                let admissible =
                    !obstacles && known.iter().any(|info| info.name == heuristic && info.admissible);
                vec![Message::Map { heuristic, obstacles, admissible, values }]
            }
            other => self.search(other)?,
        })
    }

    /// Begins what was asked for, in the foreground.
    fn search(&mut self, intent: Intent) -> Result<Vec<Message>, Refusal> {
        let (game, position) = (self.game, self.session.position());
        let best = self.session.best_spec();
        Ok(match intent {
            Intent::Solve { algorithm } => {
                game.plans(position.as_ref())?;
                let spec = self.spec(&algorithm)?;
                self.begin(Job::Solve, move |desk| {
                    let answer = jobs::solve(desk, game, position.as_ref(), &spec, jobs::LIMITS);
                    Found::Answer(Box::new(answer))
                })
            }
            Intent::All { most } => {
                game.plans(position.as_ref())?;
                let most = most.min(LISTED);
                self.begin(Job::All, move |desk| jobs::all(desk, game, position.as_ref(), most))
            }
            Intent::Annotate => {
                let history = &self.session.history;
                let code = history.code().to_owned();
                let (line, moves) = (history.positions().to_vec(), history.moves().to_vec());
                self.begin(Job::Annotate, move |desk| jobs::annotate(desk, game, &code, &line, &moves, &best))
            }
            Intent::New { options, seed, .. } => {
                let seed = seed.unwrap_or_else(|| self.session.next_seed());
                let args = game.recipe(&options.into_iter().collect::<Vec<_>>())?;
                let variant = self.session.rules();
                self.begin(Job::Wish, move |desk| jobs::make(desk, game, &args, variant.as_ref(), seed))
            }
            Intent::Wish { options, seed, wishes } => {
                game.plans(position.as_ref())?;
                let seed = seed.unwrap_or_else(|| self.session.next_seed());
                let args = game.recipe(&options.into_iter().collect::<Vec<_>>())?;
                let variant = self.session.rules();
                let work = move |desk: &Desk| jobs::wish(desk, game, &args, variant.as_ref(), seed, wishes);
                self.begin(Job::Wish, work)
            }
            Intent::Race { algorithms, clock, rate, seconds, text } => {
                if !(1..=4).contains(&algorithms.len()) {
                    return Err(refuse!("server.race", "a race has one to four lanes"));
                }
                let position = self.meant(text)?;
                let code = position.code();
                self.reveals = code == self.session.history.code() || code == self.session.position().code();
                let specs = algorithms.iter().map(|text| self.spec(text)).collect::<Result<Vec<_>, _>>()?;
                let work = if position.plans().is_some() {
                    let start = Start { position, specs, clock: clock.unwrap_or_default() };
                    self.pool.start_apart(rate, move |desk| race::run(desk, game, &start))
                } else {
                    let time = thinking_time(seconds.unwrap_or(1.0))?;
                    let work =
                        or_refused(move |desk| think::race(desk, game, position.as_ref(), &specs, time));
                    self.pool.start_apart(None, work)
                };
                self.put_in_front(Job::Race, work)
            }
            Intent::Trace { algorithms, text, steps, script } => {
                self.trace(&algorithms, text, steps, script)?
            }
            Intent::Analyse { algorithm, seconds } => {
                game.versus(position.as_ref())?;
                let (time, spec) = (thinking_time(seconds)?, self.spec(&algorithm)?);
                let place = (self.session.history.code().to_owned(), self.session.history.at());
                let work =
                    or_refused(move |desk| think::analyse(desk, game, position.as_ref(), place, &spec, time));
                self.begin(Job::Analyse, work)
            }
            Intent::Match { a, b, games, millis, nodes, options } => {
                let fair = (1..=GAMES).contains(&games)
                    && (millis.is_some() || nodes.is_some())
                    && millis.is_none_or(|millis| (1..=60_000).contains(&millis))
                    && nodes.is_none_or(|nodes| nodes > 0);
                if !fair {
                    return Err(refuse!(
                        "server.match",
                        "a match has 1 to {most} games, and limits for a move",
                        most = GAMES
                    ));
                }
                let setup: Vec<_> = options.into_iter().collect();
                game.start(&setup)?;
                let rivals = Rivals {
                    specs: [self.spec(&a)?, self.spec(&b)?],
                    names: [a, b],
                    games,
                    limits: Limits { time: millis.map(Duration::from_millis), nodes, memory: None },
                    setup,
                    seed: self.session.next_seed(),
                };
                self.begin(Job::Match, or_refused(move |desk| think::compete(desk, game, rivals)))
            }
            Intent::Tree { algorithm, depth, text } => {
                let position = self.meant(text)?;
                let work = move |desk: &Desk| think::tree(desk, game, position.as_ref(), algorithm, depth);
                self.begin(Job::Tree, or_refused(work))
            }
            _ => Vec::new(),
        })
    }

    /// Searches and keeps what happens.
    fn trace(
        &mut self,
        algorithms: &[String],
        text: Option<String>,
        steps: Option<u64>,
        script: Option<String>,
    ) -> Result<Vec<Message>, Refusal> {
        if !(1..=4).contains(&algorithms.len()) {
            return Err(refuse!("server.race", "a race has one to four lanes"));
        }
        let (game, position) = (self.game, self.meant(text)?);
        let code = position.code();
        self.reveals = code == self.session.history.code() || code == self.session.position().code();
        let specs = algorithms.iter().map(|text| self.spec(text)).collect::<Result<Vec<_>, _>>()?;
        // What was kept is wanted no more.
        (self.traces, self.glance) = (Arc::default(), None);
        let work =
            move |desk: &Desk| trace::run(desk, game, position.as_ref(), &specs, steps, script.as_deref());
        Ok(self.begin(Job::Trace, or_refused(work)))
    }

    /// Searches from files take the place of those that are kept.
    fn open(&mut self, files: &[String]) -> Result<Vec<Message>, Refusal> {
        let shelf = self.pool.shelf();
        let files = files.iter().map(|id| shelf.get(id)).collect::<Result<Vec<_>, _>>()?;
        let (seen, start) = (self.session.position().code(), self.session.history.code());
        let traces = Traces::of(shelf.number(), &files, self.game, [&seen, start])?;
        (self.traces, self.glance, self.reveals) = (Arc::new(traces), None, true);
        self.pool.shelf().show(&self.traces);
        let mut messages = self.end_front();
        messages.extend(self.reveal(self.traces.told(true)));
        Ok(messages)
    }

    /// Looks at the searches that are kept. A new look takes the place of one that is still under way.
    fn glance(
        &mut self,
        look: impl FnOnce(&Traces) -> Result<Message, Refusal> + Send + 'static,
    ) -> Result<Vec<Message>, Refusal> {
        let traces = self.traces.clone();
        if traces.are_small() {
            return Ok(vec![look(&traces)?]);
        }
        self.glance = Some(self.pool.start_at(true, or_refused(move |_| Ok(look(&traces)?.into()))));
        Ok(Vec::new())
    }

    /// The next step of the ladder, or a search for it.
    fn hint(&mut self) -> Result<Vec<Message>, Refusal> {
        if self.front.as_ref().is_some_and(|(job, _)| *job == Job::Hint) {
            return Ok(Vec::new());
        }
        let session = &mut *self.session;
        let position = session.position();
        if position.plans().is_none() && position.is_over() {
            return Err(not_now());
        }
        let more = !session.is_told_all();
        if session.contest.as_mut().is_some_and(|contest| !contest.hint(more)) {
            return Err(not_now());
        }
        if let Some(hint) = session.hint() {
            return Ok(self.reveal(hint));
        }
        let (game, spec) = (self.game, session.best_spec());
        Ok(if position.plans().is_some() {
            self.begin(Job::Hint, move |desk| {
                Found::Best(jobs::solve(desk, game, position.as_ref(), &spec, jobs::HINT).best())
            })
        } else {
            let work = move |desk: &Desk| think::hint(desk, game, position.as_ref(), &spec);
            self.begin(Job::Hint, or_refused(work))
        })
    }

    /// A spec that the game knows.
    fn spec(&self, text: &str) -> Result<Spec, Refusal> {
        engine(self.game, text)
    }

    /// The position in a text, or the one on the table.
    fn meant(&self, text: Option<String>) -> Result<Arc<dyn Position>, Refusal> {
        text.map_or_else(|| Ok(self.session.position()), |text| read(self.game, &text))
    }

    pub(super) fn routes<'p>(&self, position: &'p dyn Position) -> Result<&'p dyn Routes, Refusal> {
        let none = || missing(self.game.kit, refuse!("word.routes", "ways of a single piece"));
        position.routes().ok_or_else(none)
    }
}

/// How long to think.
fn thinking_time(seconds: f64) -> Result<Duration, Refusal> {
    let possible = (0.01..=LONGEST).contains(&seconds);
    possible.then(|| Duration::from_secs_f64(seconds)).ok_or_else(|| {
        refuse!("server.seconds", "thinking takes from a hundredth of a second to ten minutes")
    })
}

/// The picture of a position in a text, after some of the moves that it remembers or after all.
fn sketch(game: Game, text: &str, at: Option<usize>, more: &[String]) -> Result<Message, Refusal> {
    let mut position = read(game, text)?;
    let past = position.past();
    let moves = past.as_ref().map_or(Vec::new(), |(_, moves)| moves.clone());
    if let (Some((start, _)), Some(at)) = (past, at.filter(|&at| at < moves.len())) {
        position = game.play_all(start, &game.join(&moves[..at]))?.into();
    }
    Ok(Message::Sketch { scene: Box::new(after(position, more)?.scene()), moves })
}

/// The position after some moves.
fn after(position: Arc<dyn Position>, moves: &[String]) -> Result<Arc<dyn Position>, Refusal> {
    moves.iter().try_fold(position, |here, step| Ok(here.play(step)?.position.into()))
}
