//! Entries whose secrets are masked: what a turn that is taken in consists of.

use std::ops::Deref;

use super::ParsedEntry;
use super::entry::Entry;
use super::redact::mask_entry_telling;
use crate::secrets::{Masker, OnMasked};

/// Entries of one turn, masked. Nothing makes them of entries that were not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MaskedEntries(Vec<Entry>);

impl MaskedEntries {
    /// Masks entries.
    pub fn of(entries: Vec<Entry>, masker: &Masker) -> Self {
        Self::telling(entries, masker, &mut |_, _| {})
    }

    /// Like [`Self::of`], and calls `told` with each changed text, before and after.
    pub fn telling(mut entries: Vec<Entry>, masker: &Masker, told: OnMasked) -> Self {
        for entry in &mut entries {
            mask_entry_telling(entry, masker, told);
        }
        Self(entries)
    }

    /// Appends a parsed entry, which was masked when it was parsed.
    pub fn push(&mut self, parsed: ParsedEntry) {
        self.0.push(parsed.entry);
    }

    /// Returns the entries, to be merged with those that are stored.
    pub fn into_entries(self) -> Vec<Entry> {
        self.0
    }
}

impl From<ParsedEntry> for MaskedEntries {
    fn from(parsed: ParsedEntry) -> Self {
        Self(vec![parsed.entry])
    }
}

impl Deref for MaskedEntries {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.0
    }
}
