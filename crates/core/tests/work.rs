//! Questions from the side of the work: errors, commands, files, topics.

mod sandbox;

use std::path::Path;

use mementor_core::Memory;
use mementor_core::api::{AskedFile, FilePiece, Touch};
use mementor_core::index::when::Now;
use mementor_core::memory::{Sought, Within};
use mementor_core::search::{Hit, Order};
use mementor_core::store::Filter;
use sandbox::{NOW_MS, Sandbox, Session, ingest};
use serde_json::{Value, json};

/// Writes the lines of a session with tool calls.
struct Work {
    session: Session,
    lines: Vec<Value>,
    calls: usize,
}

impl Work {
    fn new(id: &str, directory: &Path) -> Self {
        Self { session: Session::new(id, directory), lines: Vec::new(), calls: 0 }
    }

    fn asks(&mut self, id: &str, text: &str) -> &mut Self {
        self.lines.push(self.session.prompt(id, text));
        self
    }

    fn says(&mut self, text: &str) -> &mut Self {
        let id = self.next("says");
        self.lines.push(self.session.answer(&id, text));
        self
    }

    fn runs(&mut self, command: &str, output: &str) -> &mut Self {
        self.calls("Bash", &json!({ "command": command }), output, false)
    }

    fn runs_for(&mut self, purpose: &str, command: &str, output: &str) -> &mut Self {
        let input = json!({ "command": command, "description": purpose });
        self.calls("Bash", &input, output, false)
    }

    fn fails(&mut self, command: &str, output: &str) -> &mut Self {
        let output = format!("Exit code 1\n{output}");
        self.calls("Bash", &json!({ "command": command }), &output, true)
    }

    fn edits(&mut self, file: &str, old: &str, new: &str) -> &mut Self {
        let input = json!({ "file_path": file, "old_string": old, "new_string": new });
        self.calls("Edit", &input, "ok", false)
    }

    fn writes(&mut self, file: &str, content: &str) -> &mut Self {
        self.calls("Write", &json!({ "file_path": file, "content": content }), "ok", false)
    }

    fn calls(&mut self, tool: &str, input: &Value, result: &str, failed: bool) -> &mut Self {
        let id = self.next("call");
        self.lines.push(self.session.tool_use(&format!("{id}-use"), &id, tool, input));
        let mut line = self.session.tool_result(&format!("{id}-result"), &id, result);
        line["message"]["content"][0]["is_error"] = json!(failed);
        self.lines.push(line);
        self
    }

    fn next(&mut self, what: &str) -> String {
        self.calls += 1;
        format!("{what}-{}", self.calls)
    }

    fn taken_in(&self, sandbox: &Sandbox, memory: &mut Memory, name: &str) {
        ingest(memory, &sandbox.transcript(name, &self.lines));
    }
}

/// Returns the turns that pass a filter, with the errors that they met.
fn listed(memory: &mut Memory, within: &Within, filter: Filter) -> Vec<(String, Vec<String>)> {
    let sought = Sought { filter, turns: true, notes: None };
    let found = memory.list(within, sought, 5, Order::NewestFirst).expect("a listing").found;
    let with_errors = |hit: Hit| (hit.turn, hit.matched.map(|all| all.errors).unwrap_or_default());
    found.hits.into_iter().map(with_errors).collect()
}

fn harbour(sandbox: &Sandbox) -> Within {
    Within::Directory(sandbox.directory("harbour"))
}

const MISSING: &str =
    "src/boat.ts(12,7): error TS2339: Property 'anchor' does not exist on type 'Boat'.";

