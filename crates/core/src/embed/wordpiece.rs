//! BERT's tokenizer, as described by `tokenizer.json`: clean-up, lower case, words, word pieces.
//!
//! It returns the same ids as the crate `tokenizers` (a test compares them) and loads in a sixth of
//! the time; a hook loads it for every prompt.

use mementor_encoder::vocabulary::{Place, Vocabulary};
use serde::Deserialize;
use unicode_categories::UnicodeCategories as _;
use unicode_normalization::UnicodeNormalization as _;

/// A BERT tokenizer.
pub(super) struct WordPiece {
    vocabulary: Vocabulary<'static>,
    normalizer: Normalizer,
    /// Tokens that are matched by name in a text, such as `[SEP]`.
    added: Vec<Added>,
    /// First bytes of their names.
    added_starts: Vec<u8>,
    unknown: u32,
    start: u32,
    end: u32,
    word_chars_max: usize,
}

/// The parts of `tokenizer.json` that determine ids.
#[derive(Deserialize)]
struct Description<'a> {
    normalizer: Option<Normalizer>,
    #[serde(borrow)]
    pre_tokenizer: Option<Kind<'a>>,
    #[serde(borrow)]
    post_processor: Option<Template<'a>>,
    added_tokens: Vec<Added>,
    #[serde(borrow)]
    model: Model<'a>,
}

#[derive(Deserialize)]
struct Kind<'a> {
    r#type: &'a str,
}

#[derive(Deserialize)]
struct Model<'a> {
    #[serde(borrow)]
    r#type: Option<&'a str>,
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
    vocab: Vocabulary<'static>,
}

#[derive(Deserialize)]
struct Normalizer {
    r#type: String,
    clean_text: bool,
    handle_chinese_chars: bool,
    strip_accents: Option<bool>,
    lowercase: bool,
}

#[derive(Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the form of `tokenizer.json`")]
struct Added {
    id: u32,
    content: String,
    single_word: bool,
    lstrip: bool,
    rstrip: bool,
    normalized: bool,
}

/// The special tokens around a single text.
#[derive(Deserialize)]
struct Template<'a> {
    r#type: &'a str,
    single: Vec<Part>,
}

#[derive(Deserialize)]
enum Part {
    SpecialToken { id: String },
    Sequence { id: String },
}

impl WordPiece {
    /// Parses a `tokenizer.json`; `None` when it does not describe BERT's tokenizer.
    pub(super) fn parse(json: &str) -> Option<Self> {
        Self::of(serde_json::from_str(json).ok()?)
    }

    /// As [`WordPiece::parse`], with a vocabulary instead of that in the text.
    pub(super) fn with_vocabulary(json: &str, vocabulary: Vocabulary<'static>) -> Option<Self> {
        let mut description: Description = serde_json::from_str(json).ok()?;
        description.model.vocab = vocabulary;
        Self::of(description)
    }

    fn of(description: Description) -> Option<Self> {
        let Description { normalizer, pre_tokenizer, post_processor, added_tokens, model } =
            description;
        let (normalizer, template) = (normalizer?, post_processor?);
        let is_berts = normalizer.r#type == "BertNormalizer"
            && pre_tokenizer?.r#type == "BertPreTokenizer"
            && template.r#type == "TemplateProcessing"
            && model.r#type == Some("WordPiece")
            && model.continuing_subword_prefix == "##"
            && added_tokens.iter().all(Added::stands_as_it_is);
        let [
            Part::SpecialToken { id: start },
            Part::Sequence { id: text },
            Part::SpecialToken { id: end },
        ] = template.single.as_slice()
        else {
            return None;
        };
        let id = |token: &str| model.vocab.id(token, Place::First);
        let mut added_starts: Vec<u8> =
            added_tokens.iter().filter_map(|added| added.content.bytes().next()).collect();
        added_starts.sort_unstable();
        added_starts.dedup();
        (is_berts && text == "A").then_some(())?;
        Some(Self {
            unknown: id(&model.unk_token)?,
            start: id(start)?,
            end: id(end)?,
            vocabulary: model.vocab,
            normalizer,
            added: added_tokens,
            added_starts,
            word_chars_max: model.max_input_chars_per_word,
        })
    }

    /// Returns the token ids of a text, including the two special tokens. A text longer than
    /// `window` is truncated.
    pub(super) fn encode(&self, text: &str, window: usize) -> Vec<u32> {
        let mut ids = vec![self.start];
        self.read(text, &mut String::new(), |id| ids.push(id));
        ids.truncate(window - 1);
        ids.push(self.end);
        ids
    }

    /// Returns the number of tokens without special tokens. `normalized` is room to work in.
    pub(super) fn count(&self, text: &str, normalized: &mut String) -> usize {
        let mut count = 0;
        self.read(text, normalized, |_| count += 1);
        count
    }

    /// Whether what stands between two [`SPACES`] has the same tokens in any text.
    pub(super) fn reads_words_alone(&self) -> bool {
        !self.added.iter().any(|added| added.content.contains(SPACES))
    }

