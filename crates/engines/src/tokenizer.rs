//! Counts tokens with tokenizers of any kind, from the crate `tokenizers`.

use std::path::Path;

use tokenizers::Tokenizer;

/// A tokenizer that only counts.
pub(crate) struct Counter(Tokenizer);

impl Counter {
    /// Loads a `tokenizer.json`, without its truncation and padding.
    pub(crate) fn load(path: &Path) -> Result<Self, String> {
        let failed = |error: tokenizers::Error| error.to_string();
        let mut tokenizer = Tokenizer::from_file(path).map_err(failed)?;
        tokenizer.with_truncation(None).map_err(failed)?.with_padding(None);
        Ok(Self(tokenizer))
    }

    /// Returns the number of tokens without special tokens.
    pub(crate) fn count(&self, text: &str) -> Result<usize, String> {
        let encoding = self.0.encode_fast(text, false).map_err(|error| error.to_string())?;
        Ok(encoding.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bundled() -> Counter {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let path = models.join("all-MiniLM-L6-v2-dynamic-int8/tokenizer.json");
        Counter::load(&path).expect("it is bundled")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// The core counts each word between spaces by itself.
        #[test]
        fn counting_by_words_is_exact(texts in prop::collection::vec("\\PC{0,80}|[a-zA-Z\u{e0}-\u{ff}\u{4e00}-\u{4e30}.,_()\\[\\] \n\t-]{0,200}", 1..20)) {
            let counter = bundled();
            let count = |text: &str| counter.count(text).expect("any text");
            for text in texts {
                let words: usize = text.split_ascii_whitespace().map(count).sum();
                prop_assert_eq!(words, count(&text), "{:?}", text);
            }
        }
    }
}
