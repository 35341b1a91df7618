//! Vector search: the product and its peers on the same vectors and queries.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::clock::{Cost, milliseconds};
use crate::exact;
use crate::failure::Result;
use crate::grow::unknown;
use crate::options::Options;
use crate::peers::Nearest;
#[cfg(all(unix, not(target_env = "musl")))]
use crate::peers::sqlite_vec::SqliteVec;
use crate::peers::sqlite_vector::{Reading, SqliteVector};
use crate::product::{Product, project_of};
use crate::vectors::Vectors;
use crate::warm;

const K: usize = 10;

/// Measures warm engines in one process. Returns for each engine `{ wallMs: [], cpuMs: [], recall,
/// openMs }`.
pub fn warm(options: &Options) -> Result<Value> {
    let names = options.list("engines")?;
    let (size, projects) = (options.number("size")?, options.number_or("projects", 1)?);
    let vectors = Vectors::of(options)?;
    let count = options.number("queries")?;
    let queries: Vec<Vec<f32>> = (0..count).map(|index| vectors.asked(index)).collect();
    let in_scope = (0..size).filter(|&index| project_of(index, projects) == 0);
    let truth = exact::nearest(&vectors, &queries, in_scope, K);
    let (mut engines, mut open_ms) = (Vec::new(), Vec::new());
    for name in &names {
        let (cost, engine) = Cost::of(|| open(options, name, true));
        engines.push(engine?);
        open_ms.push(milliseconds(cost.wall));
    }
    let mut recall = vec![0.0; engines.len()];
    let samples = warm::measure(
        &mut engines,
        queries.len(),
        |engine, number| match queries.get(number) {
            Some(query) => engine.nearest(query, K),
            None => engine.nearest(&vectors.asked(u64::MAX - number as u64), K),
        },
        |engine, number, found| {
            recall[engine] += exact::recall(&truth[number], &found) / queries.len() as f64;
        },
    )?;
    let results = names.into_iter().enumerate().map(|(at, name)| {
        let mut result = samples[at].json();
        result["recall"] = json!(recall[at]);
        result["openMs"] = json!(open_ms[at]);
        (name, result)
    });
    Ok(Value::Object(results.collect::<Map<_, _>>()))
}

/// Measures one engine in this fresh process: opening it and running the first query. Returns `{
/// wallMs, cpuMs }`.
pub fn cold(options: &Options) -> Result<Value> {
    let query = Vectors::of(options)?.asked(0);
    let (cost, found) =
        Cost::of(|| open(options, options.text("engine")?, false)?.nearest(&query, K));
    found?;
    Ok(json!({ "wallMs": milliseconds(cost.wall), "cpuMs": milliseconds(cost.cpu) }))
}

/// Opens an engine. With `long_lived`, the product caches vectors like a process that answers many
/// queries.
fn open(options: &Options, engine: &str, long_lived: bool) -> Result<Box<dyn Nearest>> {
    let dir = options.path("dir")?;
    let projects = options.number_or("projects", 1)?;
    let sqlite_vector = |reading| -> Result<Box<dyn Nearest>> {
        let extension = options.path("extension")?;
        Ok(Box::new(SqliteVector::open(&dir, Path::new(&extension), reading, projects)?))
    };
    match engine {
        "product" => {
            let mut product = Product::open(&dir, &options.path("models")?)?;
            if long_lived {
                product.keep_vectors()?;
            }
            Ok(Box::new(product))
        }
        #[cfg(all(unix, not(target_env = "musl")))]
        "sqlite-vec" => Ok(Box::new(SqliteVec::open(&dir, projects)?)),
        "sqlite-vector" => sqlite_vector(Reading::Stored),
        "sqlite-vector-preloaded" => sqlite_vector(Reading::Preloaded),
        other => Err(unknown(other)),
    }
}