    /// Calls `put` with each token id of a text.
    fn read(&self, text: &str, normalized: &mut String, mut put: impl FnMut(u32)) {
        let mut rest = text;
        while let Some((at, added)) = self.first_added(rest) {
            self.read_words(&rest[..at], normalized, &mut put);
            put(added.id);
            rest = &rest[at + added.content.len()..];
        }
        self.read_words(rest, normalized, &mut put);
    }

    /// Returns the first added token in a text and its offset; of two at the same offset, the
    /// longer.
    fn first_added(&self, text: &str) -> Option<(usize, &Added)> {
        let places = text.bytes().enumerate();
        let mut places = places.filter(|(_, byte)| self.added_starts.contains(byte));
        places.find_map(|(at, _)| {
            let here = self.added.iter().filter(|added| text[at..].starts_with(&added.content));
            Some((at, here.max_by_key(|added| added.content.len())?))
        })
    }

    fn read_words(&self, text: &str, normalized: &mut String, put: &mut impl FnMut(u32)) {
        for run in text.split(SPACES) {
            normalized.clear();
            self.normalizer.normalize(run, normalized);
            for word in normalized.split(char::is_whitespace) {
                self.read_run(word, put);
            }
        }
    }

    /// Splits at punctuation; each punctuation mark is a word of its own.
    fn read_run(&self, run: &str, put: &mut impl FnMut(u32)) {
        let mut start = 0;
        for (at, mark) in run.match_indices(is_punctuation) {
            self.read_word(&run[start..at], put);
            self.read_word(mark, put);
            start = at + mark.len();
        }
        self.read_word(&run[start..], put);
    }

    /// Takes the longest known piece at the start, then the longest known continuation, and so on.
    /// A word that cannot be split this way becomes one unknown token.
    fn read_word(&self, word: &str, put: &mut impl FnMut(u32)) {
        if word.len() > self.word_chars_max && word.chars().count() > self.word_chars_max {
            put(self.unknown);
            return;
        }
        let mut pieces = [0; PIECES];
        let mut more = Vec::new();
        let mut count = 0;
        let mut rest = word;
        while !rest.is_empty() {
            let place = if count == 0 { Place::First } else { Place::Continuing };
            let Some((id, length)) = self.longest_piece(rest, place) else {
                put(self.unknown);
                return;
            };
            match pieces.get_mut(count) {
                Some(piece) => *piece = id,
                None => more.push(id),
            }
            count += 1;
            rest = &rest[length..];
        }
        pieces[..count.min(PIECES)].iter().chain(&more).for_each(|id| put(*id));
    }

    /// Returns the id and the length in bytes of the longest piece at the start of the text.
    fn longest_piece(&self, text: &str, place: Place) -> Option<(u32, usize)> {
        let longest = text.floor_char_boundary(self.vocabulary.longest());
        let lengths = text[..longest].char_indices().rev();
        let mut end = longest;
        for (start, _) in lengths {
            if let Some(id) = self.vocabulary.id(&text[..end], place) {
                return Some((id, end));
            }
            end = start;
        }
        None
    }
}

/// Characters that the normalizer turns into a space, so that no other character can affect a word
/// across them.
pub(super) const SPACES: [char; 4] = [' ', '\t', '\n', '\r'];

/// Number of pieces kept on the stack; the few longer words need an allocation.
const PIECES: usize = 16;

impl Added {
    /// Returns whether the token is matched in the original text, regardless of its surroundings.
    fn stands_as_it_is(&self) -> bool {
        let Self { single_word, lstrip, rstrip, normalized, .. } = *self;
        !(single_word || lstrip || rstrip || normalized || self.content.is_empty())
    }
}

impl Normalizer {
    /// Appends the text without control characters and accents, in lower case, with spaces around
    /// Chinese characters. The description can switch each step off.
    fn normalize(&self, text: &str, normalized: &mut String) {
        if text.is_ascii() {
            let kept = text.bytes().filter(|byte| !(self.clean_text && byte.is_ascii_control()));
            let cased = |byte: u8| if self.lowercase { byte.to_ascii_lowercase() } else { byte };
            normalized.extend(kept.map(|byte| char::from(cased(byte))));
            return;
        }
        let kept = text.chars().filter(|c| !(self.clean_text && is_removed(*c)));
        let apart = self.handle_chinese_chars;
        let spaced = kept.flat_map(|c| {
            let space = (apart && is_chinese(c)).then_some(' ');
            space.into_iter().chain([c]).chain(space)
        });
        let mut put = |c: char| {
            if self.lowercase {
                normalized.extend(c.to_lowercase());
            } else {
                normalized.push(c);
            }
        };
        if self.strip_accents.unwrap_or(self.lowercase) {
            spaced.nfd().filter(|c| !c.is_mark_nonspacing()).for_each(&mut put);
        } else {
            spaced.for_each(&mut put);
        }
    }
}

/// Returns whether BERT treats the character as a control character; tabs and line ends count as
/// spaces.
fn is_removed(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r') && (c == '\0' || c == '\u{fffd}' || c.is_other())
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || (!c.is_ascii() && c.is_punctuation())
}

