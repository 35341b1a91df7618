//! Packing, and files that are damaged.

mod bundled;

use bundled::{ONNX, PACKED, TOKENIZER, ids, one_layer};
use mementor_encoder::pack::pack;
use mementor_encoder::vocabulary::Place;
use mementor_encoder::{Kernel, Packed, Pooling, Room};
use proptest::prelude::*;

#[test]
fn packing_is_reproducible_and_keeps_to_the_window() {
    assert!(pack(&ONNX, &TOKENIZER, 512, Pooling::Mean).expect("MiniLM") == *PACKED);
    let short = pack(&ONNX, &TOKENIZER, 256, Pooling::Mean).expect("MiniLM");
    assert_eq!(PACKED.len() - short.len(), 256 * 384 * 4);
    assert_eq!(Packed::read(&short).expect("it was packed").encoder.window(), 256);
}

#[test]
fn what_is_no_model_is_not_packed() {
    for onnx in [&b""[..], b"no ONNX file", &ONNX[..ONNX.len() / 2], &ONNX[..1000]] {
        assert!(pack(onnx, &TOKENIZER, 256, Pooling::Mean).is_err());
    }
    assert!(pack(&ONNX, "{}", 256, Pooling::Mean).is_err());
    assert!(pack(&ONNX, "", 256, Pooling::Mean).is_err());
}

/// Other programs export the same model under other names.
#[test]
fn what_stands_before_the_names_of_the_weights_does_not_matter() {
    let renamed: Vec<u8> = {
        let mut bytes = ONNX.clone();
        let places = bytes.windows(6).enumerate().filter(|(_, at)| *at == b"inner.");
        for at in places.map(|(at, _)| at).collect::<Vec<_>>() {
            bytes[at..at + 6].copy_from_slice(b"model.");
        }
        bytes
    };
    assert!(renamed != *ONNX);
    assert!(pack(&renamed, &TOKENIZER, 512, Pooling::Mean).expect("MiniLM") == *PACKED);
}

#[test]
fn the_pooling_is_in_the_header() {
    let mut file = pack(&ONNX, &TOKENIZER, 512, Pooling::Cls).expect("MiniLM");
    assert_eq!((file.len(), file[64..] == PACKED[64..]), (PACKED.len(), true));
    assert_eq!(Packed::read(&file).expect("packed").encoder.pooling(), Pooling::Cls);
    file[13 * 4] = 2;
    assert!(Packed::read(&file).is_err());
}

#[test]
fn the_vocabulary_and_the_rest_of_the_tokenizer_are_in_the_file() {
    let packed = Packed::read(&PACKED).expect("it was packed");
    let vocabulary = &packed.vocabulary;
    assert_eq!(vocabulary.id("[CLS]", Place::First), Some(101));
    assert_eq!(vocabulary.id("s", Place::Continuing), Some(2015));
    assert_eq!(vocabulary.id("nosuchpiece", Place::First), None);
    let rest: serde_json::Value = serde_json::from_str(packed.tokenizer).expect("JSON");
    assert_eq!(rest["model"]["vocab"], serde_json::json!({}));
    assert_eq!(rest["model"]["unk_token"], "[UNK]");
}

#[test]
fn a_file_that_is_cut_off_or_too_long_is_refused() {
    let mut file = one_layer();
    for length in [0, 1, 63, 64, 65, 1000, file.len() / 2, file.len() - 1, file.len() - 64] {
        assert!(Packed::read(&file[..length]).is_err(), "{length}");
    }
    file.extend([0; 64]);
    assert!(Packed::read(&file).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// Whatever the header says, and whatever the numbers are: an error or a vector, and no end of
    /// the process.
    #[test]
    fn damage_never_crashes(
        header in prop::collection::vec((0_usize..64, any::<u8>()), 0..4),
        sizes in prop::option::of((2_usize..13, any::<u32>())),
        body in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..2_000),
    ) {
        let mut file = one_layer();
        prop_assert!(Packed::read(&file).is_ok());
        if let Some((at, size)) = sizes {
            file[at * 4..at * 4 + 4].copy_from_slice(&size.to_le_bytes());
        }
        for (at, byte) in header {
            file[at] = byte;
        }
        let length = file.len() - 64;
        for (at, byte) in body {
            file[64 + at.index(length)] = byte;
        }
        if let Ok(packed) = Packed::read(&file) {
            let kernel = Kernel::fastest();
            let _ = packed.encoder.vector(kernel, &ids(3), &mut Room::default());
            for word in ["[CLS]", "the", "s", "", "é"] {
                let _ = packed.vocabulary.id(word, Place::First);
                let _ = packed.vocabulary.id(word, Place::Continuing);
            }
        }
    }
}
