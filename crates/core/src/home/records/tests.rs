//! What a record holds, what is read of it, and when it goes.

use std::fs;

use proptest::prelude::*;

use super::super::tests::aged;
use super::line::{ContextMark, LayerLine, PromptLine, ToldAt, ToldLine, UsedLine, lines_of};
use super::*;

fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path().join("home"));
    (folder, home)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn prompt(injected: &[&str], notes: &[&str]) -> RecordLine {
    let line = PromptLine {
        at_ms: 1_000,
        prompt: "which port?".into(),
        directory: "/shop".into(),
        injected: texts(injected),
        notes: texts(notes),
        ..PromptLine::default()
    };
    RecordLine::Prompt(Box::new(line))
}

fn turns(injected: &[&str]) -> RecordLine {
    prompt(injected, &[])
}

fn told(notes: &[&str]) -> RecordLine {
    let shown = notes.len() as i64;
    RecordLine::Told(Box::new(ToldLine {
        at_ms: 9,
        told: ToldAt::Start,
        directory: "/shop".into(),
        text: Some("x".into()),
        tokens: 9,
        layers: vec![LayerLine { name: "notes".into(), shown, known: shown, tokens: 9 }],
        notes: texts(notes),
        lessons: Vec::new(),
        hook_ms: 1,
    }))
}

fn used() -> RecordLine {
    let turn = "answer".to_owned();
    RecordLine::Used(UsedLine { at_ms: 8, prompt_at_ms: 1_000, turn, brought: 9, used: 2 })
}

fn compacted(at_ms: i64) -> RecordLine {
    RecordLine::Mark(ContextMark::compacted(at_ms))
}

fn compacting() -> RecordLine {
    RecordLine::Mark(ContextMark::compacting(40))
}

fn forked() -> RecordLine {
    RecordLine::Mark(ContextMark::forked(6))
}

fn text_of(lines: &[RecordLine]) -> String {
    lines.iter().map(|line| serde_json::to_string(line).expect("JSON") + "\n").collect()
}

/// What the context has, as it is read from a file.
fn held(lines: &[RecordLine]) -> Held {
    let held = Held::after(lines);
    assert_eq!(Held::after(&super::held::lines(&text_of(lines))), held);
    held
}

const LINE: &str = r#"{"atMs":1000,"prompt":"a\n\"b\"","transcript":"/t.jsonl","directory":"/shop","dismissed":null,"injected":["turn-1"],"candidates":[{"turn":"turn-1","verdict":"injected","similarity":0.7,"textScore":null,"score":3}],"notes":["note-1"],"noteCandidates":[{"note":"note-1","verdict":"injected","similarity":0.6123,"shared":1.5}],"probability":0.93,"threshold":0.71,"evidence":{"similarityMargin":0.1235,"textMargin":-0.05,"question":1},"rate":2,"withContext":false,"searched":12,"semantic":true,"text":"<mementor>","chars":401,"tokens":101,"recallMs":1,"hookMs":100}"#;

#[test]
fn a_line_is_written_as_it_was_read() {
    let start = r#"{"atMs":9,"told":"compaction","directory":"/shop","text":null,"tokens":9,"layers":[{"name":"notes","shown":1,"known":2,"tokens":9}],"notes":["a"],"lessons":[],"hookMs":1}"#;
    for line in [
        LINE,
        start,
        r#"{"compacted":true,"atMs":5}"#,
        r#"{"forked":true,"atMs":6}"#,
        r#"{"compacting":"auto","atMs":7}"#,
        r#"{"atMs":8,"promptAtMs":1000,"turn":"answer","brought":9,"used":2}"#,
    ] {
        let lines = lines_of(line);
        assert_eq!(text_of(&lines), format!("{line}\n"));
    }
}

