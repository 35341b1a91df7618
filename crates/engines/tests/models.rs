//! The engines as the core asks them. What needs ONNX Runtime runs only where
//! `MEMENTOR_TEST_ONNXRUNTIME` names its library; otherwise it says so.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so")]

use std::ffi::c_void;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mementor_core::embed::engines::{Call, EngineReply};
use mementor_core::embed::{Embedder, Engines, ModelSpec, Models, Side};
use tempfile::TempDir;

/// Texts of various kinds and lengths.
const TEXTS: [&str; 6] = [
    "Why was the retry queue dropped?",
    "x",
    "fn main() { println!(\"hello\"); } // src/main.rs:1",
    "Der Zug nach Köln fährt heute nicht.",
    "数据库端口是什么",
    "Postgres listens on port 6543 there, because the pooler stands in front of it. The legacy \
     cluster keeps 5432 until the migration in January, and both are behind the same host name.",
];

fn bundled() -> Models {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let models = Models { bundled, added: PathBuf::from("none"), chosen: None };
    models.pack_default(std::process::id()).expect("the files that the manifest pins");
    models
}

/// Returns the bundled model as it was before it was packed: an ONNX file and a tokenizer.
fn unpacked() -> (TempDir, Models) {
    let (folder, bundled) = (tempfile::tempdir().expect("room"), bundled());
    let spec = bundled.in_use().expect("a default");
    let from = spec.packed_from.clone().expect("it is packed");
    let own = folder.path().join("onnx");
    fs::create_dir(&own).expect("room");
    for file in [&from.weights, &from.tokenizer] {
        let path = bundled.path(&spec, &file.name);
        fs::copy(path, own.join(&file.name)).expect("room");
    }
    let spec = ModelSpec {
        id: "onnx".to_owned(),
        weights: from.weights.name.clone(),
        tokenizer: from.tokenizer.name.clone(),
        files: vec![from.weights, from.tokenizer],
        packed_from: None,
        ..spec
    };
    let text = serde_json::to_string(&spec).expect("JSON");
    fs::write(own.join("model.json"), text).expect("room");
    let added = folder.path().to_owned();
    (folder, Models { added, chosen: Some("onnx".to_owned()), ..bundled })
}

/// The engines, called by their function, as another library calls it.
fn engines(onnxruntime: PathBuf) -> Engines {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    Engines { path, onnxruntime, open: Some(open) }
}

#[expect(clippy::unnecessary_wraps, reason = "what opens a library may fail")]
fn open(_: &Path) -> Result<Call, String> {
    Ok(Arc::new(call))
}

#[expect(unsafe_code, reason = "the function is called as another library calls it")]
fn call(request: &[u8]) -> Vec<u8> {
    unsafe extern "C" fn put(to: *mut c_void, reply: *const u8, length: usize) {
        // SAFETY: `to` is the vector below, and `reply` has this length.
        let reply = unsafe { std::slice::from_raw_parts(reply, length) };
        unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(reply) };
    }
    let mut reply: Vec<u8> = Vec::new();
    let to = (&raw mut reply).cast();
    // SAFETY: the request and the vector live until the function returns.
    unsafe { mementor_engines::mementor_engines(request.as_ptr(), request.len(), put, to) };
    reply
}

#[test]
fn the_vectors_are_near_to_the_encoders() {
    let Some(library) = std::env::var_os("MEMENTOR_TEST_ONNXRUNTIME") else {
        println!("skipped: MEMENTOR_TEST_ONNXRUNTIME names no library");
        return;
    };
    let (_folder, models) = unpacked();
    let theirs = Embedder::load(&models, &engines(library.into()), 1).expect("a library");
    let ours = Embedder::load(&bundled(), &Engines::default(), 1).expect("it is packed");
    let embed = |model: &Embedder, texts: &[&str]| model.embed(texts, Side::Query).expect("texts");
    let all = embed(&theirs, &TEXTS);
    for ((text, a), b) in TEXTS.iter().zip(&all).zip(embed(&ours, &TEXTS)) {
        let cosine: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.97, "{text}: {cosine}");
        // A vector depends on its own text only.
        assert_eq!(embed(&theirs, &[text])[0], *a);
    }
    assert_ne!(theirs.spec().vectors_key(), ours.spec().vectors_key());

    // A process can load only one library.
    let (folder, models) = unpacked();
    let other = folder.path().join("other.so");
    fs::write(&other, "no library").expect("room");
    let error = Embedder::load(&models, &engines(other), 1).err().expect("another library");
    assert_eq!(error.code(), "ENGINE_UNUSABLE", "{error}");
    assert!(error.to_string().contains("already"), "{error}");
}

#[test]
fn what_cannot_be_used_is_said() {
    let (folder, models) = unpacked();
    let text = folder.path().join("text.so");
    fs::write(&text, "no library").expect("room");
    let error = Embedder::load(&models, &engines(text), 1).err().expect("no library");
    assert_eq!(error.code(), "ENGINE_UNUSABLE", "{error}");

    let load = r#"{"load":{"version":"0","onnxruntime":"","weights":"","tokenizer":"",
                   "pooling":"cls","window":8,"threads":1}}"#;
    for (request, said) in [
        (load, "not 0"),
        ("no JSON", "expected"),
        (r#"{"count":{"model":9999,"text":"x"}}"#, "no such model"),
    ] {
        let reply: EngineReply =
            serde_json::from_slice(&call(request.as_bytes())).expect("a reply");
        assert!(matches!(&reply, EngineReply::Refused(why) if why.contains(said)), "{reply:?}");
    }
}
