//! Prints what SQLite's own check says of a database, then every row that its turns decide, by
//! what they mean: two stores that print the same remember the same. For `npm run soak`.
//!
//!     cargo run --release --example rows -- DATABASE
#![expect(clippy::print_stdout, reason = "it is what it is for")]

#[path = "../tests/sandbox/mod.rs"]
mod sandbox;

use rusqlite::{Connection, OpenFlags};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: rows DATABASE")?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    // All of it at one moment.
    let moment = connection.unchecked_transaction()?;
    let check: String = moment.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    println!("integrity {check}");
    for row in sandbox::dump(&moment) {
        println!("{}", row.replace('\n', "\\n"));
    }
    Ok(())
}
