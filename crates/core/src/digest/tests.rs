//! Tests of whole digests, on made-up sessions.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::conversation::entry::Block;
use crate::sources;

/// A session that is being written.
#[derive(Default)]
struct Session {
    turns: Vec<TurnEntries>,
    at_ms: i64,
}

impl Session {
    fn entry(&mut self, block: Block) -> &mut Self {
        self.at_ms += 1_000;
        let id = format!("e{}", self.at_ms);
        let cwd = Some("/work/lamp".to_owned());
        let entry = Entry { id, at_ms: self.at_ms, cwd, blocks: vec![block], ..Entry::default() };
        self.turns.last_mut().expect("a turn").entries.push(entry);
        self
    }

    fn turn(&mut self, subagent: Option<&str>, text: &str) -> &mut Self {
        self.turns.push(TurnEntries {
            uuid: format!("t{}", self.turns.len()),
            agent: sources::DEFAULT.to_owned(),
            subagent: subagent.map(str::to_owned),
            entries: Vec::new(),
        });
        self.entry(Block::Prompt { text: text.to_owned(), command: text.starts_with('/') })
    }

    fn prompt(&mut self, text: &str) -> &mut Self {
        self.turn(None, text)
    }

    fn answer(&mut self, text: &str) -> &mut Self {
        self.entry(Block::Answer { text: text.to_owned() })
    }

    fn call(&mut self, tool: &str, input: Value, result: &str, failed: bool) -> &mut Self {
        let id = format!("c{}", self.at_ms);
        self.entry(Block::ToolUse { id: id.clone(), name: tool.to_owned(), input });
        self.entry(Block::ToolResult { id, text: result.to_owned(), failed })
    }

    fn run(&mut self, command: &str, result: &str) -> &mut Self {
        self.call("Bash", json!({ "command": command }), result, result.starts_with("Exit code"))
    }

    fn edit(&mut self, file: &str, old: &str, new: &str) -> &mut Self {
        let path = format!("/work/lamp/{file}");
        let input = json!({ "file_path": path, "old_string": old, "new_string": new });
        self.call("Edit", input, "ok", false)
    }

    fn digest(&self) -> Digest {
        Digest::of(&self.turns, Vec::new())
    }
}

fn texts<'d, T>(list: &'d [T], text: impl Fn(&'d T) -> &'d str) -> Vec<&'d str> {
    list.iter().map(text).collect()
}

#[test]
fn a_session_of_nothing_has_an_empty_digest() {
    assert_eq!(Digest::of(&[], Vec::new()), Digest::default());
    let mut session = Session::default();
    session.prompt("/clear");
    let digest = session.digest();
    assert!(digest.is_empty() && digest.turns == 1, "{digest:?}");
    assert_eq!(lines(&digest, 1_000), []);
}

#[test]
fn a_session_is_summed_up() {
    let mut session = Session::default();
    session
        .prompt("Please make the lamp in lamp.rs turn once in ten seconds.")
        .call("Read", json!({ "file_path": "/work/lamp/README.md" }), "text", false)
        .edit("lamp.rs", "turn(5)", "turn(10)")
        .edit("lamp.rs", "a", "b")
        .run("cd /work/lamp && cargo test 2>&1 | tail -5", "test result: ok. 3 passed; 0 failed")
        .run("ls", "lamp.rs")
        .answer("Done.\n\nThe lamp turns once in ten seconds, and the test of it passes.")
        .prompt("commit")
        .run("git add . && git commit -m 'slow lamp'", "[main 1a2b3c4] slow lamp\n 1 file changed")
        .answer("Committed.");
    let digest = session.digest();
    assert_eq!(
        texts(&digest.asked, |asked| &asked.text),
        ["Please make the lamp in lamp.rs turn once in ten seconds."]
    );
    assert_eq!((digest.changed[0].path.as_str(), digest.changed[0].times), ("lamp.rs", 2));
    assert_eq!(texts(&digest.read, |file| &file.path), ["README.md"]);
    assert_eq!(texts(&digest.commands, |command| &command.command), ["cargo test"]);
    assert_eq!(digest.commands[0].outcome, CommandOutcome::Passed);
    assert_eq!(digest.delivered[0].hash.as_deref(), Some("1a2b3c4"));
    assert_eq!(
        digest.concluded.as_deref(),
        Some("The lamp turns once in ten seconds, and the test of it passes.")
    );
    assert_eq!((digest.open, digest.errors, digest.dead_ends), (vec![], vec![], vec![]));
}

