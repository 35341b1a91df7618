//! Our own encoder as an engine: its file, its vectors, and stores that rten filled.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so")]

mod sandbox;

use std::fs;

use mementor_core::Memory;
use mementor_core::embed::{
    Arithmetic, Embedder, EngineChoice, LazyEmbedder, ModelSpec, Models, Pooling, Side,
};
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Options, Within};
use mementor_core::store::{Access, Filter};
use mementor_encoder::Kernel;
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};
use sha2::{Digest as _, Sha256};

/// Returns a sandbox with a packed model; `None`, and says so, on a processor without instructions
/// for it.
fn packed() -> Option<Sandbox> {
    if Kernel::fast().is_none() {
        println!("skipped: this processor has no instructions for the encoder");
        return None;
    }
    Some(Sandbox::with_encoder())
}

fn open_with(sandbox: &Sandbox, engine: EngineChoice) -> Memory {
    let options = Options { engine, ..sandbox.options(Access::Write) };
    Memory::open(options, NOW_MS).expect("a home of our own").0
}

fn ask(memory: &mut Memory) -> Answer {
    let now = Now::utc(NOW_MS);
    let answer = memory.query("cursor pages", &Within::Everything, Filter::default(), 5, now);
    answer.expect("any text is a query")
}

#[test]
fn packing_gives_the_file_that_the_manifest_pins_and_mends_it() {
    let sandbox = Sandbox::with_encoder();
    let models = sandbox.all_models();
    let spec = models.in_use().expect("a default");
    let path = models.packed(&spec).expect("it was packed");
    models.verify_packed(&spec).expect("as pinned");
    let whole = fs::read(&path).expect("it was packed");

    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    fs::write(&path, damaged).expect("room");
    assert_eq!(models.verify_packed(&spec).expect_err("damaged").code(), "MODEL_UNPACKED");
    models.verify(&spec).expect("the other files are intact");
    models.pack(&spec, 1).expect("it is made anew");
    assert!(fs::read(&path).expect("it was packed") == whole);

    // What a killed build leaves is not taken for the file.
    fs::write(path.with_extension("part-1"), &whole[..100]).expect("room");
    fs::write(&path, &whole[..100]).expect("room");
    assert_eq!(models.packed(&spec), None);
    models.pack(&spec, 1).expect("it is made anew");
    assert_eq!(models.packed(&spec), Some(path));
}

#[test]
fn where_the_installation_cannot_be_written_the_file_is_made_in_the_home() {
    let sandbox = Sandbox::with_encoder();
    let models = sandbox.all_models();
    let spec = models.in_use().expect("a default");
    let path = models.packed(&spec).expect("it was packed");
    fs::remove_file(&path).expect("it is there");
    // Nothing can be renamed to a folder.
    fs::create_dir(&path).expect("room");
    assert_eq!(models.verify_packed(&spec).expect_err("none").code(), "MODEL_UNPACKED");

    let made = models.pack(&spec, 1).expect("the home can be written").expect("MiniLM");
    assert_eq!(made, sandbox.home().join("models").join(&spec.id).join("encoder.bin"));
    assert_eq!(models.packed(&spec).as_ref(), Some(&made));
    models.verify_packed(&spec).expect("as pinned");

    // A copy that another version made is not taken.
    let record = made.with_file_name("encoder.json");
    let text = fs::read_to_string(&record).expect("it is there");
    let sha256 = spec.packed.as_ref().expect("pinned").file.sha256.clone();
    fs::write(&record, text.replace(&sha256, &"0".repeat(64))).expect("room");
    assert_eq!(models.packed(&spec), None);

    fs::remove_dir(&path).expect("it is empty");
    assert_eq!(models.pack(&spec, 1).expect("it is made anew"), Some(path));
    assert!(!made.exists());
}

/// Adds a model to the home that takes the first token's vector; the weights are the bundled ones.
fn add_cls_model(sandbox: &Sandbox) -> Models {
    let all = sandbox.all_models();
    let bundled = all.in_use().expect("a default");
    let mut spec = ModelSpec { id: "cls".to_owned(), packed: None, ..bundled.clone() };
    spec.pooling = Pooling::Cls;
    for file in &mut spec.files {
        file.same_as = Some(bundled.id.clone());
    }
    let folder = sandbox.home().join("models/cls");
    fs::create_dir_all(&folder).expect("room");
    let text = serde_json::to_string(&spec).expect("JSON");
    fs::write(folder.join("model.json"), text).expect("room");
    Models { chosen: Some("cls".to_owned()), ..all }
}

