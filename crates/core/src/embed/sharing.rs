//! Several threads that share a list of texts.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::error::Result;

/// Vectors, each with the index of its text.
type Taken = Vec<(usize, Vec<f32>)>;

/// Embeds each text alone, with one thread for each worker, and returns the vectors in order.
pub(super) fn each_text<W: Sync>(
    texts: &[String],
    workers: &[W],
    vector: impl Fn(&String, &W) -> Result<Vec<f32>> + Sync,
) -> Result<Vec<Vec<f32>>> {
    let next = AtomicUsize::new(0);
    let take = |worker: &W| -> Result<Taken> {
        let mut taken = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = texts.get(at) else { return Ok(taken) };
            taken.push((at, vector(text, worker)?));
        }
    };
    let taken: Result<Vec<Taken>> = match workers {
        [worker] => take(worker).map(|taken| vec![taken]),
        workers => thread::scope(|scope| {
            let take = &take;
            let begin = |worker| scope.spawn(move || take(worker));
            let threads: Vec<_> = workers.iter().take(texts.len()).map(begin).collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        }),
    };
    let mut taken: Taken = taken?.into_iter().flatten().collect();
    taken.sort_unstable_by_key(|(at, _)| *at);
    Ok(taken.into_iter().map(|(_, vector)| vector).collect())
}
