//! Can this position still be solved, and if not, why?
//!
//! The reasons are looked for from the plain to the deep, and the first that holds is told:
//!
//! | rule | boxes | cells |
//! | --- | --- | --- |
//! | `too_few_boxes` | none: there are more goals than boxes | the goals |
//! | `dead_square` | boxes that no push can ever bring to a goal | where they stand |
//! | `frozen` | boxes that hold each other, or are held by walls, for ever, not all on goals | where they stand |
//! | `too_few_goals` | boxes that can reach fewer goals than they are | the goals that they can reach |
//! | `corral` | boxes that close an area off, and can never be brought out of it or onto goals | the area |
//! | `no_solution` | boxes of which an exhaustive search shows that they cannot all come home | none |
//!
//! Where there are more boxes than goals, some may stay off the goals: every rule counts how many can be spared. The set is dead by
//! itself: without all other boxes it could not do its part either. And it is small: without any one of its boxes the others
//! could (unless showing that would take too long; then a box too many may remain). The first four rules take
//! microseconds, the corral at most some `CORRAL_WORK` cells walked over; the last search is limited by the run alone.

mod part;

use damier_search::{Limits, Run};

use crate::board::{Cell, Position};
use crate::ground::{Ground, NONE};
use crate::solver::lost_boxes;
use part::{Fate, Table, search};

/// Whether a position can still be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Yes: a solution was found. No: proven. None: the limits were reached first.
    pub solvable: Option<bool>,
    /// Why not, where it cannot.
    pub why: Option<Dead>,
}

/// Why a position cannot be solved any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dead {
    /// The rule by its name; see the [module](self).
    pub rule: &'static str,
    /// The boxes that are enough to prove it, by their places in the position's list.
    pub boxes: Vec<usize>,
    /// What to draw; see the [module](self).
    pub cells: Vec<Cell>,
}

/// Cells that the searches around corrals may walk over, all together: about 12 to 25 ms.
const CORRAL_WORK: usize = 2_000_000;
/// Cells that the searches may walk over that try to do without a box: as much again.
const DROP_WORK: usize = 2_000_000;
/// The most seeds from which the smallest set of frozen boxes is looked for.
const SEEDS: usize = 8;

/// Judges a position, within the limits of the run.
pub fn verdict(position: &Position, run: &mut Run) -> Verdict {
    let no = |dead| Verdict { solvable: Some(false), why: Some(dead) };
    if position.is_solved() {
        return Verdict { solvable: Some(true), why: None };
    }
    let goals = position.board.goals();
    let Some(spare) = position.boxes.len().checked_sub(goals.len()) else {
        return no(Dead { rule: "too_few_boxes", boxes: Vec::new(), cells: goals.to_vec() });
    };
    let case = Case::new(position, spare);
    let dead = case.by_rules(run).or_else(|| case.by_guard(run)).or_else(|| case.by_corrals(run));
    if let Some(dead) = dead {
        return no(dead);
    }
    let all: Vec<usize> = (0..position.boxes.len()).collect();
    match case.search(&all, run) {
        Fate::Alive => Verdict { solvable: Some(true), why: None },
        Fate::Dead => no(case.smallest(all, run)),
        Fate::Unknown(_) => Verdict { solvable: None, why: None },
    }
}

/// A position, prepared for questions about some of its boxes.
struct Case<'a> {
    position: &'a Position,
    table: Table,
    /// The boxes as numbers of the floor; [`NONE`] for a box that nobody can ever come to.
    boxes: Vec<u16>,
    player: u16,
    /// How many boxes may stay off the goals.
    spare: usize,
    /// The goals that each box could reach if it were alone, as places in the board's list.
    alone: Vec<Vec<u16>>,
}

/// What the cheap rules say of a set of boxes.
struct Finding {
    rule: &'static str,
    /// Boxes of the set that are enough for the rule; not yet the fewest.
    boxes: Vec<usize>,
    /// Goals that these can reach, where the rule is about goals.
    goals: Vec<u16>,
}

impl<'a> Case<'a> {
    fn new(position: &'a Position, spare: usize) -> Self {
        let table = Table::new(Ground::new(position));
        let ground = &table.ground;
        let player = ground.number[position.player.index()];
        let boxes: Vec<u16> = position.boxes.iter().map(|cell| ground.number[cell.index()]).collect();
        let nothing = vec![false; ground.len()];
        let alone = (boxes.iter().zip(&position.boxes))
            .map(|(&at, &cell)| match at {
                NONE => home(position, cell).into_iter().collect(),
                at => ground.goals_of(&table.shores, &nothing, at, player),
            })
            .collect();
        Case { position, table, boxes, player, spare, alone }
    }