#[test]
fn an_added_model_of_the_same_form_is_packed_in_the_home() {
    let sandbox = Sandbox::with_model();
    let models = add_cls_model(&sandbox);
    let spec = models.in_use().expect("it was added");
    let of_rten = EngineChoice::Encoder.runs(&models, &spec);
    assert_eq!((of_rten.as_str(), models.packed(&spec)), ("rten", None));

    let path = models.pack(&spec, 1).expect("readable").expect("MiniLM");
    assert_eq!(path, sandbox.home().join("models/cls/encoder.bin"));
    models.verify_packed(&spec).expect("its hash was kept");
    let whole = fs::read(&path).expect("it was packed");
    fs::remove_file(&path).expect("it is there");
    models.pack(&spec, 1).expect("it is made anew");
    assert!(fs::read(&path).expect("it was packed") == whole, "packing is reproducible");

    if Kernel::fast().is_none() {
        return;
    }
    let load = |engine| Embedder::load(&models, &engine, 1).expect("its files are there");
    let [encoder, rten] = [EngineChoice::Encoder, EngineChoice::Rten].map(load);
    assert!(!encoder.stands_in());
    assert_eq!(encoder.vectors_key().kin, rten.vectors_key().own);
    let texts = ["x", "Why was the retry queue dropped?", "A pool of twenty connections."];
    let [ours, theirs] =
        [&encoder, &rten].map(|model| model.embed(&texts, Side::Passage).expect("texts"));
    for ((text, a), b) in texts.iter().zip(&ours).zip(&theirs) {
        let cosine: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.95, "{text}: {cosine}");
    }
}

/// Whoever updates Mementor keeps what was embedded, and has the file made anew by `model get`.
#[test]
fn a_file_that_another_version_packed_is_made_anew() {
    let sandbox = Sandbox::with_model();
    let models = add_cls_model(&sandbox);
    let spec = models.in_use().expect("it was added");
    let path = models.pack(&spec, 1).expect("readable").expect("MiniLM");
    let whole = fs::read(&path).expect("it was packed");
    let arithmetic = EngineChoice::Encoder.arithmetic(&models, &spec);

    // The file of the first layout, whose record did not name it.
    let record = path.with_file_name("encoder.json");
    let text = fs::read_to_string(&record).expect("it was written");
    let layout = format!(",\"layout\":{}", mementor_encoder::LAYOUT);
    assert!(text.contains(&layout), "{text}");
    let old = [&whole[..4], &1_u32.to_le_bytes(), &whole[8..]].concat();
    let hash = |bytes: &[u8]| format!("{:x}", Sha256::digest(bytes));
    let old_record = text.replace(&layout, "").replace(&hash(&whole), &hash(&old));
    fs::write(&record, old_record).expect("room");
    fs::write(&path, &old).expect("room");

    let error = models.verify_packed(&spec).expect_err("another layout");
    assert!(error.to_string().contains("another version"), "{error}");
    assert_eq!((models.packed(&spec), models.is_packed(&spec)), (None, false));
    assert_eq!(EngineChoice::Encoder.arithmetic(&models, &spec), arithmetic);
    Embedder::load(&models, &EngineChoice::Encoder, 1).expect("rten stands in");

    assert_eq!(models.pack(&spec, 1).expect("readable"), Some(path.clone()));
    assert!(fs::read(&path).expect("it was packed") == whole);
    models.verify_packed(&spec).expect("of this version");
}

/// An installation of which only a part was updated.
#[test]
fn a_manifest_of_another_version_is_told_apart_from_damage() {
    let sandbox = Sandbox::with_encoder();
    let models = sandbox.all_models();
    let mut spec = models.in_use().expect("a default");
    let packed = spec.packed.as_mut().expect("pinned");
    packed.layout += 1;
    assert_eq!(models.packed(&spec), None);
    assert_eq!(models.verify_packed(&spec).expect_err("of another").code(), "ADDON_OTHER");
    assert_eq!(models.pack(&spec, 1).expect_err("of another").code(), "ADDON_OTHER");

    let packed = spec.packed.as_mut().expect("pinned");
    packed.layout -= 1;
    packed.file.sha256 = "0".repeat(64);
    assert_eq!(models.verify_packed(&spec).expect_err("another file").code(), "MODEL_UNPACKED");
    assert_eq!(models.pack(&spec, 1).expect_err("another file").code(), "ADDON_OTHER");
}

