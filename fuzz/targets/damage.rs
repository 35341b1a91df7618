//! A whole database with changed bytes, or truncated.

use std::cell::OnceCell;
use std::path::Path;

use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::{Access, FILE_NAME, Filter};
use mementor_core::{Error, Memory};

use super::store::{NOW_MS, filled, open};

thread_local! {
    static SOUND: OnceCell<Vec<u8>> = const { OnceCell::new() };
}

/// Groups of five bytes: four give the offset, the last is combined with the byte there by `^`; 0 truncates.
pub fn run(data: &[u8]) {
    let mut bytes = SOUND.with(|sound| sound.get_or_init(database).clone());
    for change in data.chunks_exact(5) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], change[3]]) as usize;
        let Some(at) = at.checked_rem(bytes.len()) else { break };
        match change[4] {
            0 => bytes.truncate(at),
            turned => bytes[at] ^= turned,
        }
    }
    let root = tempfile::tempdir().expect("a temporary directory");
    let home = root.path();
    std::fs::write(home.join(FILE_NAME), &bytes).expect("room");
    // As a hook uses it: no answer, or an error.
    if let Ok(mut memory) = open(home, Access::Read) {
        look(&mut memory);
    }
    // As a writer uses it.
    let mut memory = match open(home, Access::Repair) {
        Ok(memory) => memory,
        Err(Error::DatabaseNewer { .. }) => return,
        Err(error) => panic!("a damaged database is moved aside: {error}"),
    };
    // As `doctor --fix` does. What a damaged log or note held is read again from its transcript.
    memory.mend().expect("a database that was checked can be written");
    let problems = memory.integrity_problems().expect("it was checked");
    let left = problems.iter().filter(|problem| !problem.ends_with("fails its checksum"));
    assert_eq!(left.collect::<Vec<_>>(), Vec::<&String>::new());
    look(&mut memory);
    save(&mut memory, home);
}

/// A turn in the demo's transcripts.
const FORGOTTEN: &str = "e788c476-f04c-5277-9f33-4dc6cead7801";

fn database() -> Vec<u8> {
    let (root, mut memory) = filled();
    assert_eq!(memory.forget(&[FORGOTTEN.to_owned()]).expect("it is stored"), 1);
    memory.compact().expect("nobody else reads");
    drop(memory);
    std::fs::read(root.path().join(FILE_NAME)).expect("it is there")
}

fn look(memory: &mut Memory) {
    let filter = Filter { command: Some("npm".to_owned()), ..Filter::default() };
    for filter in [Filter::default(), filter] {
        let _ =
            memory.query("why the retry queue", &Within::Everything, filter, 3, Now::utc(NOW_MS));
    }
    let _ = memory.sessions(&Within::Everything, 3);
    let _ = memory.show("0");
    let _ = memory.stats();
}

/// Imports as much as possible of the database that was moved aside.
fn save(memory: &mut Memory, home: &Path) {
    let aside = home.join(format!("{FILE_NAME}.damaged-{NOW_MS}"));
    if !aside.exists() {
        return;
    }
    loop {
        match memory.import_database(&aside, mementor_core::api::Voucher::Person, 0) {
            Ok(step) if step.findings.is_some() => break,
            Ok(_) => {}
            Err(Error::DatabaseCorrupt { .. } | Error::DatabaseMissing { .. }) => break,
            Err(error) => panic!("what can be read is taken: {error}"),
        }
    }
    assert!(memory.show(FORGOTTEN).expect("it is sound").is_empty(), "a forgotten turn came back");
    assert_eq!(memory.integrity_problems().expect("it is ours"), Vec::<String>::new());
}
