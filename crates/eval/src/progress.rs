//! Shows progress on standard error: one line that is redrawn on a terminal, occasional lines
//! elsewhere.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// The progress display.
pub struct Progress {
    every: Duration,
    told: Instant,
    on_terminal: bool,
}

impl Progress {
    /// Creates a display that shows nothing yet.
    pub fn new() -> Self {
        let on_terminal = std::io::stderr().is_terminal();
        let every = Duration::from_millis(if on_terminal { 200 } else { 30_000 });
        Self { every, told: Instant::now(), on_terminal }
    }

    /// Shows a line, unless one was shown just before.
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

    /// Erases the line before other output.
    pub fn clear(&self) {
        if self.on_terminal {
            eprint!("\r\x1b[2K");
        }
    }
}
