//! Inference with rten: pure Rust, linked in. The only file that uses it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rten::{ModelOptions, RunOptions, ThreadPool};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::Engine;
use super::manifest::{ModelSpec, Pooling};
use super::mapped::mapped;
use super::models::unusable;
use super::onnx;
use super::sharing::each_text;
use super::tokens::{Batch, Tokenizer};
use crate::error::Result;

/// A loaded ONNX model.
pub(super) struct Rten {
    graph: rten::Model,
    tokenizer: Arc<Tokenizer>,
    pooling: Pooling,
    dimensions: usize,
    /// One single-threaded pool per text that runs concurrently.
    pools: Vec<Arc<ThreadPool>>,
    path: PathBuf,
    packed: bool,
}

impl Rten {
    pub(super) fn load(
        path: &Path,
        spec: &ModelSpec,
        tokenizer: Arc<Tokenizer>,
        threads: usize,
    ) -> Result<Self> {
        let graph = map(path, Weights::AsStored)?;
        let pool = || Arc::new(ThreadPool::with_num_threads(1));
        let pools = std::iter::repeat_with(pool).take(threads.max(1)).collect();
        let (pooling, dimensions) = (spec.pooling, spec.dimensions);
        let path = path.to_owned();
        Ok(Self { graph, tokenizer, pooling, dimensions, pools, path, packed: false })
    }

    /// Runs one text alone: this needs no padding, and dynamic quantisation, which scales by
    /// everything in a batch, cannot let one text change the vector of another.
    fn vector(&self, text: &String, pool: &Arc<ThreadPool>) -> Result<Vec<f32>> {
        let batch = self.tokenizer.encode(std::slice::from_ref(text))?;
        let hidden = self.hidden_states(&batch, pool);
        let hidden = hidden.map_err(|reason| unusable(&self.path, reason))?;
        if hidden.shape() != [1, batch.columns, self.dimensions] {
            let reason = format!("its output has the shape {:?}", hidden.shape());
            return Err(unusable(&self.path, reason));
        }
        let tokens = hidden.slice(0);
        Ok(match self.pooling {
            Pooling::Mean => mean(&tokens, &batch.mask),
            Pooling::Cls => (0..self.dimensions).map(|d| tokens[[0, d]]).collect(),
        })
    }

    fn hidden_states(
        &self,
        batch: &Batch,
        pool: &Arc<ThreadPool>,
    ) -> Result<NdTensor<f32, 3>, String> {
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
        let options = RunOptions::default().with_thread_pool(Some(pool.clone()));
        let outputs = self.graph.run_n(inputs, [output], Some(options));
        let [hidden] = outputs.map_err(|error| error.to_string())?;
        hidden.try_into().map_err(|_| "its output is no 3-dimensional f32 tensor".to_owned())
    }
}

impl Engine for Rten {
    fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
        each_text(texts, &self.pools, |text, pool| self.vector(text, pool))
    }

    /// Packs the weights into the layout that matrix multiplication reads: once instead of for each
    /// text.
    fn prepare_for_many(&mut self) -> Result<()> {
        if !self.packed {
            self.graph = map(&self.path, Weights::Packed)?;
            self.packed = true;
        }
        Ok(())
    }
}

/// Layout of the weights in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weights {
    /// Mapped from the file: a hook touches only the pages it needs.
    AsStored,
    /// Copied into the layout for matrix multiplication: slower to load, faster to use.
    Packed,
}

fn map(path: &Path, weights: Weights) -> Result<rten::Model> {
    let failed = |reason: String| unusable(path, reason);
    // rten accepts a mapping of a file that it opened itself, or a `'static` one.
    let mapped = mapped(path)?;
    let graph = onnx::with_weights_outside(mapped);
    let graph = graph.ok_or_else(|| failed("it is no ONNX file".to_owned()))?;
    let mut options = ModelOptions::with_all_ops();
    options.prepack_weights(weights == Weights::Packed);
    options.external_data_static(onnx::FILE, mapped);
    options.load(graph).map_err(|error| failed(error.to_string()))
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
