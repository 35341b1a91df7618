//! Memory bandwidth of one core: a lower bound for any search that reads every vector.

use std::hint::black_box;

use serde_json::{Value, json};

use crate::clock::Cost;

/// Bytes of a million vectors: with 48 bytes each (one bit per dimension), and with 384 (one byte
/// per dimension).
const SIZES: [usize; 2] = [48_000_000, 384_000_000];
const ROUNDS: usize = 9;

/// Returns the median rates in gigabytes per second, by number of bytes read.
pub fn measure() -> Value {
    let rates = SIZES.map(|size| json!({ "bytes": size, "gigabytesPerSecond": rate(size) }));
    json!({ "reads": rates })
}

fn rate(size: usize) -> f64 {
    let words: Vec<u64> = (0..size as u64 / 8).collect();
    let mut rates: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (cost, _) = Cost::of(|| black_box(black_box(&words).iter().fold(0, |a, b| a ^ b)));
            size as f64 / cost.wall.as_secs_f64() / 1e9
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}
