//! The one way in: whoever brings a turn or a note, nothing is stored unmasked, nothing of an
//! excluded directory, and nothing that was forgotten.

mod sandbox;

use std::path::Path;
use std::time::Duration;

use mementor_core::conversation::entry::{Block, Entry};
use mementor_core::item::chunk::{self, Splitter};
use mementor_core::notes::{Author, Says, Statement, Written};
use mementor_core::policy::CapturePolicy;
use mementor_core::policy::exclude::Excluded;
use mementor_core::project;
use mementor_core::removal::forget::forget;
use mementor_core::secrets::Masker;
use mementor_core::sources;
use mementor_core::store::intake::{
    Arrival, Filing, Incoming, NotePlan, Received, Under, Via, Voucher, take_in,
};
use mementor_core::store::{Access, Scope, SessionPosition, Store};
use sandbox::{NOW_MS, Sandbox};

const SECRET: &str = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

/// Splits as without a model.
struct Estimated;

impl Splitter for Estimated {
    fn split(&self, passage: &str) -> Vec<std::ops::Range<usize>> {
        chunk::split_estimated(passage)
    }
}

/// Somebody who brings turns and takes no care of anything.
struct Careless {
    sandbox: Sandbox,
    store: Store,
    policy: CapturePolicy,
}

impl Careless {
    fn new() -> Self {
        let sandbox = Sandbox::without_model();
        let opened = Store::open(&sandbox.home(), Access::Write, Duration::from_secs(5), NOW_MS);
        let policy = CapturePolicy {
            // It hides in what is stored that a directory is excluded.
            masker: Masker::new(&["vault".to_owned()]).expect("a pattern"),
            excluded: Excluded::new(&["**/vault".to_owned()]).expect("a glob"),
            detects: true,
        };
        Self { sandbox, store: opened.expect("an empty home").store, policy }
    }

    fn bring(&mut self, id: &str, directory: &str, text: &str) -> Received {
        let project = project::named("shop");
        let filing = Filing {
            under: Some(Under::Project(&project)),
            by_work: None,
            voucher: Voucher::Person,
            moves: false,
            agent: sources::DEFAULT,
            dialect: sources::dialect(sources::DEFAULT),
        };
        let entry = Entry {
            id: id.to_owned(),
            // Copies are known by times to the millisecond.
            at_ms: NOW_MS + 123,
            cwd: Some(directory.to_owned()),
            blocks: vec![Block::Prompt { text: text.to_owned(), command: false }],
            ..Entry::default()
        };
        let place = SessionPosition { session: "a session".to_owned(), position: 0 };
        let arrival = Arrival::whole(id.to_owned(), vec![place], vec![entry], &self.policy.masker);
        let turns = vec![(filing, vec![arrival])];
        let incoming = Incoming { via: Via::Copy, turns };
        take_in(&mut self.store, incoming, &self.policy, &Estimated).expect("a write")
    }

    fn plan(
        &self,
        uuid: &str,
        directory: &str,
        text: &str,
    ) -> mementor_core::Result<Option<NotePlan>> {
        let project = project::named("shop");
        let written = Written {
            kind: "rule".to_owned(),
            summary: text.to_owned(),
            cwd: Some(directory.to_owned()),
            ..Written::default()
        };
        let says = Says::Written(Box::new(written));
        let statement = Statement::new(uuid, NOW_MS, Author::Person, says);
        let under = Under::Project(&project);
        NotePlan::adding(&self.store, uuid, under, vec![statement], &self.policy)
    }

    fn write(&mut self, plan: &NotePlan) -> bool {
        self.store.write(|writer| writer.write_note(plan)).expect("a write")
    }

    fn counts(&self) -> (usize, usize, usize) {
        let counts = self.store.read(|reader| {
            let turns = reader.turns_after(0, 100)?.len();
            let notes = reader.notes(&Scope::default())?.len();
            Ok((turns, notes, reader.projects("shop")?.len()))
        });
        counts.expect("a read")
    }

    /// Whether any file of the home holds some bytes.
    fn holds(&self, text: &str) -> bool {
        let files = std::fs::read_dir(self.sandbox.home()).expect("the home");
        let holds = |path: &Path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        };
        files.flatten().any(|file| file.path().is_file() && holds(&file.path()))
    }
}

#[test]
fn whoever_brings_a_turn_brings_no_secret_with_it() {
    let mut careless = Careless::new();
    let brought = careless.bring(
        "turn-1",
        "/shop",
        &format!("[remember:rule] use the token {SECRET} in the harbour"),
    );
    assert_eq!((brought.new.turns, careless.counts()), (1, (1, 1, 1)));
    assert!(careless.holds("harbour"), "the words around it are stored");
    assert!(!careless.holds(SECRET));
}

#[test]
fn whoever_brings_a_turn_of_an_excluded_directory_leaves_no_trace_of_it() {
    let mut careless = Careless::new();
    let brought = careless.bring("turn-1", "/home/me/vault", "the crane is locked");
    assert_eq!((brought.left_out, careless.counts()), (1, (0, 0, 0)));
    assert!(!careless.holds("crane") && !careless.holds("shop"));
}

#[test]
fn whoever_brings_a_forgotten_turn_or_a_copy_of_it_does_not_bring_it_back() {
    let mut careless = Careless::new();
    careless.bring("turn-1", "/shop", "the crane is locked, and its key is under the mat");
    let Careless { store, policy, .. } = &mut careless;
    forget(store, &["turn-1".to_owned()], policy).expect("a write");
    for id in ["turn-1", "turn-2"] {
        let brought =
            careless.bring(id, "/shop", "the crane is locked, and its key is under the mat");
        assert_eq!((id, brought.left_out, careless.counts().0), (id, 1, 0));
    }
    assert_eq!(careless.bring("turn-3", "/shop", "another crane").new.turns, 1);
}

#[test]
fn whoever_writes_a_note_brings_no_secret_no_excluded_place_and_nothing_forgotten() {
    let mut careless = Careless::new();
    let excluded = careless.plan("note-0", "/home/me/vault", "keep the harbour closed");
    assert_eq!(excluded.expect_err("it is excluded").code(), "NOTE_EXCLUDED");
    let plan = careless.plan("note-1", "/shop", &format!("the harbour's token is {SECRET}"));
    let plan = plan.expect("it is masked").expect("a new note");
    assert_eq!(careless.counts(), (0, 0, 0), "a plan writes nothing, not even a project");
    assert!(careless.write(&plan));
    assert_eq!(careless.counts(), (0, 1, 1));
    assert!(careless.holds("harbour") && !careless.holds(SECRET));
    let Careless { store, policy, .. } = &mut careless;
    forget(store, &["note-1".to_owned()], policy).expect("a write");
    assert!(!careless.write(&plan), "it was forgotten since it was planned");
    let again = careless.plan("note-1", "/shop", "the harbour is open");
    assert!(again.expect("no error").is_none(), "no plan for what was forgotten");
    assert_eq!(careless.counts().1, 0);
}
