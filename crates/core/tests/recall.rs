//! Recall: what a session already has is not recalled, prompts that point at the session are
//! expanded, and words match in any spelling.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::recall::gate::Dismissal;
use mementor_core::recall::{Prompt, Recall, Verdict, dismissal};
use mementor_core::store::Filter;
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};

const SESSION: &str = "earlier";
const ASKING: &str = "why were the emails of the retry queue delivered twice?";

/// A project with one earlier session of these turns, indexed by words and by meaning.
fn project(sandbox: &Sandbox, turns: &[(&str, &str, &str)]) -> (Memory, PathBuf) {
    let (mut memory, shop) = stored(sandbox, turns);
    embed_all(&mut memory);
    (memory, shop)
}

fn stored(sandbox: &Sandbox, turns: &[(&str, &str, &str)]) -> (Memory, PathBuf) {
    let shop = sandbox.directory("shop");
    let mut session = Session::new(SESSION, &shop);
    let lines: Vec<_> =
        turns.iter().flat_map(|(id, prompt, answer)| session.turn(id, prompt, answer)).collect();
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript(SESSION, &lines));
    (memory, shop)
}

const TURNS: [(&str, &str, &str); 3] = [
    (
        "queue",
        "Emails are sent twice since Tuesday",
        "The retry queue redelivered jobs that took longer than its visibility timeout.",
    ),
    (
        "colour",
        "Which blue does the brand use?",
        "The primary colour is #1f4b99, and its hover state is ten percent darker.",
    ),
    (
        "parser",
        "The CSV import drops the last row",
        "A file without a final newline lost its last record; the reader flushes at the end now.",
    ),
];

fn asked(memory: &mut Memory, directory: &Path, prompt: Prompt) -> Recall {
    let prompt = Prompt { rate: 0.02, now: Now::utc(NOW_MS), ..prompt };
    memory.recall(&prompt, directory).expect("any text is a prompt")
}

fn prompt(text: &str, session: &str) -> Prompt {
    Prompt { text: text.to_owned(), session: session.to_owned(), ..Prompt::default() }
}

fn verdict(recall: &Recall, turn: &str) -> Option<Verdict> {
    let mut candidates = recall.candidates.iter();
    candidates.find(|candidate| candidate.hit.turn == turn).map(|found| found.verdict)
}

#[test]
fn what_was_brought_back_is_not_brought_back_again() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let first = asked(&mut memory, &shop, prompt(ASKING, "now"));
    assert_eq!(verdict(&first, "queue"), Some(Verdict::Injected), "{first:?}");
    let again = Prompt { recalled: vec!["queue".into()], ..prompt(ASKING, "now") };
    let again = asked(&mut memory, &shop, again);
    assert_eq!(verdict(&again, "queue"), Some(Verdict::Recalled));
    assert!(again.candidates.iter().all(|candidate| candidate.verdict != Verdict::Injected));
}

#[test]
fn a_muted_turn_is_never_brought_back_and_is_told_as_muted() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let muted = || Prompt { muted: vec!["queue".into()], ..prompt(ASKING, "now") };
    let asked_once = asked(&mut memory, &shop, muted());
    assert_eq!(verdict(&asked_once, "queue"), Some(Verdict::Muted), "{asked_once:?}");
    assert!(asked_once.candidates.iter().all(|each| each.verdict != Verdict::Injected));
    let both = Prompt { recalled: vec!["queue".into()], ..muted() };
    assert_eq!(verdict(&asked(&mut memory, &shop, both), "queue"), Some(Verdict::Muted));
}

#[test]
fn a_sessions_own_turns_come_back_once_a_compaction_took_them_away() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let own = asked(&mut memory, &shop, prompt(ASKING, SESSION));
    assert_eq!(verdict(&own, "queue"), Some(Verdict::InContext));
    let compacted = Prompt { compacted_at_ms: Some(i64::MAX), ..prompt(ASKING, SESSION) };
    let compacted = asked(&mut memory, &shop, compacted);
    assert_eq!(verdict(&compacted, "queue"), Some(Verdict::Injected));
    // A compaction in the middle of a turn leaves that turn in the context.
    let before = Prompt { compacted_at_ms: Some(0), ..prompt(ASKING, SESSION) };
    assert_eq!(verdict(&asked(&mut memory, &shop, before), "queue"), Some(Verdict::InContext));
}

#[test]
fn a_prompt_that_points_is_read_with_what_its_session_is_about() {
    const POINTING: &str = "why was this changed?";
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let lines = Session::new("now", &shop).turn(
        "now-1",
        "show me the visibility timeout of the retry queue for emails",
        "It is 300 seconds.",
    );
    ingest(&mut memory, &sandbox.transcript("now", &lines));
    embed_all(&mut memory);
    let pointing = asked(&mut memory, &shop, prompt(POINTING, "now"));
    assert!(pointing.with_context, "{pointing:?}");
    let best = pointing.candidates.iter().find(|each| each.verdict != Verdict::InContext);
    assert_eq!(best.map(|each| each.hit.turn.as_str()), Some("queue"), "{pointing:?}");
    // Without a session to point at, the prompt has no subject.
    let alone = asked(&mut memory, &shop, prompt(POINTING, "another"));
    assert_eq!(alone.dismissed, Some(Dismissal::Trivial));
    // A request without a question stays one, whatever the session is about.
    let request = asked(&mut memory, &shop, prompt("now commit this", "now"));
    assert_eq!(request.dismissed, Some(Dismissal::Trivial));
}

