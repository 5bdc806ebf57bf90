//! Leases: which process has something to itself, where several share a store.
//!
//! A lease has a name, a holder and an end by the database's clock. Each time that it passes to another holder it gets a new number, larger than
//! every number before. What is written [under a lease](crate::Store::write_under) is refused in the same transaction if the number is no longer
//! that of the lease, so a process that was asleep when its lease passed on can do no harm when it wakes. The number decides, not the clock: a
//! lease that has run out is its holder's until somebody else takes it.

/// Who holds leases: one process, from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its name, drawn at its start, so that no other has the same.
    pub id: String,
    /// Where others find it.
    pub address: String,
}

/// The right to something, until it passes to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// What it is the right to.
    pub name: String,
    /// Which time that it was given.
    pub number: i64,
}

/// Who has a lease, for who asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holding {
    /// The one who asked.
    Mine(Lease),
    /// Another.
    Other(Holder),
}
