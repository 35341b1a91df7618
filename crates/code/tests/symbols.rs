//! What is read of files: a trait of a language each, and what stays of what is broken.

use std::path::Path;

use mementor_code::{Parsed, language_of, parse};

fn parsed(path: &str, text: &str) -> Parsed {
    parse(text, language_of(Path::new(path)).expect("a known language"))
}

/// Returns a line for each symbol: `2-3 method A.go(a)`, as kind, qualified name and signature.
fn symbols(path: &str, text: &str) -> Vec<String> {
    let line = |it: &mementor_code::Symbol| {
        format!("{}-{} {} {} | {}", it.start, it.end, it.kind.name(), it.qualified, it.signature)
    };
    parsed(path, text).symbols.iter().map(line).collect()
}

#[test]
fn decorators_and_documentation_are_said_and_self_is_not() {
    let text = "@app.route('/x')\n@cache\nasync def view(request, *, n: int = 3) -> str:\n    \"\"\"Shows it.\n\n    More.\"\"\"\n\nclass A(Base):\n    class In:\n        def deep(self): pass\n    @classmethod\n    def make(cls, x=1): return cls(x)\n";
    let found = parsed("a.py", text);
    assert_eq!(
        symbols("a.py", text),
        [
            "1-6 function view | async def view(request, *, n: int = 3) -> str",
            "8-12 class A | class A(Base)",
            "9-10 class A.In | class In",
            "10-10 method A.In.deep | def deep()",
            "11-12 method A.make | def make(x=1)",
        ]
    );
    assert_eq!(found.symbols[0].decorators, ["@app.route('/x')", "@cache"]);
    assert_eq!(found.symbols[0].documentation, "Shows it.");
    assert_eq!(found.symbols[3].parent(), "A.In");
}

#[test]
fn overloads_arrows_and_defaults_of_typescript_are_symbols() {
    let text = "/** Where things live. */\n@Injectable()\nexport class Store<T extends object> extends Base {\n  handler = async (x: number): Promise<void> => {};\n  @log()\n  put(key: string, value: T = {} as T): void {}\n}\nfunction over(a: string): void;\nfunction over(a: any) { function inner() {} }\nexport const arrow = (a = 3) => over(a), second = 2;\nexport default function () {}\ninterface Shape { area(scale?: number): number }\nnamespace N { export function deep() {} }\n";
    assert_eq!(
        symbols("a.ts", text),
        [
            "2-7 class Store | export class Store<T extends object> extends Base",
            "4-4 method Store.handler | handler = async (x: number): Promise<void>",
            "5-6 method Store.put | put(key: string, value: T = {} as T): void",
            "8-8 function over | function over(a: string): void",
            "9-9 function over | function over(a: any)",
            "9-9 function over.inner | function inner()",
            "10-10 function arrow | arrow = (a = 3)",
            "10-10 constant second | second = 2",
            "11-11 function default | export default function ()",
            "12-12 interface Shape | interface Shape",
            "12-12 method Shape.area | area(scale?: number): number",
            "13-13 module N | namespace N",
            "13-13 function N.deep | export function deep()",
        ]
    );
    assert_eq!(parsed("a.ts", text).symbols[0].documentation, "Where things live.");
}

#[test]
fn blocks_and_traits_of_rust_qualify_their_functions() {
    let text = "/// A thing.\n#[derive(Debug)]\npub struct Thing<T> { a: T }\nimpl<T> Thing<T> {\n    /// Makes it.\n    pub fn new(a: T) -> Self { helper(a) }\n    fn go(&mut self, n: u8) { println!(\"{}\", self.new(crate::x::y(1))); }\n}\nimpl fmt::Display for Thing<u8> { fn fmt(&self) {} }\ntrait Tr { fn a(&self) -> u8; }\nmod inner { fn f() {} }\nmacro_rules! m { () => {} }\n";
    assert_eq!(
        symbols("a.rs", text),
        [
            "2-3 struct Thing | pub struct Thing<T>",
            "6-6 method Thing::new | pub fn new(a: T) -> Self",
            "7-7 method Thing::go | fn go(n: u8)",
            "9-9 method Thing::fmt | fn fmt()",
            "10-10 trait Tr | trait Tr",
            "10-10 method Tr::a | fn a() -> u8",
            "11-11 module inner | mod inner",
            "11-11 function inner::f | fn f()",
            "12-12 macro m | macro_rules! m { () => {} }",
        ]
    );
    let found = parsed("a.rs", text);
    assert_eq!(found.symbols[0].decorators, ["#[derive(Debug)]"]);
    let calls: Vec<_> =
        found.calls.iter().map(|it| (&it.on[..], &it.callee[..], it.within)).collect();
    let expected = [
        ("", "helper", Some(1)),
        ("", "println", Some(2)),
        ("self", "new", Some(2)),
        ("crate::x", "y", Some(2)),
    ];
    assert_eq!(calls, expected, "also in what a macro is given");
}

