//! Which folders a repository tracks, read from its index.

use std::io::Read as _;
use std::path::Path;

use crate::regular_file::open_regular;

/// Maximum size of an index; a larger one counts as empty. Repositories at a home are small.
const INDEX_BYTES_MAX: u64 = 16 << 20;
/// Bytes of an entry before its flags: times, device, owner, size.
const STAT_BYTES: usize = 40;
/// The flag of an entry that has two more bytes of flags.
const EXTENDED: u16 = 0x4000;

/// Returns whether the index of a git directory has a file in a folder, given by its path in the
/// working tree. A shared or damaged index counts as empty where it cannot be read.
pub(super) fn tracks(git: &Path, folder: &Path) -> bool {
    let Some(folder) = folder.to_str() else { return false };
    let folder = format!("{}/", folder.replace('\\', "/"));
    let id_bytes =
        super::config::id_bytes(&super::git::read(&git.join("config")).unwrap_or_default());
    let Some(bytes) = read(&git.join("index")) else { return false };
    Tracked::of(&bytes, id_bytes).any(|path| path.starts_with(folder.as_bytes()))
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path).ok()?.take(INDEX_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= INDEX_BYTES_MAX).then_some(bytes)
}

/// The paths in an index, in order, up to the first that cannot be read.
struct Tracked<'b> {
    rest: &'b [u8],
    left: u32,
    version: u32,
    id_bytes: usize,
    path: Vec<u8>,
}

impl<'b> Tracked<'b> {
    /// Returns the paths in the bytes of an index of version 2, 3 or 4, whose ids have `id_bytes`
    /// bytes.
    fn of(bytes: &'b [u8], id_bytes: usize) -> Self {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4)?;
            Some(four.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
        };
        let (version, count) = (number(4).unwrap_or_default(), number(8).unwrap_or_default());
        let is_index = bytes.starts_with(b"DIRC") && (2..=4).contains(&version);
        Self {
            rest: bytes.get(12..).unwrap_or_default(),
            left: if is_index { count } else { 0 },
            version,
            id_bytes,
            path: Vec::new(),
        }
    }

    fn entry(&mut self) -> Option<Vec<u8>> {
        let entry = self.rest;
        let mut at = STAT_BYTES + self.id_bytes;
        let flags = u16::from_be_bytes(entry.get(at..at + 2)?.try_into().ok()?);
        at += if flags & EXTENDED == 0 { 2 } else { 4 };
        if self.version == 4 {
            let (cut, length) = offset(entry.get(at..)?)?;
            at += length;
            let kept = self.path.len().checked_sub(cut)?;
            self.path.truncate(kept);
        } else {
            self.path.clear();
        }
        let name = entry.get(at..)?;
        let end = memchr::memchr(0, name)?;
        self.path.extend(&name[..end]);
        at += end;
        // Up to version 3, one to eight zeros make the length a multiple of eight.
        at += if self.version == 4 { 1 } else { 8 - at % 8 };
        self.rest = entry.get(at..).unwrap_or_default();
        Some(self.path.clone())
    }
}

impl Iterator for Tracked<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.left = self.left.checked_sub(1)?;
        self.entry()
    }
}

/// Returns a number of variable length, and how many bytes it takes.
fn offset(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value: usize = 0;
    for (at, byte) in bytes.iter().enumerate().take(4) {
        value = (value << 7) + usize::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
        value += 1;
    }
    None
}

#[cfg(test)]
pub(super) use tests::index;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the bytes of an index with these paths.
    pub(in crate::project) fn index(version: u32, id_bytes: usize, paths: &[String]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend((paths.len() as u32).to_be_bytes());
        let mut before = "";
        for path in paths {
            let start = bytes.len();
            bytes.extend(vec![7; STAT_BYTES + id_bytes]);
            bytes.extend((path.len() as u16 & 0xfff).to_be_bytes());
            if version == 4 {
                let shared = before.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
                // Names of tests are shorter than 128 bytes.
                bytes.push((before.len() - shared) as u8);
                bytes.extend(&path.as_bytes()[shared..]);
                bytes.push(0);
            } else {
                bytes.extend(path.as_bytes());
                let length = bytes.len() - start;
                bytes.extend(vec![0; 8 - length % 8]);
            }
            before = path;
        }
        bytes
    }

    proptest! {
        #[test]
        fn an_index_holds_its_paths(
            paths in proptest::collection::btree_set("[a-c/]{1,20}", 0..12),
            version in 2_u32..=4,
            id_bytes in prop_oneof![Just(20_usize), Just(32)],
        ) {
            let paths: Vec<String> = paths.into_iter().collect();
            let bytes = index(version, id_bytes, &paths);
            let found: Vec<Vec<u8>> = Tracked::of(&bytes, id_bytes).collect();
            let expected: Vec<Vec<u8>> = paths.into_iter().map(String::into_bytes).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn damaged_bytes_end_it(mut bytes in any::<Vec<u8>>(), version in 2_u32..=4) {
            let _ = Tracked::of(&bytes, 20).count();
            let mut head = index(version, 20, &["a".to_owned()])[..8].to_vec();
            head.append(&mut bytes);
            prop_assert!(Tracked::of(&head, 20).count() <= head.len());
        }
    }

    #[test]
    fn a_number_may_take_several_bytes() {
        assert_eq!(offset(&[0x7f]), Some((127, 1)));
        assert_eq!(offset(&[0x80, 0x00]), Some((128, 2)));
        assert_eq!(offset(&[0x81]), None);
    }
}
