//! Files of the encoder: a packed one, which may be damaged, and an ONNX file, which anyone may
//! have made.

use std::path::Path;
use std::sync::LazyLock;

use mementor_encoder::pack::pack;
use mementor_encoder::vocabulary::{Place, Vocabulary};
use mementor_encoder::{Kernel, Packed, Pooling, Room};

/// Bytes of the header.
const HEADER: usize = 64;

/// The bundled model's packed file cut down to one layer and three places.
static BUNDLED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = "models/all-MiniLM-L6-v2-dynamic-int8";
    let mut folders = here.ancestors().map(|folder| folder.join(name));
    let folder = folders.find(|folder| folder.is_dir()).expect("it is bundled");
    let onnx = std::fs::read(folder.join("model.onnx")).expect("it is bundled");
    let tokenizer = std::fs::read_to_string(folder.join("tokenizer.json")).expect("it is bundled");
    let whole = pack(&onnx, &tokenizer, 3, Pooling::Mean).expect("MiniLM");
    let packed = one_layer(&whole);
    assert!(Packed::read(&packed).is_ok(), "damage must be the input's");
    packed
});

/// Returns the packed file with its last layer alone.
fn one_layer(whole: &[u8]) -> Vec<u8> {
    let number = |at: usize| numbers(whole)[at] as usize;
    let places = 4 * 384 * number(4);
    let norm = 2 * 4 * 384;
    let sections = [384 * number(3), 4 * number(8), 8 * number(9), number(10), number(12)];
    let after: usize = sections.iter().map(|bytes| bytes.next_multiple_of(64)).sum();
    let before = HEADER + places + norm;
    let layer = (whole.len() - before - after) / number(2);
    let mut packed = whole.to_vec();
    packed.drain(before..whole.len() - after - layer);
    packed[8] = 1;
    packed
}

fn numbers(file: &[u8]) -> Vec<u32> {
    let header = file[..HEADER].as_chunks().0.iter();
    header.map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

/// The first byte selects what the others are: damage to a packed file, a packed file, an ONNX file,
/// or the vocabulary of a tokenizer.
pub fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 4 {
        0 => read_packed(&damaged(bytes)),
        1 => read_packed(bytes),
        2 => {
            let _ = pack(bytes, r#"{"model":{"vocab":{"a":0}}}"#, 512, Pooling::Cls);
        }
        _ => read_vocabulary(bytes),
    }
}

/// Returns the bundled packed file with some bytes changed: three of each four are a place and one
/// is the byte. Every second place is counted from the end of the file, where its words are, or is
/// in the header.
fn damaged(changes: &[u8]) -> Vec<u8> {
    let mut packed = BUNDLED.clone();
    for [low, middle, high, byte] in changes.as_chunks().0 {
        let place = u32::from_le_bytes([*low, *middle, *high, 0]) as usize;
        let at = match place % 4 {
            0 => place / 4 % HEADER,
            1 => packed.len() - 1 - place / 4 % packed.len(),
            _ => place % packed.len(),
        };
        packed[at] = *byte;
    }
    packed
}

fn read_packed(packed: &[u8]) {
    let Ok(read) = Packed::read(packed) else { return };
    let mut room = Room::default();
    for kernel in Kernel::all().filter(|kernel| kernel.name() != "portable") {
        for ids in [&[101, 2_000, 102][..], &[0], &[101, u32::MAX], &[1; 20]] {
            // Not a number when the damage made a weight none.
            let _ = read.encoder.vector(kernel, ids, &mut room);
        }
    }
    find_words(&read.vocabulary);
}

fn read_vocabulary(bytes: &[u8]) {
    if let Ok(vocabulary) = serde_json::from_slice::<Vocabulary>(bytes) {
        find_words(&vocabulary);
    }
}

fn find_words(vocabulary: &Vocabulary) {
    for word in ["[CLS]", "the", "s", "", "é", "数"] {
        let _ = vocabulary.id(word, Place::First);
        let _ = vocabulary.id(word, Place::Continuing);
    }
}
