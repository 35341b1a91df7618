//! Who calls whom: how each edge is known, in each language with its own ways.

use std::fs;

use mementor_code::{CodeStore, Direction, Error, Graph, Scope, Update, UpdateOptions};
use mementor_core::api::Masker;
use tempfile::TempDir;

struct Indexed {
    home: TempDir,
    root: TempDir,
}

impl Indexed {
    fn of(files: &[(&str, &str)]) -> Self {
        let (home, root) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let options = UpdateOptions { scope: Scope::Whole, threads: 1, masker: Masker::default() };
        let mut update = Update::begin(home.path(), root.path(), options).expect("begun");
        while update.step().expect("a step") {}
        update.finish().expect("finished");
        Self { home, root }
    }

    fn graph(&self, target: &str, direction: Direction, depth: usize) -> Result<Graph, Error> {
        let store = CodeStore::open(self.home.path(), self.root.path()).expect("an index");
        store.graph(target, direction, depth)
    }

    /// Returns the edges as `a -> b how`, sorted.
    fn edges(&self, target: &str, direction: Direction, depth: usize) -> Vec<String> {
        let graph = self.graph(target, direction, depth).expect("a graph");
        let name = |at: usize| format!("{}:{}", graph.nodes[at].path, graph.nodes[at].symbol);
        let shown = graph
            .edges
            .iter()
            .map(|edge| format!("{} -> {} {:?}", name(edge.from), name(edge.to), edge.how));
        let mut shown: Vec<String> = shown.collect();
        shown.sort();
        shown
    }
}

#[test]
fn typescript_calls_are_resolved_through_imports_and_classes() {
    let project = Indexed::of(&[
        (
            "a.ts",
            "import helper, { b as renamed } from './lib';\nimport * as ns from './lib/other.js';\nclass A extends Base { go() { this.stop(); this.inherited(); helper(); renamed(); ns.deep(); local(); missing.onlyOne(); } stop() {} }\nclass Base { inherited() {} }\nfunction local() {}\n",
        ),
        ("lib/index.ts", "export { b } from './other';\nexport default function named() {}\n"),
        (
            "lib/other.ts",
            "export const b = () => 1;\nexport function deep() { b(); }\nclass C { onlyOne() {} }\n",
        ),
    ]);
    assert_eq!(
        project.edges("A.go", Direction::Callees, 1),
        [
            "a.ts:A.go -> a.ts:A.stop Method",
            "a.ts:A.go -> a.ts:Base.inherited Method",
            "a.ts:A.go -> a.ts:local Direct",
            "a.ts:A.go -> lib/index.ts:named Import",
            "a.ts:A.go -> lib/other.ts:C.onlyOne Unresolved",
            "a.ts:A.go -> lib/other.ts:b Import",
            "a.ts:A.go -> lib/other.ts:deep Import",
        ]
    );
    assert_eq!(
        project.edges("lib/other.ts:b", Direction::Callers, 2),
        [
            "a.ts:A.go -> lib/other.ts:b Import",
            "a.ts:A.go -> lib/other.ts:deep Import",
            "lib/other.ts:deep -> lib/other.ts:b Direct",
        ]
    );
}