#[test]
fn what_was_changed_before_the_command_passed_ended_the_error() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "make the boats stop")
        .fails("cd app && npx tsc --noEmit 2>&1 | head -5", MISSING)
        .says("`Boat` lacks the anchor. I will add it to the interface.")
        .edits("/p/src/other.ts", "a", "b")
        .fails("npx tsc --noEmit", MISSING)
        .edits("/p/src/boat.ts", "name: string;", "name: string;\nanchor: Anchor;")
        .runs("npx tsc --noEmit", "")
        .edits("/p/src/late.ts", "c", "d")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    // Another line number, and another path.
    let asked =
        "lib/src/boat.ts(99,1): error TS2339: Property 'anchor' does not exist on type 'Boat'.";
    let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
    let [one] = fixes.ended.as_slice() else { panic!("one end: {fixes:?}") };
    assert_eq!(one.times, 2);
    assert_eq!(one.passed, "npx tsc --noEmit");
    let named: Vec<&str> = one.changes.iter().map(|change| change.file.as_str()).collect();
    assert_eq!(named, ["/p/src/boat.ts"]);
    assert_eq!(
        (one.changes[0].removed.as_str(), one.changes[0].added.as_str()),
        ("", "anchor: Anchor;")
    );
    assert_eq!((one.met.turn.as_str(), one.met.prompt.as_str()), ("t1", "make the boats stop"));
    let folder = sandbox.directory("harbour");
    assert_eq!(one.met.cwd.as_deref().map(Path::new), Some(folder.as_path()));
}

#[test]
fn a_message_is_found_whatever_file_it_named() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "make it build")
        .fails("go vet ./deck", "deck/keel_test.go:2973:49: undefined: context")
        .edits("/p/deck/keel_test.go", "import ()", "import (\"context\")")
        .runs("go vet ./deck", "")
        .fails("go vet ./pier", "pier/boat_test.go:2062:12: undefined: openQueueOfBoats")
        .edits("/p/pier/boat.go", "x", "func openQueueOfBoats() {}")
        .runs("go vet ./pier", "")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    for place in ["x.go:10:2:", "boat_test.go:45:12:", "keel.go:45:12:", "/q/keel_test.go:1:1:"] {
        let fixes = memory.fix(&harbour(&sandbox), &format!("{place} undefined: context"));
        let errors: Vec<String> =
            fixes.expect("an answer").ended.into_iter().map(|one| one.error).collect();
        assert_eq!(errors, ["deck/keel_test.go:2973:49: undefined: context"], "{place}");
    }
    let other = memory.fix(&harbour(&sandbox), "pier/boat_test.go:2062:12: declared and not used");
    let other = other.expect("an answer");
    assert_eq!((other.ended, other.open), (Vec::new(), None));
}

#[test]
fn the_status_of_a_filter_ends_no_error() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "unlock it")
        .fails("pnpm --filter e2e test -- t/vault.ts", "CryptoError: Key unwrapping failed")
        .runs("pnpm --filter e2e test -- t/share.ts | grep -E 'passed|failed'", "  20 passed (17s)")
        .runs("pnpm --filter e2e test -- t/vault.ts | grep -E 'passed|failed'", "  4 failed")
        .runs("pnpm --filter e2e test -- t/vault.ts | grep passed | wc -l", "4");
    work.taken_in(&sandbox, &mut memory, "s1");
    let asked = "CryptoError: Key unwrapping failed";
    let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
    assert_eq!((fixes.ended, fixes.sessions), (Vec::new(), 1));
    assert_eq!(fixes.open.map(|place| place.turn).as_deref(), Some("t1"));
    let last = "pnpm --filter e2e test -- t/vault.ts | grep -E 'passed|failed'";
    work.runs(last, "  20 passed (17s)").says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
    let passed: Vec<&str> = fixes.ended.iter().map(|one| one.passed.as_str()).collect();
    assert_eq!(passed, [last]);
}

#[test]
fn an_error_that_nothing_ended_is_told_as_open_and_another_is_not_found() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "check it")
        .fails("npx tsc --noEmit", MISSING)
        .edits("/p/src/boat.ts", "a", "b")
        // Another command proves nothing, and a printed text is no error.
        .runs("npm run lint", "clean")
        .runs("cat log.txt", "fatal: unable to access the remote harbour: no route")
        .says("I could not do it.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let fixes = memory.fix(&harbour(&sandbox), MISSING).expect("an answer");
    assert_eq!(fixes.ended, []);
    assert_eq!(fixes.open.map(|place| place.turn).as_deref(), Some("t1"));
    for other in [
        "error TS2339: Property 'rudder' does not exist on type 'Car'.",
        "fatal: unable to access the remote harbour: no route",
        "",
        "…",
    ] {
        let fixes = memory.fix(&harbour(&sandbox), other).expect("an answer");
        assert_eq!((fixes.ended, fixes.open), (Vec::new(), None), "{other}");
    }
}