    /// The numbers of the set's boxes that are on the floor, in order, with their places in the position's list.
    fn inside(&self, set: &[usize]) -> Vec<(u16, usize)> {
        let mut inside: Vec<_> = set.iter().map(|&place| (self.boxes[place], place)).collect();
        inside.retain(|&(at, _)| at != NONE);
        inside.sort_unstable();
        inside
    }

    /// Searches whether a set of boxes can do its part alone.
    fn search(&self, set: &[usize], run: &mut Run) -> Fate {
        let inside: Vec<u16> = self.inside(set).into_iter().map(|(at, _)| at).collect();
        let outside_off = set.iter().filter(|&&place| {
            self.boxes[place] == NONE && home(self.position, self.position.boxes[place]).is_none()
        });
        match self.spare.checked_sub(outside_off.count()) {
            Some(spare) => search(&self.table, &inside, self.player, spare, run),
            None => Fate::Dead,
        }
    }

    /// The dead squares, frozen boxes and goals out of reach of a set of boxes, if it is lost by one of them.
    fn finding(&self, set: &[usize]) -> Option<Finding> {
        let lost: Vec<usize> = set.iter().copied().filter(|&place| self.alone[place].is_empty()).collect();
        if lost.len() > self.spare {
            let boxes = lost[..=self.spare].to_vec();
            return Some(Finding { rule: "dead_square", boxes, goals: Vec::new() });
        }
        let frozen = self.frozen(set);
        let off = |place: &&usize| home(self.position, self.position.boxes[**place]).is_none();
        if frozen.iter().filter(off).count() > self.spare {
            return Some(Finding { rule: "frozen", boxes: frozen, goals: Vec::new() });
        }
        self.too_few_goals(set, &frozen)
    }

    /// Which boxes of a set can never move again.
    fn frozen(&self, set: &[usize]) -> Vec<usize> {
        let (numbers, places): (Vec<u16>, Vec<usize>) = self.inside(set).into_iter().unzip();
        let mut marks = vec![false; self.table.ground.len()];
        let frozen = self.table.frozen(&numbers, self.spare == 0, &mut marks);
        places.into_iter().zip(frozen).filter(|&(_, frozen)| frozen).map(|(place, _)| place).collect()
    }

    /// Whether the boxes of a set, those that are frozen taken for walls, can reach too few goals.
    fn too_few_goals(&self, set: &[usize], frozen: &[usize]) -> Option<Finding> {
        let ground = &self.table.ground;
        let reach: Vec<Vec<u16>> = if frozen.is_empty() {
            set.iter().map(|&place| self.alone[place].clone()).collect()
        } else {
            let mut solid = vec![false; ground.len()];
            frozen.iter().for_each(|&place| solid[usize::from(self.boxes[place])] = true);
            let shores = ground.shores(&solid);
            set.iter()
                .map(|&place| match self.boxes[place] {
                    NONE => self.alone[place].clone(),
                    at if solid[usize::from(at)] => {
                        home(self.position, self.position.boxes[place]).into_iter().collect()
                    }
                    at => ground.goals_of(&shores, &solid, at, self.player),
                })
                .collect()
        };
        let matching = Matching::new(&reach, self.position.board.goals().len());
        if matching.unmatched.len() <= self.spare {
            return None;
        }
        let (short, goals) = matching.short(&reach);
        let mut boxes: Vec<usize> = short.into_iter().map(|at| set[at]).collect();
        boxes.extend(frozen.iter().filter(|place| !boxes.contains(place)).copied().collect::<Vec<_>>());
        Some(Finding { rule: "too_few_goals", boxes, goals })
    }

    /// The cheap rules on all boxes.
    fn by_rules(&self, run: &mut Run) -> Option<Dead> {
        let all: Vec<usize> = (0..self.boxes.len()).collect();
        let found = self.finding(&all)?;
        if found.rule == "dead_square" {
            return Some(self.dead(found.rule, found.boxes, &[]));
        }
        // Which boxes remain depends on the order in which one tries to do without them: from each of some boxes, the farthest first.
        let seeds = found.boxes.iter().copied().filter(|&place| self.boxes[place] != NONE);
        let tries = seeds.take(SEEDS).map(|seed| {
            let mut order = found.boxes.clone();
            order.sort_by_key(|&place| (self.apart(seed, place), place));
            drop_from_last(order, |rest| !is_over(run) && self.finding(rest).is_some())
        });
        let set = tries.min_by_key(Vec::len).unwrap_or(found.boxes);
        Some(self.smallest(set, run))
    }

