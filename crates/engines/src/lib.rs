//! Runs models that Mementor's own encoder does not run: ONNX files, with ONNX Runtime.
//!
//! A library of its own, which is built and loaded only where such a model is chosen. It has one
//! function, which takes a request and gives its reply, both as JSON. The core asks it, in
//! `embed/engines.rs`; the messages are a file that both compile.

#[path = "../../core/src/embed/engine_messages.rs"]
mod messages;
mod onnxruntime;
mod tokenizer;

use std::ffi::c_void;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex, PoisonError};

use messages::{EngineReply, Load, Request};
use onnxruntime::OnnxRuntime;
use tokenizer::Counter;

/// A loaded model.
struct Model {
    engine: OnnxRuntime,
    counter: Counter,
}

/// The models of this process, by number. They stay: a process uses one.
static MODELS: Mutex<Vec<Arc<Model>>> = Mutex::new(Vec::new());

/// Returns the reply to a request.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let reply = catch_unwind(|| match serde_json::from_slice(request) {
        Ok(request) => answered(request).unwrap_or_else(|failed| failed),
        Err(error) => EngineReply::Refused(error.to_string()),
    });
    let reply = reply.unwrap_or_else(|_| EngineReply::Model("its engine panicked".to_owned()));
    serde_json::to_vec(&reply).unwrap_or_default()
}

fn answered(request: Request) -> Result<EngineReply, EngineReply> {
    match request {
        Request::Load(load) => loaded(&load),
        Request::Embed { model, texts } => model_of(model)?
            .engine
            .run(&texts)
            .map(EngineReply::Vectors)
            .map_err(EngineReply::Model),
        Request::Count { model, text } => model_of(model)?
            .counter
            .count(&text)
            .map(EngineReply::Count)
            .map_err(EngineReply::Model),
    }
}

fn loaded(load: &Load) -> Result<EngineReply, EngineReply> {
    let own = env!("CARGO_PKG_VERSION");
    if load.version != own {
        return Err(EngineReply::Refused(format!("it is of version {own}, not {}", load.version)));
    }
    let engine = OnnxRuntime::load(load)?;
    let counter = Counter::load(&load.tokenizer).map_err(EngineReply::Model)?;
    let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    models.push(Arc::new(Model { engine, counter }));
    Ok(EngineReply::Loaded(models.len() - 1))
}

fn model_of(number: usize) -> Result<Arc<Model>, EngineReply> {
    let models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    models.get(number).cloned().ok_or_else(|| EngineReply::Refused("no such model".to_owned()))
}

/// Takes a request of `length` bytes, and gives its reply to `put`, with what `to` points to.
///
/// # Safety
/// `request` must point to `length` bytes, and `put` must accept `to`.
#[expect(unsafe_code, reason = "a function that another library calls by its name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mementor_engines(
    request: *const u8,
    length: usize,
    put: unsafe extern "C" fn(to: *mut c_void, reply: *const u8, length: usize),
    to: *mut c_void,
) {
    // SAFETY: the caller promises so.
    let request = unsafe { std::slice::from_raw_parts(request, length) };
    let reply = answer(request);
    // SAFETY: the caller promises that it accepts `to`; the reply lives until it returns.
    unsafe { put(to, reply.as_ptr(), reply.len()) };
}
