//! Models that our own encoder does not run: what is asked of another library, and what becomes of
//! its replies. The library is a function of this test.

mod sandbox;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use mementor_core::Memory;
use mementor_core::embed::engines::{Call, EngineReply, Load, Request};
use mementor_core::embed::{Embedder, Engines, Models, Side};
use mementor_core::index::when::Now;
use mementor_core::memory::{Options, Within};
use mementor_core::store::{Access, Filter};
use sandbox::{NOW_MS, Sandbox, Session, bundled_models, embed_all, ingest};
use serde_json::json;

const ID: &str = "letters";

/// Adds a model to the home whose tokenizer is BERT's, or none that the core knows.
fn add_model(sandbox: &Sandbox, is_berts: bool) -> Models {
    let folder = sandbox.home().join("models").join(ID);
    fs::create_dir_all(&folder).expect("room");
    let bundled = sandbox.all_models().in_use().expect("a default");
    let berts = bundled_models().join(bundled.id).join("tokenizer.json");
    let tokenizer = if is_berts { fs::read(berts).expect("bundled") } else { b"{}".to_vec() };
    fs::write(folder.join("model.onnx"), "weights").expect("room");
    fs::write(folder.join("words.json"), &tokenizer).expect("room");
    let spec = json!({
        "id": ID, "licence": "MIT", "dimensions": 2, "pooling": "cls", "window": 20,
        "query_prefix": "ask: ", "weights": "model.onnx", "tokenizer": "words.json",
        "files": [
            { "name": "model.onnx", "bytes": 7, "sha256": "0" },
            { "name": "words.json", "bytes": tokenizer.len(), "sha256": "1" },
        ],
    });
    fs::write(folder.join("model.json"), spec.to_string()).expect("room");
    Models { chosen: Some(ID.to_owned()), ..sandbox.all_models() }
}

/// Engines that are there; this file stands for both libraries.
fn engines(open: fn(&Path) -> Result<Call, String>) -> Engines {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines.rs");
    Engines { path: path.clone(), onnxruntime: path, open: Some(open) }
}

fn reply(request: &[u8], of: fn(Request) -> EngineReply) -> Vec<u8> {
    let request = serde_json::from_slice(request).expect("a request");
    serde_json::to_vec(&of(request)).expect("a reply")
}

