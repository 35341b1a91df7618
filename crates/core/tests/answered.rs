//! What the hits of a query are to it: an answer, about the same things, or only the nearest.

mod sandbox;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::recall::{Prompt, Verdict};
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
fn a_prompt_that_asks_is_told_whether_an_answer_comes_with_what_is_added() {
    const RELATED: &str = "Related; whether one of these answers it is not certain.";
    let sandbox = Sandbox::with_model();
    let (mut memory, within) = mail_queue(&sandbox);
    let Within::Directory(shop) = within else { unreachable!("it is a directory") };
    let mut recalled = |text: &str| {
        // The gate is open: what is tried is what it lets through.
        let prompt =
            Prompt { text: text.into(), rate: 1.0, now: Now::utc(NOW_MS), ..Prompt::default() };
        memory.recall(&prompt, &shop).expect("any text is a prompt")
    };
    for answered in [
        "how many retries does the mail queue allow?",
        "why were emails delivered twice by the retry queue?",
    ] {
        let said = recalled(answered).said;
        assert!(!said.is_empty() && !said.contains(RELATED), "{answered}: {said}");
    }
    let related = recalled("why did we move the mail queue to the workers of another region?");
    assert!(related.said.contains(RELATED), "{}", related.said);
    // An order is no question: nothing is said of whether it is answered.
    let order = recalled("let the mail queue allow seven retries instead of five");
    assert!(!order.said.is_empty() && !order.said.contains(RELATED), "{}", order.said);
    // What nothing holds is not answered by what is near.
    let nowhere = recalled("why did we rename the heron worker to stork?");
    assert_eq!(nowhere.said, "");
    let held_back = nowhere.candidates.iter().filter(|each| each.verdict == Verdict::NotHere);
    assert!(held_back.count() > 0, "{nowhere:?}");
}

#[test]
fn the_first_hit_shows_more_of_its_answer_than_the_others() {
    let sandbox = Sandbox::with_model();
    let shop = sandbox.directory("shop");
    let mut session = Session::new("f125700a-aaaa", &shop);
    let sentence = |about: &str| format!("The mail queue {about}, as the first worker needs that.");
    let answer = ["is read in turn", "is kept on disk", "is emptied at night", "is never copied"]
        .map(sentence)
        .join(" ");
    let mut lines = session.turn("one", "Describe the mail queue", &answer);
    lines.extend(session.turn("two", "And its workers?", &answer.replace("mail", "post mail")));
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("queue", &lines));
    embed_all(&mut memory);
    let within = Within::Directory(shop);
    let answer = memory.query("mail queue worker", &within, Filter::default(), 5, Now::utc(NOW_MS));
    let hits = answer.expect("any text is a query").found.hits;
    let lengths: Vec<usize> = hits
        .iter()
        .map(|hit| hit.excerpt.iter().map(|piece| piece.text.chars().count()).sum())
        .collect();
    assert!(lengths[0] > 240 && lengths[1] <= 250, "{lengths:?}");
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

#[test]
fn the_turn_in_which_just_this_was_asked_before_comes_first() {
    const ASKED: &str = "do you remember which log service we chose";
    let sandbox = Sandbox::without_model();
    let shop = sandbox.directory("shop");
    let mut session = Session::new("1090a5ce-aaaa", &shop);
    let mut lines = session.turn(
        "choice",
        "remember the log service that we chose: which log service do we remember?",
        "We chose a log service. Remember which log service we chose: the service for each log.",
    );
    let long = format!("Yes, Loki. {}", "The harbour was repainted in the spring. ".repeat(80));
    lines.extend(session.turn("before", "Do you remember which log service we chose?", &long));
    lines.extend(session.turn("stopped", ASKED, ""));
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("logs", &lines));
    let mut first = |text: &str| {
        let within = Within::Directory(shop.clone());
        let answer = memory.query(text, &within, Filter::default(), 5, Now::utc(NOW_MS));
        answer.expect("any text is a query").found.hits.first().map(|hit| hit.turn.clone())
    };
    assert_eq!(first(ASKED).as_deref(), Some("before"));
    // Three words are a prompt that says nothing alone.
    assert_eq!(first("remember log service").as_deref(), Some("choice"));
}