#[test]
fn a_prompt_is_dismissed_by_itself_unless_its_session_decides() {
    for (text, dismissed) in [
        ("ok, go on", Some(Dismissal::Trivial)),
        ("now commit this", Some(Dismissal::Trivial)),
        ("/compact why was this changed?", Some(Dismissal::Command)),
        ("why was this changed?", None),
        ("which port does the billing database use?", None),
    ] {
        assert_eq!(dismissal(text), dismissed, "{text}");
    }
}

#[test]
fn what_is_far_from_the_best_is_left_out() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let recall = asked(&mut memory, &shop, prompt(ASKING, "now"));
    let others = recall.candidates.iter().filter(|each| each.hit.turn != "queue");
    for other in others {
        assert_eq!(other.verdict, Verdict::Far, "{}", other.hit.turn);
    }
}

#[test]
fn an_excerpt_stays_short_and_holds_the_evidence() {
    let sandbox = Sandbox::with_model();
    let filler = "Nothing of interest stands in this sentence about the weather. ".repeat(60);
    let answer = format!("{filler}The retry queue sent the emails twice. {filler}");
    let (mut memory, shop) = project(&sandbox, &[("long", "What about Tuesday?", &answer)]);
    // With an open gate.
    let open = Prompt { rate: 1.0, now: Now::utc(NOW_MS), ..prompt(ASKING, "now") };
    let recall = memory.recall(&open, &shop).expect("any text is a prompt");
    assert!(recall.said.len() < 1_300, "{}", recall.said.len());
    assert!(recall.said.contains("retry queue sent the emails twice"), "{}", recall.said);
    assert!(recall.said.contains(&recall.candidates[0].hit.passage), "{recall:?}");
}

#[test]
fn words_are_found_in_any_spelling_and_script() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored(
        &sandbox,
        &[
            ("snake", "rename retry_queue_limit", "Done."),
            ("chinese", "数据库端口改成什么了？", "改成 6543。"),
            ("accent", "Le café est fermé", "D'accord."),
            ("stem", "The migrations were failing", "They ran in the wrong order."),
        ],
    );
    for (text, turn) in [
        ("retryQueueLimit", "snake"),
        ("RetryQueueLimit", "snake"),
        ("queue limit", "snake"),
        ("端口", "chinese"),
        ("cafe ferme", "accent"),
        ("migration failed", "stem"),
    ] {
        let answer =
            memory.query(text, &Within::Everything, Filter::default(), 5, Now::utc(NOW_MS));
        let hits = answer.expect("any text is a query").found.hits;
        assert_eq!(hits.first().map(|hit| hit.turn.as_str()), Some(turn), "{text}");
    }
}

#[test]
fn a_time_that_a_query_names_comes_first() {
    let sandbox = Sandbox::without_model();
    let shop = sandbox.directory("shop");
    let mut memory = sandbox.open();
    for (id, month) in [("march", "03"), ("june", "06"), ("september", "09")] {
        let mut lines = Session::new(id, &shop).turn(id, "the deploy failed", "It was the disk.");
        for line in &mut lines {
            line["timestamp"] = format!("2025-{month}-10T09:00:00.000Z").into();
        }
        ingest(&mut memory, &sandbox.transcript(id, &lines));
    }
    let mut best = |text: &str| {
        let answer =
            memory.query(text, &Within::Everything, Filter::default(), 1, Now::utc(NOW_MS));
        answer.expect("any text is a query").found.hits.remove(0).turn
    };
    assert_eq!(best("why did the deploy fail in march"), "march");
    assert_eq!(best("why did the deploy fail in june"), "june");
}

#[test]
fn old_askings_and_turns_in_the_context_do_not_hide_what_answers() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    // The session itself asked before, ten times, and other sessions did too.
    for (session, times) in [("now", 10), ("another", 1), ("third", 1)] {
        let mut lines = Session::new(session, &shop);
        let lines: Vec<_> = (0..times)
            .flat_map(|n| lines.turn(&format!("{session}-{n}"), ASKING, "As noted before."))
            .collect();
        ingest(&mut memory, &sandbox.transcript(session, &lines));
    }
    embed_all(&mut memory);
    // A repeated question gets no injection; the open gate shows what would be chosen.
    let silent = asked(&mut memory, &shop, prompt(ASKING, "now"));
    assert!(silent.probability < silent.threshold, "{silent:?}");
    let open = Prompt { rate: 1.0, now: Now::utc(NOW_MS), ..prompt(ASKING, "now") };
    let own = memory.recall(&open, &shop).expect("any text is a prompt");
    let injected: Vec<&str> = own
        .candidates
        .iter()
        .filter(|each| each.verdict == Verdict::Injected)
        .map(|each| each.hit.turn.as_str())
        .collect();
    assert_eq!(injected, ["queue"], "{own:?}");
}