/// A model that counts: how long a text is, and whether it asks for something. A token is a letter.
fn letters(request: Request) -> EngineReply {
    match request {
        Request::Load(Load { version, weights, tokenizer, window, threads, .. }) => {
            assert_eq!((version.as_str(), window, threads), (env!("CARGO_PKG_VERSION"), 20, 1));
            assert!(weights.ends_with("letters/model.onnx"), "{}", weights.display());
            assert!(tokenizer.ends_with("letters/words.json"), "{}", tokenizer.display());
            EngineReply::Loaded(7)
        }
        Request::Embed { model, texts } => {
            assert_eq!(model, 7);
            let vector =
                |text: &String| vec![3.0, if text.starts_with("ask: ") { 4.0 } else { 0.0 }];
            EngineReply::Vectors(texts.iter().map(vector).collect())
        }
        Request::Count { model, text } => {
            assert_eq!(model, 7);
            EngineReply::Count(text.len())
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what opens a library may fail")]
fn open_letters(_: &Path) -> Result<Call, String> {
    Ok(Arc::new(|request| reply(request, letters)))
}

fn open_memory(sandbox: &Sandbox, models: Models, engines: Engines) -> Memory {
    let options = Options { models, engines, ..sandbox.options(Access::Write) };
    Memory::open(options, NOW_MS).expect("a home of our own").0
}

#[test]
fn its_vectors_and_tokens_come_from_the_engine() {
    let sandbox = Sandbox::with_model();
    let models = add_model(&sandbox, false);
    let model = Embedder::load(&models, &engines(open_letters), 1).expect("a library");
    let embed = |side| model.embed(&["a", "b"], side).expect("texts");
    assert_eq!(embed(Side::Passage), [[1.0, 0.0], [1.0, 0.0]]);
    assert_eq!(embed(Side::Query), [[0.6, 0.8], [0.6, 0.8]]);

    let mut memory = open_memory(&sandbox, models, engines(open_letters));
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let lines = session.turn("p", "which tide?", &"A sentence of its own. ".repeat(4));
    ingest(&mut memory, &sandbox.transcript("t", &lines));
    let long = memory.stats().expect("readable").chunks;
    assert!(long >= 5, "twenty letters a chunk: {long}");
    embed_all(&mut memory);
    let found = memory.query("tide", &Within::Everything, Filter::default(), 5, Now::utc(0));
    assert!(found.expect("any text is a query").found.hits[0].similarity.is_some());
}

#[test]
fn tokens_of_berts_tokenizer_are_counted_here() {
    let sandbox = Sandbox::with_model();
    let models = add_model(&sandbox, true);
    let engines = engines(|_| {
        Ok(Arc::new(|request| {
            reply(request, |request| match request {
                Request::Count { text, .. } => panic!("it was asked to count {text:?}"),
                request => letters(request),
            })
        }))
    });
    let model = Embedder::load(&models, &engines, 1).expect("a library");
    assert_eq!((model.has_word("queue"), model.has_word("queuequeue")), (true, false));
}

/// Loads a model, and replies the same to all that follows.
fn answering(request: &[u8], second: EngineReply) -> Vec<u8> {
    let request: Request = serde_json::from_slice(request).expect("a request");
    let loads = matches!(request, Request::Load(_));
    serde_json::to_vec(&if loads { letters(request) } else { second }).expect("a reply")
}

#[test]
fn what_goes_wrong_is_said_and_words_go_on() {
    let none = |_: &Path| Err("it has no such function".to_owned());
    let there = engines(none);
    let missing = Path::new("none.so");
    let cases = [
        (Engines::default(), "ENGINES_MISSING", "what runs models other than"),
        (Engines { path: missing.into(), ..there.clone() }, "ENGINES_MISSING", "none.so"),
        (Engines { onnxruntime: missing.into(), ..there.clone() }, "ENGINE_MISSING", "none.so"),
        (there, "ENGINES_UNUSABLE", "no such function"),
        (
            engines(|_| {
                Ok(Arc::new(|r| reply(r, |_| EngineReply::Refused("of version 0".to_owned()))))
            }),
            "ENGINES_UNUSABLE",
            "of version 0",
        ),
        (
            engines(|_| Ok(Arc::new(|r| reply(r, |_| EngineReply::Library("no ELF".to_owned()))))),
            "ENGINE_UNUSABLE",
            "no ELF",
        ),
        (
            engines(|_| Ok(Arc::new(|r| reply(r, |_| EngineReply::Model("no ONNX".to_owned()))))),
            "MODEL_UNUSABLE",
            "no ONNX",
        ),
        (engines(|_| Ok(Arc::new(|_| b"no JSON".to_vec()))), "MODEL_UNUSABLE", "expected"),
        (
            engines(|_| Ok(Arc::new(|r| answering(r, EngineReply::Vectors(vec![vec![1.0; 3]]))))),
            "MODEL_UNUSABLE",
            "3 dimensions instead of 2",
        ),
        (
            engines(|_| Ok(Arc::new(|r| answering(r, EngineReply::Count(1))))),
            "MODEL_UNUSABLE",
            "something else",
        ),
    ];
    let sandbox = Sandbox::with_model();
    let models = add_model(&sandbox, true);
    let mut memory = sandbox.open();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let lines = session.turn("tide", "which tide?", "The high one.");
    ingest(&mut memory, &sandbox.transcript("t", &lines));
    drop(memory);
    for (engines, code, said) in cases {
        let mut memory = open_memory(&sandbox, models.clone(), engines);
        let answer = memory.query("tide", &Within::Everything, Filter::default(), 5, Now::utc(0));
        let answer = answer.expect("any text is a query");
        let degraded = answer.degraded.expect("no engine");
        assert_eq!(degraded.code, code, "{}", degraded.message);
        assert!(degraded.message.contains(said), "{}", degraded.message);
        assert_eq!(answer.found.hits[0].turn, "tide");
    }
}
