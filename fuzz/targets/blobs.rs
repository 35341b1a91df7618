//! Stored bytes, any of which may have been damaged on disk, and pack indexes, which anyone may
//! have written.

use mementor_core::conversation::turn;
use mementor_core::index::document;
use mementor_core::index::postings;
use mementor_core::project::PackIndex;
use mementor_core::sources::dialect;
use mementor_core::vector::kernel::{Kernel, Scores};
use mementor_core::vector::{self, Code, VectorBlock, VectorQuery};

/// The first byte selects the format of the following bytes.
pub fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    if *kind == 255 {
        return read_pack_index(bytes);
    }
    match kind % 3 {
        0 => read_postings(bytes),
        1 => read_log(bytes),
        _ => read_vector(bytes),
    }
}

fn read_postings(bytes: &[u8]) {
    let found: Vec<_> = postings::decode(bytes).collect();
    assert!(2 * found.len() <= bytes.len());
    assert!(found.iter().all(|(place, _)| *place < postings::BLOCK_ITEMS));
    if found.is_sorted_by(|a, b| a.0 < b.0) {
        let again = postings::encode(&found.iter().copied().collect());
        assert!(postings::decode(&again).eq(found.into_iter()));
    }
    for document in document::decode(7, bytes) {
        assert_eq!(postings::block_of(document.item), 7);
    }
}

/// Every object that the index claims to hold must be in it.
fn read_pack_index(bytes: &[u8]) {
    for id_bytes in [20, 32] {
        let opened = PackIndex::open(std::io::Cursor::new(bytes), id_bytes);
        let Some(mut index) = opened.expect("bytes in memory") else { continue };
        for id in bytes.windows(id_bytes).step_by(7).take(64) {
            index.holds(id).expect("the counts fit the length");
        }
        assert!(!index.holds(&[]).expect("nothing is read"));
        let absent = vec![0x5a; id_bytes];
        let held = index.holds(&absent).expect("the counts fit the length");
        assert!(!held || bytes.windows(id_bytes).any(|window| window == absent));
    }
}

fn read_log(bytes: &[u8]) {
    let entries = turn::decode(bytes);
    let merged = turn::merge(entries.clone(), entries);
    turn::facts(&merged);
    turn::actions(&merged, dialect("claude-code"));
    turn::text(&merged, dialect("claude-code")).passage();
    assert_eq!(turn::decode(&turn::encode(&merged)), merged);
}

fn read_vector(bytes: &[u8]) {
    let vector = [0.5; 32];
    let query = VectorQuery::new(&vector);
    let sound = Code::read(&vector::encode(&vector), query.padded()).is_some();
    assert!(sound, "the dimensions must be right for the rest to say anything");
    if let Some(code) = Code::read(bytes, query.padded()) {
        for kernel in Kernel::all() {
            // Not a number when the damage made the scale one.
            let _ = query.similarity(kernel, code);
        }
    }
    if let Some(mut block) = VectorBlock::read(bytes.to_vec(), query.padded()) {
        let tables = query.tables(&vec![0.0; query.padded()]);
        let mut scores = Scores::default();
        for kernel in Kernel::all() {
            kernel.scan(block.bytes(), &tables, f32::NEG_INFINITY, &mut scores);
        }
        block.clear(0);
        assert_eq!(block.free(), Some(0));
    }
}
