//! What was left to run: a prompt that asks to start it again gets the command.

mod sandbox;

use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::recall::gate::Dismissal;
use mementor_core::recall::{Prompt, Recall};
use sandbox::{NOW_MS, Sandbox, Session, ingest};
use serde_json::json;

/// Stores a session whose one turn runs commands in the background, each with its purpose.
fn stored(sandbox: &Sandbox, id: &str, commands: &[(&str, &str)]) -> (Memory, PathBuf) {
    let harbour = sandbox.directory("harbour");
    let mut session = Session::new(id, &harbour);
    let mut lines = session.turn(&format!("{id}-turn"), "Mend the pier", "Mended.");
    for (at, (command, purpose)) in commands.iter().enumerate() {
        let call = format!("{id}-call-{at}");
        let input = json!({
            "command": command, "description": purpose, "run_in_background": true,
        });
        lines.push(session.tool_use(&format!("{call}-use"), &call, "Bash", &input));
        let result = "Command running in background with ID: b1";
        lines.push(session.tool_result(&format!("{call}-result"), &call, result));
    }
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript(id, &lines));
    while memory.prepare_contexts(8).expect("room") > 0 {}
    (memory, harbour)
}

fn asked(memory: &mut Memory, directory: &Path, prompt: Prompt) -> Recall {
    let prompt = Prompt { rate: 0.02, now: Now::utc(NOW_MS), ..prompt };
    memory.recall(&prompt, directory).expect("any text is a prompt")
}

fn prompt(text: &str) -> Prompt {
    Prompt { text: text.to_owned(), session: "now".to_owned(), ..Prompt::default() }
}

const COMMANDS: [(&str, &str); 5] = [
    ("cd apps/ferry && PIER=2 npm run dev 2>&1 | head -20", "Start the ferry server"),
    ("cd apps/ferry && PIER=2 npm run dev &> ferry.log", "Restart the ferry server"),
    ("npm test", "Start the tests"),
    ("git push", "Start the server's release"),
    ("npm run crane", "Lift the cargo"),
];

#[test]
fn a_prompt_that_asks_to_start_something_gets_the_command_once() {
    let sandbox = Sandbox::without_model();
    let (mut memory, harbour) = stored(&sandbox, "earlier", &COMMANDS);
    let found = asked(&mut memory, &harbour, prompt("ok, please start the ferry server"));
    let line = "\n- started here before (2 times, last 2026-03-01): `PIER=2 npm run dev` in `apps/ferry`\n";
    assert!(found.said.contains(line), "{}", found.said);
    let injected: Vec<&str> =
        found.candidates.iter().map(|candidate| candidate.hit.turn.as_str()).collect();
    assert_eq!((injected, found.dismissed), (vec!["earlier-turn"], None));

    let recalled = vec!["earlier-turn".to_owned()];
    let again = Prompt { recalled: recalled.clone(), ..prompt("start the ferry server") };
    let muted = Prompt { muted: recalled, ..prompt("start the ferry server") };
    let own = Prompt { session: "earlier".to_owned(), ..prompt("start the ferry server") };
    for known in [again, muted, own] {
        assert_eq!(asked(&mut memory, &harbour, known).said, "");
    }
    for other in [
        "start the tests",
        "start the release",
        "start the cargo",
        "start it",
        "/start ferry server",
    ] {
        assert_eq!(asked(&mut memory, &harbour, prompt(other)).said, "", "{other}");
    }
    let trivial = asked(&mut memory, &harbour, prompt("start the build"));
    assert_eq!((trivial.dismissed, trivial.said.as_str()), (Some(Dismissal::Trivial), ""));
    let elsewhere = sandbox.directory("elsewhere");
    assert_eq!(asked(&mut memory, &elsewhere, prompt("start the ferry server")).said, "");
}

#[test]
fn what_is_forgotten_is_started_no_more() {
    let sandbox = Sandbox::without_model();
    let (mut memory, harbour) = stored(&sandbox, "earlier", &COMMANDS);
    memory.forget(&["earlier-turn".to_owned()]).expect("it is stored");
    assert_eq!(asked(&mut memory, &harbour, prompt("start the ferry server")).said, "");
}
