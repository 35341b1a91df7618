//! Bytes that a database holds: any of them may have been damaged on the disk.

use mementor_core::postings;
use mementor_core::turn;
use mementor_core::vector::Quantised;

/// The first byte says whose bytes follow.
pub fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 3 {
        0 => read_postings(bytes),
        1 => read_log(bytes),
        _ => read_vector(bytes),
    }
}

fn read_postings(bytes: &[u8]) {
    for block in [0, 7, i64::MAX >> 11] {
        let found: Vec<_> = postings::decode(block, bytes).collect();
        assert!(2 * found.len() <= bytes.len());
        let sound = found.is_sorted_by(|a, b| a.0 < b.0)
            && found.iter().all(|(turn, _)| postings::block_of(*turn) == block);
        if sound {
            let block_of_ours = found.iter().copied().collect();
            let again = postings::encode(block, &block_of_ours);
            assert!(postings::decode(block, &again).eq(found.into_iter()));
        }
    }
}

fn read_log(bytes: &[u8]) {
    let entries = turn::decode(bytes);
    let merged = turn::merge(entries.clone(), entries);
    turn::facts(&merged);
    turn::actions(&merged);
    turn::text(&merged).passage();
    assert_eq!(turn::decode(&turn::encode(&merged)), merged);
}

fn read_vector(bytes: &[u8]) {
    let query = Quantised::of(&[0.5; 32]);
    let (scale, code) = bytes.split_at(bytes.len().min(4));
    let scale = f32::from_le_bytes(scale.try_into().unwrap_or_default());
    let score = query.dot(scale, code);
    assert!(code.len() == 32 || score == 0.0, "another dimension has no similarity");
}
