//! Digests of stored sessions: they follow what is stored, whatever the order in which it came.

mod sandbox;

use mementor_core::Memory;
use mementor_core::digest::{Digest, Gist};
use proptest::prelude::*;
use sandbox::{Sandbox, Session, append, bytes_of, ingest};
use serde_json::{Value, json};

const SESSION: &str = "5e551011-aaaa";
const KEY: &str = "AKIAIOSFODNN7ABCDEFG";

/// A session with a secret, an error that ends, and a task that stays open.
fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let cwd = sandbox.directory("quarry");
    let mut session = Session::new(SESSION, &cwd);
    let mut lines = vec![
        session.prompt("ask", &format!("use the key {KEY} for the export of the slate prices")),
    ];
    let mut call = |session: &mut Session, id: &str, tool: &str, input: Value, text: &str| {
        lines.push(session.tool_use(&format!("{id}-use"), id, tool, &input));
        lines.push(session.tool_result(&format!("{id}-result"), id, text));
    };
    let file = cwd.join("export.rs");
    let edit = json!({ "file_path": file, "old_string": "a", "new_string": "b" });
    call(&mut session, "t1", "Edit", edit, "ok");
    let test = json!({ "command": format!("KEY={KEY} cargo test --export {KEY} 2>&1 | tail -3") });
    call(&mut session, "t2", "Bash", test, "test result: ok. 2 passed; 0 failed");
    let todos = json!({ "todos": [
        { "content": "write the export", "status": "completed" },
        { "content": "ask the mason about the granite", "status": "pending" },
    ] });
    call(&mut session, "t3", "TodoWrite", todos, "ok");
    lines.push(session.answer(
        "told",
        &format!("The export of the slate prices works with {KEY} and is tested."),
    ));
    lines.extend(session.turn(
        "doomed",
        "is zanzibarite rare enough to be exported too?",
        "It is very rare: zanzibarite has to stay where it is.",
    ));
    lines
}

/// A session that begins with these lines, and does not go on.
fn fork(lines: &[Value]) -> Vec<Value> {
    let mut fork = lines.to_vec();
    for line in &mut fork {
        line["sessionId"] = json!("5e551011-bbbb");
    }
    fork
}

fn digest(memory: &Memory) -> Digest {
    memory.digest(SESSION).expect("a sound database").expect("a stored session")
}

fn gist(memory: &Memory) -> Gist {
    memory.gists(&[SESSION.to_owned()]).expect("a sound database").remove(0)
}

#[test]
fn a_stored_session_is_summed_up() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("quarry", &lines(&sandbox)));
    let found = digest(&memory);
    assert_eq!((found.turns, found.asked.len()), (2, 2));
    assert_eq!(found.changed[0].path, "export.rs");
    assert!(found.commands[0].command.starts_with("cargo test --export"), "{found:?}");
    assert_eq!(found.open[0].text, "ask the mason about the granite");
    assert_eq!(gist(&memory).asked.as_ref(), Some(&found.asked[0].text));
    assert_eq!(gist(&memory).ended, found.concluded);
    assert_eq!(memory.digest("ffffffff").expect("a sound database"), None);
}

#[test]
fn what_is_masked_stays_masked() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("quarry", &lines(&sandbox)));
    let all = format!("{:?} {:?}", digest(&memory), gist(&memory));
    assert!(all.contains("[masked:") && !all.contains(KEY), "{all}");
}

#[test]
fn a_forgotten_turn_leaves_the_digest() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("quarry", &lines(&sandbox)));
    let told = |memory: &Memory| format!("{:?} {:?}", digest(memory), gist(memory));
    assert!(told(&memory).contains("zanzibarite"));
    memory.forget(&["doomed".to_owned()]).expect("an open database");
    assert!(!told(&memory).contains("zanzibarite"), "{}", told(&memory));
    assert!(told(&memory).contains("slate prices"), "{}", told(&memory));
    memory.forget(&["ask".to_owned()]).expect("an open database");
    assert_eq!(memory.digest(SESSION).expect("a sound database"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_split_and_order_of_ingest_gives_the_same_digest(cut in 1_usize..10, first in any::<bool>()) {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        let lines = lines(&sandbox);
        ingest(&mut memory, &sandbox.kept("whole", &lines));
        let alone = digest(&memory);
        ingest(&mut memory, &sandbox.kept("fork", &fork(&lines[..cut])));
        let expected = (digest(&memory), gist(&memory));
        prop_assert_eq!(&expected.0, &alone);

        // The same in two ingests of a growing file, with the fork before or after them.
        let other = Sandbox::without_model();
        let mut again = other.open();
        let fork = other.kept("fork", &fork(&lines[..cut]));
        let path = other.kept("split", &lines[..cut]);
        if first {
            ingest(&mut again, &fork);
        }
        ingest(&mut again, &path);
        append(&path, &bytes_of(&lines[cut..]));
        ingest(&mut again, &path);
        if !first {
            ingest(&mut again, &fork);
        }
        prop_assert_eq!((digest(&again), gist(&again)), expected);
    }
}
