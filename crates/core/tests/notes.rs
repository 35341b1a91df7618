//! Notes: written, found, changed, forgotten, and carried to another machine.

mod sandbox;

use std::path::Path;

use mementor_core::api::Voucher;
use mementor_core::index::when::Now;
use mementor_core::memory::{Sought, Within};
use mementor_core::note_actions::change::Change;
use mementor_core::note_actions::remember::{NewNote, Remembered};
use mementor_core::notes::{Author, Move, NoteScope, State};
use mementor_core::policy::exclude::Excluded;
use mementor_core::removal::forget::{Because, Selection};
use mementor_core::removal::proof;
use mementor_core::secrets::Masker;
use mementor_core::store::{Filter, NoteFilter};
use mementor_core::{Error, Memory};
use sandbox::{NOW_MS, Sandbox, Session, embed_all, harbour, ingest, rebuild_all};

const RULE: &str = "4fe1c2a0-0000-4000-8000-000000000001";
const OTHER: &str = "9ad3b7c4-0000-4000-8000-000000000002";

fn note(sandbox: &Sandbox, uuid: &str, kind: &str, text: &str) -> NewNote {
    NewNote {
        uuid: uuid.to_owned(),
        text: text.to_owned(),
        kind: kind.to_owned(),
        directory: sandbox.directory("harbour"),
        ..NewNote::default()
    }
}

fn remember(memory: &mut Memory, new: &NewNote, after_ms: i64) -> Remembered {
    memory.remember(new, NOW_MS + after_ms).expect("it can be stored")
}

fn move_note(memory: &mut Memory, id: &str, done: Move, after_ms: i64) {
    memory.change_note(id, &Change::Move(done), NOW_MS + after_ms).expect("allowed");
}

/// What a query shows: turns and notes by id, in the order of their ranks.
fn found(memory: &mut Memory, sandbox: &Sandbox, text: &str, notes: NoteFilter) -> Vec<String> {
    let within = Within::Directory(sandbox.directory("harbour"));
    let sought = Sought { filter: Filter::default(), turns: true, notes: Some(notes) };
    let answer = memory.search(text, &within, sought, 10, Now::utc(NOW_MS)).expect("a query");
    let turns = answer.found.hits.into_iter().map(|hit| (hit.rank, hit.turn));
    let notes = answer.found.notes.into_iter().map(|hit| (hit.rank, hit.row.uuid));
    let mut all: Vec<(usize, String)> = turns.chain(notes).collect();
    all.sort();
    all.into_iter().map(|(_, id)| id).collect()
}

fn finds(memory: &mut Memory, sandbox: &Sandbox, text: &str) -> Vec<String> {
    found(memory, sandbox, text, NoteFilter::default())
}

fn listed(memory: &Memory, states: &[State]) -> Vec<String> {
    let notes = memory.notes(&Within::Everything, &NoteFilter::default(), states);
    notes.expect("a list").into_iter().map(|row| row.uuid).collect()
}

fn sound(memory: &Memory) {
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
}

#[test]
fn a_note_is_found_by_its_words_at_once_by_meaning_later_and_after_a_rebuild() {
    let sandbox = Sandbox::with_model();
    let mut memory = harbour(&sandbox);
    embed_all(&mut memory);
    let before = finds(&mut memory, &sandbox, "lantern on the pier");
    assert_eq!(before[0], "lamp");
    let text = "Paint the boat in May\n\nTwo coats of zinnober varnish.";
    let told = remember(&mut memory, &note(&sandbox, RULE, "rules", text), 0);
    assert_eq!((told.said_again, told.note.row.note.kind.as_str()), (false, "rule"));
    assert_eq!(told.note.row.note.body, "Two coats of zinnober varnish.");
    assert_eq!(finds(&mut memory, &sandbox, "zinnober"), [RULE]);
    embed_all(&mut memory);
    for _ in 0..2 {
        let lacquer = finds(&mut memory, &sandbox, "how to lacquer a ship");
        assert!(lacquer.contains(&RULE.to_owned()), "{lacquer:?}");
        sound(&memory);
        rebuild_all(&mut memory);
    }
    assert_eq!(memory.stats().expect("counts").notes, 1);
}

