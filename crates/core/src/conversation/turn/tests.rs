//! Tests of folding, merging and the text of turns.

use super::fold::TURN_SPOKEN_BYTES_MAX;
use super::text::{TEXT_BYTES_MAX, searchable};
use super::{FoldState, Folded, TurnPart, TurnText, facts, merge, unread, worked_in};
use crate::conversation::ParsedEntry;
use crate::conversation::dialect::Dialect;
use crate::conversation::entry::{Block, Entry};
use crate::secrets::Masker;

fn entry(id: &str, at_ms: i64, block: Block) -> Entry {
    Entry { id: id.into(), at_ms, position: at_ms as u64, blocks: vec![block], ..Entry::default() }
}

fn prompt(id: &str, at_ms: i64, text: &str) -> Entry {
    entry(id, at_ms, Block::Prompt { text: text.into(), command: false })
}

fn answer(id: &str, at_ms: i64, text: &str) -> Entry {
    entry(id, at_ms, Block::Answer { text: text.into() })
}

fn parsed(entries: Vec<Entry>) -> Vec<ParsedEntry> {
    let masker = Masker::default();
    let parsed = |entry| ParsedEntry::masked(Some("s".into()), entry, &masker);
    entries.into_iter().map(parsed).collect()
}

fn fold(parsed: Vec<ParsedEntry>, state: &mut FoldState) -> Vec<TurnPart> {
    super::fold(parsed, state, &|_| false).parts
}

fn text(entries: &[Entry]) -> TurnText {
    super::text(entries, &Dialect::UNKNOWN)
}

#[test]
fn each_prompt_opens_a_turn_and_the_state_carries_it_over() {
    let mut state = FoldState::default();
    let first = fold(parsed(vec![prompt("p1", 1, "one"), answer("a1", 2, "1")]), &mut state);
    let second = fold(parsed(vec![answer("a2", 3, "more"), prompt("p2", 4, "two")]), &mut state);
    let ids = |parts: &[TurnPart]| parts.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&first), ["p1"]);
    assert_eq!(ids(&second), ["p1", "p2"]);
    assert_eq!(state.open[""].id, "p2");
}

#[test]
fn a_turn_without_end_goes_on_in_others_wherever_reading_stops() {
    let text = "x".repeat(TURN_SPOKEN_BYTES_MAX / 4);
    let lines = || {
        let answers = (0..12).map(|at| answer(&format!("a{at}"), at, &text));
        parsed(std::iter::once(prompt("p", 0, "go on")).chain(answers).collect())
    };
    let ids = |parts: &[TurnPart]| parts.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
    let mut state = FoldState::default();
    let whole = fold(lines(), &mut state);
    assert_eq!(ids(&whole), ["p", "a4", "a8"]);
    for cut in 0..13 {
        let (mut first, mut again) = (lines(), FoldState::default());
        let second = first.split_off(cut);
        let mut parts = ids(&fold(first, &mut again));
        parts.extend(ids(&fold(second, &mut again)));
        parts.dedup();
        assert_eq!((parts, again), (ids(&whole), state.clone()), "cut at {cut}");
    }
}

#[test]
fn what_is_searched_of_a_text_is_bounded() {
    let pasted = text(&[prompt("p", 1, &"é".repeat(TEXT_BYTES_MAX))]);
    assert_eq!(pasted.prompt.len(), TEXT_BYTES_MAX);
}

#[test]
fn a_result_joins_the_turn_that_asked_for_it() {
    let id = || "t".to_owned();
    let call = Block::ToolUse { id: id(), name: "run".into(), input: serde_json::json!({}) };
    let result = Block::ToolResult { id: id(), text: "ok".into(), failed: false };
    let lines = vec![
        prompt("p", 1, "go"),
        entry("u", 2, call),
        prompt("steer", 3, "faster"),
        entry("r", 4, result),
        answer("a", 5, "done"),
    ];
    let mut state = FoldState::default();
    let parts = fold(parsed(lines), &mut state);
    let ids: Vec<_> = parts.iter().map(|part| (part.id.as_str(), part.entries.len())).collect();
    assert_eq!(ids, [("p", 2), ("steer", 1), ("p", 1), ("steer", 1)]);
    assert!(state.asked.is_empty());
}

