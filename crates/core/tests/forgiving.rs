//! A search that forgives: typing errors, names that nobody wrote, and what met a filter.

mod sandbox;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Sought, Within};
use mementor_core::search::{Answered, Correction, Hit, Matched, MatchedCommand, Order};
use mementor_core::secrets::Masker;
use mementor_core::store::{Access, Filter};
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};
use serde_json::{Value, json};

const BRANCHES: &str = "Why does the shadow branch collide after a rebase?";

fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("5e550001", &sandbox.directory("shop"));
    let mut lines = session.turn("branch", BRANCHES, "A collision of the worktree's name.");
    lines.extend(session.turn(
        "queue",
        "Emails are sent twice, see retry_queue",
        "The migration of the queue redelivered jobs; sessions of the database stayed open.",
    ));
    lines.push(session.tool_use(
        "u1",
        "t1",
        "Bash",
        &json!({ "command": "cd x\ngit rebase main" }),
    ));
    let told = "Exit code 1\nfatal: ref 'main' does not exist";
    let mut failed = session.tool_result("r1", "t1", told);
    failed["message"]["content"][0]["is_error"] = json!(true);
    lines.push(failed);
    lines.push(session.tool_use("u2", "t2", "Read", &json!({ "file_path": "/srv/shop/mail.rs" })));
    lines.push(session.tool_result("r2", "t2", ""));
    lines.push(session.tool_use(
        "u3",
        "t3",
        "Edit",
        &json!({
            "file_path": "/srv/shop/src/retry_queue.rs", "old_string": "a", "new_string": "b",
        }),
    ));
    lines.extend(session.turn("hi", "hi", "Hello."));
    lines
}

fn filled(sandbox: &Sandbox) -> Memory {
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("shop", &lines(sandbox)));
    memory
}

fn asked(memory: &mut Memory, text: &str) -> Answer {
    filtered(memory, text, Filter::default())
}

fn filtered(memory: &mut Memory, text: &str, filter: Filter) -> Answer {
    memory.query(text, &Within::Everything, filter, 5, Now::utc(NOW_MS)).expect("any text")
}

fn turns(answer: &Answer) -> Vec<&str> {
    answer.found.hits.iter().map(|hit| hit.turn.as_str()).collect()
}

fn corrections(answer: &Answer) -> Vec<(&str, &str)> {
    answer.found.corrected.iter().map(|Correction { from, to }| (&from[..], &to[..])).collect()
}

/// Asks for turns, and for no notes.
fn sought(filter: Filter) -> Sought {
    Sought { filter, turns: true, notes: None }
}

#[test]
fn words_with_typing_errors_are_searched_as_they_were_meant() {
    for sandbox in [Sandbox::with_model(), Sandbox::without_model()] {
        let mut memory = filled(&sandbox);
        let found = asked(&mut memory, "Shaddow brnach: colision?");
        assert_eq!(turns(&found)[0], "branch");
        let wanted = [("Shaddow", "shadow"), ("brnach", "branch"), ("colision", "collision")];
        assert_eq!(corrections(&found), wanted);
        assert_eq!(found.found.answered, Some(Answered::Found));
        let plain = asked(&mut memory, "shadow branch: collision?");
        assert_eq!(turns(&found), turns(&plain));
        assert!(plain.found.corrected.is_empty());
    }
}

#[test]
fn words_that_are_spelled_right_stay_as_they_are() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    for text in [
        "spotless",
        "relocates nicer things",
        "ranch",         // a word, though near "branch"
        "\"brnach\"",    // quoted
        "src/brnach.rs", // a path
        "retry_quue",    // an identifier
        "brnach2",
        "the emails and the database",
        "backlog stash", // words that the model's vocabulary lacks
        "the unmerged PRs",
    ] {
        assert_eq!(corrections(&asked(&mut memory, text)), [], "{text}");
    }
    // What another project writes is no typing error either.
    let other = Session::new("5e550002", &sandbox.directory("farm")).turn("x", "the brnach", "ok");
    ingest(&mut memory, &sandbox.transcript("farm", &other));
    assert_eq!(corrections(&asked(&mut memory, "brnach")), []);
}