#[test]
fn without_notes_a_ranking_of_both_is_that_of_the_turns() {
    let sandbox = Sandbox::with_model();
    let mut memory = harbour(&sandbox);
    embed_all(&mut memory);
    let within = Within::Directory(sandbox.directory("harbour"));
    for text in ["lantern on the pier", "water", "when does the sea rise", ""] {
        let mut rows = |notes: Option<NoteFilter>| {
            let filter = Filter { since_ms: Some(0), ..Filter::default() };
            let sought = Sought { filter, turns: true, notes };
            let answer = memory.search(text, &within, sought, 10, Now::utc(NOW_MS));
            answer.expect("a query").found
        };
        assert_eq!(rows(Some(NoteFilter::default())), rows(None), "{text}");
    }
}

#[test]
fn turns_and_notes_stand_in_one_ranking_and_a_filter_chooses() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "rule", "Hang the lantern before dusk"), 0);
    let mut both = finds(&mut memory, &sandbox, "lantern");
    both.sort();
    assert_eq!(both, [RULE, "lamp"]);
    let of = |kind: &str| NoteFilter { kinds: vec![kind.to_owned()], ..NoteFilter::default() };
    assert_eq!(found(&mut memory, &sandbox, "lantern", of("decision")), ["lamp"]);
    let tagged = NoteFilter { tag: Some("light".into()), ..NoteFilter::default() };
    assert_eq!(found(&mut memory, &sandbox, "lantern", tagged), ["lamp"]);
    let within = Within::Directory(sandbox.directory("harbour"));
    let sought = Sought { notes: Some(NoteFilter::default()), ..Sought::default() };
    let alone = memory.search("lantern", &within, sought, 10, Now::utc(NOW_MS)).expect("a query");
    assert_eq!((alone.found.hits.len(), alone.found.notes.len()), (0, 1));
    assert_eq!((alone.found.searched, alone.found.searched_notes), (0, 1));
    // A query for turns alone knows no note.
    let turns = memory.query("lantern", &within, Filter::default(), 10, Now::utc(NOW_MS));
    assert!(turns.expect("a query").found.notes.is_empty());
}

#[test]
fn a_note_of_a_person_is_found_in_every_project_and_one_of_a_project_is_not() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let everywhere = NewNote {
        scope: NoteScope::Person,
        directory: sandbox.directory("attic"),
        ..note(&sandbox, RULE, "preference", "Answer in short sentences")
    };
    remember(&mut memory, &everywhere, 0);
    let attic = NewNote {
        directory: sandbox.directory("attic"),
        ..note(&sandbox, OTHER, "rule", "Short ladders only")
    };
    remember(&mut memory, &attic, 0);
    assert_eq!(finds(&mut memory, &sandbox, "short"), [RULE]);
    let within = Within::Directory(sandbox.directory("harbour"));
    let listed = memory.notes(&within, &NoteFilter::default(), &[]).expect("a list");
    assert_eq!(listed.iter().map(|row| row.uuid.as_str()).collect::<Vec<_>>(), [RULE]);
}

#[test]
fn what_is_said_again_is_one_note_and_a_new_mind_supersedes_the_old_one() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "decision", "Use oak for the mast"), 0);
    let again = NewNote {
        tags: vec!["wood".into()],
        ..note(&sandbox, OTHER, "decision", "use OAK for the mast.")
    };
    let again = remember(&mut memory, &again, 5);
    assert!(again.said_again && again.note.row.uuid == RULE);
    assert_eq!((again.note.row.note.said, again.note.row.note.tags), (2, vec!["wood".to_owned()]));

    let changed = NewNote {
        supersedes: vec!["4fe1".into()],
        ..note(&sandbox, OTHER, "decision", "Use pine for the mast")
    };
    let changed = remember(&mut memory, &changed, 10);
    assert_eq!(changed.superseded[0].note.superseded_by.as_deref(), Some(OTHER));
    assert_eq!(changed.note.row.note.supersedes, [RULE]);
    let mast = finds(&mut memory, &sandbox, "mast");
    assert_eq!((mast.len(), mast.contains(&RULE.to_owned())), (2, true), "the old one stays known");
    // It stands behind the one that holds, even where it matches better.
    assert_eq!(finds(&mut memory, &sandbox, "oak mast"), [OTHER, RULE]);
    // Changing one's mind back: the old one holds again.
    let back = remember(&mut memory, &note(&sandbox, "x", "decision", "Use oak for the mast"), 20);
    assert_eq!((back.note.row.uuid.as_str(), back.note.row.note.superseded_by), (RULE, None));
    sound(&memory);
}

