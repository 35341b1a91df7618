//! Opening a client's database for reading alone: no lock stops the client, and no byte is written.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

/// How long to wait for a client that repairs its database.
const BUSY: Duration = Duration::from_millis(250);

/// Opens the database without any way to change it, or what lies beside it. Returns whether what is
/// read stays the same while the client writes.
pub(super) fn open(path: &Path, has_log: bool) -> rusqlite::Result<(Connection, bool)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let address = |how: &str| format!("file:{}?mode=ro&{how}", escaped(path));
    let connection = |how: &str| {
        let connection = Connection::open_with_flags(address(how), flags)?;
        connection.busy_timeout(BUSY)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    if has_log {
        let found = connection("readonly_shm=1");
        // A log without shared memory is left by a crash: the client puts it in order when it
        // starts again.
        let no_memory = |error: &rusqlite::Error| {
            let code = error.sqlite_error_code();
            matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
        };
        if !found.as_ref().is_err_and(no_memory) {
            return found.map(|found| (found, true));
        }
    }
    connection("immutable=1").map(|found| (found, false))
}

/// Returns a path as part of a URI.
fn escaped(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':');
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    if drive { format!("/{path}") } else { path }
}
