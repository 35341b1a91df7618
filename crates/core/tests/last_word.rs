//! The last word: a later turn comes before the earlier one that it goes on from.

mod sandbox;

use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::Filter;
use sandbox::{Sandbox, Session, ingest};
use serde_json::json;

/// A turn: its id, prompt, answer, and a file that it changed.
type Told<'t> = (&'t str, &'t str, &'t str, Option<&'t str>);

/// Returns the ids of the first two hits of a query over sessions, among turns about other things.
fn found(sessions: &[&[Told]], query: &str) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let harbour = sandbox.directory("harbour");
    let mut memory = sandbox.open();
    let mut others = Session::new("99999999-0000-4000-8000-000000000001", &harbour).at_hour(7);
    let other = |at: usize| {
        let (prompt, answer) =
            (format!("Paint the shed {at} green"), format!("Shed {at} is green."));
        others.turn(&format!("shed-{at}"), &prompt, &answer)
    };
    ingest(&mut memory, &sandbox.kept("others", &(0..20).flat_map(other).collect::<Vec<_>>()));
    for (at, turns) in sessions.iter().enumerate() {
        let id = format!("{at:08}-0000-4000-8000-000000000001");
        let mut session = Session::new(&id, &harbour).at_hour(8 + at as u32);
        let mut lines = Vec::new();
        for (turn, prompt, answer, file) in *turns {
            lines.push(session.prompt(turn, prompt));
            if let Some(file) = file {
                let path = harbour.join(file).display().to_string();
                let input = json!({ "file_path": path, "old_string": "a", "new_string": "b" });
                lines.push(session.tool_use(&format!("{turn}-use"), turn, "Edit", &input));
                lines.push(session.tool_result(&format!("{turn}-done"), turn, "Updated."));
            }
            lines.push(session.answer(&format!("{turn}-answer"), answer));
        }
        ingest(&mut memory, &sandbox.kept(&id, &lines));
    }
    let answer = memory.query(query, &Within::Everything, Filter::default(), 5, Now::utc(0));
    answer.expect("an answer").found.hits.into_iter().take(2).map(|hit| hit.turn).collect()
}

const LONG: &str = "The pilot gateway retries the upload of the buoy list because the pilot gateway \
    loses its connection: the upload of the buoy list then waits for the gateway.";

#[test]
fn the_turn_that_overturns_an_earlier_one_of_its_session_comes_first() {
    let session = [
        ("old", "Why does the pilot gateway retry the upload of the buoy list?", LONG, None),
        ("new", "Is that so?", "No: the pilot gateway retries as its token is stale.", None),
    ];
    let query = "why does the pilot gateway retry the upload of the buoy list";
    assert_eq!(found(&[&session], query), ["new", "old"]);
}

#[test]
fn a_later_session_goes_first_with_a_file_in_common_or_the_same_subject() {
    let old = ("old", "Which port does the pilot gateway listen on?", LONG, Some("gateway.yml"));
    let query = "which port does the pilot gateway listen on";
    let moved = "The pilot gateway now listens on the port 6543 that the buoys know.";
    let new = ("new", "Move the gateway away from 5432", moved, Some("gateway.yml"));
    assert_eq!(found(&[&[old], &[new]], query), ["new", "old"]);
    // Without the file it has to speak of the same in most of its words.
    let elsewhere = ("new", "Move the gateway away from 5432", moved, Some("other.yml"));
    assert_eq!(found(&[&[old], &[elsewhere]], query), ["old", "new"]);
    let answer = "The pilot gateway listens on port 6543 now.";
    let short = ("old", "Which port does the pilot gateway listen on?", "On port 5432.", None);
    let same = ("new", "Let the pilot gateway listen on another port", answer, None);
    assert_eq!(found(&[&[short], &[same]], query), ["new", "old"]);
}

#[test]
fn an_earlier_turn_stays_behind() {
    let first = ("first", "Which port does the pilot gateway listen on?", "Port 6543 it is.", None);
    let other = ("other", "Paint the crane of the pilot", "The crane is blue.", None);
    let hits = found(&[&[other, first]], "which port does the pilot gateway listen on");
    assert_eq!(hits[0], "first");
}

#[test]
fn what_is_asked_comes_first_with_its_new_value() {
    let old: &[Told] = &[(
        "cold",
        "Where are the backups of the harbour stored?",
        "The backups are stored in the bucket harbour-cold on S3.",
        None,
    )];
    let new = [(
        "warm",
        "Move them to the new bucket, it is too slow",
        "The backups are stored in the bucket harbour-warm now.",
        None,
    )];
    let query = "in which bucket are the backups of the harbour stored?";
    assert_eq!(found(&[old, &new], query), ["warm", "cold"]);
    // A sentence that shares other words says nothing of it.
    let other = [(
        "other",
        "Where are the backups of the harbour listed?",
        "The tests are stored in the folder of the yard now.",
        None,
    )];
    assert_eq!(found(&[old, &other], query)[0], "cold");
}
