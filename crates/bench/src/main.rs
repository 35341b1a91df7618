//! Benchmarks the product and its peers. Each measurement is a subcommand that prints one line of
//! JSON, so that cold measurements can run in a process of their own. `npm run bench` runs, repeats
//! and interleaves them and formats the results as tables.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod clock;
mod failure;
mod options;

mod author;
mod models;
mod random;
mod synthetic;
mod transcripts;
mod vectors;

mod peers;
mod product;

mod bandwidth;
mod embedding;
mod exact;
mod grow;
mod ingest;
mod kernels;
mod nearest;
mod spawn;
mod vector_files;
mod warm;
mod words;

use std::process::ExitCode;

use failure::{Failure, Result};
use options::Options;
use serde_json::{Value, json};

const USAGE: &str = "\
Measures one thing and prints one line of JSON; `npm run bench` runs them all

Usage: mementor-bench <measurement> [--name value]...

Data
  prompts      --models DIR --count N
  transcripts  --models DIR --to DIR --megabytes N
  vectors      --models DIR --home DIR --chunks N --vectors DIR
  grow         --engine ENGINE --models DIR --dir DIR --from N --to N
               [--projects N] [--extension FILE] [--vectors DIR]
Vectors
  nearest      --engines LIST --models DIR --dir DIR --size N --queries N
               [--projects N] [--extension FILE] [--vectors DIR]
  nearest-cold --engine ENGINE --models DIR --dir DIR [--extension FILE]
  bandwidth
Full text
  words        --engines LIST --models DIR --dir DIR --queries N
  words-cold   --engine ENGINE --models DIR --dir DIR [--queries N]
Transcripts
  ingest       --models DIR --home DIR --transcripts DIR
  parse        --transcripts DIR
  embedding    --models DIR --home DIR --chunks N [--onnxruntime FILE]
Processes
  spawn        [--stdin FILE] [--orphans yes] -- COMMAND [ARGUMENT]...
  noop
About
  machine";

fn main() -> ExitCode {
    let measured = Options::parse(std::env::args().skip(1)).and_then(|options| measure(&options));
    match measured {
        Ok(found) => {
            println!("{found}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

fn measure(options: &Options) -> Result<Value> {
    match options.measurement.as_str() {
        "prompts" => author::prompts(options),
        "transcripts" => transcripts::write(options),
        "vectors" => vector_files::embed(options),
        "grow" => grow::grow(options),
        "nearest" => nearest::warm(options),
        "nearest-cold" => nearest::cold(options),
        "bandwidth" => Ok(bandwidth::measure()),
        "words" => words::warm(options),
        "words-cold" => words::cold(options),
        "ingest" => ingest::product(options),
        "parse" => ingest::bare(options),
        "embedding" => embedding::measure(options),
        "spawn" => spawn::spawn(options),
        "noop" => Ok(json!({})),
        "machine" => Ok(machine()),
        other => Err(Failure::new(format!("no measurement `{other}`\n\n{USAGE}"))),
    }
}

/// Returns the properties of the machine and of the linked libraries that determine speed.
fn machine() -> Value {
    json!({
        "simd": simd(),
        "sqlite": rusqlite::version(),
        "linked": peers::LINKED,
        "threads": std::thread::available_parallelism().map_or(1, usize::from),
    })
}

/// Returns the widest SIMD extension of this processor that the kernels distinguish.
fn simd() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        if wide && is_x86_feature_detected!("avx512vnni") {
            "AVX-512 VNNI"
        } else if wide {
            "AVX-512"
        } else if is_x86_feature_detected!("avx2") {
            "AVX2"
        } else {
            "SSE2"
        }
    }
    #[cfg(target_arch = "aarch64")]
    {
        if std::arch::is_aarch64_feature_detected!("dotprod") { "NEON dotprod" } else { "NEON" }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        "none"
    }
}
