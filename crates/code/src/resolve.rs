//! What a call means: which symbols it may reach, and how that is known.

use serde::Serialize;

use crate::error::Result;
use crate::imported::HOPS_MAX;
use crate::members::NAMESAKES_MAX;
use crate::modules::family;
use crate::project::{Place, Project, is_target};
use crate::symbol::{Call, Import, Kind, Parsed, Symbol, is_self};

/// How it is known what a call means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// A name of the same file or package.
    Direct,
    /// A method of the same object or class.
    Method,
    /// A name that is imported.
    Import,
    /// A name alone, which few symbols have.
    Unresolved,
}

impl How {
    /// Returns how sure it is, 0 to 1.
    pub const fn confidence(self) -> f64 {
        match self {
            Self::Direct => 1.0,
            Self::Method => 0.95,
            Self::Import => 0.9,
            Self::Unresolved => 0.5,
        }
    }
}

impl Project<'_> {
    /// Returns what a call in a file reaches.
    pub fn resolve(&self, file: usize, call: &Call) -> Result<Vec<(Place, How)>> {
        let said = self.said(file)?;
        let within = call.within.and_then(|at| said.symbols.get(at as usize));
        let known = if call.on.is_empty() {
            self.plain(file, call, within)?
        } else {
            self.on_receiver(file, call, within)?
        };
        if !known.is_empty() {
            return Ok(known);
        }
        if self.is_from_elsewhere(file, &said, call) {
            return Ok(Vec::new());
        }
        let namesakes = self.namesakes(&call.callee, self.language(file))?;
        // A method is called on something, a function is not.
        let fits = |(file, at): &Place| {
            let is_method = self.said(*file).is_ok_and(|it| it.symbols[*at].kind == Kind::Method);
            is_method != call.on.is_empty() || self.has_implicit_self(*file)
        };
        let fitting: Vec<Place> = namesakes.into_iter().filter(fits).collect();
        let is_few = fitting.len() <= NAMESAKES_MAX;
        Ok(fitting.into_iter().filter(|_| is_few).map(|it| (it, How::Unresolved)).collect())
    }

    /// Whether a call begins with a name that comes from a module of another project, in the
    /// languages whose imports name modules.
    fn is_from_elsewhere(&self, file: usize, said: &Parsed, call: &Call) -> bool {
        if !matches!(family(self.language(file)), "javascript" | "python" | "rust" | "go") {
            return false;
        }
        let path = if call.on.is_empty() { &call.callee } else { &call.on };
        let first = path.split(['.', ':']).next().unwrap_or_default();
        let mut imports = said.imports.iter().filter(|import| {
            let begin = import.name.split('.').next().unwrap_or_default();
            !import.from.is_empty() && !begin.is_empty() && begin == first
        });
        imports.any(|it| self.paths.module(file, self.language(file), &it.from).is_empty())
    }

    /// Whether methods are called by their name alone.
    fn has_implicit_self(&self, file: usize) -> bool {
        matches!(self.language(file), "java" | "c#" | "c++" | "ruby")
    }

    fn plain(
        &self,
        file: usize,
        call: &Call,
        within: Option<&Symbol>,
    ) -> Result<Vec<(Place, How)>> {
        let name = &call.callee;
        if let Some(symbol) = within.filter(|_| self.has_implicit_self(file)) {
            let own = self.method(file, symbol.parent(), name, HOPS_MAX)?;
            if !own.is_empty() {
                return Ok(with(own, How::Method));
            }
        }
        let around = within.map_or("", |symbol| symbol.qualified.as_str());
        let found = self.in_file(file, |it| {
            let is_seen = it.kind != Kind::Method && around.starts_with(it.parent());
            it.name == *name && is_target(it.kind) && is_seen
        })?;
        if !found.is_empty() {
            return Ok(with(self.innermost(found)?, How::Direct));
        }
        let imported = self.imported(file, name, HOPS_MAX)?;
        if !imported.is_empty() {
            return Ok(with(imported, How::Import));
        }
        let mut found = Vec::new();
        if matches!(self.language(file), "go" | "java") {
            for beside in self.paths.beside(file).iter().filter(|it| **it != file) {
                found.extend(self.in_file(*beside, |it| {
                    it.name == *name && is_target(it.kind) && it.parent().is_empty()
                })?);
            }
        }
        Ok(with(found, How::Direct))
    }

    /// Returns those that stand the deepest: they hide the others. Overloads are of one name.
    fn innermost(&self, found: Vec<Place>) -> Result<Vec<Place>> {
        let mut depths = Vec::new();
        for place in found {
            depths.push((self.symbol(place)?.qualified.len(), place));
        }
        let deepest = depths.iter().map(|(depth, _)| *depth).max();
        Ok(depths.into_iter().filter(|it| Some(it.0) == deepest).map(|it| it.1).collect())
    }

    fn on_receiver(
        &self,
        file: usize,
        call: &Call,
        within: Option<&Symbol>,
    ) -> Result<Vec<(Place, How)>> {
        let joint = self.joint(file);
        let mut path: Vec<&str> =
            call.on.split(['.', ':', '\\']).filter(|it| !it.is_empty()).collect();
        let Some(first) = path.first().copied() else { return Ok(Vec::new()) };
        if is_self(first) && path.len() == 1 && !(first == "self" && call.on.ends_with("::")) {
            let class = within.map_or("", |symbol| self.class_of(file, symbol));
            let from = if matches!(first, "super" | "parent") {
                self.bases(file, class)?
            } else {
                vec![(file, class.to_owned())]
            };
            for (file, class) in from {
                let found = self.method(file, &class, &call.callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(with(found, How::Method));
                }
            }
            if first != "super" || self.language(file) != "rust" {
                return Ok(Vec::new());
            }
        }
        if self.language(file) == "rust" && matches!(first, "crate" | "super" | "self") {
            return self.rust_path(file, &call.on, &call.callee);
        }
        // A class of this file.
        let class = path.join(joint);
        let own = self.method(file, &class, &call.callee, HOPS_MAX)?;
        if let Some((found, _)) = own.first() {
            let how = if *found == file { How::Direct } else { How::Import };
            return Ok(with(own, how));
        }
        let said = self.said(file)?;
        let imports = said.imports.iter().filter(|it| {
            it.name == first
                || it.name.rsplit(['.', '/']).next() == Some(first) && it.imported.is_empty()
                || call.on.starts_with(&it.name) && it.name.contains('.')
        });
        for import in imports {
            let rest: Vec<&str> = match call.on.strip_prefix(&import.name) {
                Some(rest) if import.name.contains('.') => {
                    rest.split('.').filter(|it| !it.is_empty()).collect()
                }
                _ => path[1..].to_vec(),
            };
            let found = self.through(file, import, &rest, &call.callee)?;
            if !found.is_empty() {
                return Ok(with(found, How::Import));
            }
        }
        if self.language(file) == "rust" {
            let found = self.rust_path(file, &call.on, &call.callee)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        // A type that is known by its name in the whole project.
        let class = path.pop().unwrap_or_default();
        if class.starts_with(char::is_uppercase) {
            let mut found = Vec::new();
            for place in self.namesakes(&call.callee, self.language(file))? {
                let symbol = self.symbol(place)?;
                let parent = symbol.parent();
                if parent == class || parent.ends_with(&format!("{joint}{class}")) {
                    found.push(place);
                }
            }
            return Ok(with(found, How::Import));
        }
        Ok(Vec::new())
    }

    /// Follows an import to a name in it: of a module, or of a class that is imported.
    fn through(
        &self,
        file: usize,
        import: &Import,
        rest: &[&str],
        callee: &str,
    ) -> Result<Vec<Place>> {
        let language = self.language(file);
        if !import.imported.is_empty() {
            for (at, symbol) in self.classes(file, &import.name)? {
                let mut class = vec![symbol.qualified.as_str()];
                class.extend(rest);
                let found = self.method(at, &class.join(self.joint(at)), callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        let joint = if language == "rust" { "::" } else { "." };
        let mut module = vec![import.from.trim_end_matches('.')];
        if !import.imported.is_empty() {
            module.push(&import.imported);
        }
        let whole = if import.from.ends_with('.') {
            format!("{}{}", import.from, import.imported)
        } else {
            module.join(joint)
        };
        // The rest of the path may be modules too, or a class.
        for count in (0..=rest.len()).rev() {
            let path = std::iter::once(whole.as_str()).chain(rest[..count].iter().copied());
            let path = if language == "go" || family(language) == "javascript" {
                whole.clone()
            } else {
                path.collect::<Vec<_>>().join(joint)
            };
            for module in self.paths.module(file, language, &path) {
                let class = rest[count..].join(self.joint(module));
                let found = if class.is_empty() {
                    self.exported(module, callee, callee, HOPS_MAX)?
                } else {
                    self.method(module, &class, callee, HOPS_MAX)?
                };
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(Vec::new())
    }

    fn classes(&self, file: usize, name: &str) -> Result<Vec<(usize, Symbol)>> {
        let mut found = Vec::new();
        for place in self.imported(file, name, HOPS_MAX)? {
            found.push((place.0, self.symbol(place)?));
        }
        Ok(found)
    }

    /// Resolves a path of Rust: the file of its modules, and there a function or a type's method.
    fn rust_path(&self, file: usize, path: &str, callee: &str) -> Result<Vec<(Place, How)>> {
        let how = if matches!(path, "self") { How::Direct } else { How::Import };
        for module in self.paths.module(file, "rust", path) {
            let class = path.rsplit("::").next().unwrap_or_default();
            if class.starts_with(char::is_uppercase) {
                let found = self.method(module, class, callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(with(found, how));
                }
            }
            let found = self.exported(module, callee, callee, HOPS_MAX)?;
            if !found.is_empty() {
                return Ok(with(found, how));
            }
        }
        Ok(Vec::new())
    }
}

fn with(found: Vec<Place>, how: How) -> Vec<(Place, How)> {
    found.into_iter().map(|place| (place, how)).collect()
}