#[test]
fn a_turn_without_an_answer_gives_its_place_to_the_next_unless_its_prompt_tells_something() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    // Both were stopped before anything was answered.
    for (id, text) in [
        ("stopped", "why does the retry queue deliver its emails twice?"),
        ("told", "Remember: the retry queue must never deliver the emails twice."),
    ] {
        let line = Session::new(id, &shop).prompt(id, text);
        ingest(&mut memory, &sandbox.transcript(id, &[line]));
    }
    embed_all(&mut memory);
    let open = Prompt { rate: 1.0, now: Now::utc(NOW_MS), ..prompt(ASKING, "now") };
    let recall = memory.recall(&open, &shop).expect("any text is a prompt");
    assert_eq!(verdict(&recall, "stopped"), Some(Verdict::Unanswered), "{recall:?}");
    for turn in ["told", "queue"] {
        assert_eq!(verdict(&recall, turn), Some(Verdict::Injected), "{turn}: {recall:?}");
    }
    assert!(recall.said.contains("asked: Remember: the retry queue must never"), "{}", recall.said);
    assert!(!recall.said.contains("why does the retry queue"), "{}", recall.said);
}

#[test]
fn what_the_session_says_itself_is_not_looked_for_in_the_past() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let opening = asked(&mut memory, &shop, prompt(ASKING, "now"));
    assert_eq!(verdict(&opening, "queue"), Some(Verdict::Injected), "{opening:?}");
    let lines = Session::new("now", &shop).turn(
        "now-1",
        "look into the emails of the retry queue that were delivered twice",
        "The retry queue delivered those emails twice, as the jobs outlived the timeout.",
    );
    ingest(&mut memory, &sandbox.transcript("now", &lines));
    embed_all(&mut memory);
    let later = asked(&mut memory, &shop, prompt(ASKING, "now"));
    assert_eq!(verdict(&later, "queue"), Some(Verdict::Unsure), "{later:?}");
    let margin = |recall: &Recall| recall.evidence.expect("turns were found").similarity_margin;
    assert!(margin(&later) < margin(&opening));
}

#[test]
fn a_replay_sees_what_was_remembered_at_its_moment() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let within = Within::Directory(shop);
    let asking = Prompt { rate: 1.0, now: Now::utc(NOW_MS), ..prompt(ASKING, "now") };
    let mut at = |before_ms| memory.replay(&asking, &within, before_ms).expect("a replay");
    let all = at(i64::MAX);
    assert_eq!((all.searched, verdict(&all, "queue")), (3, Some(Verdict::Injected)));
    let hit = &all.candidates.iter().find(|each| each.hit.turn == "queue").expect("found").hit;
    let before = at(hit.at_ms);
    assert_eq!(verdict(&before, "queue"), None, "a turn is not there before it began");
    let after = at(hit.at_ms + 1);
    assert_eq!(verdict(&after, "queue"), Some(Verdict::Injected));
    assert!(after.searched < all.searched);
}

#[test]
fn a_pasted_log_costs_no_more_than_its_beginning() {
    let sandbox = Sandbox::with_model();
    let (mut memory, shop) = project(&sandbox, &TURNS);
    let log = format!("{ASKING}\n{}", "2026-11-22 12:00:00 é worker took job\n".repeat(60_000));
    let recall = asked(&mut memory, &shop, prompt(&log, "now"));
    assert_eq!(recall.dismissed, None);
}

#[test]
fn doubtful_work_stands_behind_the_same_work_without_a_mark_and_is_flagged() {
    const QUESTION: &str = "How is the crane oiled?";
    const ANSWER: &str = "The crane is oiled by hand, from the ladder at its back.";
    let doubtful = format!("{ANSWER} #POISON_PATH");
    let asking = || Prompt { rate: 1.0, ..prompt("who oils the crane of the harbour?", "now") };
    let ask = |turns: &[(&str, &str, &str)]| {
        let sandbox = Sandbox::with_model();
        let (mut memory, shop) = project(&sandbox, turns);
        memory.recall(&Prompt { now: Now::utc(NOW_MS), ..asking() }, &shop).expect("a prompt")
    };
    // The newer of two equal turns is the better one.
    let order = |recall: &Recall| {
        let turns = recall.candidates.iter().map(|each| each.hit.turn.clone());
        turns.take(2).collect::<Vec<_>>()
    };
    let first = ("first", QUESTION, ANSWER);
    let equal = ask(&[TURNS[1], first, ("second", QUESTION, ANSWER)]);
    assert_eq!(order(&equal), ["second", "first"], "{equal:?}");
    let marked = ask(&[TURNS[1], first, ("second", QUESTION, &doubtful)]);
    assert_eq!(order(&marked), ["first", "second"], "{marked:?}");
    assert!(!marked.said.contains("doubtful"), "{}", marked.said);
    let alone = ask(&[TURNS[1], ("second", QUESTION, &doubtful)]);
    assert!(alone.said.contains("· doubtful: #POISON_PATH ·"), "{}", alone.said);
}
