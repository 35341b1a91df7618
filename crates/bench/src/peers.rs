//! The peers that the product is compared with.

pub mod fts5;
#[cfg(all(unix, not(target_env = "musl")))]
pub mod sqlite_vec;
pub mod sqlite_vector;

use std::path::Path;

use rusqlite::Connection;

use crate::failure::Result;

/// Vector search peers that are linked in.
pub const LINKED: &[&str] =
    if cfg!(all(unix, not(target_env = "musl"))) { &["sqlite-vec"] } else { &[] };

/// Searches stored vectors.
pub trait Nearest {
    /// Returns the indices of the `k` vectors nearest to `query`, in any order.
    fn nearest(&self, query: &[f32], k: usize) -> Result<Vec<u64>>;
}

impl Nearest for crate::product::Product {
    fn nearest(&self, query: &[f32], k: usize) -> Result<Vec<u64>> {
        self.nearest(query, k)
    }
}

/// Opens a peer's database with the product's settings.
fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}
