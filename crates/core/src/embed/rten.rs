//! Inference with rten: pure Rust, linked in. The only file that names it.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use rten::{ModelOptions, RunOptions, ThreadPool};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::Engine;
use super::manifest::{ModelSpec, Pooling};
use super::models::unusable;
use super::onnx;
use super::tokens::{Batch, Tokenizer};
use crate::error::Result;

/// A loaded ONNX model.
pub(super) struct Rten {
    graph: rten::Model,
    tokenizer: Arc<Tokenizer>,
    pooling: Pooling,
    dimensions: usize,
    threads: Arc<ThreadPool>,
    path: std::path::PathBuf,
}

impl Rten {
    pub(super) fn load(
        path: &Path,
        spec: &ModelSpec,
        tokenizer: Arc<Tokenizer>,
        threads: usize,
    ) -> Result<Self> {
        let graph = map(path).map_err(|reason| unusable(path, reason))?;
        let threads = Arc::new(ThreadPool::with_num_threads(threads));
        let (pooling, dimensions) = (spec.pooling, spec.dimensions);
        Ok(Self { graph, tokenizer, pooling, dimensions, threads, path: path.to_owned() })
    }

    fn hidden_states(&self, batch: &Batch) -> Result<NdTensor<f32, 3>, String> {
        let shape = [batch.rows, batch.columns];
        let zeros = vec![0; batch.ids.len()];
        let mut inputs = Vec::new();
        for &id in self.graph.input_ids() {
            let info = self.graph.node_info(id);
            let values = match info.as_ref().and_then(rten::NodeInfo::name).unwrap_or_default() {
                "input_ids" => &batch.ids,
                "attention_mask" => &batch.mask,
                "token_type_ids" => &zeros,
                other => return Err(format!("it wants an unknown input: {other}")),
            };
            inputs.push((id, NdTensorView::from_data(shape, values.as_slice()).into()));
        }
        let output = *self.graph.output_ids().first().ok_or("it has no output")?;
        let options = RunOptions::default().with_thread_pool(Some(self.threads.clone()));
        let outputs = self.graph.run_n(inputs, [output], Some(options));
        let [hidden] = outputs.map_err(|error| error.to_string())?;
        hidden.try_into().map_err(|_| "its output is no 3-dimensional f32 tensor".to_owned())
    }
}

impl Engine for Rten {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        let batch = self.tokenizer.encode(texts)?;
        let hidden = self.hidden_states(&batch).map_err(|reason| unusable(&self.path, reason))?;
        let [rows, columns, dimensions] = hidden.shape();
        if (rows, columns, dimensions) != (batch.rows, batch.columns, self.dimensions) {
            let reason = format!("its output has the shape {:?}", hidden.shape());
            return Err(unusable(&self.path, reason));
        }
        let masks = batch.mask.chunks_exact(columns);
        let vectors = masks.enumerate().map(|(row, mask)| {
            let tokens = hidden.slice(row);
            match self.pooling {
                Pooling::Mean => mean(&tokens, mask),
                Pooling::Cls => (0..dimensions).map(|d| tokens[[0, d]]).collect(),
            }
        });
        Ok(vectors.collect())
    }
}

/// Maps the weights instead of reading them: a hook touches only the pages it needs.
fn map(path: &Path) -> Result<rten::Model, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    // SAFETY: the file is part of the installation, written once and replaced by renaming; nothing
    // truncates it while it is mapped.
    #[expect(unsafe_code, reason = "mapping a file cannot be expressed safely")]
    let mapped = unsafe { Mmap::map(&file) }.map_err(|error| error.to_string())?;
    // Never unmapped: rten takes a mapping for its own files only, else one that stays. A process
    // loads one model.
    let mapped: &'static Mmap = Box::leak(Box::new(mapped));
    let graph = onnx::with_weights_outside(mapped).ok_or("it is no ONNX file")?;
    let mut options = ModelOptions::with_all_ops();
    options.external_data_static(onnx::FILE, mapped);
    options.load(graph).map_err(|error| error.to_string())
}

fn mean(tokens: &NdTensorView<f32, 2>, mask: &[i32]) -> Vec<f32> {
    let dimensions = tokens.size(1);
    let mut sum = vec![0.0; dimensions];
    for (token, _) in mask.iter().enumerate().filter(|(_, kept)| **kept != 0) {
        for (d, total) in sum.iter_mut().enumerate() {
            *total += tokens[[token, d]];
        }
    }
    sum
}
