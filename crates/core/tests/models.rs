//! Several models: switching between them, and rebuilding.

mod sandbox;

use std::fs;

use mementor_core::Memory;
use mementor_core::embed::{Embedder, Engines, ModelSpec, Models, Pooling, Side};
use mementor_core::index::when::Now;
use mementor_core::memory::{Options, Within};
use mementor_core::store::{Access, Filter};
use mementor_encoder::pack::pack;
use sandbox::{NOW_MS, Sandbox, Session, bundled_models, embed_all, ingest, rebuild_all};

const OTHER: &str = "other-cls";

/// Adds a model to the home: the bundled weights with different pooling and a prefix.
fn add_other_model(sandbox: &Sandbox) {
    let bundled = sandbox.all_models().in_use().expect("a default");
    let from = bundled.packed_from.clone().expect("it is packed");
    let read =
        |name: &str| fs::read(bundled_models().join(&bundled.id).join(name)).expect("bundled");
    let tokenizer = String::from_utf8(read(&from.tokenizer.name)).expect("JSON");
    let packed = pack(&read(&from.weights.name), &tokenizer, 256, mementor_encoder::Pooling::Cls);
    let spec = ModelSpec {
        id: OTHER.to_owned(),
        pooling: Pooling::Cls,
        query_prefix: "Represent this sentence: ".to_owned(),
        ..bundled
    };
    let folder = sandbox.home().join("models").join(OTHER);
    fs::create_dir_all(&folder).expect("room");
    fs::write(folder.join(&spec.weights), packed.expect("MiniLM")).expect("room");
    let spec = serde_json::to_string(&spec).expect("JSON");
    fs::write(folder.join("model.json"), spec).expect("room");
}

fn choose(sandbox: &Sandbox, id: &str) -> Models {
    Models { chosen: Some(id.to_owned()), ..sandbox.all_models() }
}

fn open_with(sandbox: &Sandbox, models: Models) -> Memory {
    let options = Options { models, ..sandbox.options(Access::Write) };
    Memory::open(options, NOW_MS).expect("a home of our own").0
}

fn vectors_by_model(sandbox: &Sandbox) -> Vec<(String, i64)> {
    let connection = sandbox.connection();
    let mut statement = connection
        .prepare(
            "SELECT model.name, count(*) FROM embedding JOIN model ON model.id = model_id
             GROUP BY model.id ORDER BY model.name",
        )
        .expect("the schema");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}

