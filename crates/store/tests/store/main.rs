//! The store by itself, on both databases: what is written is there, whoever asks, and what goes wrong harms nothing.
//!
//! What is named by `both!` is tested in a folder, and in a PostgreSQL database by `scripts/postgres cargo test -p damier-store postgres -- --ignored --test-threads 1`.

mod child;
mod documents;
mod folder;
mod ground;
mod leases;
mod postgres_lines;