#[test]
fn numbers_are_written_in_few_digits() {
    let RecordLine::Prompt(mut line) = turns(&[]) else { panic!("a prompt") };
    line.probability = 0.123_456_7;
    line.threshold = 0.999_99;
    line.evidence = RecordedEvidence(vec![("b".into(), -0.000_01), ("a".into(), 1.000_04)]);
    let text = text_of(&[RecordLine::Prompt(line)]);
    assert!(
        text.contains(r#""probability":0.1235,"threshold":1,"evidence":{"b":0,"a":1}"#),
        "{text}"
    );
}

#[test]
fn a_line_that_is_damaged_or_foreign_costs_only_itself() {
    let bad = ["", r#"{"atMs":1"#, "null", "[]", "{}", r#"{"atMs":"1","compacted":true}"#, "\0{"];
    let foreign = [r#"{"atMs":1,"prompt":5,"directory":"/"}"#, r#"{"compacted":true}"#, "hello"];
    let no_list = r#"{"atMs":1,"prompt":"a","directory":"/"}"#;
    let text = [&bad[..], &[LINE], &foreign, &[no_list, &LINE[..200], LINE]].concat().join("\n");
    assert_eq!(lines_of(&text).len(), 2);
    assert_eq!(Held::after(&super::held::lines(&text)).recalled, ["turn-1"]);
}

#[test]
fn a_field_of_another_type_is_empty() {
    let odd = r#"{"atMs":1.0,"prompt":"","directory":"/","injected":[1,"a",null],"candidates":[5,{},{"turn":"t","verdict":"v","similarity":"x"}],"evidence":[],"notes":7,"rate":null,"text":5,"semantic":"yes","searched":"many","dismissed":4,"transcript":1,"hookMs":2.7}"#;
    let lines = lines_of(odd);
    let [RecordLine::Prompt(line)] = &lines[..] else { panic!("one prompt: {lines:?}") };
    assert_eq!(line.injected, ["a"]);
    assert_eq!(line.candidates.len(), 1);
    assert_eq!((line.candidates[0].similarity, line.candidates[0].score), (None, 0.0));
    assert_eq!((line.at_ms, line.rate, line.searched, line.hook_ms), (1, 0.0, 0, 2));
    assert_eq!((&line.text, &line.dismissed, &line.transcript), (&None, &None, &None));
    assert!(line.notes.is_empty() && line.evidence.0.is_empty() && !line.semantic);
    let evidence = LINE.replace(r#""question":1"#, r#""question":"no","other":2e-1"#);
    let [RecordLine::Prompt(line)] = &lines_of(&evidence)[..] else { panic!("one prompt") };
    let names: Vec<&str> = line.evidence.0.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["similarityMargin", "textMargin", "other"]);
}

#[test]
fn the_context_has_what_was_added_since_the_last_compaction() {
    let mut lines = vec![turns(&["a", "b"]), turns(&[]), turns(&["b", "c"])];
    assert_eq!(held(&lines).recalled, ["a", "b", "c"]);
    lines.push(compacted(50));
    assert!(held(&lines).recalled.is_empty() && held(&lines).compacted_at_ms == Some(50));
    lines.extend([turns(&["b"]), compacted(70), used(), turns(&["d"])]);
    assert!(held(&lines).recalled == ["d"] && held(&lines).compacted_at_ms == Some(70));
    assert!(!held(&lines).is_forked);
    lines.insert(0, forked());
    assert!(held(&lines).is_forked);
    assert_eq!(held(&[]), Held::default());
}

#[test]
fn the_context_has_every_note_that_it_got_since_the_last_compaction() {
    let lines = [told(&["a", "b"]), prompt(&[], &["c"]), prompt(&[], &["a"])];
    assert_eq!(held(&lines).notes, ["a", "b", "c"]);
    let after = |more: &[RecordLine]| held(&[&lines[..], more].concat()).notes;
    assert_eq!(after(&[compacted(50), told(&["b"])]), ["b"]);
    assert_eq!(after(&[compacting(), compacted(50)]), ["a"]);
}

#[test]
fn what_a_prompt_got_that_set_a_compaction_off_stays() {
    let recalled = |lines: &[RecordLine]| held(lines).recalled;
    let (a, b, none) = (turns(&["a"]), turns(&["b"]), turns(&[]));
    let (auto, done) = (compacting(), compacted(50));
    let each = |lines: &[&RecordLine]| {
        recalled(&lines.iter().map(|&line| line.clone()).collect::<Vec<_>>())
    };
    assert_eq!(each(&[&a, &b, &auto, &done]), ["b"]);
    assert!(each(&[&a, &none, &auto, &done]).is_empty());
    assert!(each(&[&auto, &done]).is_empty());
    assert_eq!(each(&[&a, &auto, &done, &none, &b]), ["a", "b"]);
    assert_eq!(each(&[&a, &auto, &b, &done]), ["b"]);
    assert!(each(&[&a, &auto, &none, &done]).is_empty());
    assert_eq!(each(&[&a, &auto, &b]), ["a", "b"]);
    // Until the next one, which may be by hand.
    assert!(each(&[&a, &auto, &done, &done]).is_empty());
    assert!(each(&[&a, &auto, &done, &b, &done]).is_empty());
    assert_eq!(each(&[&a, &auto, &done, &b, &auto, &done]), ["b"]);
}

fn any_line() -> impl Strategy<Value = RecordLine> {
    let ids = || prop::collection::vec(prop::sample::select(vec!["a", "b", "c"]), 0..3);
    prop_oneof![
        Just(compacting()),
        Just(compacted(7)),
        Just(forked()),
        Just(used()),
        ids().prop_map(|notes| told(&notes)),
        (ids(), ids(), ".*").prop_map(|(injected, notes, text)| {
            let RecordLine::Prompt(mut line) = prompt(&injected, &notes) else { unreachable!() };
            line.prompt = text;
            RecordLine::Prompt(line)
        }),
    ]
}

proptest! {
    #[test]
    fn the_lines_that_matter_say_the_same_as_all(lines in prop::collection::vec(any_line(), 0..12)) {
        held(&lines);
        prop_assert_eq!(lines_of(&text_of(&lines)), lines);
    }

    #[test]
    fn no_text_is_an_error(text in "(?s).*", json in "\\{[\"a-z:,\\[\\]{}0-9 ]*") {
        lines_of(&format!("{text}\n{json}\n{{{text}"));
    }
}

#[test]
fn a_record_is_made_when_it_is_needed_and_goes_on_after_half_a_line() {
    let (_folder, home) = home();
    let path = home.record("s-1").expect("a plain id");
    let mut record = SessionRecord::read(path.clone()).expect("none yet");
    assert!(!record.exists && record.held == Held::default() && !home.folder().exists());
    record.append(&turns(&["turn-1"])).expect("room");
    assert_eq!(path, home.recalls().join("s-1.jsonl"));
    let whole = fs::read_to_string(&path).expect("text");
    fs::write(&path, whole + r#"{"atMs":5,"prom"#).expect("room");
    let mut record = SessionRecord::read(path.clone()).expect("a record");
    assert!(record.exists && record.held.recalled == ["turn-1"]);
    record.append(&compacted(9)).expect("room");
    record.append(&forked()).expect("room");
    let record = SessionRecord::read(path.clone()).expect("a record");
    assert_eq!(record.held.compacted_at_ms, Some(9));
    assert_eq!(fs::read_to_string(&path).expect("text").lines().count(), 4);
    for id in ["", "../x", "a/b", "a.b", "ö", "a\0", "a\n", ".", &"x".repeat(101)] {
        assert!(home.record(id).is_none(), "{id}");
    }
}

#[test]
fn a_record_is_read_from_its_end_at_the_start_of_a_line() {
    let (_folder, home) = home();
    fs::create_dir_all(home.recalls()).expect("room");
    let path = home.record("long").expect("a plain id");
    assert_eq!(end_of(&path, 9).expect("no file"), None);
    fs::write(&path, "first ö\nsecond\nthird\n").expect("room");
    let end = |bytes| end_of(&path, bytes).expect("a file").expect("a file");
    assert_eq!(end(9), "third\n");
    assert_eq!(end(1_000), "first ö\nsecond\nthird\n");
    assert_eq!(end(0), "");
    assert!(end_of(&home.recalls(), 9).is_err());
}

#[test]
fn records_are_found_the_newest_first_and_go_after_thirty_days() {
    let (_folder, home) = home();
    home.expire_records(0);
    for session in ["old", "new"] {
        let path = home.record(session).expect("a plain id");
        SessionRecord::unread(path).append(&turns(&[])).expect("room");
    }
    fs::write(home.recalls().join("notes.txt"), "mine").expect("room");
    fs::write(home.recalls().join("a b.jsonl"), "mine").expect("room");
    let old = home.record("old").expect("a plain id");
    let file = fs::File::options().append(true).open(&old).expect("there");
    let written = fs::metadata(&old).and_then(|found| found.modified()).expect("a time");
    file.set_modified(written - std::time::Duration::from_hours(40 * 24)).expect("a time");
    let sessions: Vec<String> = home.records().into_iter().map(|(session, _)| session).collect();
    assert_eq!(sessions, ["new", "old"]);
    home.expire_records(aged(&old, 29 * 24 * 60 * 60 * 1_000));
    assert!(old.exists());
    home.expire_records(aged(&old, 31 * 24 * 60 * 60 * 1_000));
    assert_eq!(
        names_in(&home.recalls()).expect("a folder"),
        ["a b.jsonl", "new.jsonl", "notes.txt"]
    );
}