#[test]
fn each_other_language_names_its_own() {
    let cases: [(&str, &str, &[&str]); 8] = [
        (
            "a.cpp",
            "namespace app {\ntemplate <typename T>\nclass Box : public Base {\n  T get() const { return v_; }\n  void set(T v);\n};\ntemplate <typename T> void Box<T>::set(T v) { v_ = v; }\n}\n",
            &[
                "1-8 module app | namespace app",
                "2-6 class app::Box | template <typename T> class Box : public Base",
                "4-4 method app::Box::get | T get() const",
                "5-5 method app::Box::set | void set(T v)",
                "7-7 method app::Box::set | template <typename T> void Box<T>::set(T v)",
            ],
        ),
        (
            "a.c",
            "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint *find(int a) { return 0; }\n",
            &[
                "1-1 macro MAX | #define MAX(a, b) ((a) > (b) ? (a) : (b))",
                "2-2 function find | int *find(int a)",
            ],
        ),
        (
            "a.go",
            "package x\n\n// Server serves.\ntype Server[T any] struct{ a int }\n\nfunc (s *Server[T]) Run(n int) (err error) { return helper() }\n\nfunc helper() error { return nil }\n",
            &[
                "4-4 struct Server | type Server[T any] struct",
                "6-6 method Server.Run | func Run(n int) (err error)",
                "8-8 function helper | func helper() error",
            ],
        ),
        (
            "A.java",
            "@Deprecated\npublic class A<T> extends B {\n  public A(int x) {}\n  @Override public <U> void go(List<U> a) throws E {}\n  record R(int a) {}\n}\n",
            &[
                "1-6 class A | public class A<T> extends B",
                "3-3 method A.A | public A(int x)",
                "4-4 method A.go | public <U> void go(List<U> a) throws E",
                "5-5 class A.R | record R(int a)",
            ],
        ),
        (
            "a.cs",
            "namespace N {\n  [Serializable]\n  public class C : D {\n    public int P { get; set; }\n    public async Task<int> M<T>(string s = \"x\") { this.Go(); return 1; }\n  }\n}\n",
            &[
                "1-7 module N | namespace N",
                "2-6 class N.C | public class C : D",
                "4-4 property N.C.P | public int P",
                "5-5 method N.C.M | public async Task<int> M<T>(string s = \"x\")",
            ],
        ),
        (
            "a.rb",
            "module M\n  class A < B\n    def go(a, b = 1)\n      helper\n    end\n    def self.make; new; end\n  end\nend\n",
            &[
                "1-8 module M | module M",
                "2-7 class M::A | class A < B",
                "3-5 method M::A::go | def go(a, b = 1)",
                "6-6 method M::A::make | def self.make",
            ],
        ),
        (
            "a.php",
            "<?php\n#[Attr]\nclass K extends L {\n  public function go(int $a = 3): int { return f($a); }\n}\nfunction f($a) {}\n",
            &[
                "2-5 class K | class K extends L",
                "4-4 method K::go | public function go(int $a = 3): int",
                "6-6 function f | function f($a)",
            ],
        ),
        (
            "a.sh",
            "#!/bin/bash\n# Says hello.\nhello() { echo \"$1\"; }\nfunction bye { hello; }\n",
            &["3-3 function hello | hello()", "4-4 function bye | function bye"],
        ),
    ];
    for (path, text, expected) in cases {
        assert_eq!(symbols(path, text), expected, "{path}");
    }
    let shell = parsed("a.sh", cases[7].1);
    assert_eq!(shell.symbols[0].documentation, "Says hello.");
}