#[test]
fn a_model_of_another_form_is_not_packed() {
    let sandbox = Sandbox::with_model();
    let models = add_cls_model(&sandbox);
    let mut spec = models.in_use().expect("it was added");
    spec.weights = spec.tokenizer.clone();
    assert_eq!(models.pack(&spec, 1).expect("readable"), None);
    assert_eq!(models.packing(&spec), None);
    models.verify_packed(&spec).expect("there should be none");
}

/// Damage to the packed file; `None` removes it.
type Damage = Option<fn(&mut Vec<u8>)>;

fn damage(sandbox: &Sandbox, with: Damage) {
    let models = sandbox.all_models();
    let path = models.packed(&models.in_use().expect("a default")).expect("it was packed");
    let Some(with) = with else { return fs::remove_file(path).expect("it is there") };
    let mut bytes = fs::read(&path).expect("it was packed");
    with(&mut bytes);
    fs::write(path, bytes).expect("room");
}

const DAMAGES: [Damage; 4] = [
    None,
    Some(|file| file.truncate(1_000)),
    // No packed file.
    Some(|file| file[0] ^= 1),
    // The first gain is no number, which shows only in use.
    Some(|file| file[64 + 256 * 384 * 4..][..4].copy_from_slice(&f32::NAN.to_le_bytes())),
];

#[test]
fn without_a_usable_packed_file_rten_stands_in() {
    for damages in DAMAGES {
        let Some(sandbox) = packed() else { return };
        damage(&sandbox, damages);
        let models = sandbox.all_models();
        let spec = models.in_use().expect("a default");
        assert_eq!(models.verify_packed(&spec).expect_err("damaged").code(), "MODEL_UNPACKED");
        assert_eq!(EngineChoice::Encoder.arithmetic(&models, &spec), Arithmetic::Encoder);
        if models.packed(&spec).is_none() {
            let runs = EngineChoice::Encoder.runs(&models, &spec);
            assert_eq!(runs, "rten in place of the encoder");
        }
        let rten = Embedder::load(&models, &EngineChoice::Rten, 1).expect("it is linked in");
        assert!(!rten.stands_in());
        let mut wished = LazyEmbedder::new(models, EngineChoice::Encoder, 1);
        let text = ["a retry queue"];
        let embedded = wished.embed(&text, Side::Passage).expect("rten is linked in");
        assert!(wished.stands_in());
        assert_eq!(embedded.key, rten.vectors_key());
        assert_eq!(embedded.vectors, rten.embed(&text, Side::Passage).expect("a text"));
    }
}

fn cursors(sandbox: &Sandbox, session: &str, turns: u32) -> std::path::PathBuf {
    let id = format!("{session}1111111-0000-4000-8000-000000000000");
    let mut session = Session::new(&id, &sandbox.directory("d"));
    let mut lines = Vec::new();
    for turn in 0..turns {
        let answer = format!("Number {turn}: cursors keep their order between pages.");
        lines.extend(session.turn(&format!("{id}-{turn}"), "Cursors or offsets?", &answer));
    }
    sandbox.transcript(&id, &lines)
}

fn made_by(sandbox: &Sandbox) -> Vec<i64> {
    let connection = sandbox.connection();
    let sql = "SELECT count(*) FROM embedding GROUP BY model_id ORDER BY model_id";
    let mut statement = connection.prepare(sql).expect("the schema");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}

/// A damaged file must not cost a history's vectors, neither when it is damaged nor when it is
/// mended.
#[test]
fn what_the_encoder_embedded_stays_and_is_searched_while_rten_stands_in() {
    for damages in DAMAGES {
        let Some(sandbox) = packed() else { return };
        let mut memory = open_with(&sandbox, EngineChoice::Encoder);
        ingest(&mut memory, &cursors(&sandbox, "1", 20));
        embed_all(&mut memory);
        let old = made_by(&sandbox)[0];
        drop(memory);

        damage(&sandbox, damages);
        let mut memory = open_with(&sandbox, EngineChoice::Encoder);
        let step = memory.embed_waiting().expect("readable");
        assert_eq!((step.embedded, step.waiting, step.degraded), (0, 0, None));
        ingest(&mut memory, &cursors(&sandbox, "2", 20));
        embed_all(&mut memory);
        let [first, new] = made_by(&sandbox)[..] else { panic!("vectors of two engines") };
        assert_eq!((first, new > 10), (old, true));
        let found = ask(&mut memory);
        assert!(found.found.hits.iter().all(|hit| hit.similarity.is_some()));
        assert_eq!((found.waiting, found.chunks, found.degraded), (0, (old + new) as u64, None));
        assert_eq!(memory.embed_waiting().expect("readable").embedded, 0);
        assert_eq!(memory.integrity_problems().expect("readable"), [""; 0]);
        drop(memory);

        let models = sandbox.all_models();
        models.pack(&models.in_use().expect("a default"), 1).expect("it is made anew");
        let mut memory = open_with(&sandbox, EngineChoice::Encoder);
        let step = memory.embed_waiting().expect("the model is there");
        assert_eq!(step.embedded + step.waiting, new as u64, "what rten made, and no more");
        embed_all(&mut memory);
        assert_eq!(made_by(&sandbox), [old + new]);
    }
}

