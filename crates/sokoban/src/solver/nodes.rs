//! The states that a search has seen, packed: 16 bytes each for up to 64 useful cells, 24 for up to 128, and so on.
//!
//! A node is the words of its set of boxes and one more word with the player's cell, the cost so far and the number of the node before; the push
//! between the two is the difference of their sets. Nodes lie in chunks that never move. The index that finds them is cut into
//! segments by the top bits of the hash, each of which doubles by itself: no pause to rehash everything, and never two whole tables at once. Every
//! piece is drawn from the run's budget before it is made.

use damier_search::{Budget, Stop};

/// Nodes in a chunk.
const CHUNK: usize = 4096;
/// Segments of the index: 2 to the power of this.
const SEGMENTS: u32 = 8;
/// The number of the node that has none before it.
pub(crate) const NONE: u32 = u32::MAX;

/// A table of nodes, numbered in the order of arrival.
pub(crate) struct Nodes {
    /// Words of a set of boxes.
    words: usize,
    chunks: Vec<Vec<u64>>,
    len: u32,
    segments: Vec<Segment>,
}

#[derive(Default)]
struct Segment {
    /// `hash << 32 | number + 1`, or 0 for an empty slot.
    slots: Vec<u64>,
    used: usize,
}

/// What a node knows besides its boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The player's cell, or the least cell of its region.
    pub(crate) player: u16,
    /// The cost from the start.
    pub(crate) cost: u16,
    /// The node before, or [`NONE`].
    pub(crate) parent: u32,
}

impl Link {
    fn pack(self) -> u64 {
        u64::from(self.player) << 48 | u64::from(self.cost) << 32 | u64::from(self.parent)
    }

    fn unpack(word: u64) -> Self {
        Link { player: (word >> 48) as u16, cost: (word >> 32) as u16, parent: word as u32 }
    }
}

impl Nodes {
    /// A table for sets of boxes on the first `cells` cells.
    pub(crate) fn new(cells: u16) -> Self {
        let segments = (0..1 << SEGMENTS).map(|_| Segment::default()).collect();
        Nodes { words: usize::from(cells).div_ceil(64).max(1), chunks: Vec::new(), len: 0, segments }
    }

    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn at(&self, id: u32) -> &[u64] {
        let stride = self.words + 1;
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK * stride..][..stride]
    }

    /// The words of a node's boxes.
    #[inline]
    pub(crate) fn boxes(&self, id: u32) -> &[u64] {
        &self.at(id)[..self.words]
    }

    /// What else a node knows.
    #[inline]
    pub(crate) fn link(&self, id: u32) -> Link {
        Link::unpack(self.at(id)[self.words])
    }

    /// Changes what a node knows, but not its player.
    pub(crate) fn set_link(&mut self, id: u32, link: Link) {
        let stride = self.words + 1;
        self.chunks[id as usize / CHUNK][id as usize % CHUNK * stride + self.words] = link.pack();
    }

    /// The node with these boxes and this player.
    #[inline]
    pub(crate) fn find(&self, boxes: &[u64], player: u16) -> Option<u32> {
        let boxes = &boxes[..self.words];
        let hash = hash(boxes, player);
        let slots = &self.segments[(hash >> (32 - SEGMENTS)) as usize].slots;
        if slots.is_empty() {
            return None;
        }
        let mask = slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = slots[place];
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == hash {
                let id = slot as u32 - 1;
                let node = self.at(id);
                if node[..self.words] == *boxes && (node[self.words] >> 48) as u16 == player {
                    return Some(id);
                }
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds a node that was not found; on `Err` nothing has changed.
    pub(crate) fn add(&mut self, boxes: &[u64], link: Link, memory: &mut Budget) -> Result<u32, Stop> {
        let boxes = &boxes[..self.words];
        let hash = hash(boxes, link.player);
        let segment = &mut self.segments[(hash >> (32 - SEGMENTS)) as usize];
        if segment.used * 4 >= segment.slots.len() * 3 {
            segment.grow(memory)?;
        }
        if self.len as usize == self.chunks.len() * CHUNK {
            if self.len > NONE - 1 - CHUNK as u32 {
                return Err(Stop::Memory);
            }
            self.chunks.push(reserved(CHUNK * (self.words + 1), memory)?);
        }
        let id = self.len;
        let chunk = &mut self.chunks[id as usize / CHUNK];
        chunk.extend_from_slice(boxes);
        chunk.push(link.pack());
        self.len += 1;
        segment.put(u64::from(hash) << 32 | u64::from(id + 1));
        Ok(id)
    }

    /// Bytes of a node without its index.
    pub(crate) fn stride(&self) -> usize {
        (self.words + 1) * size_of::<u64>()
    }

    /// Bytes that it holds.
    pub(crate) fn bytes(&self) -> usize {
        let slots: usize = self.segments.iter().map(|segment| segment.slots.len()).sum();
        (slots + self.chunks.len() * CHUNK * (self.words + 1)) * size_of::<u64>()
    }

    /// Drops the index, for who goes through all nodes and looks for none any more.
    pub(crate) fn drop_index(&mut self, memory: &mut Budget) {
        for segment in &mut self.segments {
            memory.give_back(segment.slots.len() * size_of::<u64>());
            *segment = Segment::default();
        }
    }

    /// Gives the memory back.
    pub(crate) fn release(self, memory: &mut Budget) {
        memory.give_back(self.bytes());
    }
}

impl Segment {
    #[cold]
    fn grow(&mut self, memory: &mut Budget) -> Result<(), Stop> {
        let size = (self.slots.len() * 2).max(16);
        let mut slots = reserved(size, memory)?;
        slots.resize(size, 0);
        let old = std::mem::replace(&mut self.slots, slots);
        memory.give_back(old.len() * size_of::<u64>());
        self.used = 0;
        old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.put(slot));
        Ok(())
    }

    #[inline]
    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut place = (slot >> 32) as usize & mask;
        while self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
        self.used += 1;
    }
}

