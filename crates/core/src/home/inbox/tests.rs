//! What a hook leaves in the inbox, and what becomes of everything else that lies there.

use std::fs;

use super::super::set_aside;
use super::super::tests::aged;
use super::*;

fn payload(received_at_ms: i64) -> Payload {
    let transcript_path = "/t.jsonl".to_owned();
    Payload { event: "stop".into(), transcript_path, received_at_ms, ..Payload::default() }
}

fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path().join("mö \"home\""));
    (folder, home)
}

fn put(home: &Home, payload: &Payload) {
    home.put_payload(payload).expect("room");
}

fn times(home: &Home) -> Vec<i64> {
    let items = home.look_into_inbox().expect("a folder").waiting;
    items.into_iter().map(|item| item.payload.received_at_ms).collect()
}

#[test]
fn what_was_put_comes_back_the_oldest_first() {
    let (_folder, home) = home();
    assert!(home.is_inbox_empty().expect("no folder yet"));
    let full = Payload {
        started_in: Some("/shop".into()),
        last_answer: Some("done".into()),
        kept_out: KeptOut { mask: vec!["a".into()], exclude: Vec::new() },
        unclear: vec!["config.json".into()],
        ..payload(1_763_000_000_001)
    };
    put(&home, &full);
    for at_ms in [1_763_000_000_000, 5, 40] {
        put(&home, &payload(at_ms));
    }
    let items = home.look_into_inbox().expect("a folder").waiting;
    let last = items.last().expect("four");
    assert_eq!(last.payload, full);
    assert_eq!(home.look_into_inbox().expect("a folder").waiting, items);
    let text = fs::read_to_string(&last.path).expect("text");
    assert_eq!(
        text,
        r#"{"version":1,"event":"stop","transcriptPath":"/t.jsonl","startedIn":"/shop","lastAnswer":"done","keptOut":{"mask":["a"],"exclude":[]},"unclear":["config.json"],"receivedAtMs":1763000000001}"#
    );
    assert_eq!(times(&home), [5, 40, 1_763_000_000_000, 1_763_000_000_001]);
    for item in items {
        private_file::remove(&item.path).expect("there");
    }
    assert!(home.is_inbox_empty().expect("a folder"));
}

#[test]
fn many_that_come_at_the_same_time_are_all_kept() {
    let (_folder, home) = home();
    for _ in 0..50 {
        put(&home, &payload(7));
    }
    assert_eq!(times(&home), [7; 50]);
}

#[test]
fn what_is_no_payload_is_set_aside_and_nothing_else() {
    for text in [
        "",
        "\0\u{fffd}{",
        r#"{"version":1,"event":"stop","transc"#,
        "null",
        "[]",
        r#"{"version":1,"event":"stop","receivedAtMs":1}"#,
        r#"{"version":1,"event":"stop","transcriptPath":1,"receivedAtMs":1}"#,
        r#"{"version":1,"event":"stop","transcriptPath":"/t"}"#,
        r#"{"version":1,"event":"stop","transcriptPath":"/t","receivedAtMs":1,"lastAnswer":null}"#,
    ] {
        let (_folder, home) = home();
        put(&home, &payload(2));
        let broken = home.inbox().join("00000000000001-aaaaaaaaaaaa.json");
        fs::write(&broken, text).expect("room");
        fs::write(home.inbox().join("notes.txt"), "mine").expect("room");
        assert_eq!(times(&home), [2], "{text}");
        let found = home.look_into_inbox().expect("a folder").broken;
        assert_eq!(found, std::slice::from_ref(&broken), "{text}");
        set_aside(&broken).expect("room");
        let aside = home.inbox().join("00000000000001-aaaaaaaaaaaa.json.unreadable");
        assert_eq!(fs::read_to_string(&aside).expect("kept"), text);
        let why = "it is no payload of a hook".to_owned();
        assert_eq!(
            home.look_into_inbox().expect("a folder").refused,
            [RefusedFile { path: aside, why }]
        );
        assert!(home.inbox().join("notes.txt").exists() && !broken.exists());
    }
}

#[test]
fn a_payload_of_a_newer_version_stays_for_those_who_know_it() {
    let (_folder, home) = home();
    fs::create_dir_all(home.inbox()).expect("room");
    let newer = home.inbox().join("00000000000001-aaaaaaaaaaaa.json");
    fs::write(&newer, r#"{"version":1000,"event":"stop"}"#).expect("room");
    assert!(times(&home).is_empty() && home.is_inbox_empty().expect("a folder"));
    let why = "a newer Mementor wrote it".to_owned();
    assert_eq!(
        home.look_into_inbox().expect("a folder").refused,
        [RefusedFile { path: newer, why }]
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_stays_and_is_named() {
    let (_folder, home) = home();
    put(&home, &payload(2));
    fs::create_dir(home.inbox().join("a.json")).expect("room");
    std::os::unix::fs::symlink("c.json", home.inbox().join("c.json")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", home.inbox().join("d.json")).expect("a link");
    assert_eq!(times(&home), [2]);
    let refused = home.look_into_inbox().expect("a folder").refused;
    let refused: Vec<&str> = refused.iter().map(|each| each.why.as_str()).collect();
    let said = [
        "it is a folder, not a regular file",
        "its symbolic links form a circle",
        "it is a device, not a regular file",
    ];
    assert_eq!(refused, said);
}

#[test]
fn what_a_killed_hook_left_is_finished_or_removed() {
    let (_folder, home) = home();
    fs::create_dir_all(home.inbox()).expect("room");
    let half = home.inbox().join(".00000000000002-bbbbbbbbbbbb.json.tmp");
    let whole = home.inbox().join(".00000000000003-cccccccccccc.json.tmp");
    fs::write(&half, r#"{"version":1,"#).expect("room");
    let text = serde_json::to_string(&Versioned { version: 1, payload: &payload(3) });
    fs::write(&whole, text.expect("JSON")).expect("room");
    fs::create_dir(home.inbox().join(".00000000000004-dddddddddddd.json.tmp")).expect("room");
    fs::write(home.inbox().join("notes.tmp"), "mine").expect("room");
    assert!(times(&home).is_empty());
    let now_ms = aged(&half, 1_000);
    home.remove_unfinished_payloads(now_ms).expect("a folder");
    assert!(half.exists() && whole.exists());
    home.remove_unfinished_payloads(now_ms + 60_000).expect("a folder");
    assert!(!half.exists() && !whole.exists());
    assert_eq!(times(&home), [3]);
    assert_eq!(names_in(&home.inbox()).expect("a folder").len(), 3);
}

#[test]
fn rules_are_united_each_once() {
    let [mut one, other] = [("a", "b"), ("a", "c")]
        .map(|(mask, exclude)| KeptOut { mask: vec![mask.into()], exclude: vec![exclude.into()] });
    one.unite(&other);
    assert_eq!(one.mask, ["a"]);
    assert_eq!(one.exclude, ["b", "c"]);
    assert!(!one.is_empty() && KeptOut::default().is_empty());
}

#[test]
fn a_home_that_is_a_file_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("room");
    let home = Home::at(folder.path().join("file"));
    assert_eq!(home.put_payload(&payload(1)).expect_err("a file").kind(), ErrorKind::NotADirectory);
}