#[test]
fn what_asks_for_help_or_only_shows_the_text_ends_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "sail")
        .fails("crane lift --yes", "error: unknown option '--yes'")
        .runs("crane --help", "lift: error: unknown option '--yes' is gone")
        .runs("crane lift --force", "lifted")
        .fails("rope check && crane lift", "zsh: command not found: rope")
        .runs("crane lift", "lifted")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let passed = |asked: &str| -> Vec<String> {
        let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
        fixes.ended.into_iter().map(|one| one.passed).collect()
    };
    assert_eq!(passed("error: unknown option '--yes'"), ["crane lift --force"]);
    // That another command of the line ran proves nothing about the one that was not found.
    assert_eq!(passed("zsh: command not found: rope"), [""; 0]);
}

#[test]
fn a_pasted_error_whose_answer_nothing_proves_is_open() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", &format!("I get this:\n\n{MISSING}\n\nwhy?"))
        .says("The interface lacks the property.")
        .edits("/p/src/boat.ts", "x", "anchor: Anchor;")
        .says("I added `anchor` to `Boat`.");
    work.asks("t2", "thanks").says("You are welcome.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let fixes = memory.fix(&harbour(&sandbox), MISSING).expect("an answer");
    assert_eq!(fixes.ended, []);
    assert_eq!(fixes.open.map(|place| place.turn).as_deref(), Some("t1"));
}

#[test]
fn a_plan_that_names_an_error_did_not_meet_it() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let plan = format!("Implement this plan:\n\n# Anchors\n\n## Context\n\nSome see: {MISSING}\n");
    work.asks("t1", &plan).edits("/p/src/boat.ts", "x", "anchor: Anchor;").says("It is done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let fixes = memory.fix(&harbour(&sandbox), MISSING).expect("an answer");
    assert_eq!((fixes.ended, fixes.open), (Vec::new(), None));
}

#[test]
fn a_command_is_offered_alone_with_how_often_it_worked() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "go on")
        .runs_for("Run the integration tests", "cd /p && npm run it:all 2>&1 | tail -5", "ok")
        .runs_for("Run the integration tests", "npm run it:all", "ok")
        .fails("npm run it:all", "1 failed")
        .runs("npm run lint && cat package.json", "ok")
        .fails("npm run deploy", "no")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let ways = memory.how(&harbour(&sandbox), "run integration tests").expect("an answer");
    let found: Vec<(&str, u64, u64)> =
        ways.commands.iter().map(|one| (one.command.as_str(), one.times, one.failed)).collect();
    assert_eq!((found, ways.only_near), (vec![("npm run it:all", 2, 1)], false));
    let near = memory.how(&harbour(&sandbox), "integration rocket pipeline");
    let near = near.expect("an answer");
    assert_eq!((near.commands.len(), near.only_near), (1, true), "{near:?}");
    // What never worked is not offered, and neither is what only prints.
    for words in ["deploy", "cat package", "launch a rocket"] {
        let ways = memory.how(&harbour(&sandbox), words).expect("an answer");
        assert!(ways.commands.is_empty(), "{words}: {ways:?}");
    }
}

#[test]
fn how_lists_the_options_of_what_it_is_asked_for_and_says_where_it_ran() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "go on")
        .runs(
            "gh pr create --draft --title 'Mend the --keel' --body \"$(cat <<'E'\n--no\nE\n)\"",
            "ok",
        )
        .runs("gh pr create --title x --fill", "ok")
        .fails("gh pr create --nonsense", "unknown flag: --nonsense")
        .runs("gh pr list --state open", "ok")
        .runs("cd apps/pier && mill launch", "ok")
        .runs("ssh me@boat.org 'cd /srv/pier && mill unload'", "ok")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let how = |words: &str| memory.how(&harbour(&sandbox), words).expect("an answer");
    let used = how("gh pr create").used.expect("options");
    assert_eq!((used.key.as_str(), used.times), ("gh pr create", 2));
    let options: Vec<(&str, u64)> =
        used.options.iter().map(|one| (one.name.as_str(), one.times)).collect();
    assert_eq!(options, [("--title", 2), ("--body", 1), ("--draft", 1), ("--fill", 1)]);
    assert_eq!(how("launch").used, None);
    let folder = |words: &str| how(words).commands[0].folder.clone();
    assert_eq!(folder("launch").as_deref(), Some("apps/pier"));
    assert_eq!(folder("boat.org").as_deref(), Some("/srv/pier"));
}

