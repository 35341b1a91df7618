//! Whether a packed model is the same one: a file of the known names may still be of a model with
//! other heads or another activation.

use std::sync::Arc;

use mementor_encoder::{Kernel, Packed, Room};

use crate::embed::Engine as _;
use crate::embed::manifest::ModelSpec;
use crate::embed::models::Models;
use crate::embed::rten::Rten;
use crate::embed::tokens::Tokenizer;
use crate::error::Result;

/// Texts of several lengths and kinds.
const TEXTS: [&str; 4] = [
    "retry queue",
    "Why was the retry queue dropped?",
    "error[E0502]: cannot borrow `self.rows` as mutable because it is also borrowed as immutable",
    "Postgres listens on port 6543 on staging. The pool has twenty connections, and each worker \
     takes one for as long as its batch lasts; when all are taken, the queue waits up to thirty \
     seconds and then gives up, which is what the dashboard shows as a timeout.",
];

/// Least cosine. Two engines that run the same integers come to .96 and more; with twice as many
/// heads, or none of the activation, they fall below .8.
const COSINE_MIN: f32 = 0.93;

/// Returns whether our own encoder makes about the same vectors of a packed model as rten does of
/// the weights that it was made from.
pub(super) fn agree(
    models: &Models,
    spec: &ModelSpec,
    packed: &[u8],
    weights: &[u8],
) -> Result<bool> {
    let (Ok(packed), Some(kernel)) = (Packed::read(packed, weights), Kernel::all().next()) else {
        return Ok(false);
    };
    let tokenizer = models.path(spec, &spec.tokenizer);
    let tokenizer = Arc::new(Tokenizer::load(&tokenizer, spec.window)?);
    let path = models.path(spec, &spec.weights);
    let texts = TEXTS.map(str::to_owned);
    let theirs = Rten::load(&path, spec, tokenizer.clone(), 1)?.run(&texts)?;
    let mut room = Room::default();
    for (text, theirs) in texts.iter().zip(theirs) {
        let ids = tokenizer.ids(text)?;
        let Ok(ours) = packed.encoder.vector(kernel, &ids, &mut room) else { return Ok(false) };
        let cosine = cosine(&ours, &theirs);
        if cosine.is_nan() || cosine < COSINE_MIN {
            return Ok(false);
        }
    }
    Ok(true)
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    product(a, b) / (product(a, a) * product(b, b)).sqrt()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use mementor_encoder::Pooling;
    use mementor_encoder::pack::pack;

    use super::*;

    #[test]
    fn only_the_same_model_agrees() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let none = folder.join("none");
        let models = Models { bundled: folder, added: none, chosen: None };
        let mut spec = models.in_use().expect("a default");
        let read = |name: &str| std::fs::read(models.path(&spec, name)).expect("it is bundled");
        let (weights, tokenizer) = (read(&spec.weights), read(&spec.tokenizer));
        let tokenizer = String::from_utf8(tokenizer).expect("JSON");
        let packed = |pooling| pack(&weights, &tokenizer, 256, pooling).expect("MiniLM");
        let (mean, cls) = (packed(Pooling::Mean), packed(Pooling::Cls));
        let agrees = |spec: &ModelSpec, packed: &[u8]| {
            agree(&models, spec, packed, &weights).expect("rten runs it")
        };
        assert_eq!((agrees(&spec, &mean), agrees(&spec, &cls)), (true, false));
        spec.pooling = crate::embed::Pooling::Cls;
        assert_eq!((agrees(&spec, &mean), agrees(&spec, &cls)), (false, true));

        let mut damaged = cls.clone();
        // The gains of the first norm.
        damaged[64 + 256 * 384 * 4..][..384 * 4].fill(0x40);
        assert_eq!((agrees(&spec, &damaged), agrees(&spec, &cls[..1_000])), (false, false));
    }
}