    /// How far two boxes stand from each other.
    fn apart(&self, a: usize, b: usize) -> usize {
        let board = &self.position.board;
        let [one, two] = [a, b].map(|place| board.place(self.position.boxes[place]));
        one.0.abs_diff(two.0) + one.1.abs_diff(two.1)
    }

    /// Looks for a dead set with the deadlock tests of the solver for any solution.
    fn by_guard(&self, run: &mut Run) -> Option<Dead> {
        let cells = lost_boxes(self.position, &mut run.beside(run.left()))?;
        let places = self.position.boxes.iter().enumerate().filter(|(_, cell)| cells.contains(cell));
        let set: Vec<usize> = places.map(|(place, _)| place).collect();
        Some(self.smallest(set, run))
    }

    /// Looks for a dead set among boxes that close something off, and among boxes that touch each other.
    fn by_corrals(&self, run: &mut Run) -> Option<Dead> {
        let mut left = (CORRAL_WORK / (8 * self.table.ground.len())) as u64;
        let sets = self.suspects();
        let sets_left = sets.len() as u64;
        for (at, set) in sets.into_iter().enumerate() {
            // Everybody gets an equal share of what is left.
            let share = left / (sets_left - at as u64);
            let mut beside = run.beside(Limits { nodes: Some(share), time: run.left().time, memory: None });
            let fate = self.search(&set, &mut beside);
            left -= beside.stats.expanded.min(left);
            if fate == Fate::Dead {
                return Some(self.smallest(set, run));
            }
        }
        None
    }

    /// Sets of boxes that may be dead by themselves, the smaller first: those around each area that the player cannot enter, and
    /// those that touch each other, corners included. The set of all boxes is left out: it comes last anyway.
    fn suspects(&self) -> Vec<Vec<usize>> {
        let ground = &self.table.ground;
        let all: Vec<usize> = (0..self.boxes.len()).collect();
        let inside = self.inside(&all);
        let mut solid = vec![false; ground.len()];
        inside.iter().for_each(|&(at, _)| solid[usize::from(at)] = true);
        let mut known = ground.walk(self.player, &solid);
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for at in 0..ground.len() {
            if known[at] || solid[at] {
                continue;
            }
            let area = ground.walk(at as u16, &solid);
            known.iter_mut().zip(&area).for_each(|(known, &area)| *known |= area);
            let touches = |at: u16| {
                ground.next[usize::from(at)].iter().any(|&side| side != NONE && area[usize::from(side)])
            };
            sets.push(inside.iter().filter(|&&(at, _)| touches(at)).map(|&(_, place)| place).collect());
        }
        let board = &self.position.board;
        let beside = |&a: &usize, &b: &usize| {
            let [one, two] = [a, b].map(|place| board.place(self.position.boxes[place]));
            one.0.abs_diff(two.0) <= 1 && one.1.abs_diff(two.1) <= 1
        };
        let mut rest: Vec<usize> = inside.iter().map(|&(_, place)| place).collect();
        while let Some(first) = rest.pop() {
            let mut cluster = vec![first];
            let mut at = 0;
            while at < cluster.len() {
                let (near, far): (Vec<_>, Vec<_>) =
                    rest.into_iter().partition(|other| beside(&cluster[at], other));
                cluster.extend(near);
                rest = far;
                at += 1;
            }
            sets.push(cluster);
        }
        // An area and the heap of boxes around it.
        for at in 0..sets.len() {
            let heap: Vec<usize> = all
                .iter()
                .copied()
                .filter(|a| self.boxes[*a] != NONE && sets[at].iter().any(|b| beside(a, b)))
                .collect();
            sets.push(heap);
        }
        sets.iter_mut().for_each(|set| set.sort_unstable());
        sets.retain(|set| set.len() > 1 && set.len() < self.boxes.len());
        sets.sort_by_key(|set| (set.len(), set.clone()));
        sets.dedup();
        sets
    }

