//! The answers as types of TypeScript: `native/code.d.ts` is made from them.

use super::declarations::{Declared, declared, is_made, tidied};
use super::*;

const HEAD: &str = "\
/* Made from the answers of the index of code by a test, crates/code/src/types.rs. Do not edit it. */
";

#[test]
fn the_types_of_the_shell_are_those_of_the_answers() {
    let types = declared![CodeQuestion, Graph, NamedSymbols, Report, Searched];
    let made = types.values().fold(HEAD.to_owned(), |text, each| text + "\n" + &tidied(each));
    assert!(is_made("code.d.ts", &made), "native/code.d.ts is written anew");
}
