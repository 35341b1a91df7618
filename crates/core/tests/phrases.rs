//! A search for signs, words in a row, names of several parts, and scripts without spaces.

mod sandbox;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Within};
use mementor_core::search::{Answered, Correction};
use mementor_core::store::Filter;
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};

/// Turns of one project, by their ids, each with its prompt and its answer. Each session has one.
const TURNS: [(&str, &str, &str); 20] = [
    ("queue", "The retry queue must not lose messages", "It keeps them on disk."),
    ("drain", "Drain the queue, then retry the migration", "Drained; the retry passed."),
    ("branch", "Check out feature/login-throttle", "Rebased onto main; two conflicts."),
    (
        "login",
        "Add a login page with a throttle",
        "The login throttle allows five, the login says so.",
    ),
    ("cut", "Cut release/2.4.x from main", "Done."),
    (
        "notes",
        "Write the release notes, 2 to 4 lines, x marks",
        "The release 2 notes have 4 lines.",
    ),
    ("cpp", "Which flags does the C++ module use?", "It uses -O2."),
    ("csharp", "Port the tide parser to C# please", "Ported."),
    ("c", "Write the tide parser in C", "Written in C."),
    ("net", "Which .NET runtime do we need?", "Version nine."),
    ("result", "What is the net result of node and the js files?", "Two."),
    ("node", "Pin the version of node.js", "Pinned."),
    ("issue", "Look at #123 again", "The lock was held."),
    ("port", "Why are 123 tests slow?", "They wait 123 ms each."),
    ("commit", "The fix is in 3744b409aa11", "Picked."),
    ("sign", "The deploy bot posts 🚀 but never 🔥, why?", "The mapping was missing."),
    ("han", "港口的浮标数据为什么丢失", "因为写入没有提交事务。"),
    ("thai", "ทำไมประภาคารไม่ตอบสนอง", "พอร์ตปิดอยู่"),
    ("other", "ส่งออกตารางเป็นไฟล์ประกาศภาพอาคาร", "เสร็จแล้ว"),
    ("soft", "The co\u{AD}operation of the gate fails; balance it", "Two locks."),
];

fn filled(sandbox: &Sandbox) -> Memory {
    let mut memory = sandbox.open();
    let mut lines = Vec::new();
    for (at, (turn, prompt, answer)) in TURNS.iter().enumerate() {
        let mut session = Session::new(&format!("5e5500{at:02}"), &sandbox.directory("shop"));
        lines.extend(session.turn(turn, prompt, answer));
    }
    ingest(&mut memory, &sandbox.transcript("shop", &lines));
    memory
}

fn asked(memory: &mut Memory, text: &str) -> Answer {
    let (within, filter) = (Within::Everything, Filter::default());
    memory.query(text, &within, filter, 20, Now::utc(NOW_MS)).expect("any text")
}

fn turns(answer: &Answer) -> Vec<&str> {
    answer.found.hits.iter().map(|hit| hit.turn.as_str()).collect()
}

#[test]
fn names_with_signs_and_words_without_spaces_find_their_turn_first() {
    for is_embedded in [false, true] {
        let sandbox = if is_embedded { Sandbox::with_model() } else { Sandbox::without_model() };
        let mut memory = filled(&sandbox);
        if is_embedded {
            embed_all(&mut memory);
        }
        for (text, turn) in [
            ("login-throttle", "branch"),
            ("feature/login-throttle", "branch"),
            ("login_throttle", "branch"),
            ("release/2.4.x", "cut"),
            ("C++", "cpp"),
            ("C#", "csharp"),
            ("C", "c"),
            (".NET", "net"),
            ("node.js", "node"),
            ("#123", "issue"),
            ("PR 123", "issue"),
            ("GH-123", "issue"),
            ("3744b40", "commit"),
            ("3744b409aa11ffee", "commit"),
            ("🔥", "sign"),
            ("deploy bot 🔥", "sign"),
            ("港", "han"),
            ("ประภาคาร", "thai"),
            ("พอร์ต", "thai"),
            ("cooperation", "soft"),
            ("coop\u{200B}eration", "soft"),
        ] {
            let found = asked(&mut memory, text);
            assert_eq!(turns(&found).first(), Some(&turn), "{text}");
            assert_eq!(found.found.missing, [""; 0], "{text}");
        }
    }
}

#[test]
fn words_in_quotes_show_only_the_turns_that_hold_them_in_a_row() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    for text in
        ["\"retry queue\"", "“Retry queues”", "what about the «retry queue» now", "「retry queue」"]
    {
        assert_eq!(turns(&asked(&mut memory, text)), ["queue"], "{text}");
    }
    assert!(turns(&asked(&mut memory, "retry queue")).contains(&"drain"));
    // Nothing holds the words in a row.
    let none = asked(&mut memory, "\"queue migration\"");
    assert_eq!(
        (turns(&none).len(), &none.found.missing[..]),
        (0, &["queue migration".to_owned()][..])
    );
    let near = asked(&mut memory, "drained \"queue migration\"");
    assert_eq!(turns(&near).first(), Some(&"drain"));
    assert_eq!(
        (near.found.answered, near.found.missing),
        (Some(Answered::NotHere), vec!["queue migration".to_owned()])
    );
}

#[test]
fn a_name_whose_parts_stand_apart_is_missing() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    for text in ["src/login.page", "notes/release.x", "鲸", "F#"] {
        assert_eq!(asked(&mut memory, text).found.missing, [text], "{text}");
    }
}

#[test]
fn another_word_is_offered_and_not_searched() {
    for sandbox in [Sandbox::with_model(), Sandbox::without_model()] {
        let mut memory = filled(&sandbox);
        let found = asked(&mut memory, "binance");
        assert!(turns(&found).is_empty() && found.found.corrected.is_empty());
        let offer = Correction { from: "binance".to_owned(), to: "balance".to_owned() };
        assert_eq!(found.found.offered, [offer]);
        let found = asked(&mut memory, "balnace");
        assert_eq!(turns(&found), ["soft"]);
    }
}