    /// The dead set made as small as can be shown, and the rule that it is dead by.
    fn smallest(&self, set: Vec<usize>, run: &mut Run) -> Dead {
        let mut left = (DROP_WORK / (8 * self.table.ground.len())) as u64;
        let tries = set.len().max(1) as u64;
        let each = left / tries;
        let set = drop_from_last(set, |rest| {
            // What there is no time to try without stays in the set.
            if is_over(run) {
                return false;
            }
            if self.finding(rest).is_some() {
                return true;
            }
            let nodes = Some(each.min(left));
            let mut beside = run.beside(Limits { nodes, time: run.left().time, memory: None });
            let fate = self.search(rest, &mut beside);
            left -= beside.stats.expanded.min(left);
            fate == Fate::Dead
        });
        match self.finding(&set) {
            Some(found) => self.dead(found.rule, set, &found.goals),
            None => self.dead("corral", set, &[]),
        }
    }

    /// The reason with what is drawn of it.
    fn dead(&self, rule: &'static str, mut boxes: Vec<usize>, goals: &[u16]) -> Dead {
        boxes.sort_unstable();
        let ground = &self.table.ground;
        let mut cells: Vec<Cell> = match rule {
            "too_few_goals" => {
                goals.iter().map(|&goal| self.position.board.goals()[usize::from(goal)]).collect()
            }
            "corral" => {
                let mut solid = vec![false; ground.len()];
                self.inside(&boxes).iter().for_each(|&(at, _)| solid[usize::from(at)] = true);
                let open = ground.walk(self.player, &solid);
                (0..ground.len()).filter(|&at| !open[at] && !solid[at]).map(|at| ground.cells[at]).collect()
            }
            _ => boxes.iter().map(|&place| self.position.boxes[place]).collect(),
        };
        cells.sort_unstable();
        // A set that closes nothing off is no corral; a search has shown that it is dead, and there is nothing to draw.
        let rule = if rule == "corral" && cells.is_empty() { "no_solution" } else { rule };
        Dead { rule, boxes, cells }
    }
}

/// The place of the goal that a box on this cell stands on.
fn home(position: &Position, cell: Cell) -> Option<u16> {
    position.board.goals().binary_search(&cell).ok().map(|at| at as u16)
}

/// Whether the time of a run is up.
fn is_over(run: &Run) -> bool {
    run.left().time.is_some_and(|time| time.is_zero())
}

/// Leaves out each box in turn, from the last, where the rest is still dead. Once is enough for each, for a
/// set that is dead stays dead in company.
fn drop_from_last(mut set: Vec<usize>, mut dead: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    for at in (0..set.len()).rev() {
        let gone = set.remove(at);
        if !dead(&set) {
            set.insert(at, gone);
        }
    }
    set
}

/// As many boxes as possible to different goals each.
struct Matching {
    /// The box of each goal.
    owner: Vec<Option<usize>>,
    /// The boxes without a goal.
    unmatched: Vec<usize>,
}

impl Matching {
    /// A largest matching, by augmenting paths.
    fn new(reach: &[Vec<u16>], goals: usize) -> Self {
        let mut matching = Matching { owner: vec![None; goals], unmatched: Vec::new() };
        for at in 0..reach.len() {
            if !matching.place(at, reach, &mut vec![false; goals]) {
                matching.unmatched.push(at);
            }
        }
        matching
    }

    /// Finds a goal for a box; others may have to take another one for it. The way is kept on a stack of its own: there may be
    /// thousands of boxes.
    fn place(&mut self, first: usize, reach: &[Vec<u16>], tried: &mut [bool]) -> bool {
        // Each box of the way, with the next of its goals to try.
        let mut way: Vec<(usize, usize)> = vec![(first, 0)];
        while let Some((at, next)) = way.last_mut() {
            let Some(&goal) = reach[*at].get(*next) else {
                way.pop();
                continue;
            };
            *next += 1;
            let goal = usize::from(goal);
            if std::mem::replace(&mut tried[goal], true) {
                continue;
            }
            if let Some(owner) = self.owner[goal] {
                way.push((owner, 0));
                continue;
            }
            for (at, next) in way {
                self.owner[usize::from(reach[at][next - 1])] = Some(at);
            }
            return true;
        }
        false
    }

    /// The boxes that compete with those that have no goal, and all the goals that they can reach: fewer, by the number of those
    /// without one.
    fn short(&self, reach: &[Vec<u16>]) -> (Vec<usize>, Vec<u16>) {
        let mut boxes = self.unmatched.clone();
        let mut goals: Vec<u16> = Vec::new();
        let mut at = 0;
        while at < boxes.len() {
            for &goal in &reach[boxes[at]] {
                if goals.contains(&goal) {
                    continue;
                }
                goals.push(goal);
                if let Some(owner) = self.owner[usize::from(goal)].filter(|owner| !boxes.contains(owner)) {
                    boxes.push(owner);
                }
            }
            at += 1;
        }
        (boxes, goals)
    }
}