#[test]
fn what_a_new_note_surely_takes_back_is_superseded_without_being_named() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "decision", "Use oak for the mast"), 0);
    let unclear = note(&sandbox, "x", "decision", "Use pine for the keel");
    assert!(remember(&mut memory, &unclear, 5).superseded.is_empty());
    let changed = note(&sandbox, OTHER, "decision", "Use pine instead of oak");
    let changed = remember(&mut memory, &changed, 10);
    assert_eq!(changed.superseded[0].uuid, RULE);
    assert_eq!(changed.note.row.note.supersedes, [RULE]);
    // An agent takes nothing back by itself.
    let agent = NewNote {
        author: Author::Agent,
        ..note(&sandbox, "y", "decision", "Use elm instead of pine")
    };
    assert!(remember(&mut memory, &agent, 20).superseded.is_empty());
    // Who forgets the new decision has the old one again.
    memory.forget(&[OTHER.to_owned()]).expect("a stored note");
    let old = memory.note(RULE).expect("a stored note").row.note;
    assert_eq!((old.state, old.superseded_by), (State::Active, None));
    sound(&memory);
}

#[test]
fn a_rejected_note_is_not_found_and_can_be_restored_however_the_clock_goes() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "rule", "Never sail on Friday"), 0);
    move_note(&mut memory, RULE, Move::Reject, 10);
    assert_eq!(finds(&mut memory, &sandbox, "friday"), [""; 0]);
    assert_eq!(listed(&memory, &[State::Rejected]), [RULE]);
    sound(&memory);
    // The clock was set back: the last word still counts.
    move_note(&mut memory, "4fe1c2", Move::Restore, -1_000_000);
    assert_eq!(finds(&mut memory, &sandbox, "friday"), [RULE]);
    let refused = memory.change_note(RULE, &Change::Move(Move::Accept), NOW_MS).expect_err("no");
    assert!(matches!(refused, Error::NoteMove { state: "active", .. }), "{refused:?}");
    let history = memory.note(RULE).expect("it is there").statements;
    assert_eq!(history.len(), 3, "{history:?}");
    // An agent that says it again does not bring back what a person rejected.
    move_note(&mut memory, RULE, Move::Reject, 20);
    let agent =
        NewNote { author: Author::Agent, ..note(&sandbox, OTHER, "rule", "Never sail on Friday") };
    let told = remember(&mut memory, &agent, 30);
    assert_eq!((told.said_again, told.note.row.note.state), (true, State::Rejected));
}

#[test]
fn an_edit_is_found_by_its_new_words_alone_and_pins_and_ids_work() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "rule", "Old ropes are hemp"), 0);
    let edit = |text: &str| Change::Edit {
        text: Some(text.to_owned()),
        kind: Some("gotchas".to_owned()),
        tags: None,
        files: None,
    };
    let (edited, _) =
        memory.change_note("4fe1", &edit("New ropes are nylon\nand wet"), NOW_MS + 1).expect("ok");
    assert_eq!(
        (edited.row.note.kind.as_str(), edited.row.note.body.as_str()),
        ("learning", "and wet")
    );
    assert_eq!(finds(&mut memory, &sandbox, "nylon"), [RULE]);
    assert_eq!(finds(&mut memory, &sandbox, "hemp"), [""; 0]);
    let pin = |memory: &mut Memory, on| memory.change_note(RULE, &Change::Pin(on), NOW_MS + 2);
    assert!(pin(&mut memory, true).expect("ok").1);
    assert!(!pin(&mut memory, true).expect("ok").1, "nothing changed");
    assert!(matches!(memory.note("beef"), Err(Error::NoteUnknown { .. })));
    remember(&mut memory, &note(&sandbox, &RULE.replace("001", "003"), "fact", "Cork floats"), 3);
    assert!(matches!(memory.note("4fe1"), Err(Error::NoteAmbiguous { found: 2, .. })));
    assert!(matches!(memory.change_note(RULE, &edit(" "), NOW_MS), Err(Error::NoteSummary(_))));
}

#[test]
fn a_password_at_the_cut_of_a_long_line_is_masked_before_the_cut() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for lead in 40..100 {
        let text = format!("{:x<lead$} password is Kq7vTzw29LmX and more words", "In the shop ");
        let id = format!("4fe10000-0000-4000-8000-{lead:012}");
        let row = remember(&mut memory, &note(&sandbox, &id, "fact", &text), 1).note.row;
        let said = format!("{}{}", row.note.summary, row.note.body);
        assert!(!said.contains("Kq7v"), "{said}");
    }
}

