//! The states that a search has seen, each once, with what it knows of them.
//!
//! Entries lie in chunks that never move, numbered in the order of arrival; an index finds a state's number. Both grow
//! by small pieces: the index is extendible hashing (Fagin, Nievergelt, Pippenger and Strong, 1979), where a full
//! segment of 1024 slots splits in two. So there is no rehash of everything that would stop the clock for a second,
//! and no moment at which the old and the new table both exist: memory follows the number of states, and each piece
//! is drawn from the [`Budget`] before it is made.
//!
//! A slot holds 32 bits of the hash beside the entry's number. The top bits choose the segment, the low ten the place
//! in it, so that a split needs no state, and a probe looks at a state only when all 32 bits agree.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::{Budget, Cost, Plan, Problem, Stop};

/// Slots in a segment of the index, and entries in a chunk.
const PIECE: usize = 1024;
/// A segment splits when it is three quarters full: linear probing looks at three slots on average then.
const FULL: u16 = (PIECE / 4 * 3) as u16;
/// The number of the entry that has none before it.
pub(crate) const NONE: u32 = u32::MAX;

/// A set of states with a value each.
pub struct Store<S, V> {
    chunks: Vec<Vec<(S, V)>>,
    len: u32,
    directory: Vec<u32>,
    /// The directory has `2^depth` places.
    depth: u32,
    segments: Vec<Segment>,
}

struct Segment {
    /// `hash << 32 | number + 1`, or 0 for an empty slot.
    slots: Vec<u64>,
    used: u16,
    /// How many top bits of the hash all its entries share.
    depth: u32,
}

/// A state's hash and what its first slot held.
#[derive(Clone, Copy)]
pub struct Look {
    hash: u32,
    slot: u64,
}

/// Where a state that was not found belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fresh {
    hash: u32,
    slot: usize,
}