#[test]
fn calls_across_the_packages_of_a_workspace_are_resolved_by_their_names() {
    let project = Indexed::of(&[
        ("libs/keys/package.json", r#"{"name": "@pier/crypto", "main": "./dist/index.js"}"#),
        ("libs/keys/src/index.ts", "export { wrap } from './wrap';\n"),
        ("libs/keys/src/wrap.ts", "export function wrap() {}\nexport const seal = () => 1;\n"),
        ("libs/log/package.json", r#"{"name": "log", "source": "lib/main.ts"}"#),
        ("libs/log/lib/main.ts", "export function write() {}\n"),
        ("broken/package.json", "{"),
        (
            "apps/web/a.ts",
            "import { wrap } from '@pier/crypto';\nimport { seal } from '@pier/crypto/wrap';\nimport { write } from 'log';\nimport { other } from '@pier/cryptography';\nexport function go() { wrap(); seal(); write(); other(); }\n",
        ),
    ]);
    assert_eq!(
        project.edges("go", Direction::Callees, 1),
        [
            "apps/web/a.ts:go -> libs/keys/src/wrap.ts:seal Import",
            "apps/web/a.ts:go -> libs/keys/src/wrap.ts:wrap Import",
            "apps/web/a.ts:go -> libs/log/lib/main.ts:write Import",
        ]
    );
    assert_eq!(
        project.edges("wrap", Direction::Callers, 1),
        ["apps/web/a.ts:go -> libs/keys/src/wrap.ts:wrap Import"]
    );
}

#[test]
fn python_calls_are_resolved_through_modules_and_bases() {
    let project = Indexed::of(&[
        ("pkg/__init__.py", "from .core import run\n"),
        (
            "pkg/core.py",
            "import os\nfrom . import tools\nfrom .tools import helper as h\nfrom pkg.base import Base\nclass A(Base):\n    def go(self):\n        self.stop()\n        self.inherited()\n        tools.helper()\n        h()\n        A.make()\n        os.build()\n        run()\n    def stop(self): pass\n    @classmethod\n    def make(cls): return cls.build()\n    @classmethod\n    def build(cls): pass\ndef run(): pass\n",
        ),
        ("pkg/tools.py", "def helper(): pass\n"),
        ("pkg/base.py", "class Base:\n    def inherited(self): pass\n"),
        ("main.py", "import pkg\nfrom pkg import run\ndef main():\n    run()\n    pkg.run()\n"),
    ]);
    assert_eq!(
        project.edges("pkg/core.py:A.go", Direction::Callees, 1),
        [
            "pkg/core.py:A.go -> pkg/base.py:Base.inherited Method",
            "pkg/core.py:A.go -> pkg/core.py:A.make Direct",
            "pkg/core.py:A.go -> pkg/core.py:A.stop Method",
            "pkg/core.py:A.go -> pkg/core.py:run Direct",
            "pkg/core.py:A.go -> pkg/tools.py:helper Import",
        ]
    );
    assert_eq!(
        project.edges("main", Direction::Callees, 1),
        ["main.py:main -> pkg/core.py:run Import"]
    );
    assert_eq!(
        project.edges("A.build", Direction::Callers, 1),
        ["pkg/core.py:A.make -> pkg/core.py:A.build Method"]
    );
}

#[test]
fn rust_calls_are_resolved_through_paths_and_blocks() {
    let project = Indexed::of(&[
        (
            "core/src/lib.rs",
            "mod a;\npub mod b;\nuse crate::b::Thing;\npub fn top() { a::inner(); Thing::new().go(); crate::b::free(); }\n",
        ),
        (
            "core/src/a.rs",
            "use super::b::{self, free as f};\npub fn inner() { f(); b::free(); super::top(); }\n",
        ),
        (
            "core/src/b.rs",
            "pub struct Thing;\nimpl Thing {\n    pub fn new() -> Self { Self::build() }\n    fn build() -> Self { Thing }\n    pub fn go(&self) { self.stop(); }\n    fn stop(&self) {}\n}\npub fn free() {}\n",
        ),
    ]);
    assert_eq!(
        project.edges("top", Direction::Callees, 1),
        [
            "core/src/lib.rs:top -> core/src/a.rs:inner Import",
            "core/src/lib.rs:top -> core/src/b.rs:Thing::go Unresolved",
            "core/src/lib.rs:top -> core/src/b.rs:Thing::new Import",
            "core/src/lib.rs:top -> core/src/b.rs:free Import",
        ]
    );
    assert_eq!(
        project.edges("core/src/b.rs", Direction::Callees, 1),
        [
            "core/src/b.rs:Thing::go -> core/src/b.rs:Thing::stop Method",
            "core/src/b.rs:Thing::new -> core/src/b.rs:Thing::build Method",
        ]
    );
    assert_eq!(project.edges("free", Direction::Callers, 1).len(), 2);
}

#[test]
fn other_languages_have_their_packages_and_files() {
    let project = Indexed::of(&[
        (
            "go/main.go",
            "package main\nimport \"example.org/app/go/store\"\nfunc main() { store.Open(); helper() }\n",
        ),
        ("go/util.go", "package main\nfunc helper() {}\n"),
        (
            "go/store/db.go",
            "package store\ntype DB struct{}\nfunc Open() *DB { return nil }\nfunc (d *DB) Get() { d.read() }\nfunc (d *DB) read() {}\n",
        ),
        ("j/A.java", "class A extends B { void go() { stop(); inherited(); } void stop() {} }\n"),
        ("j/B.java", "class B { void inherited() {} }\n"),
        ("c/x.c", "#include \"y.h\"\nint main_c() { return y_do(); }\n"),
        ("c/y.c", "int y_do() { return 1; }\n"),
        ("c/y.h", "int y_do();\n"),
        ("s/run.sh", "source ./lib.sh\nmain_sh() { greet; }\n"),
        ("s/lib.sh", "greet() { :; }\n"),
    ]);
    let callees = |name| project.edges(name, Direction::Callees, 1);
    assert_eq!(
        callees("go/main.go"),
        [
            "go/main.go:main -> go/store/db.go:Open Import",
            "go/main.go:main -> go/util.go:helper Direct"
        ]
    );
    assert_eq!(callees("DB.Get"), ["go/store/db.go:DB.Get -> go/store/db.go:DB.read Method"]);
    assert_eq!(callees("A.go")[0], "j/A.java:A.go -> j/A.java:A.stop Method");
    assert_eq!(callees("main_c"), ["c/x.c:main_c -> c/y.c:y_do Unresolved"]);
    assert_eq!(callees("main_sh"), ["s/run.sh:main_sh -> s/lib.sh:greet Import"]);
}

#[test]
fn a_circle_ends_and_what_is_not_there_is_said() {
    let project = Indexed::of(&[("a.py", "def a(): b()\ndef b(): a()\n")]);
    let edges = ["a.py:a -> a.py:b Direct", "a.py:b -> a.py:a Direct"];
    assert_eq!(project.edges("a", Direction::Both, 9), edges);
    assert!(matches!(project.graph("nothing", Direction::Both, 1), Err(Error::Unknown(_))));
}

#[test]
fn a_name_means_the_same_symbols_as_in_one_file() {
    let project = Indexed::of(&[
        ("a.py", "class Store:\n    def open(self): pass\nclass Pier:\n    def open(self): pass\n"),
        ("b.py", "def close(): pass\nclass Dock:\n    def close(self): pass\n"),
        ("c.py", "close = 1\n"),
    ]);
    let roots = |target: &str| -> Vec<String> {
        let graph = project.graph(target, Direction::Both, 1).expect("a graph");
        graph.nodes.into_iter().map(|node| node.symbol).collect()
    };
    assert_eq!(roots("open"), ["Store.open", "Pier.open"]);
    for name in ["Store::open", "Store#open", "store.OPEN", "a.py:store.open"] {
        assert_eq!(roots(name), ["Store.open"], "{name}");
    }
    assert_eq!(roots("close"), ["close"], "a function that is called exactly so");
    assert!(project.graph("a.py:close", Direction::Both, 1).is_err());
}