#[test]
fn a_note_is_masked_and_nothing_of_an_excluded_place_is_stored() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let secret = NewNote {
        tags: vec![token.clone()],
        ..note(
            &sandbox,
            RULE,
            "fact",
            &format!("The token is {token} <private>for\nBob</private> now"),
        )
    };
    let told = remember(&mut memory, &secret, 0).note;
    let json = told.statements.join("");
    assert!(
        !json.contains("ghp_") && !json.contains("Bob") && json.contains("[private]"),
        "{json}"
    );
    let private = note(&sandbox, OTHER, "fact", "<private>all of it");
    assert!(matches!(memory.remember(&private, NOW_MS), Err(Error::NoteSummary(_))));

    memory.keep_out(Masker::default(), Excluded::new(&["**/vault".to_owned()]).expect("a glob"));
    let refused = |new: &NewNote, memory: &mut Memory| {
        let refused = memory.remember(new, NOW_MS).expect_err("excluded");
        assert!(matches!(refused, Error::NoteExcluded { .. }), "{refused:?}");
    };
    let inside = NewNote { directory: sandbox.directory("vault/a"), ..private.clone() };
    refused(&NewNote { text: "x".into(), ..inside }, &mut memory);
    let about = NewNote {
        text: "x".into(),
        files: vec!["../vault/b.rs".into(), "../vault".into()],
        ..private
    };
    refused(&about, &mut memory);
    assert_eq!(listed(&memory, &[]), [RULE]);
}

#[test]
fn a_marker_in_a_prompt_is_a_note_once_and_goes_with_its_turn() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let mut session = Session::new("5e551022", &sandbox.directory("harbour"));
    let prompt = "Fix the pier.\n[remember:rule] Quillwater stains oak\n\n[remember] Cork floats";
    let lines = session.turn("marked", prompt, "Done, and no [remember] me.");
    let path = sandbox.kept("marked", &lines);
    ingest(&mut memory, &path);
    let notes = memory.notes(&Within::Everything, &NoteFilter::default(), &[]).expect("a list");
    let mut told: Vec<_> = notes
        .iter()
        .map(|row| (row.note.kind.as_str(), row.note.summary.as_str(), row.project.name.as_str()))
        .collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [("note", "Cork floats", "harbour"), ("rule", "Quillwater stains oak", "harbour")]
    );
    let origin = notes[0].note.origin.clone().expect("it was found in a turn");
    assert_eq!(origin.turn, "marked");
    let rule = notes.iter().find(|row| row.note.kind == "rule").expect("one").uuid.clone();
    move_note(&mut memory, &rule, Move::Reject, 10);

    // Read again under another name, and imported: nothing new, and what was rejected stays so.
    let copy = memory.export(&Within::Everything, None).expect("an export").lines;
    ingest(&mut memory, &sandbox.kept("copy", &lines));
    memory.import(&copy, Voucher::Person, 0).expect("lines");
    assert_eq!(listed(&memory, &[]).len(), 2);
    assert_eq!(listed(&memory, &[State::Rejected]), [rule.as_str()]);

    let by_id = Selection { ids: vec!["marked".into()], ..Selection::default() };
    let chosen = memory.select(by_id, None).expect("a selection");
    let because: Vec<_> = chosen.iter().map(|each| (each.is_note, each.because)).collect();
    assert_eq!(
        because,
        [(true, Because::Origin), (true, Because::Origin), (false, Because::Meant)]
    );
    let ids: Vec<String> = chosen.into_iter().map(|each| each.turn).collect();
    memory.forget(&ids).expect("a write");
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), "uillwater"), [""; 0]);
    ingest(&mut memory, &sandbox.kept("third", &lines));
    memory.import(&copy, Voucher::Person, 0).expect("lines");
    assert_eq!(listed(&memory, &[]), [""; 0]);
    sound(&memory);
}

/// Returns the files of a folder that contain a text.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let holds = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let names = files.map(|entry| entry.path()).filter(|path| holds(path));
    names.map(|path| path.display().to_string()).collect()
}

