//! What is going on, on standard error: one line redrawn on a terminal, now and then elsewhere.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// Says what is going on.
pub struct Progress {
    every: Duration,
    told: Instant,
    on_terminal: bool,
}

impl Progress {
    /// Starts silent.
    pub fn new() -> Self {
        let on_terminal = std::io::stderr().is_terminal();
        let every = Duration::from_millis(if on_terminal { 200 } else { 30_000 });
        Self { every, told: Instant::now(), on_terminal }
    }

    /// Shows a line, unless one was shown a moment ago.
    pub fn tell(&mut self, line: &str) {
        if self.told.elapsed() < self.every {
            return;
        }
        self.told = Instant::now();
        if self.on_terminal {
            eprint!("\r\x1b[2K{line}");
        } else {
            eprintln!("{line}");
        }
    }

    /// Takes the line away before something else is printed.
    pub fn clear(&self) {
        if self.on_terminal {
            eprint!("\r\x1b[2K");
        }
    }
}