#[test]
fn a_word_of_developers_is_not_taken_for_one_that_a_turn_holds() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    let mut near = Session::new("5e550003", &sandbox.directory("farm"));
    let lines =
        near.turn("near", "I backed the stub: a stack of blocks, momentum", "The page is read.");
    ingest(&mut memory, &sandbox.transcript("farm", &lines));
    for text in ["backend", "stash", "blockers", "slack", "pane"] {
        assert_eq!(corrections(&asked(&mut memory, text)), [], "{text}");
    }
    assert_eq!(corrections(&asked(&mut memory, "stakc")), [("stakc", "stack")]);
}

#[test]
fn a_name_that_no_turn_holds_is_told_from_a_find() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let missing = |memory: &mut Memory, text: &str| {
        let found = asked(memory, text).found;
        match found.answered {
            Some(Answered::NotHere) => {
                assert!(!found.hits.is_empty(), "{text}");
                Some(found.missing)
            }
            Some(_) => None,
            None => Some(found.missing),
        }
    };
    let absent = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    // What the turns hold, in words, in identifiers, in files and commands.
    for text in ["retry_queue", "retryQueue", "mail.rs", "git rebase", "shadow branch", "emails"] {
        assert_eq!(missing(&mut memory, text), None, "{text}");
    }
    let name = "ShouldIgnoreBranch";
    assert_eq!(missing(&mut memory, name), absent(&[name]));
    assert_eq!(missing(&mut memory, "branch of src/none.rs"), absent(&["src/none.rs"]));
    assert_eq!(missing(&mut memory, "the queue on port 8080"), absent(&["8080"]));
    assert_eq!(missing(&mut memory, "does Grafana show the queue"), absent(&["Grafana"]));
    // A usual word is found by its meaning.
    assert_eq!(missing(&mut memory, "why are messages of the queue repeated"), None);
    // Nothing that says anything was asked for.
    assert_eq!(missing(&mut memory, "a"), absent(&[]));
    assert_eq!(missing(&mut memory, "why does it"), absent(&[]));
}

#[test]
fn a_name_is_looked_for_where_the_filter_lets_through() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let filter = Filter { file: Some("mail.rs".to_owned()), ..Filter::default() };
    let found = filtered(&mut memory, "shadow retry_queue", filter.clone()).found;
    assert_ne!(found.answered, Some(Answered::NotHere));
    let found = filtered(&mut memory, "\"shadow\" jobs", filter).found;
    let not_here = Some(Answered::NotHere);
    assert_eq!((found.answered, found.missing), (not_here, vec!["shadow".to_owned()]));
}

#[test]
fn a_hit_says_what_met_the_filter() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let of = |text: &str| Some(text.to_owned());
    let matched = |memory: &mut Memory, filter: Filter| {
        let listed = memory.list(&Within::Everything, sought(filter), 5, Order::NewestFirst);
        let hits: Vec<Hit> = listed.expect("a listing").found.hits;
        hits.into_iter().next().and_then(|hit| hit.matched)
    };
    let error = Filter { error: of("not exist"), ..Filter::default() };
    let errors = vec!["fatal: ref 'main' does not exist".to_owned()];
    let wanted = Matched { errors, ..Matched::default() };
    assert_eq!(matched(&mut memory, error), Some(wanted));
    let command = Filter { command: of("git rebase"), ..Filter::default() };
    let wanted = MatchedCommand { command: "git rebase main".to_owned(), exit_code: Some(1) };
    assert_eq!(matched(&mut memory, command).expect("asked for").commands, [wanted]);
    let file = Filter { file: of("shop"), ..Filter::default() };
    let wanted = ["/srv/shop/src/retry_queue.rs", "/srv/shop/mail.rs"];
    assert_eq!(matched(&mut memory, file).expect("asked for").files, wanted);
    let time = Filter { since_ms: Some(0), ..Filter::default() };
    assert_eq!(matched(&mut memory, time), None);
}