#[test]
fn a_run_whose_end_is_not_known_or_that_was_refused_counts_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    let dredge = json!({ "command": "crane dredge" });
    work.asks("t1", "go on")
        .fails("ferry launch", "no")
        .calls("Bash", &json!({ "command": "ferry launch" }), "Exit code 137\nkilled", true)
        .runs("ferry launch", "launched")
        .runs("crane dredge", "deep")
        .calls("Bash", &dredge, refused, true)
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let found = |words: &str| -> Vec<(String, u64, u64)> {
        let ways = memory.how(&harbour(&sandbox), words).expect("an answer");
        ways.commands.into_iter().map(|one| (one.command, one.times, one.failed)).collect()
    };
    assert_eq!(found("launch"), [("ferry launch".to_owned(), 1, 1)]);
    assert_eq!(found("dredge"), [("crane dredge".to_owned(), 1, 0)]);
}

#[test]
fn what_was_left_to_run_was_started() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let left = "Command running in background with ID: b1. Output is written to f";
    work.asks("t1", "go on")
        .runs("cd pier && PORT=1 ferry launch 2>&1 | head -20", left)
        .runs("ferry launch", "launched")
        .runs("pkill crane; crane serve --port 2 &\nsleep 5\ncurl -s localhost:2/health", "well")
        .fails("crane serve --port 3 &\nsleep 5\ncurl -s localhost:3/health", "no answer")
        .fails("winch serve & wait", "no")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let found = |words: &str| -> Vec<(String, u64, u64)> {
        let ways = memory.how(&harbour(&sandbox), words).expect("an answer");
        ways.commands.into_iter().map(|one| (one.command, one.times, one.started)).collect()
    };
    let one = |command: &str, times, started| (command.to_owned(), times, started);
    assert_eq!(found("launch"), [one("ferry launch", 1, 0), one("PORT=1 ferry launch", 0, 1),]);
    assert_eq!(found("serve"), [one("crane serve --port 2", 0, 1)]);
    assert_eq!(found("health"), [one("curl -s localhost:2/health", 1, 0)]);
    let ways = memory.how(&harbour(&sandbox), "PORT").expect("an answer");
    assert_eq!(ways.commands[0].folder.as_deref(), Some("pier"));
}

#[test]
fn a_history_that_stands_twice_in_a_file_counts_once() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "sail").runs("ferry launch", "launched").says("Launched.");
    let mut copies = work.lines.clone();
    for line in &mut copies {
        for id in ["uuid", "parentUuid"] {
            if let Some(text) = line[id].as_str().map(|text| format!("{text}-again")) {
                line[id] = json!(text);
            }
        }
    }
    work.lines.extend(copies);
    work.taken_in(&sandbox, &mut memory, "s1");
    let ways = memory.how(&harbour(&sandbox), "launch").expect("an answer");
    let times: Vec<u64> = ways.commands.iter().map(|one| one.times).collect();
    assert_eq!((times, ways.read), (vec![1], 2));
}

#[test]
fn what_stands_in_a_passing_run_is_no_error() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "check the ferry")
        .runs(
            "go test -v ./... 2>&1 | tail -60",
            "=== RUN   TestFerry\n    ferry.go:7: TestFerry floats\n--- PASS: TestFerry (0.1s)\nPASS",
        )
        .edits("/p/ferry.go", "a", "b")
        .runs("go test ./...", "ok  \tferry\t0.2s")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    for asked in ["TestFerry", "    ferry.go:7: TestFerry floats"] {
        let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
        assert_eq!((fixes.ended, fixes.open, fixes.is_named), (Vec::new(), None, false), "{asked}");
    }
}

#[test]
fn a_line_of_noise_beside_an_error_is_left_out() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let noise = "[Radio] Error in the call of the east pier: expected";
    let sank = format!("{noise}\nAssertionError: the ferry sank at the pier");
    work.asks("t1", "check the ferry")
        .runs("npm test", &format!("{noise}\n3 passed"))
        .fails("npm test", &sank)
        .edits("/p/ferry.ts", "lead", "cork")
        .runs("npm test", &format!("{noise}\n3 passed"))
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let fixes = |asked: &str| memory.fix(&harbour(&sandbox), asked).expect("an answer");
    let asked = format!("$ npm test\n{}{sank}\n2 passed, 1 failed", "ok\n".repeat(9_000));
    let [one] = &fixes(&asked).ended[..] else { panic!("one end") };
    assert_eq!(one.error, "AssertionError: the ferry sank at the pier");
    let passing = fixes(&format!("{noise}\n3 passed"));
    assert_eq!((passing.is_named, passing.ended.len()), (false, 0));
}

