//! What a name means that a file takes from another, or offers to others.

use crate::error::Result;
use crate::modules::family;
use crate::project::{Place, Project, is_target};
use crate::symbol::{Import, Kind};

/// How far re-exports and base classes are followed.
pub const HOPS_MAX: usize = 6;

impl Project<'_> {
    /// Returns what a name means that a file imports.
    pub fn imported(&self, file: usize, name: &str, hops: usize) -> Result<Vec<Place>> {
        if hops == 0 {
            return Ok(Vec::new());
        }
        let said = self.said(file)?;
        for import in said.imports.iter().filter(|it| it.name == name && !it.imported.is_empty()) {
            if import.from.is_empty() && import.imported != name {
                return self.exported(file, &import.imported, name, hops - 1);
            }
            for module in self.paths.module(file, self.language(file), &import.from) {
                let found = self.exported(module, &import.imported, name, hops - 1)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            // In Java, a class is a file.
            let whole = format!("{}.{}", import.from, import.imported);
            if matches!(self.language(file), "java" | "python") {
                for module in self.paths.module(file, self.language(file), &whole) {
                    let found = self.exported(module, name, name, hops - 1)?;
                    if !found.is_empty() {
                        return Ok(found);
                    }
                }
            }
        }
        let is_all = |it: &&Import| {
            it.name.is_empty()
                || it.imported.is_empty()
                    && matches!(family(self.language(file)), "c" | "ruby" | "shell")
        };
        for import in said.imports.iter().filter(is_all) {
            for module in self.paths.module(file, self.language(file), &import.from) {
                if module == file {
                    continue;
                }
                let found = self.exported(module, name, name, hops - 1)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Returns what a file offers under a name; `here` is what the importer calls it.
    pub fn exported(&self, file: usize, name: &str, here: &str, hops: usize) -> Result<Vec<Place>> {
        let of_name = |name: &str| {
            self.in_file(file, |it| {
                it.name == name
                    && (is_target(it.kind) || it.kind.is_value())
                    && it.kind != Kind::Method
            })
        };
        let found = of_name(name)?;
        if !found.is_empty() {
            return self.outermost(found);
        }
        let found = self.imported(file, name, hops)?;
        if !found.is_empty() || name != "default" {
            return Ok(found);
        }
        of_name(here)
    }

    fn outermost(&self, found: Vec<Place>) -> Result<Vec<Place>> {
        let mut depths = Vec::new();
        for place in found {
            depths.push((self.symbol(place)?.qualified.len(), place));
        }
        let least = depths.iter().map(|(depth, _)| *depth).min();
        Ok(depths.into_iter().filter(|it| Some(it.0) == least).map(|it| it.1).collect())
    }
}
