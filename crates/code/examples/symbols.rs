//! Prints what is read of files, a line of JSON for each: for `bench/code.mjs`, and to look at.

use std::path::Path;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Some(language) = mementor_code::language_of(Path::new(&path)) else { continue };
        let parsed = mementor_code::parse(&text, language);
        let row = serde_json::json!({
            "path": path,
            "symbols": parsed.symbols,
            "calls": parsed.calls,
            "imports": parsed.imports,
            "brokenAt": parsed.broken_at,
        });
        #[expect(clippy::print_stdout, reason = "it is what it is for")]
        {
            println!("{row}");
        }
    }
}
