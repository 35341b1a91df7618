//! Looks up object ids in a pack index (`.idx`, version 2) without reading the whole file.

use std::io::{Read, Result, Seek, SeekFrom};

const MAGIC_AND_VERSION: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
const FAN_OUT_BYTES: usize = 4 * 256;
const IDS_AT: u64 = (MAGIC_AND_VERSION.len() + FAN_OUT_BYTES) as u64;
/// Each object has a checksum and an offset beside its id, 4 bytes each.
const REST_BYTES: u64 = 8;

/// An open pack index.
pub struct PackIndex<R> {
    file: R,
    /// For each byte value, the number of objects whose first byte is at most that value.
    fan_out: Vec<u32>,
    /// Length of the ids: 20 bytes (SHA-1) or 32 (SHA-256).
    id_bytes: usize,
}

impl<R: Read + Seek> PackIndex<R> {
    /// Reads the header of an index whose ids have `id_bytes` bytes. Returns `None` when the file
    /// is not an index.
    pub fn open(mut file: R, id_bytes: usize) -> Result<Option<Self>> {
        let bytes = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut head = vec![0; MAGIC_AND_VERSION.len() + FAN_OUT_BYTES];
        if bytes < head.len() as u64 {
            return Ok(None);
        }
        file.read_exact(&mut head)?;
        let (magic, counts) = head.split_at(MAGIC_AND_VERSION.len());
        let count = |four: &[u8]| four.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        let fan_out: Vec<u32> = counts.chunks(4).map(count).collect();
        let objects = u64::from(*fan_out.last().unwrap_or(&0));
        let least = IDS_AT + objects * (id_bytes as u64 + REST_BYTES) + 2 * id_bytes as u64;
        let sound = magic == MAGIC_AND_VERSION && fan_out.is_sorted() && least <= bytes;
        Ok(sound.then_some(Self { file, fan_out, id_bytes }))
    }

    /// Returns whether an object is in the pack.
    pub fn holds(&mut self, id: &[u8]) -> Result<bool> {
        let Some(&first) = id.first().filter(|_| id.len() == self.id_bytes) else {
            return Ok(false);
        };
        let first = usize::from(first);
        let mut low = if first == 0 { 0 } else { self.fan_out[first - 1] };
        let mut high = self.fan_out[first];
        let mut found = vec![0; self.id_bytes];
        while low < high {
            let middle = low + (high - low) / 2;
            let at = IDS_AT + u64::from(middle) * self.id_bytes as u64;
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut found)?;
            match found.as_slice().cmp(id) {
                std::cmp::Ordering::Equal => return Ok(true),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(false)
    }
}
