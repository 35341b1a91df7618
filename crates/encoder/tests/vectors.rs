//! What the encoder makes of texts: the same bits on every path, always the same, and near to the
//! model in single precision.

mod bundled;

use bundled::{PACKED, PACKED_CLS, ids, layers, one_layer, reference};
use mementor_encoder::{Kernel, Packed, Pooling, Room};
use sha2::{Digest as _, Sha256};

fn bits(vector: &[f32]) -> Vec<u32> {
    vector.iter().map(|number| number.to_bits()).collect()
}

/// Asserts that the kernels agree on texts of these lengths.
fn assert_equal_bits(file: &[u8], kernels: &[Kernel], lengths: impl Iterator<Item = usize>) {
    let packed = Packed::read(file).expect("it was packed");
    let mut room = Room::default();
    for length in lengths {
        let ids = ids(length);
        let mut of = |kernel| bits(&packed.encoder.vector(kernel, &ids, &mut room).expect("ids"));
        let first = of(kernels[0]);
        for kernel in &kernels[1..] {
            assert!(of(*kernel) == first, "{} differs at {length} tokens", kernel.name());
        }
    }
}

/// Returns the hash of the vectors of texts of these lengths, as hexadecimal.
fn hash(file: &[u8], kernel: Kernel, lengths: impl Iterator<Item = usize>) -> String {
    let packed = Packed::read(file).expect("it was packed");
    let (mut room, mut hasher) = (Room::default(), Sha256::new());
    for length in lengths {
        for number in packed.encoder.vector(kernel, &ids(length), &mut room).expect("ids") {
            hasher.update(number.to_le_bytes());
        }
    }
    format!("{:x}", hasher.finalize())
}

/// Asserts the hash that all processors give, with the fastest path of this one.
fn assert_hash(file: &[u8], lengths: impl Iterator<Item = usize>, wanted: &str) {
    assert_eq!(hash(file, Kernel::fastest(), lengths), wanted);
}

fn fast() -> Vec<Kernel> {
    Kernel::all().filter(|kernel| kernel.name() != "portable").collect()
}

/// One layer has every operation there is, and takes a sixth of the time.
#[test]
fn fast_paths_give_the_same_bits_for_texts_of_every_length() {
    if fast().len() > 1 {
        assert_equal_bits(&one_layer(), &fast(), 1..=512);
    }
    let wanted = "2831253ac3a2cd5576a85e51a1c3bf0c20f93771eb1101b5cebffd32c06ccf54";
    assert_hash(&one_layer(), 1..=512, wanted);
}

/// An emulated processor gets this far.
#[test]
fn fast_paths_give_the_same_bits_for_some_texts() {
    let some = [1, 20, 111, 256, 512];
    if fast().len() > 1 {
        assert_equal_bits(&PACKED, &fast(), some.into_iter());
    }
    let wanted = "590e330c0a66132226c5df66c661004fa79e08509b3796f3d78f9074417a141e";
    assert_hash(&PACKED, some.into_iter(), wanted);
    assert_hash(
        &one_layer(),
        1..=64,
        "cd3609817608c69a40409a1d997ebbcf47f2538e45357fa220878c2e4a8bc1a8",
    );
}

/// The last layer computes one row alone, from the keys and values of all.
#[test]
fn the_first_tokens_vector_has_the_same_bits_on_fast_paths() {
    if fast().len() > 1 {
        assert_equal_bits(&layers(&PACKED_CLS, 1), &fast(), (1..=512).step_by(5));
        assert_equal_bits(&layers(&PACKED_CLS, 2), &fast(), (1..=64).chain([511, 512]));
    }
}

/// On short texts: the portable path takes many times as long.
#[test]
fn the_portable_path_gives_the_same_bits_as_the_fast_ones() {
    let kernels: Vec<Kernel> = Kernel::all().collect();
    assert_equal_bits(&one_layer(), &kernels, (1..=40).chain([63, 64, 65]));
    assert_equal_bits(&PACKED, &kernels, [7].into_iter());
    assert_equal_bits(&layers(&PACKED_CLS, 2), &kernels, (1..=20).step_by(3));
}

/// Who changes a bit must change `ARITHMETIC`, so that vectors of both are not taken for the same.
#[test]
fn vectors_stay_as_they_are() {
    let packed = Packed::read(&PACKED).expect("it was packed");
    let kernel = Kernel::fastest();
    let (mut room, mut hasher) = (Room::default(), Sha256::new());
    // The portable path, where there is no other, does not get far.
    for (ids, _) in reference(Pooling::Mean).iter().filter(|(ids, _)| ids.len() < 40) {
        let sum = packed.encoder.vector(kernel, ids, &mut room).expect("ids");
        for number in sum {
            hasher.update(number.to_le_bytes());
        }
    }
    assert_eq!(mementor_encoder::ARITHMETIC, "encoder 1");
    assert_eq!(
        format!("{:x}", hasher.finalize()),
        "bd487259ca56a80be522d80e5dfaec534f5b9f82b880dd3d7576a08128451063"
    );
}

#[test]
fn vectors_are_near_to_those_of_single_precision() {
    let kernel = Kernel::fastest();
    for (file, pooling) in [(&PACKED, Pooling::Mean), (&PACKED_CLS, Pooling::Cls)] {
        let packed = Packed::read(file).expect("it was packed");
        assert_eq!(packed.encoder.pooling(), pooling);
        let mut room = Room::default();
        let cosines: Vec<f32> = reference(pooling)
            .iter()
            .map(|(ids, wanted)| {
                let found = packed.encoder.vector(kernel, ids, &mut room).expect("ids");
                let product =
                    |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
                let lengths = (product(&found, &found) * product(wanted, wanted)).sqrt();
                product(&found, wanted) / lengths
            })
            .collect();
        let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
        let least = cosines.iter().copied().fold(1.0, f32::min);
        assert!(mean > 0.998 && least > 0.993, "{pooling:?}: mean {mean}, least {least}");
    }
}

#[test]
fn a_text_of_no_token_of_too_many_or_of_unknown_ones_is_refused() {
    let packed = Packed::read(&PACKED).expect("it was packed");
    let kernel = Kernel::fastest();
    for ids in [vec![], ids(513), vec![101, 30_522, 102]] {
        assert!(packed.encoder.vector(kernel, &ids, &mut Room::default()).is_err(), "{ids:?}");
    }
}