/// Returns whether the character is a CJK ideograph. Syllables and letters of other East Asian
/// scripts are not separated.
fn is_chinese(c: char) -> bool {
    matches!(u32::from(c),
        0x4E00..=0x9FFF
        | 0x3400..=0x4DBF
        | 0x20000..=0x2A6DF
        | 0x2A700..=0x2B73F
        | 0x2B740..=0x2B81F
        | 0x2B920..=0x2CEAF
        | 0xF900..=0xFAFF
        | 0x2F800..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::LazyLock;

    use mementor_encoder::pack::pack;
    use mementor_encoder::{Packed, Pooling};
    use proptest::prelude::*;

    use super::*;
    use crate::embed::reference::Reference;

    const WINDOW: usize = 256;

    fn path() -> PathBuf {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        models.join("all-MiniLM-L6-v2-dynamic-int8/tokenizer.json")
    }

    static JSON: LazyLock<String> =
        LazyLock::new(|| std::fs::read_to_string(path()).expect("it is bundled"));
    static OURS: LazyLock<WordPiece> =
        LazyLock::new(|| WordPiece::parse(&JSON).expect("BERT's tokenizer"));
    static PACKED: LazyLock<WordPiece> = LazyLock::new(|| {
        let onnx = std::fs::read(path().with_file_name("model.onnx")).expect("it is bundled");
        let packed = pack(&onnx, &JSON, WINDOW, Pooling::Mean).expect("MiniLM").leak();
        let packed = Packed::read(packed).expect("it was packed");
        WordPiece::with_vocabulary(packed.tokenizer, packed.vocabulary).expect("BERT's tokenizer")
    });
    static REFERENCE: LazyLock<Reference> = LazyLock::new(|| Reference::load(&path(), WINDOW));

    #[track_caller]
    fn assert_as_the_reference(text: &str) {
        let wanted = REFERENCE.encode(text);
        assert_eq!(OURS.encode(text, WINDOW), wanted, "{text:?}");
        assert_eq!(PACKED.encode(text, WINDOW), wanted, "{text:?}");
        assert_eq!(OURS.count(text, &mut String::new()), REFERENCE.count(text), "{text:?}");
    }

    #[test]
    fn every_character_is_read_as_the_reference_reads_it() {
        for start in (0..=u32::from(char::MAX)).step_by(16) {
            let block = (start..start + 16).filter_map(char::from_u32);
            let text: String = block.flat_map(|c| [' ', 'A', c, 'b', ' ', c]).collect();
            assert_as_the_reference(&text);
        }
    }

    #[test]
    fn odd_texts_are_read_as_the_reference_reads_them() {
        for text in [
            "",
            " \t\r\n\u{b}\u{c}\u{85}\u{a0}\u{3000}",
            "[CLS] a [SEP] [sep] [MASK][PAD]x[UNK] [UN[SEP]K]",
            "ÀÉÎõü Straße İstanbul ǅ ﬁ Å\u{301} e\u{301}\u{323} \u{1d165}\u{301}x 각 각",
            "数据库端口是什么 リトライ 재시도 なぜ？",
            "a\u{b}b c\u{85}d e\u{200b}f g\u{ad}h i\u{fffd}j k\0l",
            "getHTTPResponse_v2(&mut self) -> Result<(), E>; // ##ing ## #",
            "☃ 🦀👩‍👩‍👧 ½ ™ € ٣ ʼn ﷺ",
        ] {
            assert_as_the_reference(text);
        }
        for length in [99, 100, 101, 254, 255, 256, 2_000] {
            assert_as_the_reference(&"x".repeat(length));
            assert_as_the_reference(&"é".repeat(length));
            assert_as_the_reference(&"word ".repeat(length));
            assert_as_the_reference(&"数".repeat(length));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn any_text_is_read_as_the_reference_reads_it(
            text in prop_oneof![
                any::<String>(),
                "\\PC{0,80}",
                "([a-zA-Z\u{e0}-\u{24f}\u{300}-\u{345}\u{4e00}-\u{4e30}.,_()#\\[\\] \n\t-]|\\[SEP\\]){0,200}",
            ]
        ) {
            assert_as_the_reference(&text);
        }
    }

    #[test]
    fn other_tokenizers_are_left_to_the_reference() {
        for (berts, other) in [
            (r#""type":"BertNormalizer""#, r#""type":"NFC""#),
            (r#""type":"BertPreTokenizer""#, r#""type":"Whitespace""#),
            (r#""type":"TemplateProcessing""#, r#""type":"ByteLevel""#),
            (r###""continuing_subword_prefix":"##""###, r#""continuing_subword_prefix":"@@""#),
            (r#""lstrip":false"#, r#""lstrip":true"#),
        ] {
            assert!(JSON.contains(berts), "{berts}");
            assert!(WordPiece::parse(&JSON.replace(berts, other)).is_none(), "{other}");
        }
        assert!(WordPiece::parse(&JSON[..JSON.len() / 2]).is_none());
    }
}