#[test]
fn an_error_ends_when_its_command_passes_and_else_stays_open() {
    let failing = "Exit code 1\nrunning 1 test\nerror[E0308]: mismatched types";
    let mut session = Session::default();
    session.prompt("why is the switch of the lamp broken?").run("cargo test", failing);
    let open = session.digest();
    assert_eq!(open.errors[0].error.as_deref(), Some("error[E0308]: mismatched types"));
    assert_eq!(
        texts(&open.open, |open| &open.text),
        [
            "why is the switch of the lamp broken?",
            "cargo test fails: error[E0308]: mismatched types"
        ]
    );
    session
        .edit("switch.rs", "u8", "u16")
        .run("cargo test", "test result: ok. 1 passed")
        .answer("It works again.");
    let ended = session.digest();
    assert_eq!(ended.errors[0].ended.as_ref().unwrap().changed, ["switch.rs"]);
    assert_eq!(ended.open, []);
}

#[test]
fn a_fate_that_is_not_known_is_not_told() {
    let mut session = Session::default();
    session.prompt("why is the switch of the lamp broken?");
    session
        .run("cargo test -p lamp", "Exit code 1\nerror: no lamp")
        .run("cargo test", "ok")
        .answer("So.");
    assert_eq!((session.digest().errors, session.digest().open), (vec![], vec![]));
    let mut session = Session::default();
    session.prompt("run the export of the lamp").run("./export.sh | head -3", "three\nlines\nhere");
    assert_eq!(session.digest().commands[0].outcome, CommandOutcome::Unknown);
}

/// A change of some size.
const HISTORY: &str = "level: u8,\n    // Every value that the lamp ever had, the oldest of them first.\n    \
    history: Vec<Brightness>";

#[test]
fn what_was_refused_or_taken_back_is_a_dead_end() {
    let mut session = Session::default();
    session
        .prompt("store the brightness of the lamp")
        .edit("lamp.rs", "level: u8", HISTORY)
        .answer("I added a history of brightness values to the lamp.")
        .prompt("no, revert that. One value is enough")
        .edit("lamp.rs", HISTORY, "level: u8")
        .answer("The history of the lamp is gone again.");
    let found = session.digest().dead_ends;
    assert_eq!(texts(&found, |each| &each.text), ["no, revert that.", "lamp.rs: level: u8,"]);
}