#[test]
fn a_subagent_works_beside_the_turn_that_called_it() {
    let of_agent = |entry: Entry| Entry { subagent: Some("a1".into()), ..entry };
    let lines = vec![
        prompt("p", 1, "ask"),
        of_agent(prompt("q", 2, "task")),
        of_agent(answer("r", 3, "report")),
        answer("a", 4, "done"),
    ];
    let parts = fold(parsed(lines), &mut FoldState::default());
    let ids: Vec<_> = parts.iter().map(|part| (part.id.as_str(), part.entries.len())).collect();
    assert_eq!(ids, [("p", 1), ("q", 2), ("p", 1)]);
}

/// Returns an entry in a directory; `OUT` is excluded.
fn within(directory: &str, entry: Entry) -> Entry {
    Entry { cwd: Some(directory.to_owned()), ..entry }
}

const OUT: &str = "/out";

fn fold_without(lines: Vec<Entry>, state: &mut FoldState) -> Folded {
    super::fold(parsed(lines), state, &|directory| directory == OUT)
}

#[test]
fn a_turn_whose_work_goes_on_in_an_excluded_directory_is_left_out_wherever_reading_stops() {
    let tool = |id: &str| Block::ToolUse {
        id: id.into(),
        name: "run".into(),
        input: serde_json::json!({}),
    };
    let result = |id: &str| Block::ToolResult { id: id.into(), text: "ok".into(), failed: false };
    let lines = || {
        vec![
            within("/in", prompt("p1", 1, "one")),
            within("/in", answer("a1", 2, "1")),
            within("/in", prompt("p2", 3, "go there")),
            within("/in", entry("u2", 4, tool("t2"))),
            within(OUT, entry("r2", 5, result("t2"))),
            // The model has seen what is there.
            within("/in", answer("a2", 6, "back again, it says")),
            within("/in", prompt("p3", 7, "three")),
            within("/in", entry("u3", 8, tool("t3"))),
            within("/in", prompt("p4", 9, "four")),
            // Results join the turn that asked, when that one is out too.
            within(OUT, entry("r3", 10, result("t3"))),
            within("/in", answer("a4", 11, "4")),
            within(OUT, prompt("p5", 12, "five")),
            answer("a5", 13, "an entry without a directory"),
            within("/in", prompt("p6", 14, "six")),
        ]
    };
    let kept = |parts: &[TurnPart]| {
        let ids = parts.iter().flat_map(|part| part.entries.iter().map(|entry| entry.id.clone()));
        ids.collect::<Vec<_>>()
    };
    let whole = fold_without(lines(), &mut FoldState::default());
    assert_eq!(kept(&whole.parts), ["p1", "a1", "p4", "a4", "p6"]);
    assert_eq!(whole.left_out, 9);
    for cut in 0..lines().len() {
        let (mut first, mut state) = (lines(), FoldState::default());
        let second = first.split_off(cut);
        let first = fold_without(first, &mut state);
        let json = serde_json::to_string(&state).expect("a state");
        let mut state = serde_json::from_str(&json).expect("the same");
        let second = fold_without(second, &mut state);
        // What was stored of a turn is taken out when it turns out to be left out.
        let mut parts = first.parts;
        parts.retain(|part| !second.out.contains(&part.id));
        parts.extend(second.parts);
        assert_eq!(kept(&parts), kept(&whole.parts), "cut at {cut}");
    }
}

#[test]
fn nothing_is_reported_into_a_turn_that_is_left_out() {
    let mut state = FoldState::default();
    fold_without(vec![within("/in", prompt("p", 1, "one"))], &mut state);
    assert!(state.open_turn("").is_some());
    fold_without(vec![within(OUT, answer("a", 2, "1"))], &mut state);
    assert!(state.open_turn("").is_none());
}

