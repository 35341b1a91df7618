//! What a row has in few bytes: pieces as numbers of variable length; symbols, calls and imports as
//! columns, compressed together. What a symbol is declared as and what its documentation says stand in
//! the file itself, where who shows them reads them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::postings::{put_number, take_number};
use crate::read::Terms;
use crate::symbol::{Call, Import, Kind, Parsed, Symbol};

/// A piece of a file as a search sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its first line, from 1.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// The symbol that it is of, by its place in the file's list.
    pub symbol: Option<u32>,
    /// Terms in its head.
    pub head: u32,
    /// Terms in its text.
    pub body: u32,
}

/// Packs pieces.
pub fn pieces(chunks: &[Terms]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut line = 0;
    for Terms { chunk, head, body, .. } in chunks {
        // Pieces are in the order of their lines.
        put_number(&mut bytes, u64::from(chunk.start.saturating_sub(line)));
        line = line.max(chunk.start);
        put_number(&mut bytes, u64::from(chunk.end.saturating_sub(chunk.start)));
        put_number(&mut bytes, chunk.symbol.map_or(0, |symbol| u64::from(symbol) + 1));
        put_number(&mut bytes, u64::from(*head));
        put_number(&mut bytes, u64::from(*body));
    }
    bytes
}

/// Reads what [`pieces`] packed.
pub fn read_pieces(mut bytes: &[u8]) -> Vec<Piece> {
    let mut line = 0;
    let read = std::iter::from_fn(|| {
        let mut number = || take_number(&mut bytes).map(|number| number as u32);
        line += number()?;
        Some(Piece {
            start: line,
            end: line.saturating_add(number()?),
            symbol: number()?.checked_sub(1),
            head: number()?,
            body: number()?,
        })
    });
    read.collect()
}

/// What a file says, a column for each field: likes beside likes are compressed well.
#[derive(Default, Serialize, Deserialize)]
struct Columns {
    qualified: Vec<String>,
    name_bytes: Vec<usize>,
    kind: Vec<Kind>,
    start: Vec<u32>,
    lines: Vec<u32>,
    callee: Vec<String>,
    on: Vec<String>,
    line: Vec<u32>,
    within: Vec<i64>,
    /// Modules, each once, and the imports from each: place of the module, name there, name here.
    modules: Vec<String>,
    imports: Vec<(usize, String, String)>,
    inherits: Vec<(String, String)>,
    broken_at: Option<u32>,
}

const LEVEL: i32 = 9;
/// Bytes of a symbol's hash that are stored: enough among the versions of one symbol.
const HASH_BYTES: usize = 5;
/// More than a file of a megabyte can say.
const SAID_BYTES_MAX: usize = 64 << 20;

/// Packs what a file says. Of calls of one name in one symbol, the first stays.
pub fn said(parsed: &Parsed) -> Vec<u8> {
    let mut columns = Columns {
        inherits: parsed.inherits.clone(),
        broken_at: parsed.broken_at,
        ..Columns::default()
    };
    let mut before = 0;
    for symbol in &parsed.symbols {
        columns.qualified.push(symbol.qualified.clone());
        columns.name_bytes.push(symbol.name.len());
        columns.kind.push(symbol.kind);
        columns.start.push(symbol.start.wrapping_sub(before));
        before = symbol.start;
        columns.lines.push(symbol.end - symbol.start.min(symbol.end));
    }
    for Import { from, imported, name } in &parsed.imports {
        let known = columns.modules.iter().position(|module| module == from);
        let module = known.unwrap_or(columns.modules.len());
        if known.is_none() {
            columns.modules.push(from.clone());
        }
        let name = if name == imported { "" } else { name };
        columns.imports.push((module, imported.clone(), name.to_owned()));
    }
    let mut known = HashSet::new();
    let mut before = 0;
    for call in &parsed.calls {
        if known.insert((&call.callee, &call.on, call.within)) {
            columns.callee.push(call.callee.clone());
            columns.on.push(call.on.clone());
            columns.line.push(call.line.wrapping_sub(before));
            before = call.line;
            columns.within.push(call.within.map_or(-1, i64::from));
        }
    }
    let mut bytes = Vec::new();
    put_number(&mut bytes, parsed.symbols.len() as u64);
    // Hashes cannot be compressed.
    for symbol in &parsed.symbols {
        bytes.extend(&symbol.hash.to_le_bytes()[..HASH_BYTES]);
    }
    let text = serde_json::to_vec(&columns).unwrap_or_default();
    bytes.extend(zstd::bulk::compress(&text, LEVEL).unwrap_or_default());
    bytes
}

/// Makes a number's bytes of those that are stored.
fn widened(bytes: &[u8]) -> [u8; 8] {
    let mut all = [0; 8];
    all[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    all
}

/// Reads what [`said`] packed; nothing of damaged bytes.
pub fn read_said(mut bytes: &[u8]) -> Parsed {
    let symbols = take_number(&mut bytes).unwrap_or_default() as usize;
    let hashes = bytes.split_off(..symbols.saturating_mul(HASH_BYTES)).unwrap_or_default();
    let hashes: Vec<&[u8]> = hashes.chunks(HASH_BYTES).collect();
    let text = zstd::bulk::Decompressor::new()
        .and_then(|mut it| it.decompress(bytes, SAID_BYTES_MAX))
        .unwrap_or_default();
    let columns: Columns = serde_json::from_slice(&text).unwrap_or_default();
    let mut parsed =
        Parsed { inherits: columns.inherits, broken_at: columns.broken_at, ..Parsed::default() };
    let imports = columns.imports.into_iter().filter_map(|(module, imported, name)| {
        let name = if name.is_empty() { imported.clone() } else { name };
        Some(Import { from: columns.modules.get(module)?.clone(), imported, name })
    });
    parsed.imports = imports.collect();
    let mut line = 0_u32;
    for (at, qualified) in columns.qualified.iter().enumerate() {
        let Some(symbol) = (|| {
            line = line.wrapping_add(*columns.start.get(at)?);
            let name = qualified.len().checked_sub(*columns.name_bytes.get(at)?)?;
            Some(Symbol {
                name: qualified.get(name..)?.to_owned(),
                qualified: qualified.clone(),
                kind: *columns.kind.get(at)?,
                signature: String::new(),
                decorators: Vec::new(),
                documentation: String::new(),
                start: line,
                end: line.saturating_add(*columns.lines.get(at)?),
                hash: hashes.get(at).map_or(0, |bytes| u64::from_le_bytes(widened(bytes))),
            })
        })() else {
            break;
        };
        parsed.symbols.push(symbol);
    }
    let mut line = 0_u32;
    let calls = columns.callee.into_iter().zip(columns.on).zip(columns.line).zip(columns.within);
    parsed.calls = calls
        .map(|(((callee, on), distance), within)| {
            line = line.wrapping_add(distance);
            Call { callee, on, line, within: u32::try_from(within).ok() }
        })
        .collect();
    parsed
}