fn filled(sandbox: &Sandbox) -> Memory {
    let shop = sandbox.directory("shop");
    let mut session = Session::new("11111111-0000-4000-8000-000000000000", &shop);
    let mut lines = session.turn("port", "Which port has staging?", "Postgres listens on 6543.");
    lines.extend(session.turn("queue", "Why was the retry queue dropped?", "It hid failures."));
    let transcript = sandbox.transcript("shop", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    embed_all(&mut memory);
    memory
}

#[test]
fn another_model_embeds_everything_too_and_vectors_are_never_mixed() {
    let sandbox = Sandbox::with_model();
    add_other_model(&sandbox);
    drop(filled(&sandbox));
    assert_eq!(vectors_by_model(&sandbox), [("all-MiniLM-L6-v2-dynamic-int8".to_owned(), 2)]);

    let mut memory = open_with(&sandbox, choose(&sandbox, OTHER));
    let ask = |memory: &mut Memory| {
        let answer =
            memory.query("retry queue", &Within::Everything, Filter::default(), 5, Now::utc(0));
        answer.expect("any text is a query")
    };
    // In the meantime a query embeds what it needs, and stores nothing; the vectors of the former
    // model are not used.
    let meanwhile = ask(&mut memory);
    let first = &meanwhile.found.hits[0];
    assert_eq!((first.turn.as_str(), meanwhile.waiting), ("queue", 2));
    assert!(first.similarity.is_some());
    assert_eq!(vectors_by_model(&sandbox).len(), 1);
    embed_all(&mut memory);
    let both = [("all-MiniLM-L6-v2-dynamic-int8".to_owned(), 2), (OTHER.to_owned(), 2)];
    assert_eq!(vectors_by_model(&sandbox), both);
    let after = ask(&mut memory);
    assert!(after.found.hits[0].similarity.is_some());
    assert_eq!(after.waiting, 0);
}

/// Compares bit by bit.
#[test]
fn a_vector_depends_on_its_text_alone() {
    let sandbox = Sandbox::with_model();
    let load = |threads| {
        Embedder::load(&sandbox.all_models(), &Engines::default(), threads).expect("bundled")
    };
    let texts: Vec<String> = (1..12).map(|n| "the retry queue hid failures ".repeat(n)).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.extend(["", "x", "数据库端口是什么"]);
    let one = load(1);
    let alone: Vec<Vec<f32>> =
        texts.iter().flat_map(|text| one.embed(&[text], Side::Passage).expect("a text")).collect();
    assert_eq!(one.embed(&texts, Side::Passage).expect("texts"), alone);
    assert_eq!(load(3).embed(&texts, Side::Passage).expect("texts"), alone);
}

#[test]
fn pooling_and_prefix_are_the_models_own() {
    let sandbox = Sandbox::with_model();
    add_other_model(&sandbox);
    let mean = Embedder::load(&sandbox.all_models(), &Engines::default(), 1).expect("bundled");
    let cls = Embedder::load(&choose(&sandbox, OTHER), &Engines::default(), 1).expect("added");
    let embed = |model: &Embedder, side| model.embed(&["a retry queue"], side).expect("a text");
    assert_ne!(embed(&mean, Side::Passage), embed(&cls, Side::Passage));
    assert_ne!(embed(&cls, Side::Query), embed(&cls, Side::Passage));
    assert_eq!(embed(&mean, Side::Query), embed(&mean, Side::Passage));
}

#[test]
fn an_unknown_model_is_said_and_words_go_on() {
    let sandbox = Sandbox::with_model();
    drop(filled(&sandbox));
    let mut memory = open_with(&sandbox, choose(&sandbox, "none-such"));
    let answer = memory.query("retry", &Within::Everything, Filter::default(), 5, Now::utc(0));
    let answer = answer.expect("any text is a query");
    assert_eq!(answer.degraded.expect("no model").code, "MODEL_UNKNOWN");
    assert_eq!(answer.found.hits[0].turn, "queue");
    // Nothing was dropped for a model that does not exist.
    let _ = memory.embed_waiting().expect("nothing to do");
    assert_eq!(vectors_by_model(&sandbox).len(), 1);
}

#[test]
fn a_rebuild_derives_the_same_rows_and_keeps_unchanged_vectors() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    let before = sandbox.dump();
    let damage = "DELETE FROM action; DELETE FROM posting; DELETE FROM document;
                  DELETE FROM item_text;";
    sandbox.connection().execute_batch(damage).expect("derived tables");
    rebuild_all(&mut memory);
    assert_eq!(sandbox.dump(), before);
    assert_eq!(memory.embed_waiting().expect("the model is bundled").waiting, 0);
    let found = memory.query("retry", &Within::Everything, Filter::default(), 5, Now::utc(0));
    assert_eq!(found.expect("any text is a query").found.hits[0].turn, "queue");
}

#[test]
fn a_description_with_numbers_that_no_model_has_is_refused() {
    for (field, value) in [("window", 0), ("window", 1), ("window", 2), ("dimensions", 0)] {
        let sandbox = Sandbox::with_model();
        add_other_model(&sandbox);
        let path = sandbox.home().join("models").join(OTHER).join("model.json");
        let text = fs::read(&path).expect("it was added");
        let mut spec: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        spec[field] = value.into();
        fs::write(&path, spec.to_string()).expect("room");
        let models = choose(&sandbox, OTHER);
        let loaded = Embedder::load(&models, &Engines::default(), 1);
        let error = loaded.err().expect("refused");
        assert_eq!(error.code(), "MODEL_UNUSABLE");
        assert!(error.to_string().contains(&value.to_string()), "{error}");
        // Text is ingested all the same.
        let mut memory = open_with(&sandbox, models);
        let mut session = Session::new("s", &sandbox.directory("shop"));
        let lines = session.turn("p", "which tide?", "The high one.");
        ingest(&mut memory, &sandbox.transcript("t", &lines));
        assert_eq!(memory.stats().expect("readable").turns, 1);
    }
}