#[test]
fn its_vectors_are_near_to_those_of_rten_and_known_by_another_key() {
    let Some(sandbox) = packed() else { return };
    let models = sandbox.all_models();
    let load = |engine, threads| Embedder::load(&models, &engine, threads).expect("bundled");
    let (encoder, rten) = (load(EngineChoice::Encoder, 1), load(EngineChoice::Rten, 1));
    let (of_encoder, of_rten) = (encoder.vectors_key(), rten.vectors_key());
    assert_eq!((&of_encoder.own, &of_encoder.kin), (&of_rten.kin, &of_rten.own));
    assert_eq!(encoder.spec().vectors_key(Arithmetic::Encoder), of_encoder);

    let long = "the retry queue hid failures ".repeat(80);
    let texts = ["", "x", "Why was the retry queue dropped?", "数据库端口是什么", &long];
    let [ours, theirs] =
        [&encoder, &rten].map(|model| model.embed(&texts, Side::Passage).expect("texts"));
    for ((text, a), b) in texts.iter().zip(&ours).zip(&theirs) {
        let cosine: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.97, "{text}: {cosine}");
    }
    // Threads and company change nothing.
    assert_eq!(load(EngineChoice::Encoder, 3).embed(&texts, Side::Passage).expect("texts"), ours);
    assert_eq!(encoder.embed(&texts[2..3], Side::Passage).expect("a text"), ours[2..3]);
}

#[test]
fn vectors_of_rten_are_searched_until_the_encoder_has_made_them_anew() {
    let Some(sandbox) = packed() else { return };
    let mut memory = open_with(&sandbox, EngineChoice::Rten);
    ingest(&mut memory, &cursors(&sandbox, "1", 40));
    embed_all(&mut memory);
    drop(memory);

    let all = made_by(&sandbox)[0];
    // There, and back again.
    for engine in [EngineChoice::Encoder, EngineChoice::Rten] {
        let mut memory = open_with(&sandbox, engine);
        let before = ask(&mut memory);
        assert!(before.found.hits.iter().all(|hit| hit.similarity.is_some()));
        assert_eq!((before.waiting, before.chunks), (0, all as u64));
        assert_eq!(memory.stats().expect("counts").other_vectors, 0);

        let step = memory.embed_waiting().expect("the model is bundled");
        assert!(step.embedded > 0 && step.waiting > 0, "{step:?}");
        assert_eq!(made_by(&sandbox), [step.waiting as i64, step.embedded as i64]);
        let newest =
            "SELECT min(embedding.chunk_id) > max(waiting.chunk_id) FROM embedding, waiting
                      WHERE embedding.model_id = (SELECT max(id) FROM model)
                        AND waiting.model_id = embedding.model_id";
        let is_newest = sandbox.connection().query_row(newest, [], |row| row.get(0));
        assert_eq!(is_newest, Ok(true));
        let mixed = ask(&mut memory);
        assert!(mixed.found.hits.iter().all(|hit| hit.similarity.is_some()));
        assert_eq!((mixed.waiting, mixed.chunks), (0, all as u64));
        assert_eq!(memory.integrity_problems().expect("readable"), [""; 0]);

        embed_all(&mut memory);
        assert_eq!(made_by(&sandbox), [all]);
        assert_eq!(memory.integrity_problems().expect("readable"), [""; 0]);
        let models = "SELECT count(*) FROM model";
        let models = sandbox.connection().query_row(models, [], |row| row.get::<_, i64>(0));
        assert_eq!(models, Ok(1));
    }
}
