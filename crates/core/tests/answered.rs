//! What the hits of a query are to it: an answer, about the same things, or only the nearest.

mod sandbox;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::search::Answered;
use mementor_core::store::Filter;
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};

/// A memory of three turns about the mail queue of one project.
fn mail_queue(sandbox: &Sandbox) -> (Memory, Within) {
    let shop = sandbox.directory("shop");
    let mut session = Session::new("0r161na1-aaaa", &shop);
    let mut lines = session.turn(
        "queue",
        "Emails are sent twice since Tuesday",
        "The retry queue delivered emails twice because jobs took longer than its visibility timeout.",
    );
    lines.extend(session.turn(
        "limit",
        "How many retries does the mail queue allow?",
        "The mail queue allows five retries, one a minute.",
    ));
    lines.extend(session.turn(
        "name",
        "List the workers of the mail queue",
        "The workers are called heron and egret; each reads the mail queue in turn.",
    ));
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("queue", &lines));
    embed_all(&mut memory);
    (memory, Within::Directory(shop))
}

#[test]
fn an_answer_is_told_from_what_is_about_the_same_things_and_from_nothing() {
    let sandbox = Sandbox::with_model();
    let (mut memory, within) = mail_queue(&sandbox);
    let mut answered = |text: &str| {
        let answer = memory.query(text, &within, Filter::default(), 5, Now::utc(NOW_MS));
        let found = answer.expect("any text is a query").found;
        (found.answered, found.hits.len())
    };
    for (text, expected) in [
        ("how many retries does the mail queue allow", Answered::Found),
        ("why were emails delivered twice by the retry queue?", Answered::Found),
        ("retry queue", Answered::Found),
        ("why did we rename the heron worker to stork?", Answered::NotHere),
        ("why did we move the mail queue to the workers of another region?", Answered::Related),
        ("what does the mail queue cost per month?", Answered::Related),
        ("which port does Grafana use?", Answered::NotHere),
    ] {
        assert_eq!(answered(text).0, Some(expected), "{text}");
    }
    assert!(answered("which port does Grafana use for the mail queue?").1 <= 2);
    assert_eq!(answered("what is it?").0, None);
}

#[test]
fn what_was_stored_a_second_ago_is_found_by_meaning() {
    let sandbox = Sandbox::with_model();
    let shop = sandbox.directory("shop");
    let mut memory = sandbox.open();
    let mut session = Session::new("0r161na1-aaaa", &shop);
    let lines = session.turn(
        "pnpm",
        "Use pnpm as the package manager here, never npm.",
        "Noted: pnpm it is.",
    );
    ingest(&mut memory, &sandbox.transcript("pnpm", &lines));
    let within = Within::Directory(shop);
    let text = "which package manager do we use";
    let answer = memory.query(text, &within, Filter::default(), 5, Now::utc(NOW_MS));
    let found = answer.expect("any text is a query").found;
    assert!(found.semantic);
    assert!(found.hits.first().is_some_and(|hit| hit.similarity.is_some()), "{:?}", found.hits);
}
