//! Runs the same queries on several warm engines in one process.

use std::time::{Duration, Instant};

use crate::clock::{Cost, Samples};
use crate::failure::Result;

/// Number of consecutive measured queries per engine. One more query before them is not measured:
/// it finds the CPU caches full of another engine's data.
const RUN: usize = 5;

/// Each engine is warmed up for this time or this number of queries, whichever ends first, but at
/// least with the minimum.
const WARM_UP: Duration = Duration::from_secs(1);
const WARM_UP_QUERIES_MIN: usize = 3;
const WARM_UP_QUERIES_MAX: usize = 300;

/// Runs queries on engines. Warm-up queries have numbers from `queries` on. Then each number below
/// `queries` is measured once per engine; the engines alternate in short runs, in rotating order.
/// Returns the costs of each engine; `found` gets the answers.
pub fn measure<E, T>(
    engines: &mut [E],
    queries: usize,
    mut ask: impl FnMut(&mut E, usize) -> Result<T>,
    mut found: impl FnMut(usize, usize, T),
) -> Result<Vec<Samples>> {
    for engine in engines.iter_mut() {
        let started = Instant::now();
        for number in 0..WARM_UP_QUERIES_MAX {
            if number >= WARM_UP_QUERIES_MIN && started.elapsed() > WARM_UP {
                break;
            }
            ask(engine, queries + number)?;
        }
    }
    let mut samples: Vec<Samples> = engines.iter().map(|_| Samples::default()).collect();
    let numbers: Vec<usize> = (0..queries).collect();
    for (at, run) in numbers.chunks(RUN).enumerate() {
        for place in 0..engines.len() {
            let which = (at + place) % engines.len();
            ask(&mut engines[which], queries + at)?;
            for &query in run {
                let (cost, answer) = Cost::of(|| ask(&mut engines[which], query));
                samples[which].push(cost);
                found(which, query, answer?);
            }
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_is_answered_by_every_engine_and_measured_once() {
        let mut engines = [Vec::new(), Vec::new()];
        let mut answers = Vec::new();
        let ask = |asked: &mut Vec<usize>, query| {
            asked.push(query);
            Ok(query)
        };
        let found = |engine, query, answer| answers.push((engine, query, answer));
        let samples = measure(&mut engines, 7, ask, found).expect("nothing fails");
        assert_eq!(samples.len(), 2);
        for (number, asked) in engines.iter().enumerate() {
            assert!(asked[..WARM_UP_QUERIES_MIN].iter().all(|&query| query >= 7));
            assert!(asked.iter().filter(|&&query| query < 7).eq(&[0, 1, 2, 3, 4, 5, 6]));
            let of_engine = answers.iter().filter(|(engine, ..)| *engine == number);
            assert!(
                of_engine.map(|&(_, query, answer)| (query, answer)).eq((0..7).map(|n| (n, n)))
            );
            assert_eq!(samples[number].json()["cpuMs"].as_array().map(Vec::len), Some(7));
        }
    }
}
