//! Compares every variant with the definition, and the variants with each other on arbitrary bytes.

use proptest::prelude::*;

use super::*;
use crate::vector::samples::{dot, unit, vector};
use crate::vector::{Code, VectorBlock, VectorQuery, encode, padded, rotate};

/// Computes the estimate by its definition, in floating point.
fn defined(query: &[f32], centre: &[f32], code: Code) -> f32 {
    let query = rotate(query);
    let residual: Vec<f32> = code.components().zip(centre).map(|(x, c)| x - c).collect();
    let sum: f32 = residual.iter().map(|x| x.abs()).sum();
    let signs = residual.iter().map(|&x| if x > 0.0 { 1.0 } else { -1.0 });
    let signed: f32 = signs.zip(query.iter().zip(centre)).map(|(s, (q, c))| s * (q - c)).sum();
    let factor = dot(&residual, &residual) / sum.max(1e-9);
    dot(&query, centre) + dot(&residual, centre) + factor * signed
}

fn code(bytes: &[u8]) -> Code<'_> {
    Code::read(bytes, Code::padded(bytes)).expect("just written")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_variant_estimates_what_is_defined(
        (query, centre, vectors) in prop::sample::select(vec![37_usize, 64, 384, 1024, 1536])
            .prop_flat_map(|length| (
                vector(length),
                vector(length),
                prop::collection::vec(vector(length), 1..50),
            )),
        strength in 0.0_f32..0.9,
        free in 0..50_usize,
    ) {
        let centre: Vec<f32> = rotate(&centre).iter().map(|x| x * strength).collect();
        let codes: Vec<Vec<u8>> = vectors.iter().map(|vector| encode(vector)).collect();
        let mut block = VectorBlock::new(padded(query.len()));
        for (place, bytes) in codes.iter().enumerate() {
            block.put(place, code(bytes), 1, &centre);
        }
        block.clear(free);
        let tables = VectorQuery::new(&query).tables(&centre);
        for kernel in Kernel::all() {
            let mut scores = Scores::default();
            kernel.scan(block.bytes(), &tables, 0.0, &mut scores);
            for (place, &found) in scores.values().iter().enumerate() {
                let above = scores.above()[place / GROUP] >> (place % GROUP) & 1 == 1;
                prop_assert_eq!(above, found > 0.0);
                if let Some(bytes) = codes.get(place).filter(|_| place != free) {
                    let defined = defined(&query, &centre, code(bytes));
                    prop_assert!((found - defined).abs() < 0.02, "{kernel:?} {found} {defined}");
                } else {
                    prop_assert!(found < f32::MIN, "{kernel:?} {found}");
                }
            }
        }
    }

    #[test]
    fn every_variant_scans_any_bytes_alike(
        bytes in prop::collection::vec(any::<u8>(), 0..5 * group_bytes(128)),
        query in vector(100),
        threshold in -1.0_f32..1.0,
    ) {
        let tables = VectorQuery::new(&query).tables(&rotate(&unit(vec![1.0; 100])));
        let scan = |kernel: Kernel| {
            let mut scores = Scores::default();
            kernel.scan(&bytes, &tables, threshold, &mut scores);
            scores
        };
        let reference = scan(Kernel(Instructions::Portable));
        prop_assert_eq!(reference.above().len(), bytes.len() / group_bytes(128));
        for kernel in Kernel::all() {
            let found = scan(kernel);
            prop_assert_eq!(found.values(), reference.values(), "{:?}", kernel);
            prop_assert_eq!(found.above(), reference.above(), "{:?}", kernel);
        }
    }

    #[test]
    fn every_variant_multiplies_alike(
        query in prop::collection::vec(-4000_i16..4000, 0..400),
        coarse in prop::collection::vec(any::<u8>(), 0..400),
        fine in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let quarter = (query.len() / 4).min(coarse.len() / 4).min(fine.len());
        let mut defined = [0, 0];
        for at in 0..4 * quarter {
            let bits = fine[at % quarter] >> (2 * (at / quarter)) & 3;
            defined[0] += i32::from(query[at]) * i32::from(coarse[at].cast_signed());
            defined[1] += i32::from(query[at]) * i32::from(bits);
        }
        for kernel in Kernel::all() {
            prop_assert_eq!(kernel.dot(&query, &coarse, &fine), defined, "{:?}", kernel);
        }
    }

    #[test]
    fn the_similarity_with_a_stored_vector_is_close(x in vector(384), y in vector(384)) {
        let bytes = encode(&y);
        for kernel in Kernel::all() {
            let found = VectorQuery::new(&x).similarity(kernel, code(&bytes));
            prop_assert!((found - dot(&x, &y)).abs() < 1e-3, "{:?} {}", kernel, found);
        }
    }
}

#[test]
fn the_largest_products_fit() {
    for length in [64_usize, 384, 1024, 4096] {
        let mut spike = vec![0.0; length];
        spike[0] = 1.0;
        for extreme in [vec![1.0; length], spike] {
            let extreme = unit(extreme);
            let bytes = encode(&extreme);
            for kernel in Kernel::all() {
                let found = VectorQuery::new(&extreme).similarity(kernel, code(&bytes));
                assert!((found - 1.0).abs() < 0.01, "{kernel:?} {length} {found}");
            }
        }
    }
}
