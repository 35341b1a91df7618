//! The same thing once: turns that say the same again stand together in a list of hits.

mod sandbox;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::Filter;
use sandbox::{Sandbox, Session, ingest};

const NIGHTLY: &str = "Nightly check: look at the beacon logs and report anomalies of";

/// Returns the answers of the hits, with the number of turns for which each stands.
fn found(memory: &mut Memory, text: &str) -> Vec<(String, u64)> {
    let answer = memory.query(text, &Within::Everything, Filter::default(), 5, Now::utc(0));
    let hits = answer.expect("an answer").found.hits;
    hits.into_iter().map(|hit| (hit.passage, hit.times)).collect()
}

fn memory_of(sandbox: &Sandbox, turns: &[(String, String)]) -> Memory {
    let mut memory = sandbox.open();
    for (at, (prompt, answer)) in turns.iter().enumerate() {
        let session = format!("{at:08}-0000-4000-8000-000000000001");
        let mut lines = Session::new(&session, &sandbox.directory("harbour"));
        let lines = lines.turn(&format!("turn-{at}"), prompt, answer);
        ingest(&mut memory, &sandbox.kept(&session, &lines));
    }
    memory
}

#[test]
fn runs_of_a_prompt_are_one_hit_with_their_number() {
    let sandbox = Sandbox::without_model();
    let run = |at: usize| {
        let answer = format!("No anomalies in the {at} beacon logs of tonight.");
        (format!("{NIGHTLY} 2026-03-{:02}", at + 1), answer)
    };
    let mut turns: Vec<(String, String)> = (0..12).map(run).collect();
    let decided = "We ignore voltage dips: they come from the generator test.";
    turns.push(("Which beacon anomalies do we ignore?".to_owned(), decided.to_owned()));
    let hits = found(&mut memory_of(&sandbox, &turns), "beacon anomalies");
    assert_eq!(hits.len(), 2, "{hits:?}");
    let times = hits.iter().map(|(_, times)| *times);
    assert_eq!(times.sum::<u64>(), 13, "{hits:?}");
    assert!(hits.iter().any(|(text, times)| text.contains("generator") && *times == 1), "{hits:?}");
}

#[test]
fn the_same_prompt_with_other_answers_stands_twice_at_most() {
    let sandbox = Sandbox::without_model();
    let answers =
        ["The bow is painted.", "The anchor holds.", "A rope is torn.", "All sails are up."];
    let turn = |answer: &&str| ("Look after the old brigantine".to_owned(), (*answer).to_owned());
    let turns: Vec<(String, String)> = answers.iter().map(turn).collect();
    let hits = found(&mut memory_of(&sandbox, &turns), "old brigantine");
    assert_eq!(hits.iter().map(|(_, times)| *times).collect::<Vec<u64>>(), [3, 1], "{hits:?}");
    // Another number is another subject.
    let turn = |at: i32| (format!("Mend the mast of issue {at}"), "Mended.".to_owned());
    let turns: Vec<(String, String)> = (481..485).map(turn).collect();
    let sandbox = Sandbox::without_model();
    assert_eq!(found(&mut memory_of(&sandbox, &turns), "mast").len(), 4);
    // A prompt of two words says nothing of its turn.
    let turn = |answer: &&str| ("brigantine, continue".to_owned(), (*answer).to_owned());
    let turns: Vec<(String, String)> = answers.iter().map(turn).collect();
    let sandbox = Sandbox::without_model();
    assert_eq!(found(&mut memory_of(&sandbox, &turns), "brigantine").len(), 4);
}
