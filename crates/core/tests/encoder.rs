//! Our own encoder as an engine: its file, its vectors, and stores that rten filled.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so")]

mod sandbox;

use std::fs;

use mementor_core::Memory;
use mementor_core::embed::{Arithmetic, Embedder, EngineChoice, Side};
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Options, Within};
use mementor_core::store::{Access, Filter};
use mementor_encoder::Kernel;
use sandbox::{NOW_MS, Sandbox, Session, embed_all, ingest};

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
    models.verify(&spec).expect("as pinned");
    let whole = fs::read(&path).expect("it was packed");

    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    fs::write(&path, damaged).expect("room");
    assert_eq!(models.verify(&spec).expect_err("damaged").code(), "MODEL_UNUSABLE");
    models.pack(1).expect("it is made anew");
    assert!(fs::read(&path).expect("it was packed") == whole);

    // What a killed build leaves is not taken for the file.
    fs::write(path.with_extension("part-1"), &whole[..100]).expect("room");
    fs::write(&path, &whole[..100]).expect("room");
    assert_eq!(models.packed(&spec), None);
    models.pack(1).expect("it is made anew");
    assert_eq!(models.packed(&spec), Some(path));
}

#[test]
fn without_the_packed_file_rten_runs_the_model() {
    let sandbox = Sandbox::with_encoder();
    let models = sandbox.all_models();
    let spec = models.in_use().expect("a default");
    fs::remove_file(models.packed(&spec).expect("it was packed")).expect("it is there");
    assert_eq!(EngineChoice::Encoder.runs(&models, &spec), "rten");
    let load = |engine| Embedder::load(&models, &engine, 1).expect("rten is linked in");
    let [wished, rten] = [EngineChoice::Encoder, EngineChoice::Rten].map(load);
    assert_eq!(wished.vectors_key(), rten.vectors_key());
    let embed = |model: &Embedder| model.embed(&["a retry queue"], Side::Passage).expect("a text");
    assert_eq!(embed(&wished), embed(&rten));
}

#[test]
fn a_damaged_packed_file_is_said() {
    let Some(sandbox) = packed() else { return };
    let models = sandbox.all_models();
    let path = models.packed(&models.in_use().expect("a default")).expect("it was packed");
    let mut bytes = fs::read(&path).expect("it was packed");
    bytes[0] ^= 1;
    fs::write(&path, bytes).expect("room");
    let loaded = Embedder::load(&models, &EngineChoice::Encoder, 1);
    assert_eq!(loaded.err().expect("no packed model").code(), "MODEL_UNUSABLE");
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
    let mut session = Session::new("11111111-0000-4000-8000-000000000000", &sandbox.directory("d"));
    let mut lines = Vec::new();
    for turn in 0..40 {
        let answer = format!("Number {turn}: cursors keep their order between pages.");
        lines.extend(session.turn(&format!("turn-{turn}"), "Cursors or offsets?", &answer));
    }
    let transcript = sandbox.transcript("t", &lines);
    let mut memory = open_with(&sandbox, EngineChoice::Rten);
    ingest(&mut memory, &transcript);
    embed_all(&mut memory);
    drop(memory);

    let made_by = |sandbox: &Sandbox| -> Vec<i64> {
        let connection = sandbox.connection();
        let sql = "SELECT count(*) FROM embedding GROUP BY model_id ORDER BY model_id";
        let mut statement = connection.prepare(sql).expect("the schema");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
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
