//! Hash of a syntax tree: the same for trees that differ in whitespace and comments alone.

use tree_sitter::Tree;

use crate::language::Made;
use crate::quick::QuickMap;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The end of a node. Kinds of nodes are smaller.
const CLOSES: u64 = u64::MAX;

fn mixed(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(PRIME).rotate_left(23)
}

fn of_bytes(hash: u64, bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mixed(hash, bytes.len() as u64), mixed)
}

/// Returns the hash of each node in `nodes`, which has the place of each among the results by the
/// node's id. Goes through the tree once.
pub fn hashes(tree: &Tree, text: &str, made: &Made, nodes: &QuickMap<usize, usize>) -> Vec<u64> {
    // One node may define several names: then there are fewer nodes than places.
    let mut found = vec![0; nodes.values().max().map_or(0, |last| last + 1)];
    // The marks of the nodes so far: a node's hash is that of a slice.
    let mut marks: Vec<u64> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut cursor = tree.walk();
    'nodes: loop {
        let node = cursor.node();
        if !made.is_comment(node.kind_id()) {
            if let Some(at) = nodes.get(&node.id()) {
                open.push((*at, marks.len()));
            }
            let is_leaf = node.child_count() == 0;
            let own = if is_leaf { &text.as_bytes()[node.byte_range()] } else { &[] };
            marks.push(of_bytes(mixed(BASIS, u64::from(node.kind_id())), own.trim_ascii()));
            if cursor.goto_first_child() {
                continue;
            }
        }
        loop {
            let left = cursor.node();
            if let Some((at, from)) = open.pop_if(|(at, _)| nodes.get(&left.id()) == Some(at)) {
                found[at] = marks[from..].iter().fold(BASIS, |hash, mark| mixed(hash, *mark));
                if open.is_empty() {
                    marks.clear();
                }
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                break 'nodes;
            }
            marks.push(CLOSES);
        }
    }
    found
}