#[test]
fn unfinished_tasks_next_steps_and_questions_stay_open() {
    let task = |title: &str, state: &str| json!({ "content": title, "status": state });
    let todos = json!({ "todos": [
        task("paint the lamp", "completed"), task("hang the lamp", "pending"),
    ] });
    let mut session = Session::default();
    session
        .prompt("paint and hang the lamp in the hall")
        .call("TodoWrite", todos, "ok", false)
        .answer("The lamp is painted.\n\nNext steps:\n- buy a hook\n\nShall I order the hook now?");
    let found = session.digest().open;
    let expected = [
        (OpenKind::Task, "hang the lamp"),
        (OpenKind::Next, "buy a hook"),
        (OpenKind::Question, "Shall I order the hook now?"),
    ];
    let found: Vec<_> = found.iter().map(|open| (open.kind, open.text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_list_that_later_work_left_behind_is_not_open() {
    let todos = json!({ "todos": [
        { "content": "paint the lamp", "status": "completed" },
        { "content": "hang the lamp", "status": "pending" },
    ] });
    let mut session = Session::default();
    session.prompt("paint the lamp").call("TodoWrite", todos, "ok", false).answer("It is painted.");
    assert_eq!(session.digest().open.len(), 1);
    session.prompt("and now hang it, please").edit("lamp.rs", "a", "b").answer("It hangs there.");
    assert_eq!(session.digest().open, []);
}

#[test]
fn what_was_delivered_in_the_end_did_not_fail() {
    let mut session = Session::default();
    session
        .prompt("commit the lamp of the hall")
        .run("git commit -m lamp", "Exit code 1\nerror: the hook failed")
        .run("git commit -m 'lamp of the hall'", "[main 1a2b3c4] lamp of the hall")
        .run("git commit --amend -m 'lamp of the stairs'", "[main 5d6e7f8] lamp of the stairs")
        .run("cd /tmp && git init && git commit -m initial", "[main 9a9a9a9] initial")
        .answer("Committed it.");
    let digest = session.digest();
    assert_eq!(texts(&digest.delivered, |each| &each.text), ["lamp of the stairs"]);
    assert_eq!((digest.commands, digest.open), (vec![], vec![]));
}

#[test]
fn an_answer_of_the_person_decides_and_a_question_does_not() {
    let ask = |question: &str| json!({ "questions": [{ "question": question }] });
    let told = |question: &str, answer: &str| {
        format!("User has answered your questions: \"{question}\"=\"{answer}\". You can now")
    };
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall");
    for (question, answer) in [("Which red?", "The dark one"), ("Which brush?", "are there any?")] {
        session.call("AskUserQuestion", ask(question), &told(question, answer), false);
    }
    let found = session.digest().decisions;
    let found: Vec<_> =
        found.iter().map(|each| (each.question.as_str(), each.text.as_str())).collect();
    assert_eq!(found, [("Which red?", "The dark one")]);
}

#[test]
fn a_push_that_worked_only_in_another_form_is_told_exactly() {
    let mut session = Session::default();
    session
        .prompt("paint the lamp in the hall")
        .run("git push", "Exit code 128\nfatal: no upstream");
    session.run("git push --set-upstream origin lamp", "branch 'lamp' set up").answer("Pushed it.");
    let found = session.digest().commands;
    assert_eq!(texts(&found, |found| &found.command), ["git push --set-upstream origin lamp"]);
    session.prompt("and once more").run("git push", "main -> main").answer("Pushed it again.");
    assert!(session.digest().commands.is_empty());
}

#[test]
fn a_longer_line_that_passes_ends_the_failure_of_its_beginning() {
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall");
    session.run("mise run fmt && mise run lint", "Exit code 1\nlamp.go:1:2: unused lamp");
    session.edit("lamp.go", "a", "b").run("mise run fmt && mise run lint && mise run test", "ok");
    session.prompt("now the door").entry(Block::Interrupted);
    let open = session.digest().open;
    assert_eq!(open.iter().filter(|open| open.kind == OpenKind::Error).count(), 0, "{open:?}");
}

#[test]
fn a_yes_decides_what_the_answer_asked_if_it_names_it() {
    let mut session = Session::default();
    session.prompt("look at the lamp in the hall");
    session.answer("Its cable is loose.\n\nShould I replace the cable of the lamp?");
    session.prompt("yes").edit("lamp.rs", "a", "b").answer("Replaced it. Shall I commit it?");
    session.prompt("yes").answer("It could be red.\n\nWant me to implement this approach?");
    session.prompt("yes").answer("Is it dark enough in the hall now?");
    // Nobody can know what was chosen, or of which.
    for question in [
        "Would you like me to paint that lamp as well, or leave it white for now?",
        "Want me to add direct lamp tests for these dark corners?",
        "Does this lamp design look right?",
        "Should I rename it?",
        "Want me to paint both lamps in the hall?",
    ] {
        session.prompt("go on with the hall").answer(question).prompt("yes").answer("Painted.");
    }
    session.prompt("look once more").answer("Should I clean this up by removing `dimmer()`?");
    session.prompt("yes").answer("Removed.");
    session.prompt("make the lamp in the hall brighter").answer("It is brighter.");
    let found = session.digest().decisions;
    let found: Vec<_> =
        found.iter().map(|each| (each.question.as_str(), each.text.as_str())).collect();
    let expected = [
        ("Should I replace the cable of the lamp?", "yes"),
        ("Should I clean this up by removing `dimmer()`?", "yes"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_last_request_is_among_many() {
    let mut session = Session::default();
    for at in 0..30 {
        session.prompt(&format!("paint the wall number {at} of the hall"));
        session.edit(&format!("wall{at}.rs"), "white", "red").answer("Painted the wall red.");
    }
    session.prompt("can you explain why the door stays white?").answer("It is made of glass.");
    let asked = lines(&session.digest(), 100_000);
    let asked: Vec<&Line> = asked.iter().filter(|line| line.part == DigestPart::Asked).collect();
    assert_eq!(asked.first().unwrap().text, "paint the wall number 0 of the hall");
    assert_eq!(asked.last().unwrap().text, "can you explain why the door stays white?");
}

#[test]
fn a_stopped_prompt_stays_open() {
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall").answer("Painted, and it is dry.");
    session.prompt("now hang the lamp over the stairs").entry(Block::Interrupted);
    let open = session.digest().open;
    assert_eq!(
        (open[0].kind, open[0].text.as_str()),
        (OpenKind::Interrupted, "now hang the lamp over the stairs")
    );
}

#[test]
fn subagents_work_and_ask_nothing() {
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall").answer("The lamp in the hall is painted now.");
    session
        .turn(Some("a1"), "You paint lamps. Paint it red.")
        .edit("red.rs", "a", "b")
        .answer("It is red, and the work is over.");
    let digest = session.digest();
    assert_eq!((digest.asked.len(), digest.turns, digest.subagent_turns), (1, 1, 1));
    assert_eq!(texts(&digest.changed, |file| &file.path), ["red.rs"]);
    assert_eq!(digest.concluded.as_deref(), Some("The lamp in the hall is painted now."));
}

#[test]
fn a_background_report_concludes_nothing() {
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall").answer("The lamp in the hall is painted, twice.");
    session.entry(Block::Note { kind: "task".into(), text: "finished".into() });
    session.answer("That is the old test run, which had finished long before; all is well.");
    let digest = session.digest();
    assert_eq!(digest.concluded.as_deref(), Some("The lamp in the hall is painted, twice."));
}

#[test]
fn a_conclusion_belongs_to_its_request() {
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall").answer("The lamp in the hall is painted now.");
    session.prompt("hang the lamp over the stairs").answer("The lamp hangs over the stairs now.");
    session.prompt("commit").answer("Done.");
    let digest = session.digest();
    assert_eq!(digest.concluded.as_deref(), Some("The lamp hangs over the stairs now."));
    assert_eq!(digest.concluded_request.as_deref(), Some("t1"));
    session.prompt("--- FAIL: TestLamp (3.40s)\n    it is dark\nFAIL");
    session.answer("The test now waits until the lamp is on.");
    assert_eq!(session.digest().concluded_request, None);
}

#[test]
fn what_was_concluded_before_files_changed_again_is_over() {
    let mut session = Session::default();
    session.prompt("why is it dark?").answer("Yes, the bulb of the lamp in the hall is broken.");
    session.prompt("change it").edit("lamp.rs", "a", "b").answer("Good. Let me look:");
    session.run("make lamp", "ok");
    session.prompt("what is left?").answer("Let me see what is left to do in the hall.");
    assert_eq!(session.digest().concluded, None);
    session.prompt("and the stairs").edit("stairs.rs", "a", "b");
    session.answer(
        "All four are lit.\n\n**Lamps:**\n\n1. **Hall** - new bulb\n2. **Stairs** - new cable",
    );
    let told = "All four are lit. Lamps: Hall - new bulb; Stairs - new cable";
    assert_eq!(session.digest().concluded.as_deref(), Some(told));
    // What only delivers it says less.
    session.prompt("push").run("git push", "main -> main").answer("It is pushed.");
    assert_eq!(session.digest().concluded.as_deref(), Some(told));
    session.prompt("paint it").edit("lamp.rs", "b", "c").answer("The lamp is red.");
    assert_eq!(session.digest().concluded.as_deref(), Some("The lamp is red."));
}

#[test]
fn a_slash_command_that_led_to_work_is_a_request_and_a_replaced_note_says_so() {
    let mut session = Session::default();
    session.prompt("/inspect 12").run("ls", "lamp.rs").answer("The lamp is sound.");
    session.prompt("/commit").run("git commit -m x", "[main 1a2b3c4] x").answer("Done.");
    session.prompt("/model").answer("It is set.");
    let note = |note: &str, summary: &str| SessionNote {
        note: note.into(),
        kind: "decision".into(),
        summary: summary.into(),
    };
    let mut digest = Digest::of(&session.turns, vec![note("n1", "red"), note("n2", "blue")]);
    assert_eq!(texts(&digest.asked, |asked| &asked.text), ["/inspect 12"]);
    digest.superseded = vec!["n1".into()];
    let told = lines(&digest, 1_000);
    let told: Vec<&str> = told
        .iter()
        .filter(|line| line.part == DigestPart::Noted)
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(told, ["decision (superseded): red", "decision: blue"]);
}

#[test]
fn the_order_of_turns_does_not_matter() {
    let mut session = Session::default();
    for at in 0..200 {
        session.prompt(&format!("paint the wall number {at} of the hall"));
        session
            .edit(&format!("wall{at}.rs"), "white", "red")
            .run("make test", "ok")
            .answer("Painted it red.");
    }
    let forward = session.digest();
    session.turns.reverse();
    assert_eq!(session.digest(), forward);
    session.turns.rotate_left(77);
    assert_eq!(session.digest(), forward);
    assert_eq!((forward.turns, forward.asked.len()), (200, 40));
}

#[test]
fn lines_fit_and_the_important_ones_stay() {
    let mut session = Session::default();
    for at in 0..30 {
        session.prompt(&format!("paint the wall number {at} of the hall"));
        session
            .edit(&format!("wall{at}.rs"), "white", "red")
            .answer("Painted the wall, which is red now.");
    }
    let digest = session.digest();
    for chars_max in [0, 40, 100, 300, 1_000, 100_000] {
        let lines = lines(&digest, chars_max);
        let chars: usize = lines.iter().map(|line| line.labelled().chars().count() + 1).sum();
        assert!(chars <= chars_max);
        assert!(lines.is_sorted_by_key(|line| line.part), "{lines:?}");
    }
    let parts: Vec<DigestPart> = lines(&digest, 120).iter().map(|line| line.part).collect();
    assert_eq!(parts, [DigestPart::Asked, DigestPart::Concluded]);
}

#[test]
fn a_gist_has_the_first_clear_request_and_what_was_said_last() {
    let mut session = Session::default();
    session.prompt("ok").answer("What is to be done?");
    session.prompt("paint the lamp in the hall").answer("The lamp in the hall is painted now.");
    session.prompt("commit").answer("Done.");
    let prompts = ["ok", "paint the lamp in the hall", "commit"];
    let found = gist(prompts, &session.turns[1..]);
    assert_eq!(found.asked.as_deref(), Some("paint the lamp in the hall"));
    assert_eq!(found.ended.as_deref(), Some("The lamp in the hall is painted now."));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_session_is_summed_up(
        steps in vec((0_u8..8, "((git commit -m|cargo test|cd /tmp|[a-cé界]{1,3}|<<E|'|\"|&&|\\||;|\\$\\(|\\)|#|-|\\*\\*|`|:|\\?|\\.|no,|\n|\\\\) ?){0,14}"), 0..12),
        chars_max in 0_usize..400,
    ) {
        let mut session = Session::default();
        session.prompt("begin with the lamp in the hall");
        for (kind, text) in &steps {
            match kind {
                0 => session.prompt(text),
                1 => session.answer(text),
                2 => session.run(text, "Exit code 1\nerror: no"),
                3 => session.run(text, "[main 1a2b3c4] é"),
                4 => session.edit("lamp.rs", text, "x"),
                5 => session.edit("lamp.rs", "x", text),
                6 => session.turn(Some("a1"), text),
                _ => session.entry(Block::Note { kind: "task".into(), text: text.clone() }),
            };
        }
        let digest = session.digest();
        for line in lines(&digest, chars_max) {
            prop_assert!(!line.text.contains('\n') && !line.text.trim().is_empty(), "{line:?}");
        }
        prop_assert!(digest.asked.iter().all(|asked| !asked.text.is_empty()));
    }
}

#[test]
fn a_command_that_was_not_allowed_is_a_dead_end_until_it_runs() {
    let refused = "The user doesn't want to proceed with this tool use. To tell you how to proceed, \
        the user said:\nask me before you touch the cellar";
    let run = |session: &mut Session, command: &str| {
        session.call("Bash", json!({ "command": command }), refused, true);
    };
    let mut session = Session::default();
    session.prompt("paint the lamp in the hall");
    run(&mut session, "rm -r cellar");
    run(&mut session, "make lamp");
    session.run("make lamp", "ok").answer("The lamp is painted.");
    let found = session.digest().dead_ends;
    let expected = "`rm -r cellar`: “ask me before you touch the cellar”";
    assert_eq!(texts(&found, |each| &each.text), [expected]);
    assert_eq!(found[0].kind, DeadEndKind::NotAllowed);
}

#[test]
fn what_was_announced_last_is_open_in_the_middle_of_the_work() {
    let mut session = Session::default();
    session
        .prompt("paint the lamp in the hall")
        .answer("The hall is clean. Now I'll paint the switch:")
        .edit("switch.rs", "a", "b");
    let next = |session: &Session| {
        let open = session.digest().open.into_iter();
        open.filter(|open| open.kind == OpenKind::Next).map(|open| open.text).collect::<Vec<_>>()
    };
    assert_eq!(next(&session), ["Now I'll paint the switch"]);
    session.answer("The switch is dry.").edit("lamp.rs", "a", "b");
    assert_eq!(next(&session), [""; 0]);
    session.answer("The lamp and the switch are painted.");
    assert_eq!(next(&session), [""; 0]);
}

#[test]
fn an_announced_step_that_is_done_is_not_open() {
    let next = |announced: &str, work: &dyn Fn(&mut Session)| {
        let mut session = Session::default();
        session.prompt("paint the lamp in the hall").answer(announced);
        work(&mut session);
        session.digest().open.iter().any(|open| open.kind == OpenKind::Next)
    };
    // A change is done when a command has passed since, and not before.
    let paints = "Now I need to add the switch:";
    let edits = |session: &mut Session| {
        session.edit("switch.rs", "a", "b");
    };
    assert!(next(paints, &edits));
    let tests = |result: &'static str| {
        move |session: &mut Session| {
            session.edit("switch.rs", "a", "b").run("cargo test", result);
        }
    };
    assert!(!next(paints, &tests("test result: ok. 3 passed; 0 failed")));
    assert!(next(paints, &tests("Exit code 101\nerror: no switch")));
    assert!(next(paints, &|session| {
        session.run("cargo test", "test result: ok. 3 passed").edit("switch.rs", "a", "b");
    }));
    // One that was stopped in the middle is open, whatever it is.
    assert!(next("Let me look at the lamp.", &|session| {
        let input = json!({ "description": "explore", "prompt": "look at the lamp" });
        let block = Block::ToolUse { id: "c".into(), name: "Task".into(), input };
        session.entry(block);
    }));
}

#[test]
fn a_line_of_many_commands_takes_linear_time() {
    let mut session = Session::default();
    let line: Vec<String> = (0..1 << 17).map(|number| format!("make gate{number}")).collect();
    session.prompt("mend the weir").run(&line.join(" && "), "ok").answer("Done.");
    let digest = session.digest();
    assert_eq!((digest.commands.len(), digest.commands[0].runs), (1, 1));
    assert!(digest.commands[0].command.starts_with("make gate0 && make gate1 && "));

    let tags: Vec<String> = (0..1 << 17).map(|number| format!("git tag v{number}")).collect();
    session.run(&tags.join(" && "), "ok");
    assert_eq!(session.digest().delivered.len(), 100);
}