#[inline]
fn hash(boxes: &[u64], player: u16) -> u32 {
    let mut hash = u64::from(player).wrapping_add(0x9E37_79B9_7F4A_7C15);
    for &word in boxes {
        hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^= hash >> 32;
    }
    (hash.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32
}

/// Room for `len` elements, counted first; a machine without memory is a limit like the other.
pub(crate) fn reserved<T>(len: usize, memory: &mut Budget) -> Result<Vec<T>, Stop> {
    memory.take(len * size_of::<T>())?;
    let mut room = Vec::new();
    room.try_reserve_exact(len).map_err(|_| {
        memory.give_back(len * size_of::<T>());
        Stop::Memory
    })?;
    Ok(room)
}

/// Bytes of a rank or a bucket in its list, which may be half empty.
const SLOT: usize = 2 * size_of::<Vec<u32>>();

/// What was drawn from the budget for a rank.
fn bytes(rank: &[Vec<u32>]) -> usize {
    rank.len() * SLOT + rank.iter().map(Vec::capacity).sum::<usize>() * size_of::<u32>()
}

/// Numbers that wait, by a first and a second rank; the least comes first, and among equals the last one in.
#[derive(Default)]
pub(crate) struct Waiting {
    ranks: Vec<Vec<Vec<u32>>>,
    least: usize,
    len: usize,
}

impl Waiting {
    pub(crate) fn push(
        &mut self,
        first: usize,
        second: usize,
        id: u32,
        memory: &mut Budget,
    ) -> Result<(), Stop> {
        if self.ranks.len() <= first {
            memory.take((first + 1 - self.ranks.len()) * SLOT)?;
            self.ranks.resize_with(first + 1, Vec::new);
        }
        let rank = &mut self.ranks[first];
        if rank.len() <= second {
            memory.take((second + 1 - rank.len()) * SLOT)?;
            rank.resize_with(second + 1, Vec::new);
        }
        let bucket = &mut rank[second];
        if bucket.len() == bucket.capacity() {
            // While it moves, both the old and the new place exist.
            let (old, more) = (bucket.capacity(), bucket.capacity().max(8));
            memory.take((old + more) * size_of::<u32>())?;
            bucket.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
            memory.give_back(old * size_of::<u32>());
        }
        bucket.push(id);
        self.least = self.least.min(first);
        self.len += 1;
        Ok(())
    }

    /// Takes the least out, with its ranks.
    pub(crate) fn pop(&mut self, memory: &mut Budget) -> Option<(usize, usize, u32)> {
        while let Some(rank) = self.ranks.get_mut(self.least) {
            if let Some(second) = rank.iter().position(|bucket| !bucket.is_empty()) {
                let id = rank[second].pop()?;
                self.len -= 1;
                return Some((self.least, second, id));
            }
            // A rank that is done gives its room back.
            memory.give_back(bytes(rank));
            *rank = Vec::new();
            self.least += 1;
        }
        None
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The least first rank.
    pub(crate) fn least(&self) -> Option<usize> {
        let rest = self.ranks.get(self.least..)?;
        rest.iter().position(|rank| rank.iter().any(|bucket| !bucket.is_empty())).map(|at| self.least + at)
    }

    /// All that waits, with its ranks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let ranks = self.ranks.iter().enumerate();
        let buckets = ranks
            .flat_map(|(first, rank)| rank.iter().enumerate().map(move |(second, ids)| (first, second, ids)));
        buckets.flat_map(|(first, second, ids)| ids.iter().map(move |&id| (first, second, id)))
    }

    /// Drops everything with a first rank of `bound` or more.
    pub(crate) fn cut(&mut self, bound: usize, memory: &mut Budget) {
        for rank in self.ranks.drain(bound.min(self.ranks.len())..) {
            self.len -= rank.iter().map(Vec::len).sum::<usize>();
            memory.give_back(bytes(&rank) + SLOT);
        }
    }

    /// Gives the memory back.
    pub(crate) fn release(mut self, memory: &mut Budget) {
        self.cut(0, memory);
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
