//! Version of the data derived from the turn log.

/// Current derivation version. Raise it with every change of what is derived from a stored log:
/// terms and their counts, chunks, ranking metadata of a turn, actions. A database with an older
/// derivation is then rebuilt in the background, while search uses the old derived data.
pub const VERSION: i64 = 7;
