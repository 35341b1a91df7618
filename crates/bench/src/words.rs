//! Full-text search and the complete search, compared with FTS5 on the same texts and queries.

use serde_json::{Map, Value, json};

use crate::author::Author;
use crate::clock::{Cost, milliseconds};
use crate::failure::Result;
use crate::grow::unknown;
use crate::options::Options;
use crate::peers::fts5::Fts5;
use crate::product::{Product, QueryVector, query_vectors};
use crate::warm;

/// Number of distinct warm-up queries, which are repeated.
const WARM_UP_TEXTS: u64 = 8;

enum Engine {
    /// Words only.
    Words(Product),
    /// Words and meaning; the query is embedded in advance.
    Whole(Product),
    Fts5(Fts5),
}

impl Engine {
    fn open(options: &Options, name: &str) -> Result<Self> {
        let dir = options.path("dir")?;
        let product = || Product::open(&dir, &options.path("models")?);
        match name {
            "product-words" => Ok(Self::Words(product()?)),
            "product-whole" => Ok(Self::Whole(product()?)),
            "fts5-porter" => Ok(Self::Fts5(Fts5::open(&dir, "porter")?)),
            "fts5-unicode61" => Ok(Self::Fts5(Fts5::open(&dir, "unicode61")?)),
            other => Err(unknown(other)),
        }
    }

    fn search(&self, text: &str, vector: &QueryVector) -> Result<usize> {
        match self {
            Self::Words(product) => product.search(text, None),
            Self::Whole(product) => product.search(text, Some(vector)),
            Self::Fts5(fts5) => fts5.search(text),
        }
    }
}

/// Measures warm engines in one process. Returns for each engine `{ wallMs: [], cpuMs: [] }`, for
/// FTS5 also `matching`: the mean number of documents that contain a word of the query.
pub fn warm(options: &Options) -> Result<Value> {
    let models = options.path("models")?;
    let names = options.list("engines")?;
    let author = Author::new(&models)?;
    let count = options.number("queries")?;
    let texts: Vec<String> = (0..count + WARM_UP_TEXTS).map(|index| author.query(index)).collect();
    let vectors = query_vectors(&models, &texts)?;
    let opened = names.iter().map(|name| Engine::open(options, name));
    let mut engines = opened.collect::<Result<Vec<_>>>()?;
    let ask = |engine: &mut Engine, number: usize| {
        let number = number % texts.len();
        engine.search(&texts[number], &vectors[number])
    };
    let samples = warm::measure(&mut engines, count as usize, ask, |_, _, _| {})?;
    let mut results = Map::new();
    for ((name, engine), samples) in names.into_iter().zip(&engines).zip(&samples) {
        let mut result = samples.json();
        if let Engine::Fts5(fts5) = engine {
            let matching = texts.iter().map(|text| fts5.matching(text)).sum::<Result<u64>>()?;
            result["matching"] = json!(matching as f64 / texts.len() as f64);
        }
        results.insert(name, result);
    }
    Ok(Value::Object(results))
}

/// Measures one engine in this fresh process: opening it and running the first queries by words, one
/// unless `--queries` says more. Returns `{ wallMs, cpuMs }`.
pub fn cold(options: &Options) -> Result<Value> {
    let author = Author::new(&options.path("models")?)?;
    let count = options.number_or("queries", 1)?;
    let queries: Vec<String> = (0..count).map(|index| author.query(index)).collect();
    let (cost, found) = Cost::of(|| {
        let engine = Engine::open(options, options.text("engine")?)?;
        queries.iter().try_for_each(|query| match &engine {
            Engine::Words(product) | Engine::Whole(product) => {
                product.search(query, None).map(drop)
            }
            Engine::Fts5(fts5) => fts5.search(query).map(drop),
        })
    });
    found?;
    Ok(json!({ "wallMs": milliseconds(cost.wall), "cpuMs": milliseconds(cost.cpu) }))
}