#[test]
fn a_query_for_an_error_finds_what_fix_searches() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "lint the harbour")
        .runs("lint ./... | head", "pier.go:7:2: string `east` has 3 occurrences (goconst)")
        .says("I will name it.");
    work.asks("t2", "what is it").runs("cat pier.md", "error: see (goconst)").says("A linter.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let filter = Filter { error: Some("GOCONST occurrences".to_owned()), ..Filter::default() };
    let found = listed(&mut memory, &harbour(&sandbox), filter);
    let errors = ["pier.go:7:2: string `east` has 3 occurrences (goconst)".to_owned()];
    assert_eq!(found, [("t1".to_owned(), errors.to_vec())]);
}

#[test]
fn a_pasted_test_that_passes_later_in_the_turn_is_over() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "--- FAIL: TestFerry (3.40s)\n    ferry.go:209: it sank\nFAIL")
        .says("Let me look at the failing test.")
        .edits("/p/ferry.go", "holes: 1", "holes: 0")
        .runs(
            "go test -v ./... -run Ferry 2>&1",
            "--- PASS: TestFerry (3.8s)\nPASS\nok  \tferry\t5s",
        )
        .says("Fixed. Here's a summary:\n\nThe ferry had a hole below the water line.");
    work.taken_in(&sandbox, &mut memory, "s1");
    for asked in ["--- FAIL: TestFerry (9.99s)", "TestFerry failed"] {
        let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
        let [one] = fixes.ended.as_slice() else { panic!("one end: {fixes:?}") };
        assert_eq!(one.command, None, "{asked}");
        assert_eq!(one.passed, "go test -v ./... -run Ferry 2>&1");
        assert_eq!(one.said.as_deref(), Some("The ferry had a hole below the water line."));
    }
}

#[test]
fn another_test_that_passes_ends_no_failure() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let sank = "--- FAIL: TestBoat (0.1s)\n    boat_test.go:9: the cutter sank at once\nFAIL";
    work.asks("t1", "make it float")
        .fails("go test ./harbour/... -run TestBoat -v 2>&1", sank)
        .edits("/p/boat.go", "lead", "cork")
        .runs("go test ./harbour/... -run TestShed -v", "--- PASS: TestShed (0.1s)\nPASS")
        .fails("go test ./harbour/... -run TestCrane", "--- FAIL: TestCrane (0.1s)\nFAIL")
        .runs("go test ./town/...", "ok  \ttown\t0.1s")
        .says("The boat is next.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let asked = "boat_test.go:9: the cutter sank at once";
    let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
    assert_eq!(fixes.ended, []);
    assert_eq!(fixes.open.map(|place| place.turn).as_deref(), Some("t1"));
    // All tests, the same one, and one that the failed run named are another matter.
    for (name, command, output) in [
        ("s2", "go test ./...", "ok  \tharbour\t0.1s"),
        ("s3", "go test -v ./harbour/... -run 'TestBoat|TestShed'", "ok  \tharbour\t0.1s"),
        ("s4", "go test ./harbour/sea -run TestBoat", "ok  \tharbour/sea\t0.1s"),
    ] {
        let mut work = Work::new(name, &sandbox.directory(name));
        work.asks(&format!("{name}-t"), "make it float")
            .fails("go test ./harbour/... -run TestBoat -v 2>&1", sank)
            .edits("/p/boat.go", "lead", "cork")
            .runs(command, output)
            .says("Done.");
        work.taken_in(&sandbox, &mut memory, name);
        let within = Within::Directory(sandbox.directory(name));
        let fixes = memory.fix(&within, asked).expect("an answer");
        let passed: Vec<_> = fixes.ended.iter().map(|one| one.passed.as_str()).collect();
        assert_eq!(passed, [command]);
    }
}

