//! Conditions on turns.

use mementor_core::api::Filter;
use napi_derive::napi;

/// Conditions on turns; all given ones must hold.
#[napi(object)]
pub struct FilterOptions {
    /// Began at or after this time, in milliseconds since the epoch.
    pub since_ms: Option<i64>,
    /// Began before this time.
    pub until_ms: Option<i64>,
    /// In a session whose id starts with this text.
    pub session: Option<String>,
    /// On this branch.
    pub branch: Option<String>,
    /// Read or changed a file whose path contains these words in sequence.
    pub file: Option<String>,
    /// Ran a command that contains these words in sequence.
    pub command: Option<String>,
    /// Met an error that contains all of these words.
    pub error: Option<String>,
    /// Has this tag in an answer or an edit.
    pub tag: Option<String>,
}

impl From<FilterOptions> for Filter {
    fn from(options: FilterOptions) -> Self {
        Self {
            since_ms: options.since_ms,
            until_ms: options.until_ms,
            session: options.session,
            branch: options.branch,
            file: options.file,
            command: options.command,
            error: options.error,
            tag: options.tag,
        }
    }
}
