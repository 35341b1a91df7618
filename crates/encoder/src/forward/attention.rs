//! Attention of one head.

use super::LINES_HEAD;
use crate::functions::exp;
use crate::kernel::Instructions;
use crate::lanes::{Lanes, Line};

/// Width of a head.
const HEAD: usize = LINES_HEAD * 16;

/// One head's queries, of the first tokens or all, and keys and values of all tokens.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub queries: &'a [[Line; LINES_HEAD]],
    pub keys: &'a [[Line; LINES_HEAD]],
    pub values: &'a [[Line; LINES_HEAD]],
}

/// What attention writes in between.
#[derive(Debug, Default)]
pub struct Room {
    /// For sixteen tokens each: their keys, the first numbers of all of them first.
    tiles: Vec<[Line; HEAD]>,
    /// For some queries each: how similar each key is.
    scores: Vec<Line>,
}

/// Calls `put` with each token that has a query, half of the head and what attention gives.
#[inline(always)]
pub fn attend<I: Instructions>(
    simd: I,
    parts: Parts,
    room: &mut Room,
    mut put: impl FnMut(usize, usize, I::Lanes),
) {
    let tokens = parts.keys.len();
    room.tiles.resize(tokens.div_ceil(16), [[0.0; 16]; HEAD]);
    for (tile, keys) in room.tiles.iter_mut().zip(parts.keys.chunks(16)) {
        for (token, key) in keys.iter().enumerate() {
            for (line, number) in tile.iter_mut().zip(key.as_flattened()) {
                line[token] = *number;
            }
        }
    }
    let (queries, mut first) = (parts.queries.len(), 0);
    while first < queries {
        let left = queries - first;
        first += match I::QUERIES {
            6 if left >= 6 => attend_some::<I, 6>(simd, parts, first, room, &mut put),
            _ => attend_some::<I, 1>(simd, parts, first, room, &mut put),
        };
        // The last queries once more, together, instead of one by one.
        if first < queries && queries - first < I::QUERIES && queries >= I::QUERIES {
            first = queries - I::QUERIES;
        }
    }
}

/// Does R queries and returns R.
#[inline(always)]
fn attend_some<I: Instructions, const R: usize>(
    simd: I,
    parts: Parts,
    first: usize,
    room: &mut Room,
    put: &mut impl FnMut(usize, usize, I::Lanes),
) -> usize {
    let Room { tiles, scores } = room;
    let (tokens, width) = (parts.values.len(), tiles.len());
    scores.resize(R * width, [0.0; 16]);
    let Some(queries) = parts.queries[first..].first_chunk::<R>() else { return R };
    score(simd, queries, tiles, scores);

    let mut factors = [0.0; R];
    for (row, factor) in scores.chunks_exact_mut(width).zip(&mut factors) {
        // No token there: e to the power of the least is nothing.
        row.as_flattened_mut()[tokens..].fill(f32::MIN);
        let mut greatest = simd.splat(f32::MIN);
        for line in &*row {
            greatest = greatest.max(simd.load(line));
        }
        let greatest = simd.splat(greatest.greatest());
        let mut sum = simd.splat(0.0);
        for line in row {
            let power = exp(simd, simd.load(line).sub(greatest));
            power.store(line);
            sum = sum.add(power);
        }
        *factor = 1.0 / sum.sum();
    }

    let weights: [&[f32]; R] =
        std::array::from_fn(|r| &scores[r * width..(r + 1) * width].as_flattened()[..tokens]);
    let mut put = |r: usize, line, sum: I::Lanes| {
        put(first + r, line, sum.mul(simd.splat(factors[r])));
    };
    let mut line = 0;
    while line < LINES_HEAD {
        line += match (LINES_HEAD - line).min(I::LINES) {
            2.. => weigh_some::<I, R, 2>(simd, &weights, parts.values, line, &mut put),
            _ => weigh_some::<I, R, 1>(simd, &weights, parts.values, line, &mut put),
        };
    }
    R
}

/// Adds up C lines of all values, as R queries weigh them. Calls `put` with each query's number,
/// line and sum, and returns C.
#[inline(always)]
fn weigh_some<I: Instructions, const R: usize, const C: usize>(
    simd: I,
    weights: &[&[f32]; R],
    values: &[[Line; LINES_HEAD]],
    first: usize,
    put: &mut impl FnMut(usize, usize, I::Lanes),
) -> usize {
    let mut sums = [[simd.splat(0.0); C]; R];
    for (token, value) in values.iter().enumerate() {
        let mut lines = [simd.splat(0.0); C];
        for (line, value) in lines.iter_mut().zip(&value[first..]) {
            *line = simd.load(value);
        }
        for (sums, weights) in sums.iter_mut().zip(weights) {
            let weight = simd.splat(weights[token]);
            for (sum, line) in sums.iter_mut().zip(lines) {
                *sum = weight.mul_add(line, *sum);
            }
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        for (line, sum) in sums.iter().enumerate() {
            put(r, first + line, *sum);
        }
    }
    C
}

/// Multiplies R queries with all keys.
#[inline(always)]
fn score<I: Instructions, const R: usize>(
    simd: I,
    queries: &[[Line; LINES_HEAD]; R],
    tiles: &[[Line; HEAD]],
    scores: &mut [Line],
) {
    let width = tiles.len();
    let mut at = 0;
    while at < width {
        let rest = &tiles[at..];
        at += match rest.len().min(I::LINES) {
            4 => score_some::<I, R, 4>(simd, queries, rest, &mut scores[at..], width),
            3 => score_some::<I, R, 3>(simd, queries, rest, &mut scores[at..], width),
            2 => score_some::<I, R, 2>(simd, queries, rest, &mut scores[at..], width),
            _ => score_some::<I, R, 1>(simd, queries, rest, &mut scores[at..], width),
        };
    }
}

/// Multiplies R queries with the first C tiles, and returns C.
#[inline(always)]
fn score_some<I: Instructions, const R: usize, const C: usize>(
    simd: I,
    queries: &[[Line; LINES_HEAD]; R],
    tiles: &[[Line; HEAD]],
    scores: &mut [Line],
    width: usize,
) -> usize {
    let Some(tiles) = tiles.first_chunk::<C>() else { return C };
    let mut sums = [[simd.splat(0.0); C]; R];
    for number in 0..HEAD {
        let mut keys = [simd.splat(0.0); C];
        for (key, tile) in keys.iter_mut().zip(tiles) {
            *key = simd.load(&tile[number]);
        }
        for (sums, query) in sums.iter_mut().zip(queries) {
            let query = simd.splat(query[number / 16][number % 16]);
            for (sum, key) in sums.iter_mut().zip(keys) {
                *sum = query.mul_add(key, *sum);
            }
        }
    }
    for (row, sums) in scores.chunks_mut(width).zip(&sums) {
        for (score, sum) in row.iter_mut().zip(sums) {
            sum.store(score);
        }
    }
    C
}
