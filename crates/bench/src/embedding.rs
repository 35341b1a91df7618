//! Cost of embedding chunks with the product, and of its encoder and ONNX Runtime alone on the same
//! texts: these get prepared tokens, and their output is discarded.

use std::path::Path;

use ort::session::Session;
use serde_json::{Value, json};
use tokenizers::{PaddingParams, Tokenizer, TruncationParams};

use crate::clock::{Cost, Samples};
use crate::failure::{Failure, Result};
use crate::kernels::{self, Alone};
use crate::options::Options;
use crate::{models, product};

/// Embeds the queued chunks of the memory at `--home` step by step. After each step, its texts are
/// given to ONNX Runtime: once as one batch like the product's, and once one at a time, and to the
/// product's encoder with each instruction set. Returns `{ chunks, tokens, engines: { name: {
/// wallMs: [], cpuMs: [] } } }` with one number per step.
pub fn measure(options: &Options) -> Result<Value> {
    let (home, models) = (options.path("home")?, options.path("models")?);
    let wanted = options.number("chunks")? as usize;
    let [weights, tokenizer] = models::packed_from(&models)?;
    let tokens = Tokens::load(&tokenizer, models::window(&models)?)?;
    let mut onnxruntime = match options.get("onnxruntime") {
        Some(library) => Some(OnnxRuntime::load(Path::new(library), &weights)?),
        None => None,
    };
    let file = kernels::file(&models::packed_file(&models)?)?;
    let encoder = kernels::encoder(&file)?;
    let mut kernels: Vec<Alone> = Alone::all(&encoder).collect();
    let mut texts = product::waiting_texts(&home, wanted)?;
    let mut memory = product::memory(&home, &models)?;
    // The first step loads the model, so it is not measured.
    let first = memory.embed_waiting()?.embedded as usize;
    texts.drain(..first.min(texts.len()));
    if let Some(engine) = &mut onnxruntime {
        engine.run(&tokens.batch(&["a text to begin with"])?)?;
    }
    for kernel in &mut kernels {
        tokens.batch(&["a text to begin with"])?.rows().try_for_each(|ids| kernel.run(&ids))?;
    }
    let mut ours = Samples::default();
    let mut of_kernels: Vec<Samples> = kernels.iter().map(|_| Samples::default()).collect();
    let (mut grouped, mut one_by_one) = (Samples::default(), Samples::default());
    let (mut chunks, mut token_count, mut from) = (0, 0, 0);
    while from < texts.len() {
        let (cost, report) = Cost::of(|| memory.embed_waiting());
        let embedded = report?.embedded as usize;
        if embedded == 0 || from + embedded > texts.len() {
            break;
        }
        ours.push(cost);
        let step: Vec<&str> = texts[from..from + embedded].iter().map(String::as_str).collect();
        let together = tokens.batch(&step)?;
        let single = step.iter().map(|text| tokens.batch(&[text])).collect::<Result<Vec<_>>>()?;
        token_count += single.iter().map(|batch| batch.columns).sum::<usize>();
        if let Some(engine) = &mut onnxruntime {
            grouped.push(cost_of(engine, std::slice::from_ref(&together))?);
            one_by_one.push(cost_of(engine, &single)?);
        }
        let texts: Vec<Vec<u32>> = single.iter().flat_map(Batch::rows).collect();
        for (kernel, samples) in kernels.iter_mut().zip(&mut of_kernels) {
            let (cost, done) = Cost::of(|| texts.iter().try_for_each(|ids| kernel.run(ids)));
            done?;
            samples.push(cost);
        }
        chunks += embedded;
        from += embedded;
    }
    let mut results = serde_json::Map::new();
    results.insert("product".to_owned(), ours.json());
    if onnxruntime.is_some() {
        results.insert("onnxruntime".to_owned(), grouped.json());
        results.insert("onnxruntime-one-by-one".to_owned(), one_by_one.json());
    }
    for (kernel, samples) in kernels.iter().zip(&of_kernels) {
        results.insert(kernel.name(), samples.json());
    }
    Ok(json!({ "chunks": chunks, "tokens": token_count, "engines": results }))
}

fn cost_of(engine: &mut OnnxRuntime, batches: &[Batch]) -> Result<Cost> {
    let (cost, done) = Cost::of(|| batches.iter().try_for_each(|batch| engine.run(batch)));
    done.map(|()| cost)
}

/// Token ids of several texts, padded to the same length.
struct Batch {
    rows: usize,
    columns: usize,
    ids: Vec<i32>,
    mask: Vec<i32>,
}

impl Batch {
    /// Returns the ids of each text.
    fn rows(&self) -> impl Iterator<Item = Vec<u32>> {
        self.ids.chunks(self.columns.max(1)).map(|ids| ids.iter().map(|&id| id as u32).collect())
    }
}

struct Tokens(Tokenizer);

impl Tokens {
    fn load(path: &Path, max_length: usize) -> Result<Self> {
        let failed = |error: tokenizers::Error| Failure::of("the tokenizer", error);
        let mut tokenizer = Tokenizer::from_file(path).map_err(failed)?;
        let truncation = TruncationParams { max_length, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(failed)?;
        tokenizer.with_padding(Some(PaddingParams::default()));
        Ok(Self(tokenizer))
    }

    fn batch(&self, texts: &[&str]) -> Result<Batch> {
        let encodings = self
            .0
            .encode_batch_fast(texts.to_vec(), true)
            .map_err(|error| Failure::of("the tokenizer", error))?;
        let numbers = |numbers: &[u32]| numbers.iter().map(|&n| n as i32).collect::<Vec<_>>();
        Ok(Batch {
            rows: encodings.len(),
            columns: encodings.first().map_or(0, |encoding| encoding.get_ids().len()),
            ids: encodings.iter().flat_map(|each| numbers(each.get_ids())).collect(),
            mask: encodings.iter().flat_map(|each| numbers(each.get_attention_mask())).collect(),
        })
    }
}

struct OnnxRuntime {
    session: Session,
    inputs: Vec<String>,
}

impl OnnxRuntime {
    fn load(library: &Path, weights: &Path) -> Result<Self> {
        let failed = |error: &dyn std::fmt::Display| Failure::of("ONNX Runtime", error);
        let environment = ort::init_from(library).map_err(|error| failed(&error))?;
        let environment = environment.build().map_err(|error| failed(&error))?;
        let session = Session::builder(&environment)
            .map_err(|error| failed(&error))?
            .with_intra_threads(1)
            .map_err(|error| failed(&error))?
            .commit_from_file(weights)
            .map_err(|error| failed(&error))?;
        let inputs = session.inputs().iter().map(|input| input.name().to_owned()).collect();
        Ok(Self { session, inputs })
    }

    fn run(&mut self, batch: &Batch) -> Result<()> {
        let failed = |error: &dyn std::fmt::Display| Failure::of("ONNX Runtime", error);
        let mut inputs = Vec::new();
        for name in &self.inputs {
            let values: Vec<i64> = match name.as_str() {
                "input_ids" => batch.ids.iter().map(|&id| i64::from(id)).collect(),
                "attention_mask" => batch.mask.iter().map(|&kept| i64::from(kept)).collect(),
                _ => vec![0; batch.ids.len()],
            };
            let tensor = ort::value::Tensor::from_array(([batch.rows, batch.columns], values))
                .map_err(|error| failed(&error))?;
            inputs.push((name.clone(), tensor));
        }
        let inputs: std::collections::HashMap<_, _> = inputs.into_iter().collect();
        self.session.run(inputs).map_err(|error| failed(&error)).map(drop)
    }
}