#[test]
fn a_turn_works_where_most_of_it_was_said_and_done() {
    let at = |directory: &str, id: &str, at_ms: i64| within(directory, answer(id, at_ms, "x"));
    let asked = within("/above", prompt("p", 1, "go"));
    for (entries, expected) in [
        (vec![asked.clone()], Some("/above")),
        (vec![asked.clone(), at("/repo", "a", 2)], Some("/repo")),
        (vec![asked.clone(), at("/a", "a", 2), at("/b", "b", 3)], Some("/a")),
        (vec![asked.clone(), at("/a", "a", 2), at("/b", "b", 3), at("/b", "c", 4)], Some("/b")),
        (vec![asked, answer("a", 2, "nowhere")], Some("/above")),
        (vec![answer("a", 2, "nowhere")], None),
    ] {
        assert_eq!(worked_in(&entries), expected, "{entries:?}");
    }
}

#[test]
fn merging_is_the_same_in_any_order_and_any_number_of_times() {
    let one = vec![prompt("p", 1, "q"), answer("a", 2, "x")];
    let two = vec![answer("b", 3, "y"), answer("a", 2, "x changed")];
    let forward = merge(one.clone(), two.clone());
    assert_eq!(forward, merge(two.clone(), one.clone()));
    assert_eq!(forward, merge(forward.clone(), one));
    assert_eq!(forward.len(), 3);
}

#[test]
fn what_a_newer_version_wrote_survives_every_merge_in_any_order() {
    let newer = |pos: u32, more: &str| {
        let block = r#"{"type":"answer","text":"x"}"#;
        let json = format!(r#"{{"id":"a","at":2,"pos":{pos},{more}"blocks":[{block}]}}"#);
        Entry::from_json(&json)
    };
    let copies = [
        vec![prompt("p", 1, "q"), answer("a", 2, "x")],
        vec![newer(9, r#""source":"hook","#)],
        vec![newer(4, r#""source":"hook","#), answer("b", 3, "y")],
        vec![Entry::from_json("of tomorrow"), Entry { position: 0, ..answer("a", 2, "x") }],
    ];
    let united = |order: &[usize]| {
        let entries = |at: &usize| copies[*at].clone();
        order.iter().map(entries).fold(Vec::new(), merge)
    };
    let expected = united(&[0, 1, 2, 3]);
    assert_eq!(expected.len(), 4, "{expected:?}");
    assert!(expected.contains(&copies[2][0]), "{expected:?}");
    assert_eq!(
        (unread(&expected), text(&expected).answer.as_str()),
        (
            2, "x

y"
        )
    );
    assert_eq!(facts(&expected).started_at_ms, 1, "what has no time counts for none");
    for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3]] {
        assert_eq!(united(&order), expected, "{order:?}");
        assert_eq!(merge(united(&order), expected.clone()), expected);
    }
}

#[test]
fn a_later_revision_replaces_an_earlier_one_in_any_order() {
    let revised = |revision, text| Entry { revision, ..answer("a", 2, text) };
    let copies = [revised(3, "whole"), revised(0, "half"), revised(2, "zealous")];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let entries = order.iter().map(|at: &usize| vec![copies[*at].clone()]);
        assert_eq!(entries.fold(Vec::new(), merge), [copies[0].clone()], "{order:?}");
    }
}

#[test]
fn a_reported_answer_goes_when_the_transcript_has_it() {
    let reported = entry("r", 9, Block::Reported { text: "done ".into() });
    let waiting = merge(vec![prompt("p", 1, "q")], vec![reported]);
    assert_eq!(text(&waiting).answer, "done");
    let merged = merge(waiting, vec![answer("a", 2, "done")]);
    assert_eq!(merged.len(), 2, "{merged:?}");
}

#[test]
fn injected_elements_are_not_searchable() {
    let own = "a<mementor-x>kept</mementor-x> <mementor nonce=\"1\">past</mementor>b\u{1}";
    assert_eq!(searchable(own, &[]), "a<mementor-x>kept</mementor-x> b");
    assert_eq!(searchable("<note>x</note> y", &["note"]), "y");
    assert_eq!(searchable("<note>x", &["note"]), "<note>x");
}

#[test]
fn a_command_without_work_is_not_searchable() {
    let command = entry("c", 1, Block::Prompt { text: "/clear".into(), command: true });
    assert!(text(std::slice::from_ref(&command)).is_empty());
    assert_eq!(text(&[command, answer("a", 2, "ok")]).prompt, "/clear");
}
