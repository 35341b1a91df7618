//! What of an ONNX graph is needed to find its weights. Field numbers are from
//! <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3>.

use std::collections::HashMap;

use crate::protobuf::{Field, fields, take_varint};

const MODEL_GRAPH: u64 = 7;
const GRAPH_NODE: u64 = 1;
const GRAPH_INITIALIZER: u64 = 5;
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const NODE_OPERATOR: u64 = 4;
const TENSOR_FLOATS: u64 = 4;
const TENSOR_INTEGERS: u64 = 5;
const TENSOR_NAME: u64 = 8;
const TENSOR_RAW: u64 = 9;

/// The nodes and weights of a model.
pub struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    tensors: HashMap<&'a str, Tensor<'a>>,
}

struct Node<'a> {
    operator: &'a str,
    inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
}

/// Numbers of the model.
#[derive(Default)]
pub struct Tensor<'a> {
    raw: &'a [u8],
    floats: &'a [u8],
    /// Integers that are no raw data, each a varint.
    integers: &'a [u8],
}

/// The weights of a multiplication: rows × columns, and a scale for each column.
pub struct Quantised<'a> {
    pub weights: &'a [u8],
    pub scales: Vec<f32>,
}

impl<'a> Graph<'a> {
    /// Reads an ONNX file; `None` when it is none.
    pub fn read(onnx: &'a [u8]) -> Option<Self> {
        let graph = all(onnx)?.into_iter().find(|field| field.number == MODEL_GRAPH)?;
        let mut read = Self { nodes: Vec::new(), tensors: HashMap::new() };
        for field in all(graph.payload)? {
            match field.number {
                GRAPH_NODE => read.nodes.push(Node::read(field.payload)?),
                GRAPH_INITIALIZER => {
                    let (name, tensor) = Tensor::read(field.payload)?;
                    read.tensors.insert(name, tensor);
                }
                _ => {}
            }
        }
        Some(read)
    }

    /// Returns the names of all numbers.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.tensors.keys().copied()
    }

    /// Returns the numbers with this name.
    pub fn tensor(&self, name: &str) -> Option<&Tensor<'a>> {
        self.tensors.get(name)
    }

    /// Returns the matrix whose product a bias is added to.
    pub fn matrix_before(&self, bias: &str) -> Option<Quantised<'a>> {
        let add = self.nodes.iter().find(|node| node.inputs.contains(&bias))?;
        let mut before = *add.inputs.iter().find(|input| **input != bias)?;
        // Between them are the scale and a conversion to floats.
        for _ in 0..8 {
            let node = self.nodes.iter().find(|node| node.outputs.contains(&before))?;
            if node.operator != "MatMulInteger" {
                before = node.inputs.first()?;
                continue;
            }
            let (weights, zeros) = (node.inputs.get(1)?, node.inputs.get(3)?);
            let zeros = self.tensor(zeros)?.bytes();
            let scales = self.tensor(&weights.replace("_quantized", "_scale"))?.floats();
            let weights = self.tensor(weights)?.bytes();
            let usable = zeros.iter().all(|zero| *zero == 0);
            return usable.then_some(Quantised { weights, scales });
        }
        None
    }
}

impl<'a> Node<'a> {
    fn read(message: &'a [u8]) -> Option<Self> {
        let mut node = Self { operator: "", inputs: Vec::new(), outputs: Vec::new() };
        for field in all(message)? {
            let text = || str::from_utf8(field.payload).ok();
            match field.number {
                NODE_INPUT => node.inputs.push(text()?),
                NODE_OUTPUT => node.outputs.push(text()?),
                NODE_OPERATOR => node.operator = text()?,
                _ => {}
            }
        }
        Some(node)
    }
}

impl<'a> Tensor<'a> {
    fn read(message: &'a [u8]) -> Option<(&'a str, Self)> {
        let (mut name, mut tensor) = ("", Self::default());
        for field in all(message)? {
            match field.number {
                TENSOR_NAME => name = str::from_utf8(field.payload).ok()?,
                TENSOR_RAW => tensor.raw = field.payload,
                TENSOR_FLOATS => tensor.floats = field.payload,
                TENSOR_INTEGERS => tensor.integers = field.payload,
                _ => {}
            }
        }
        Some((name, tensor))
    }

    /// Returns the numbers as floats.
    pub fn floats(&self) -> Vec<f32> {
        let bytes = if self.raw.is_empty() { self.floats } else { self.raw };
        bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    /// Returns numbers of eight bits.
    pub fn bytes(&self) -> &'a [u8] {
        // A single small number may be stored as a varint of one byte.
        let mut integers = self.integers;
        let is_one = take_varint(&mut integers).is_some_and(|number| number < 0x80);
        if self.raw.is_empty() && is_one { self.integers } else { self.raw }
    }
}

fn all(message: &[u8]) -> Option<Vec<Field<'_>>> {
    fields(message).collect()
}