#[test]
fn a_forgotten_note_leaves_no_byte_and_does_not_come_back() {
    let sandbox = Sandbox::with_model();
    let mut memory = harbour(&sandbox);
    let text = "Zanzibarite is kept below deck\n\nIt dissolves in quillwater.";
    remember(&mut memory, &note(&sandbox, RULE, "fact", text), 0);
    let edit = Change::Edit {
        text: Some("Zanzibarite is sold".into()),
        kind: None,
        tags: None,
        files: None,
    };
    memory.change_note(RULE, &edit, NOW_MS + 1).expect("ok");
    remember(&mut memory, &note(&sandbox, OTHER, "fact", "Cork floats"), 0);
    embed_all(&mut memory);
    let copy = memory.export(&Within::Everything, None).expect("an export").lines;
    let backup = sandbox.path("backup.db");
    memory.backup(&backup).expect("room");
    assert!(!holding(&sandbox.home(), "anzibarite").is_empty(), "the check would prove nothing");

    let by_words = Selection { containing: Some("QUILLWATER".into()), ..Selection::default() };
    let chosen = memory.select(by_words, None).expect("a selection");
    assert_eq!(chosen.len(), 1);
    assert!(chosen[0].is_note && chosen[0].turn == RULE);
    let ids = vec![RULE.to_owned()];
    let probes = memory.probes(&ids).expect("a read");
    assert!(probes.pieces.len() > 1 && !probes.terms.is_empty(), "{probes:?}");
    let proof = || proof::prove(&[sandbox.database(), backup.clone()], &[], &probes);
    assert_eq!(proof().expect("readable").found.len(), 2);
    assert_eq!(memory.forget(&ids).expect("a write"), 1);
    memory.compact().expect("nobody else reads");
    assert_eq!(proof().expect("readable").found, std::slice::from_ref(&backup));
    assert_eq!(holding(&sandbox.home(), "anzibarite"), [""; 0]);
    sound(&memory);

    let imported = memory.import(&copy, Voucher::Person, 0).expect("lines");
    assert_eq!((imported.notes, imported.notes_unchanged), (0, 2));
    assert_eq!(listed(&memory, &[]), [OTHER]);
    let busy = std::time::Duration::from_secs(1);
    mementor_core::removal::forget::forget_in_backup(&backup, &ids, busy).expect("ours");
    assert!(proof().expect("readable").found.is_empty());
    // What is typed anew is a new note.
    let anew = remember(&mut memory, &note(&sandbox, "7b", "fact", "Zanzibarite is sold"), 9);
    assert!(!anew.said_again);
}

#[test]
fn two_machines_that_exchange_their_notes_have_the_same_ones() {
    let (one, other) = (Sandbox::without_model(), Sandbox::without_model());
    let (mut mine, mut theirs) = (harbour(&one), harbour(&other));
    let lines = |memory: &Memory| memory.export(&Within::Everything, None).expect("a read").lines;
    let notes = |memory: &Memory| {
        let all = lines(memory).into_iter().filter(|line| line.contains(r#""type":"note""#));
        let mut all: Vec<String> = all.collect();
        all.sort();
        all
    };
    remember(&mut mine, &note(&one, RULE, "rule", "Common to both"), 0);
    theirs.import(&lines(&mine), Voucher::Person, 0).expect("lines");
    move_note(&mut mine, RULE, Move::Resolve, 10);
    theirs.change_note(RULE, &Change::Pin(true), NOW_MS + 5).expect("ok");
    remember(&mut theirs, &note(&one, OTHER, "decision", "Only there"), 7);
    let (from_mine, from_theirs) = (lines(&mine), lines(&theirs));
    for _ in 0..2 {
        // Any order of lines, and each twice.
        let reversed: Vec<String> = from_mine.iter().rev().cloned().collect();
        theirs.import(&reversed, Voucher::Person, 0).expect("lines");
        mine.import(&from_theirs, Voucher::Person, 0).expect("lines");
    }
    assert_eq!(notes(&mine), notes(&theirs));
    assert_eq!(notes(&mine).len(), 2);
    let note = mine.note(RULE).expect("there").row.note;
    assert_eq!((note.state, note.pinned), (State::Resolved, true));
    let again = mine.import(&lines(&theirs), Voucher::Person, 0).expect("lines");
    assert_eq!((again.notes, again.notes_unchanged, again.unreadable), (0, 2, 0));
    sound(&mine);
    sound(&theirs);
}

#[test]
fn what_a_newer_version_says_of_a_note_is_kept_and_travels_on() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "rule", "Ring the bell"), 0);
    let newer = r#"{"id":"s","at":1,"by":"person","says":"sung","loud":1.50}"#;
    let project = r#"{"key":"k","name":"k"}"#;
    let line =
        format!(r#"{{"type":"note","note":"{RULE}","project":{project},"statements":[{newer}]}}"#);
    let imported = memory.import(&[line.clone(), line], Voucher::Person, 0).expect("lines");
    assert_eq!((imported.notes, imported.notes_unchanged), (1, 1));
    let lines = memory.export(&Within::Everything, None).expect("a read").lines;
    assert!(lines.iter().any(|line| line.contains(newer)), "{lines:?}");
    move_note(&mut memory, RULE, Move::Archive, 10);
    rebuild_all(&mut memory);
    assert!(memory.note(RULE).expect("there").statements.contains(&newer.to_owned()));
    assert_eq!(memory.note(RULE).expect("there").row.project.name, "harbour", "it stays there");
    sound(&memory);
}

