//! Which files a module named in an import is, by the rules of each language. Pure: it knows the
//! paths of the files, and asks no disk.

use std::collections::HashMap;

use crate::packages::Package;

/// The files of a project by their paths.
#[derive(Debug, Default)]
pub struct Paths {
    by_path: HashMap<String, usize>,
    by_name: HashMap<String, Vec<usize>>,
    by_folder: HashMap<String, Vec<usize>>,
    all: Vec<String>,
    packages: Vec<Package>,
}

/// The languages whose code can call each other.
pub fn family(language: &str) -> &str {
    match language {
        "typescript" | "tsx" => "javascript",
        "c++" => "c",
        other => other,
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Joins a path to a folder, and takes `.` and `..` out; `None` above the root.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Paths {
    /// Makes the index of some paths.
    pub fn of(paths: impl Iterator<Item = String>) -> Self {
        let mut made = Self::default();
        for (at, path) in paths.enumerate() {
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            made.by_name.entry(name).or_default().push(at);
            made.by_folder.entry(folder_of(&path).to_owned()).or_default().push(at);
            made.by_path.insert(path.clone(), at);
            made.all.push(path);
        }
        made
    }

    /// Adds the packages of the workspace, which imports name.
    pub fn with_packages(self, packages: Vec<Package>) -> Self {
        Self { packages, ..self }
    }

    /// Returns the file with a path.
    pub fn file(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// Returns the files whose path is this or ends with it, the shortest first.
    pub fn ending(&self, path: &str) -> Vec<usize> {
        let name = path.rsplit('/').next().unwrap_or_default();
        let ends = |at: &&usize| {
            let whole = &self.all[**at];
            whole.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut found: Vec<usize> =
            self.by_name.get(name).into_iter().flatten().filter(ends).copied().collect();
        found.sort_by_key(|at| (self.all[*at].len(), *at));
        found
    }

    /// Returns the other files of a file's folder.
    pub fn beside(&self, file: usize) -> &[usize] {
        self.by_folder.get(folder_of(&self.all[file])).map_or(&[], Vec::as_slice)
    }

    /// Returns the files that a module is, as a file names it.
    pub fn module(&self, file: usize, language: &str, module: &str) -> Vec<usize> {
        let here = &self.all[file];
        match family(language) {
            "javascript" => self.javascript(here, module),
            "python" => self.python(here, module),
            "rust" => self.rust(here, module).into_iter().collect(),
            "go" => self.go(module),
            "java" => self.ending(&format!("{}.java", module.replace('.', "/"))),
            "c" => {
                let beside = joined(folder_of(here), module).and_then(|path| self.file(&path));
                beside.map_or_else(|| self.ending(module), |at| vec![at])
            }
            "ruby" => self.beside_with(here, module, &["", ".rb"]),
            "shell" => self.beside_with(here, module, &["", ".sh"]),
            _ => Vec::new(),
        }
    }

    fn beside_with(&self, here: &str, module: &str, endings: &[&str]) -> Vec<usize> {
        let Some(path) = joined(folder_of(here), module) else { return Vec::new() };
        let named = endings.iter().find_map(|end| self.file(&format!("{path}{end}")));
        named.into_iter().collect()
    }

    fn javascript(&self, here: &str, module: &str) -> Vec<usize> {
        const ENDINGS: [&str; 15] = [
            "",
            ".ts",
            ".tsx",
            ".js",
            ".jsx",
            ".mjs",
            ".cjs",
            ".mts",
            ".cts",
            ".d.ts",
            "/index.ts",
            "/index.tsx",
            "/index.js",
            "/index.mjs",
            "/index.d.ts",
        ];
        if !module.starts_with('.') {
            return self.in_package(module, &ENDINGS);
        }
        let found = self.beside_with(here, module, &ENDINGS);
        // TypeScript names what its files become.
        let source = || {
            let (stem, end) = module.rsplit_once('.')?;
            let ending = match end {
                "js" | "jsx" => ["ts", "tsx"],
                "mjs" => ["mts", "ts"],
                "cjs" => ["cts", "ts"],
                _ => return None,
            };
            let mut named = ending
                .iter()
                .flat_map(|end| self.beside_with(here, &format!("{stem}.{end}"), &[""]));
            named.next()
        };
        if found.is_empty() { source().into_iter().collect() } else { found }
    }

    /// Returns the file of a package of the workspace: the one that it begins with, or one below it.
    fn in_package(&self, module: &str, endings: &[&str]) -> Vec<usize> {
        let below = |package: &&Package| {
            let rest = module.strip_prefix(package.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let packages = self.packages.iter().filter(below);
        let Some(package) = packages.max_by_key(|package| package.name.len()) else {
            return Vec::new();
        };
        let rest = module[package.name.len()..].trim_start_matches('/');
        let named: Vec<&str> = match rest {
            // What it is built to is not indexed; its source mostly lies here.
            "" => {
                package.entries.iter().map(String::as_str).chain(["src/index", "index"]).collect()
            }
            rest => vec![rest],
        };
        let places = named.into_iter().flat_map(|path| [path.to_owned(), format!("src/{path}")]);
        let mut found = places.filter_map(|path| {
            let path = joined(&package.folder, &path)?;
            endings.iter().find_map(|end| self.file(&format!("{path}{end}")))
        });
        found.next().into_iter().collect()
    }

    fn python(&self, here: &str, module: &str) -> Vec<usize> {
        let dots = module.len() - module.trim_start_matches('.').len();
        let path = module[dots..].replace('.', "/");
        let files = |path: &str| {
            [format!("{path}.py"), format!("{path}/__init__.py"), format!("{path}.pyi")]
        };
        if dots == 0 {
            let named = files(&path).into_iter().map(|path| self.ending(&path));
            return named.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        }
        let folder = format!("{}{}", "../".repeat(dots - 1), path);
        let Some(path) = joined(folder_of(here), &folder) else { return Vec::new() };
        let path = path.trim_end_matches('/');
        let own =
            if path.is_empty() { "__init__.py".into() } else { format!("{path}/__init__.py") };
        let mut named = files(path).into_iter().chain([own]).filter_map(|path| self.file(&path));
        named.next().into_iter().collect()
    }

    /// Returns the file of a path of modules: the one of its longest beginning.
    fn rust(&self, here: &str, module: &str) -> Option<usize> {
        let (root, own) = self.rust_place(here)?;
        let mut parts: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
        let mut from: Vec<&str> = match parts.first().copied() {
            Some("crate") => {
                parts.remove(0);
                Vec::new()
            }
            Some("self" | "super") => own.clone(),
            Some(name) => return self.rust_beside(&root, &own, name, &parts),
            None => return self.file(here),
        };
        while let Some(first @ ("self" | "super")) = parts.first().copied() {
            if first == "super" {
                from.pop();
            }
            parts.remove(0);
        }
        from.extend(parts);
        self.rust_file(&root, &from)
    }

    /// Returns the folder of a crate's root, and the modules from there to a file.
    fn rust_place<'p>(&self, here: &'p str) -> Option<(String, Vec<&'p str>)> {
        let folders = std::iter::successors(Some(folder_of(here)), |folder| {
            (!folder.is_empty()).then(|| folder_of(folder))
        });
        let is_root = |folder: &&str| {
            ["lib.rs", "main.rs"].iter().any(|name| self.in_folder(folder, name).is_some())
        };
        let root = folders.into_iter().find(is_root)?;
        let path = here[root.len()..].trim_start_matches('/').strip_suffix(".rs")?;
        let mut own: Vec<&str> = path.split('/').collect();
        if matches!(own.last(), Some(&("mod" | "lib" | "main"))) {
            own.pop();
        }
        Some((root.to_owned(), own))
    }

    fn in_folder(&self, folder: &str, name: &str) -> Option<usize> {
        joined(folder, name).and_then(|path| self.file(&path))
    }

    fn rust_file(&self, root: &str, modules: &[&str]) -> Option<usize> {
        let named = (1..=modules.len()).rev().find_map(|count| {
            let path = modules[..count].join("/");
            self.in_folder(root, &format!("{path}.rs"))
                .or_else(|| self.in_folder(root, &format!("{path}/mod.rs")))
        });
        named.or_else(|| self.in_folder(root, "lib.rs")).or_else(|| self.in_folder(root, "main.rs"))
    }

    /// Returns the file of a path that begins with a module beside, or with another crate here.
    fn rust_beside(&self, root: &str, own: &[&str], name: &str, parts: &[&str]) -> Option<usize> {
        let mut beside = own.to_vec();
        beside.push(name);
        let path = beside.join("/");
        let is_child = ["rs", "/mod.rs"].iter().any(|end| {
            let end = if end.starts_with('/') { (*end).to_owned() } else { format!(".{end}") };
            self.in_folder(root, &format!("{path}{end}")).is_some()
        });
        if is_child {
            let whole = own.iter().chain(parts).copied().collect::<Vec<_>>();
            return self.rust_file(root, &whole);
        }
        let is_crate = |path: &str| {
            let folder = folder_of(folder_of(path)).rsplit('/').next().unwrap_or_default();
            let folder = folder.replace('-', "_");
            folder == name || name.ends_with(&format!("_{folder}"))
        };
        let libraries = self.by_name.get("lib.rs").into_iter().flatten();
        let library = libraries.map(|at| &self.all[*at]).find(|path| is_crate(path))?;
        self.rust_file(folder_of(library), &parts[1..])
    }

    fn go(&self, module: &str) -> Vec<usize> {
        let mut path = module;
        loop {
            let ends = |folder: &&String| {
                folder.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            };
            if let Some(folder) = self.by_folder.keys().filter(ends).min_by_key(|it| it.len()) {
                return self.by_folder[folder].clone();
            }
            match path.split_once('/') {
                Some((_, rest)) => path = rest,
                None => return Vec::new(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_the_file_that_its_language_means() {
        let all = [
            "web/a.ts",
            "web/lib/index.ts",
            "web/b.tsx",
            "py/pkg/__init__.py",
            "py/pkg/mod.py",
            "py/pkg/sub/x.py",
            "rs/core/src/lib.rs",
            "rs/core/src/a.rs",
            "rs/core/src/a/b.rs",
            "rs/cli/src/main.rs",
            "go/store/db.go",
            "c/src/x.c",
            "c/include/x.h",
            "j/src/org/app/Main.java",
        ];
        let paths = Paths::of(all.iter().map(|path| (*path).to_owned()));
        let module = |here: &str, language, module| -> Vec<&str> {
            let file = paths.file(here).expect("a file");
            paths.module(file, language, module).into_iter().map(|at| all[at]).collect()
        };
        assert_eq!(module("web/a.ts", "typescript", "./lib"), ["web/lib/index.ts"]);
        assert_eq!(module("web/a.ts", "typescript", "./b.js"), ["web/b.tsx"]);
        assert_eq!(module("web/lib/index.ts", "tsx", "../a"), ["web/a.ts"]);
        assert_eq!(module("web/a.ts", "typescript", "react"), [""; 0]);
        assert_eq!(module("py/pkg/sub/x.py", "python", "..mod"), ["py/pkg/mod.py"]);
        assert_eq!(module("py/pkg/mod.py", "python", "."), ["py/pkg/__init__.py"]);
        assert_eq!(module("py/pkg/mod.py", "python", "pkg.sub.x"), ["py/pkg/sub/x.py"]);
        assert_eq!(module("rs/core/src/lib.rs", "rust", "crate::a::b"), ["rs/core/src/a/b.rs"]);
        assert_eq!(module("rs/core/src/a/b.rs", "rust", "super"), ["rs/core/src/a.rs"]);
        assert_eq!(module("rs/core/src/a.rs", "rust", "b"), ["rs/core/src/a/b.rs"]);
        assert_eq!(module("rs/cli/src/main.rs", "rust", "app_core::a"), ["rs/core/src/a.rs"]);
        assert_eq!(module("go/store/db.go", "go", "example.org/app/go/store"), ["go/store/db.go"]);
        assert_eq!(module("c/src/x.c", "c", "x.h"), ["c/include/x.h"]);
        assert_eq!(module("web/a.ts", "java", "org.app.Main"), ["j/src/org/app/Main.java"]);
    }
}
