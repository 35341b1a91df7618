//! Lines of an export, which may come from another program.

use mementor_core::memory::Within;
use mementor_core::store::Access;
use mementor_core::{Error, Memory};

use super::store::open;

pub fn run(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let lines: Vec<String> = input.lines().map(str::to_owned).collect();
    let root = tempfile::tempdir().expect("a temporary directory");
    let mut memory = open(root.path(), Access::Write).expect("a home of our own");
    match memory.import(&lines, mementor_core::api::Voucher::Person, 0) {
        Ok(_) => {}
        // A newer format version.
        Err(Error::InvalidArgument(_)) => return,
        Err(error) => panic!("any lines are taken: {error}"),
    }
    let first = exported(&memory);
    let again =
        memory.import(&first, mementor_core::api::Voucher::Person, 0).expect("our own export");
    assert_eq!((again.turns, again.unreadable), (0, 0), "twice is once");
    assert_eq!(exported(&memory), first);

    let other = tempfile::tempdir().expect("a temporary directory");
    let mut copy = open(other.path(), Access::Write).expect("a home of our own");
    copy.import(&first, mementor_core::api::Voucher::Person, 0).expect("our own export");
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(exported(&copy)), sorted(first), "an export makes the same memory");
}

fn exported(memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    let mut after = None;
    loop {
        let step = memory.export(&Within::Everything, after).expect("what was stored is read");
        lines.extend(step.lines);
        after = step.next;
        if after.is_none() {
            return lines;
        }
    }
}