#[test]
fn the_opposite_is_another_error() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "check the charts")
        .fails("chart check", "error: the folder charts should NOT exist")
        .runs("chart check", "fine")
        .fails("chart print", "error: the folder charts may not exist yet")
        .runs("chart print", "fine")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let passed = |asked: &str| -> Vec<String> {
        let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
        fixes.ended.into_iter().map(|one| one.passed).collect()
    };
    assert_eq!(passed("does not exist"), [""; 0]);
    assert_eq!(passed("must not exist"), ["chart check"]);
}

#[test]
fn a_text_that_only_says_that_something_failed_is_no_error() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "make it build")
        .fails("make test", "boat.c:4: the keel is missing\nmake: *** [test] Error 1")
        .edits("/p/boat.c", "a", "b")
        .runs("make test", "fine")
        .says("It builds.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let found = |asked: &str| memory.fix(&harbour(&sandbox), asked).expect("an answer").ended.len();
    assert_eq!(found("make: *** [test] Error 1"), 0);
    assert_eq!(found("boat.c:4: the keel is missing\nmake: *** [test] Error 1"), 1);
}

#[test]
fn a_command_is_found_by_its_head_its_purpose_and_the_words_of_its_files() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    let long = format!("crew hire --text=\"# Task\n\n{}\nbe brave\"", "row the ferry\n".repeat(40));
    work.asks("t1", "go on")
        .runs_for("Check the syntax", "linter -e ./tests/lighthouse_lamp_test.py", "fine")
        .runs(&long, "hired")
        .runs_for("Varnish the deck and brass", "shine deck && rub brass", "ok")
        .runs_for("Rub the brass", "rub brass", "ok")
        .runs("lighthouse report --format short", "ok")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let found = |words: &str| -> Vec<String> {
        let ways = memory.how(&harbour(&sandbox), words).expect("an answer");
        ways.commands.into_iter().map(|one| one.command).collect()
    };
    assert_eq!(found("lighthouse lamp tests"), ["linter -e ./tests/lighthouse_lamp_test.py"]);
    assert_eq!(found("check syntax"), ["linter -e ./tests/lighthouse_lamp_test.py"]);
    assert_eq!(found("crew hire"), ["crew hire --text=\"…\""]);
    assert_eq!(found("row the ferry"), Vec::<String>::new());
    // What was said about the line is also about a part of which nothing else was said, except for
    // what belongs to another part.
    assert_eq!(found("varnish"), ["shine deck"]);
    assert_eq!(found("brass"), ["rub brass"]);
    // Nor is it about its options, unless these are asked for.
    assert_eq!(found("format"), Vec::<String>::new());
    assert_eq!(found("--format"), ["lighthouse report --format short"]);
}

#[test]
fn a_line_is_traced_to_the_turn_that_wrote_it_and_a_replaced_text_comes_back() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "write it")
        .writes("/old/place/src/a.rs", "fn one() {}\nfn two() {}\n")
        .says("Done.");
    work.asks("t2", "rename two").edits("/new/place/src/a.rs", "fn two", "fn three").says("Done.");
    work.asks("t3", "and here")
        .edits("/old/place/src/a.rs", "fn two() {}", "fn four() {}")
        .says("Done.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let within = harbour(&sandbox);
    let turns = |touches: Vec<Touch>| -> Vec<String> {
        touches.into_iter().map(|touch| touch.place.turn).collect()
    };
    let line = |content: &str| {
        let (file, content) = ("src/a.rs".to_owned(), content.to_owned());
        let piece = FilePiece { file, content, start: 2, end: 2, name: None };
        turns(blamed(&memory, &within, AskedFile::Piece(piece)))
    };
    assert_eq!(turns(blamed(&memory, &within, whole("src/a.rs"))), ["t3", "t2", "t1"]);
    assert_eq!(line("fn one() {}\n  fn two() {}\n"), ["t1"]);
    assert_eq!(line("fn one() {}\nfn four() {}\n"), ["t3", "t1"]);
    assert_eq!(line("fn one() {}\nfn nine() {}\n"), Vec::<String>::new());
    assert!(blamed(&memory, &within, whole("b/a.rs")).is_empty());
    let versions = memory.versions(&within, "src/a.rs").expect("an answer");
    let texts: Vec<_> =
        versions.iter().map(|v| (v.replaced.as_deref(), v.content.as_deref())).collect();
    assert_eq!(
        texts,
        [
            (Some("fn two() {}"), Some("fn one() {}\nfn four() {}\n")),
            // In another folder nothing is known of the whole.
            (Some("fn two"), None),
            (None, Some("fn one() {}\nfn two() {}\n")),
        ]
    );
}