impl<S: Eq + Hash, V> Default for Store<S, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Eq + Hash, V> Store<S, V> {
    /// Nothing yet.
    pub fn new() -> Self {
        Store { chunks: Vec::new(), len: 0, directory: Vec::new(), depth: 0, segments: Vec::new() }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The state of this number.
    #[inline]
    pub fn state(&self, id: u32) -> &S {
        &self.chunks[id as usize / PIECE][id as usize % PIECE].0
    }

    /// Its value.
    #[inline]
    pub fn value(&self, id: u32) -> &V {
        &self.chunks[id as usize / PIECE][id as usize % PIECE].1
    }

    /// The same, to change it.
    #[inline]
    pub fn value_mut(&mut self, id: u32) -> &mut V {
        &mut self.chunks[id as usize / PIECE][id as usize % PIECE].1
    }

    /// The number of `state`, or where to [`Self::add`] it.
    #[inline]
    pub fn find(&self, state: &S) -> Result<u32, Fresh> {
        let hash = hash(state);
        let mut slot = hash as usize % PIECE;
        let Some(&segment) = self.directory.get(self.place(hash)) else { return Err(Fresh { hash, slot }) };
        let slots = &self.segments[segment as usize].slots[..PIECE];
        loop {
            let found = slots[slot];
            if found == 0 {
                return Err(Fresh { hash, slot });
            }
            if (found >> 32) as u32 == hash && self.state(found as u32 - 1) == state {
                return Ok(found as u32 - 1);
            }
            slot = (slot + 1) % PIECE;
        }
    }

    /// Looks at the place where `state` would be, for [`Self::find_seen`]. Looking at several states first and finding them
    /// after lets the processor wait for all those places at once instead of one after the other.
    #[inline]
    pub fn look(&self, state: &S) -> Look {
        let hash = hash(state);
        let segment = self.directory.get(self.place(hash)).map(|&segment| &self.segments[segment as usize]);
        Look { hash, slot: segment.map_or(0, |segment| segment.slots[hash as usize % PIECE]) }
    }

    /// [`Self::find`] for a state that was looked at before.
    #[inline]
    pub fn find_seen(&self, look: Look, state: &S) -> Result<u32, Fresh> {
        // An entry's number never changes, so what was seen then still holds.
        if (look.slot >> 32) as u32 == look.hash
            && look.slot != 0
            && self.state(look.slot as u32 - 1) == state
        {
            return Ok(look.slot as u32 - 1);
        }
        self.find(state)
    }

    /// Whether `state` is there.
    pub fn contains(&self, state: &S) -> bool {
        self.find(state).is_ok()
    }

    /// Adds a state that was not found just before; on `Err` nothing has changed.
    pub fn add(&mut self, fresh: Fresh, state: S, value: V, memory: &mut Budget) -> Result<u32, Stop> {
        let Fresh { hash, mut slot } = fresh;
        if self.directory.is_empty() {
            self.segments.push(Segment { slots: zeroed(memory)?, used: 0, depth: 0 });
            self.directory.push(0);
        }
        while self.segments[self.directory[self.place(hash)] as usize].used >= FULL {
            self.split(hash, memory)?;
            slot = hash as usize % PIECE;
        }
        let id = self.push(state, value, memory)?;
        let place = self.place(hash);
        let segment = &mut self.segments[self.directory[place] as usize];
        while segment.slots[slot] != 0 {
            slot = (slot + 1) % PIECE;
        }
        segment.slots[slot] = u64::from(hash) << 32 | u64::from(id + 1);
        segment.used += 1;
        Ok(id)
    }

    /// The bytes that were drawn from the budget.
    pub fn bytes(&self) -> usize {
        let directory = (self.directory.len().max(1) - 1) * size_of::<u32>();
        directory + (self.segments.len() * size_of::<u64>() + self.chunks.len() * size_of::<(S, V)>()) * PIECE
    }

    /// Forgets all and gives the memory back, but not what states own on the heap.
    pub fn release(&mut self, memory: &mut Budget) {
        memory.give_back(self.bytes());
        *self = Self::new();
    }

    #[inline]
    fn place(&self, hash: u32) -> usize {
        (u64::from(hash) >> (32 - self.depth)) as usize
    }

    /// Splits the full segment to which `hash` belongs.
    #[cold]
    fn split(&mut self, hash: u32, memory: &mut Budget) -> Result<(), Stop> {
        let old = self.directory[self.place(hash)] as usize;
        let depth = self.segments[old].depth;
        if depth >= 32 - PIECE.trailing_zeros() {
            return Err(Stop::Memory); // The hash has no bits left: about four thousand million states.
        }
        if depth == self.depth {
            memory.take(self.directory.len() * size_of::<u32>())?;
            self.directory = self.directory.iter().flat_map(|&segment| [segment, segment]).collect();
            self.depth += 1;
        }
        let mut high = Segment { slots: zeroed(memory)?, used: 0, depth: depth + 1 };
        let low = &mut self.segments[old];
        let mut slots = [0; PIECE];
        slots.copy_from_slice(&low.slots);
        low.slots.fill(0);
        (low.used, low.depth) = (0, depth + 1);
        for slot in slots.into_iter().filter(|&slot| slot != 0) {
            let half = if slot >> (63 - depth) & 1 == 0 { &mut *low } else { &mut high };
            let mut place = (slot >> 32) as usize % PIECE;
            while half.slots[place] != 0 {
                place = (place + 1) % PIECE;
            }
            half.slots[place] = slot;
            half.used += 1;
        }
        let new = self.segments.len() as u32;
        self.segments.push(high);
        // The directory's places that share the old prefix: the upper half of them now leads to the new segment.
        let span = 1usize << (self.depth - depth - 1);
        let first = (self.place(hash) / (2 * span)) * 2 * span;
        self.directory[first + span..first + 2 * span].fill(new);
        Ok(())
    }

    fn push(&mut self, state: S, value: V, memory: &mut Budget) -> Result<u32, Stop> {
        if self.len as usize == self.chunks.len() * PIECE {
            if self.len > NONE - 1 - PIECE as u32 {
                return Err(Stop::Memory);
            }
            self.chunks.push(reserved(PIECE, memory)?);
        }
        let id = self.len;
        self.chunks[id as usize / PIECE].push((state, value));
        self.len += 1;
        Ok(id)
    }
}

#[inline]
fn hash<S: Hash>(state: &S) -> u32 {
    // The multiplication spreads the low bits of the fast hash to the top ones, which choose the segment.
    (FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// Room for `len` elements, counted first; a machine without memory is a limit like the other.
pub fn reserved<T>(len: usize, memory: &mut Budget) -> Result<Vec<T>, Stop> {
    memory.take(len * size_of::<T>())?;
    let mut room = Vec::new();
    room.try_reserve_exact(len).map_err(|_| {
        memory.give_back(len * size_of::<T>());
        Stop::Memory
    })?;
    Ok(room)
}

fn zeroed(memory: &mut Budget) -> Result<Vec<u64>, Stop> {
    let mut slots = reserved(PIECE, memory)?;
    slots.resize(PIECE, 0);
    Ok(slots)
}

/// How a state was reached: the value that a graph search keeps of it.
pub(crate) struct Link<A> {
    /// The node before, or [`NONE`].
    pub(crate) parent: u32,
    /// Cost from the start.
    pub(crate) g: Cost,
    /// What was done at the parent; none at the start.
    pub(crate) action: Option<A>,
    /// Whether it was expanded at this cost.
    pub(crate) closed: bool,
}

/// The nodes of a graph search.
pub(crate) type Nodes<P> = Store<<P as Problem>::State, Link<<P as Problem>::Action>>;

impl<A> Link<A> {
    /// The link of a start.
    pub(crate) fn root() -> Self {
        Link { parent: NONE, g: 0, action: None, closed: false }
    }

    pub(crate) fn new(parent: u32, g: Cost, action: A) -> Self {
        Link { parent, g, action: Some(action), closed: false }
    }
}

impl<S: Eq + Hash, A: Copy> Store<S, Link<A>> {
    /// The plan that leads to `id`, by the links to the parents.
    pub(crate) fn plan(&self, id: u32) -> Plan<A> {
        let mut actions = self.actions_back(id);
        actions.reverse();
        Plan { actions, cost: self.value(id).g }
    }

    /// The actions from `id` back to its root.
    pub(crate) fn actions_back(&self, mut id: u32) -> Vec<A> {
        let mut actions = Vec::new();
        while let Link { parent, action: Some(action), .. } = *self.value(id) {
            actions.push(action);
            id = parent;
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Run};

    fn insert<S: Eq + Hash, V>(
        store: &mut Store<S, V>,
        state: S,
        value: V,
        run: &mut Run,
    ) -> Result<u32, Stop> {
        let fresh = store.find(&state).unwrap_err();
        store.add(fresh, state, value, &mut run.memory)
    }

    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        let mut run = Run::new(Limits::default());
        let mut store = Store::new();
        for i in 0..300_000u64 {
            let state = i.wrapping_mul(i) ^ i << 40;
            let fresh = store.find(&state).unwrap_err();
            assert_eq!(store.add(fresh, state, i, &mut run.memory), Ok(i as u32));
        }
        for i in 0..300_000u64 {
            let state = i.wrapping_mul(i) ^ i << 40;
            let id = store.find(&state).unwrap();
            assert_eq!((u64::from(id), *store.value(id)), (i, i));
            assert!(!store.contains(&(state | 1 << 63)));
        }
    }

    /// A hash that maps everything to one place fills one segment; the store must say so instead of splitting for ever.
    #[test]
    fn equal_hashes_end_in_a_limit_not_in_a_loop() {
        #[derive(PartialEq, Eq)]
        struct Same(u32);
        impl Hash for Same {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                hasher.write_u32(7);
            }
        }
        let mut run = Run::new(Limits { memory: Some(1 << 30), ..Limits::default() });
        let mut store = Store::new();
        let stopped = (0..2000).find_map(|i| insert(&mut store, Same(i), (), &mut run).err());
        assert_eq!(stopped, Some(Stop::Memory));
        assert!(store.len() >= usize::from(FULL));
    }

    #[test]
    fn keeps_to_its_budget_and_uses_it() {
        let limit = 8 << 20;
        let mut run = Run::new(Limits { memory: Some(limit), ..Limits::default() });
        let mut store = Store::<u32, Link<u8>>::new();
        let stopped = (0..).find_map(|i| insert(&mut store, i, Link::root(), &mut run).err());
        assert_eq!(stopped, Some(Stop::Memory));
        assert!(run.memory.used() <= limit);
        assert_eq!(run.memory.used(), store.bytes() as u64);
        assert!(store.len() as u64 * 16 > limit / 3, "only {} states in {limit} bytes", store.len());
        store.release(&mut run.memory);
        assert_eq!((run.memory.used(), store.len()), (0, 0));
    }
}