#[test]
fn a_listing_counts_what_passes_and_has_both_orders() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let since = Filter { since_ms: Some(0), ..Filter::default() };
    let list = |order| {
        let found = memory.list(&Within::Everything, sought(since.clone()), 2, order);
        let found = found.expect("a listing").found;
        let turns: Vec<String> = found.hits.into_iter().map(|hit| hit.turn).collect();
        (turns, found.listed)
    };
    let named = |turns: [&str; 2]| turns.map(str::to_owned).to_vec();
    assert_eq!(list(Order::NewestFirst), (named(["hi", "queue"]), Some(3)));
    assert_eq!(list(Order::OldestFirst), (named(["branch", "queue"]), Some(3)));
    assert_eq!(filtered(&mut memory, " ", since).found.listed, Some(3));
    assert_eq!(asked(&mut memory, "queue").found.listed, None);
}

#[test]
fn the_answer_tells_how_many_chunks_wait_for_their_vector() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    let counts = |memory: &mut Memory, within: &Within| {
        let answer = memory.query("queue", within, Filter::default(), 1, Now::utc(NOW_MS));
        let answer = answer.expect("any text");
        (answer.waiting, answer.chunks)
    };
    let all = |memory: &mut Memory| counts(memory, &Within::Everything);
    assert_eq!(all(&mut memory), (3, 3));
    embed_all(&mut memory);
    let other = Session::new("5e550003", &sandbox.directory("farm")).turn("x", "hay", "straw");
    ingest(&mut memory, &sandbox.transcript("farm", &other));
    assert_eq!(all(&mut memory), (1, 4));
    let of = |name: &str| Within::Project(name.to_owned());
    assert_eq!(counts(&mut memory, &of("shop")), (0, 3));
    assert_eq!(counts(&mut memory, &of("farm")), (1, 1));
}

#[test]
fn the_kept_result_of_a_tool_is_shown_with_its_step() {
    let sandbox = Sandbox::without_model();
    let memory = filled(&sandbox);
    let steps = memory.show("queue").expect("a turn").remove(0).steps;
    let results: Vec<Option<&str>> = steps.iter().map(|step| step.result.as_deref()).collect();
    let told = Some("Exit code 1\nfatal: ref 'main' does not exist");
    // Prompt, answer, a command that failed, a file with an empty result, a call without one.
    assert_eq!(results, [None, None, told, None, None]);
}

#[test]
fn no_excerpt_repeats_the_prompt() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    for text in ["hi", "shadow branch rebase", "emails sent twice"] {
        for hit in asked(&mut memory, text).found.hits {
            let excerpt: String = hit.excerpt.iter().map(|piece| piece.text.as_str()).collect();
            assert!(!excerpt.contains(hit.prompt.trim()), "{text}: {excerpt}");
        }
    }
}

#[test]
fn what_met_a_filter_is_masked_as_all_that_is_stored() {
    let sandbox = Sandbox::without_model();
    let mask = Masker::new(&["mail".to_owned()]).expect("a pattern");
    let options = mementor_core::memory::Options { masker: mask, ..sandbox.options(Access::Write) };
    let mut memory = Memory::open(options, NOW_MS).expect("a home").0;
    ingest(&mut memory, &sandbox.transcript("shop", &lines(&sandbox)));
    let filter = Filter { file: Some("shop".to_owned()), ..Filter::default() };
    let listed = memory.list(&Within::Everything, sought(filter), 5, Order::NewestFirst);
    let hit = listed.expect("a listing").found.hits.remove(0);
    let files = hit.matched.expect("asked for").files;
    assert_eq!(files, ["/srv/shop/src/retry_queue.rs", "/srv/shop/[masked:own].rs"]);
}
