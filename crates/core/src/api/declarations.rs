//! Types of Rust as declarations of TypeScript, in the folder `native`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use regex::Regex;
use ts_rs::{Config, TS, TypeVisitor};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../native");

/// Declarations by their names.
pub struct Declared {
    config: Config,
    pub types: BTreeMap<String, String>,
}

impl Default for Declared {
    fn default() -> Self {
        Self { config: Config::new().with_large_int("number"), types: BTreeMap::new() }
    }
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What TypeScript has itself has no place of its own.
        if T::output_path().is_none() || self.types.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let text = format!("{docs}export {}\n", T::decl(&self.config));
        self.types.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
    }
}

/// Returns the declarations of types, and of all that they hold, by their names.
macro_rules! declared {
    ($($row:ty),* $(,)?) => {{
        let mut declared = Declared::default();
        $(ts_rs::TypeVisitor::visit::<$row>(&mut declared);)*
        declared.types
    }};
}

pub(crate) use declared;

/// Puts a short comment on one line, and leaves out blanks at the ends of lines.
pub fn tidied(declaration: &str) -> String {
    let short = Regex::new(r"/\*\*\n \* (.*)\n \*/").expect("a valid expression");
    let lines = declaration.lines().map(|line| line.trim_end().to_owned() + "\n");
    short.replace_all(&lines.collect::<String>(), "/** $1 */").into_owned()
}

/// Whether a file is as it is made; else it is written anew.
pub fn is_made(name: &str, made: &str) -> bool {
    let path = Path::new(FOLDER).join(name);
    let is_made = fs::read_to_string(&path).is_ok_and(|written| written == made);
    if !is_made {
        fs::write(path, made).expect("a writable folder");
    }
    is_made
}
