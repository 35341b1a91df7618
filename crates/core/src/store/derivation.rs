//! The version of what is derived from the turn log.

/// Raise it with every change of what is derived from a log that is stored already: terms and
/// their counts, chunks, what ranking needs of a turn, actions. A database of an older derivation
/// is then rebuilt in the background, while search goes on with what was derived before.
///
/// 0 stands for databases of schema version 1, which did not note it.
pub const VERSION: i64 = 1;
