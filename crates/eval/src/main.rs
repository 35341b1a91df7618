//! Evaluates Mementor's search and gate on sets of questions, through its own ingest and search.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod inputs;
mod options;
mod run;

mod corpus;
mod product;
mod stored;
mod workspace;

mod ids;
mod question;
mod rows;
mod sets;

mod answered;
mod baseline;
mod context;
mod dump;
mod faults;
mod fit;
mod gate;
mod metrics;
mod ranking;
mod record;
mod thresholds;

mod failure;
mod progress;
mod replay;
mod report;
mod signals;
mod table;

use std::process::ExitCode;

use failure::Result;
use options::Options;

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1)).and_then(obey) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

fn obey(options: Option<Options>) -> Result<()> {
    if let Some(options) = options {
        return run::evaluate(&options);
    }
    println!("{}", options::USAGE);
    Ok(())
}
