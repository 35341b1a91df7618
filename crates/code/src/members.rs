//! The methods of classes, and of what they extend.

use crate::error::Result;
use crate::imported::HOPS_MAX;
use crate::project::{Place, Project, is_target};
use crate::symbol::Symbol;

/// More symbols of a name than this, and a call of it alone says nothing.
pub const NAMESAKES_MAX: usize = 3;

impl Project<'_> {
    /// Returns the class that a symbol stands in: a function in a method is in the method's class.
    pub fn class_of<'q>(&self, file: usize, symbol: &'q Symbol) -> &'q str {
        let mut class = symbol.parent();
        if let Ok(said) = self.said(file) {
            while let Some(outer) = said.symbols.iter().find(|it| it.qualified == class) {
                if !outer.kind.is_callable() {
                    break;
                }
                let shorter = outer.parent().len();
                class = &class[..shorter];
            }
        }
        if symbol.kind.has_members() { &symbol.qualified } else { class }
    }

    /// Returns a method of a class, or of what it extends.
    pub fn method(&self, file: usize, class: &str, name: &str, hops: usize) -> Result<Vec<Place>> {
        if class.is_empty() || hops == 0 {
            return Ok(Vec::new());
        }
        let whole = format!("{class}{}{name}", self.joint(file));
        let found = self.in_file(file, |it| it.qualified == whole && is_target(it.kind))?;
        if !found.is_empty() {
            return Ok(found);
        }
        for (file, base) in self.bases(file, class)? {
            let found = self.method(file, &base, name, hops - 1)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        if !matches!(self.language(file), "rust" | "go" | "c++" | "c#") {
            return Ok(Vec::new());
        }
        // The blocks of one type may stand in several files.
        let mut found = Vec::new();
        for place in self.namesakes(name, self.language(file))? {
            let symbol = self.symbol(place)?;
            let same = symbol.parent() == class;
            if same && place.0 != file {
                found.push(place);
            }
        }
        Ok(if found.len() <= NAMESAKES_MAX { found } else { Vec::new() })
    }

    /// Returns what a class extends, each with its file.
    pub fn bases(&self, file: usize, class: &str) -> Result<Vec<(usize, String)>> {
        let said = self.said(file)?;
        let name = class.rsplit(['.', ':']).next().unwrap_or_default();
        let mut found = Vec::new();
        for (_, base) in said.inherits.iter().filter(|(heir, _)| heir == name) {
            let base = base.rsplit(['.', ':']).next().unwrap_or_default();
            let own = self.in_file(file, |it| it.name == base && it.kind.has_members())?;
            let places = if own.is_empty() { self.imported(file, base, HOPS_MAX)? } else { own };
            for place in places {
                found.push((place.0, self.symbol(place)?.qualified));
            }
        }
        Ok(found)
    }
}