#[test]
fn the_files_of_a_topic_are_those_that_its_turns_changed() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "the lighthouse lamp must blink slower")
        .calls("Read", &json!({ "file_path": "/p/README.md" }), "text", false)
        .edits("/p/src/lamp.rs", "a", "b")
        .says("The lighthouse lamp blinks slower.");
    work.asks("t2", "paint the boats").edits("/p/src/paint.rs", "a", "b").says("Painted.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let now = Now::utc(NOW_MS);
    let files = memory.topic_files(&harbour(&sandbox), "lighthouse lamp", now).expect("an answer");
    let names: Vec<&str> = files.iter().map(|file| file.file.as_str()).collect();
    assert_eq!(names, ["/p/src/lamp.rs", "/p/README.md"]);
    let none = memory.topic_files(&harbour(&sandbox), "submarine", now).expect("an answer");
    assert_eq!(none, []);
}

#[test]
fn a_file_of_a_topic_is_the_same_in_each_worktree() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let folder = sandbox.directory("harbour");
    let mut work = Work::new("s1", &folder);
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    work.asks("t1", "the lighthouse lamp must blink slower")
        .edits(&path(".worktrees/slow-lamp/src/lamp.rs"), "a", "b")
        .says("The lighthouse lamp blinks slower.");
    work.asks("t2", "the lighthouse lamp must blink slower still")
        .edits(&path("src/lamp.rs"), "b", "c")
        .says("The lighthouse lamp blinks slower still.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let now = Now::utc(NOW_MS);
    let files = memory.topic_files(&harbour(&sandbox), "lighthouse lamp", now).expect("an answer");
    assert_eq!(files.iter().map(|file| file.changed).collect::<Vec<_>>(), [2], "{files:?}");
}

#[test]
fn a_forgotten_turn_answers_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("s1", &sandbox.directory("harbour"));
    work.asks("t1", "make it build")
        .fails("make all", "ld: cannot find -lharbour")
        .edits("/p/Makefile", "-lharbour", "-lharbor")
        .runs("make all", "built")
        .says("It builds.");
    work.taken_in(&sandbox, &mut memory, "s1");
    let within = harbour(&sandbox);
    let asked = "ld: cannot find -lharbour";
    assert_eq!(memory.fix(&within, asked).expect("an answer").ended.len(), 1);
    memory.forget(&["t1".to_owned()]).expect("forgotten");
    assert_eq!(memory.fix(&within, asked).expect("an answer").ended, []);
    assert!(memory.how(&within, "make all").expect("an answer").commands.is_empty());
    assert!(blamed(&memory, &within, whole("Makefile")).is_empty());
    assert!(memory.versions(&within, "Makefile").expect("an answer").is_empty());
}

#[test]
fn an_error_that_was_printed_in_colours_is_answered() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut work = Work::new("5e551099", &sandbox.directory("harbour"));
    work.asks("t1", "Make it run")
        .fails("npx capstan", "\u{1b}[31merror:\u{1b}[39m capstan fuse \u{1b}[1mbroken\u{1b}[22m")
        .edits("fuse.ts", "a", "b")
        .runs("npx capstan", "\u{1b}[32mturns\u{1b}[39m")
        .says("It runs.");
    work.taken_in(&sandbox, &mut memory, "colours");
    for asked in ["error: capstan fuse broken", "\u{1b}[31merror:\u{1b}[39m capstan fuse broken"] {
        let fixes = memory.fix(&harbour(&sandbox), asked).expect("an answer");
        let [one] = fixes.ended.as_slice() else { panic!("one end: {fixes:?}") };
        assert_eq!(one.error, "error: capstan fuse broken");
    }
}

fn whole(file: &str) -> AskedFile {
    AskedFile::Whole { file: file.to_owned() }
}

fn blamed(memory: &Memory, within: &Within, asked: AskedFile) -> Vec<Touch> {
    memory.blame(within, &[asked]).expect("an answer").remove(0)
}
