//! The bundled model: its one file, damage to it, and what its vectors are known by.

mod sandbox;

use std::fs;
use std::path::PathBuf;

use mementor_core::Memory;
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Within};
use mementor_core::store::{Access, Filter};
use sandbox::{NOW_MS, Sandbox, Session, bundled_models, embed_all, ingest};

/// Copies what the file of a model is made from into a sandbox.
fn copy_sources(sandbox: &Sandbox) {
    let spec = sandbox.all_models().in_use().expect("a default");
    let from = spec.packed_from.expect("it is packed");
    for file in [from.weights, from.tokenizer] {
        let name = format!("{}/{}", spec.id, file.name);
        fs::copy(bundled_models().join(&name), sandbox.models.join(&name)).expect("room");
    }
}

fn file_of(sandbox: &Sandbox) -> PathBuf {
    let models = sandbox.all_models();
    let spec = models.in_use().expect("a default");
    models.path(&spec, &spec.weights)
}

#[test]
fn packing_gives_the_file_that_the_manifest_pins() {
    let sandbox = Sandbox::with_copy_of_model();
    let models = sandbox.all_models();
    let spec = models.in_use().expect("a default");
    models.verify(&spec).expect("as pinned");
    // Nothing is needed to leave an intact file alone.
    models.pack_default(1).expect("it is there");
    let path = file_of(&sandbox);
    let whole = fs::read(&path).expect("it was packed");

    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    fs::write(&path, damaged).expect("room");
    assert_eq!(models.verify(&spec).expect_err("damaged").code(), "MODEL_UNUSABLE");
    assert_eq!(models.pack_default(1).expect_err("no sources").code(), "MODEL_UNUSABLE");
    copy_sources(&sandbox);
    models.pack_default(1).expect("it is made anew");
    assert!(fs::read(&path).expect("it was packed") == whole);

    // Sources that are not the pinned ones give no file.
    fs::remove_file(&path).expect("it is there");
    let tokenizer = path.with_file_name("tokenizer.json");
    let text = fs::read_to_string(&tokenizer).expect("it was copied");
    fs::write(&tokenizer, text.replace("[UNK]", "[UNX]")).expect("room");
    let error = models.pack_default(1).expect_err("another tokenizer");
    assert!(error.to_string().contains("it came out with"), "{error}");
    assert!(!path.exists());
}

/// Memories are as old as the first encoder: what their vectors are known by must not change.
#[test]
fn vectors_are_known_as_they_were() {
    let spec = Sandbox::with_model().all_models().in_use().expect("a default");
    assert_eq!(
        spec.vectors_key(),
        "0bf508a74b1309c481895aa722863dbc8ad79dfad84f8f0c0516b30e506c9e45"
    );
}

/// Damage to the file; `None` removes it.
type Damage = Option<fn(&mut Vec<u8>)>;

const DAMAGES: [(Damage, &str, &str); 4] = [
    (None, "MODEL_MISSING", "no embedding model"),
    (Some(|file| file.truncate(1_000)), "MODEL_UNUSABLE", "it has 1000 bytes instead of"),
    (Some(|file| file[0] ^= 1), "MODEL_UNUSABLE", "no packed model of this version"),
    // The first gain is no number, which shows only in use.
    (
        Some(|file| file[64 + 256 * 384 * 4..][..4].copy_from_slice(&f32::NAN.to_le_bytes())),
        "MODEL_UNUSABLE",
        "its weights are damaged",
    ),
];

fn damage(sandbox: &Sandbox, with: Damage) {
    let path = file_of(sandbox);
    let Some(with) = with else { return fs::remove_file(path).expect("it is there") };
    let mut bytes = fs::read(&path).expect("it was packed");
    with(&mut bytes);
    fs::write(path, bytes).expect("room");
}

fn cursors(sandbox: &Sandbox, session: &str, turns: u32) -> PathBuf {
    let id = format!("{session}1111111-0000-4000-8000-000000000000");
    let mut session = Session::new(&id, &sandbox.directory("d"));
    let mut lines = Vec::new();
    for turn in 0..turns {
        let answer = format!("Number {turn}: cursors keep their order between pages.");
        lines.extend(session.turn(&format!("{id}-{turn}"), "Cursors or offsets?", &answer));
    }
    sandbox.transcript(&id, &lines)
}

fn ask(memory: &mut Memory) -> Answer {
    let now = Now::utc(NOW_MS);
    let answer = memory.query("cursor pages", &Within::Everything, Filter::default(), 5, now);
    answer.expect("any text is a query")
}

/// A damaged file costs no vector: neither when it is damaged nor when it is mended.
#[test]
fn while_the_file_is_damaged_words_are_searched_and_vectors_stay() {
    for (damages, code, reason) in DAMAGES {
        let sandbox = Sandbox::with_copy_of_model();
        let mut memory = sandbox.open();
        ingest(&mut memory, &cursors(&sandbox, "1", 20));
        embed_all(&mut memory);
        drop(memory);

        damage(&sandbox, damages);
        let mut memory = sandbox.open();
        let found = ask(&mut memory);
        let degraded = found.degraded.expect("the file is damaged");
        assert_eq!(degraded.code, code);
        assert!(degraded.message.contains(reason), "{}", degraded.message);
        assert!(!found.found.hits.is_empty() && found.waiting == 0);
        ingest(&mut memory, &cursors(&sandbox, "2", 20));
        let step = memory.embed_waiting().expect("readable");
        assert_eq!((step.embedded, step.waiting > 10), (0, true));
        assert_eq!(step.degraded.expect("the file is damaged").code, code);
        drop(memory);

        copy_sources(&sandbox);
        sandbox.all_models().pack_default(1).expect("it is made anew");
        let mut memory = sandbox.open();
        let mended = memory.embed_waiting().expect("the model is there");
        assert_eq!(mended.embedded + mended.waiting, step.waiting, "what is new, and no more");
        embed_all(&mut memory);
        let found = ask(&mut memory);
        assert_eq!((found.waiting, found.degraded), (0, None));
        assert!(found.found.hits.iter().all(|hit| hit.similarity.is_some()));
        assert_eq!(memory.integrity_problems().expect("readable"), [""; 0]);
        drop(sandbox.try_open(Access::Read).expect("readable"));
    }
}