#[test]
fn a_tree_is_the_same_however_it_is_spaced_and_commented() {
    let hash = |path, text| parsed(path, text).symbols[0].hash;
    let rust = hash("a.rs", "fn f(a: u8) -> u8 { a + 1 }");
    assert_eq!(
        rust,
        hash("a.rs", "use x;\n// More.\nfn f(a: u8)\n    -> u8 {\n    a /* one */ + 1\n}\n")
    );
    assert_ne!(rust, hash("a.rs", "fn f(a: u8) -> u8 { a + 2 }"));
    let python = hash("a.py", "def f(a):\n    if a:\n        g()\n    h()\n");
    assert_eq!(python, hash("a.py", "def f(a):\n  # why\n  if a:\n    g()\n  h()\n"));
    assert_ne!(
        python,
        hash("a.py", "def f(a):\n    if a:\n        g()\n        h()\n"),
        "another block"
    );
}

#[test]
fn a_broken_file_keeps_what_could_be_read() {
    let text = "fn first() { second() }\n\nfn broken( {\n\nfn last() {}\n";
    let found = parsed("a.rs", text);
    let names: Vec<&str> = found.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    assert!(names.contains(&"first"), "{names:?}");
    assert!(found.broken_at.is_some());
    let all = [
        "a.rs", "a.ts", "a.js", "a.py", "a.go", "a.java", "a.c", "a.cc", "a.cs", "a.rb", "a.php",
        "a.sh",
    ];
    for path in all {
        for text in [
            "",
            "\u{feff}",
            "}}}}",
            "<<<<<<< HEAD\n",
            "\"",
            "class {",
            &"(".repeat(20_000),
            &"<a ".repeat(20_000),
        ] {
            // Whatever is there, it ends, and with no symbol that is not there.
            assert!(parsed(path, text).symbols.len() < 2, "{path}: {text:.20}");
        }
    }
}

#[test]
fn a_file_has_at_most_five_hundred_symbols_and_says_how_many_more() {
    let text: Vec<String> = (0..620).map(|at| format!("fn f{at}() {{}}")).collect();
    let found = parsed("a.rs", &text.join("\n"));
    assert_eq!((found.symbols.len(), found.left_out), (500, 120));
}

#[test]
fn imports_name_the_module_and_both_names() {
    let imports = |path, text| -> Vec<String> {
        let all = parsed(path, text).imports;
        all.iter().map(|it| format!("{} {} {}", it.from, it.imported, it.name)).collect()
    };
    let text = "import def, { a as b, c } from './x';\nimport * as ns from '../y';\nexport * from './all';\nconst { d } = require('e');\n";
    let mut found = imports("a.ts", text);
    found.sort();
    assert_eq!(found, ["../y  ns", "./all  ", "./x a b", "./x c c", "./x default def", "e d d"]);
    let found =
        imports("a.py", "import os, sys as system\nfrom .pkg import a as b\nfrom ..x import *\n");
    assert_eq!(found, ["os  os", "sys  system", ".pkg a b", "..x  "]);
    let found = imports("a.rs", "use std::{fmt, io::{self, Read as R}};\nuse crate::a::*;\n");
    assert_eq!(found, ["std fmt fmt", "std io io", "std::io Read R", "crate::a  "]);
}

#[test]
fn one_declaration_may_define_several_names() {
    let text = "typedef struct pier { int berths; } Pier, *PierRef;\ntypedef int Depth, Width;\nint moor(void) { return 1; }\n";
    let language = mementor_code::language_of(std::path::Path::new("a.c")).expect("a language");
    let symbols = mementor_code::parse(text, language).symbols;
    let last = symbols.last().expect("a symbol");
    assert_eq!((last.name.as_str(), last.hash == 0), ("moor", false));
    assert!(symbols.iter().any(|symbol| symbol.name == "Width"), "{symbols:?}");
}