#[test]
fn a_scrub_masks_notes_by_the_patterns_of_today() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "fact", "The berth is XQ-4711 west"), 0);
    let masker = Masker::new(&["XQ-[0-9]+".to_owned()]).expect("a pattern");
    memory.keep_out(masker, Excluded::default());
    let (mut after, mut removed, mut changed) = (Some(0), Vec::new(), 0);
    while let Some(from) = after {
        let step = memory.scrub(from).expect("a step");
        removed.extend(step.removed);
        changed += step.counts.notes_changed;
        after = step.next;
    }
    memory.compact().expect("nobody else reads");
    assert_eq!((removed, changed), (vec!["XQ-4711".to_owned()], 1));
    assert_eq!(holding(&sandbox.home(), "4711"), [""; 0]);
    let summary = memory.note(RULE).expect("there").row.note.summary;
    assert_eq!(summary, "The berth is [masked:own] west");
    sound(&memory);
}

#[test]
fn notes_are_saved_from_a_backup_and_from_a_damaged_database() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    for at in 0..40 {
        let uuid = format!("{at:08}-0000-4000-8000-000000000000");
        let text = format!("Rule number {at}\n{}", "long and winding ".repeat(at * 30));
        remember(&mut memory, &note(&sandbox, &uuid, "rule", &text), at as i64);
    }
    memory.compact().expect("nobody else reads");
    drop(memory);
    let whole = std::fs::read(sandbox.database()).expect("there");
    let mut without_schema = whole.clone();
    without_schema[100..4_096].fill(0);
    for (bytes, is_sound) in [(whole, true), (without_schema, false)] {
        let other = Sandbox::without_model();
        let path = other.path("copy.db");
        std::fs::write(&path, bytes).expect("room");
        let mut memory = other.open();
        let mut notes = 0;
        let findings = loop {
            let step = memory.import_database(&path, Voucher::Person, 0).expect("pages are left");
            notes += step.notes;
            if let Some(findings) = step.findings {
                break findings;
            }
        };
        assert_eq!((notes, findings.notes, findings.notes_named), (40, 40, 40), "{is_sound}");
        assert_eq!(findings.is_sound, is_sound);
        assert_eq!(findings.found, 2, "notes are not counted as turns");
        let row = memory.note("00000039").expect("there").row;
        assert_eq!((row.project.name.as_str(), row.note.body.len() > 10_000), ("harbour", true));
        sound(&memory);
    }
}

#[test]
fn a_bit_that_turned_in_a_note_is_noticed_and_nothing_is_written_over_it() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    remember(&mut memory, &note(&sandbox, RULE, "rule", "Ring the bell"), 0);
    let lines = memory.export(&Within::Everything, None).expect("a read").lines;
    let sql = "UPDATE note SET log = CAST(substr(log, 1, length(log) - 1) || 'x' AS BLOB)";
    sandbox.connection().execute(sql, []).expect("a row");
    let problems = memory.integrity_problems().expect("a check");
    assert_eq!(problems, [format!("the log of note {RULE} fails its checksum")]);
    let refused = memory.change_note(RULE, &Change::Pin(true), NOW_MS);
    assert!(matches!(refused, Err(Error::LogDamaged { .. })));
    assert_eq!(memory.export(&Within::Everything, None).expect("a read").damaged, 1);
    assert_eq!(
        memory.import(&lines, Voucher::Person, 0).expect("lines").notes,
        1,
        "an export brings it back"
    );
    sound(&memory);
}
