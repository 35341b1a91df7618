//! What a file says: symbols, calls and imports.

use serde::{Deserialize, Serialize};

/// Kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are those of the languages")]
pub enum Kind {
    Function,
    Method,
    Class,
    Struct,
    Enum,
    Union,
    Trait,
    Interface,
    Module,
    Type,
    Macro,
    Constant,
    Variable,
    Property,
    /// A part of a document under its heading.
    Section,
}

impl Kind {
    /// Returns the kind that a query names.
    pub fn named(name: &str) -> Option<Self> {
        serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
    }

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::Class => "class",
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Union => "union",
            Self::Trait => "trait",
            Self::Interface => "interface",
            Self::Module => "module",
            Self::Type => "type",
            Self::Macro => "macro",
            Self::Constant => "constant",
            Self::Variable => "variable",
            Self::Property => "property",
            Self::Section => "section",
        }
    }

    /// Whether other symbols are its members.
    pub const fn has_members(self) -> bool {
        use Kind::{Class, Enum, Interface, Module, Struct, Trait, Union};
        matches!(self, Class | Struct | Enum | Union | Trait | Interface | Module)
    }

    /// Whether its functions are methods.
    pub const fn has_methods(self) -> bool {
        self.has_members() && !matches!(self, Self::Module)
    }

    /// Whether it can be called.
    pub const fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro)
    }

    /// Whether it is a value: small, and often one of many.
    pub const fn is_value(self) -> bool {
        matches!(self, Self::Constant | Self::Variable | Self::Property)
    }
}

/// A definition in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CodeSymbol"))]
#[serde(rename_all = "camelCase")]
pub struct Symbol {
    /// Its own name.
    pub name: String,
    /// Its name with those of what it stands in, joined as its language does.
    pub qualified: String,
    /// What it is.
    pub kind: Kind,
    /// What it is declared as, with types and defaults, without self, on one line.
    pub signature: String,
    /// Its decorators or attributes, in order.
    pub decorators: Vec<String>,
    /// The first line of its documentation; empty without one.
    pub documentation: String,
    /// Its first line, from 1, decorators included.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// Hash of its syntax tree, which whitespace and comments do not change.
    pub hash: u64,
}

impl Symbol {
    /// Returns the qualified name of what it stands in; empty at the top of a file.
    pub fn parent(&self) -> &str {
        let end = self.qualified.len().saturating_sub(self.name.len());
        self.qualified[..end].trim_end_matches([':', '.', '›', ' '])
    }
}

/// A call in a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Call {
    /// The name that is called.
    pub callee: String,
    /// What it is called on or in; empty for a plain name, [`Call::EXPRESSION`] for what is no path.
    pub on: String,
    /// The line, from 1.
    pub line: u32,
    /// The symbol that it stands in, by its place in the file's list.
    pub within: Option<u32>,
}

impl Call {
    /// Stands for a receiver that is more than a path of names.
    pub const EXPRESSION: &'static str = "?";
}

/// A name that a file takes from another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as it is written.
    pub from: String,
    /// The name there; empty for the module as a whole.
    pub imported: String,
    /// The name here; empty where every name comes.
    pub name: String,
}

/// What was read of a file's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    /// Its symbols, in the order of their beginnings.
    pub symbols: Vec<Symbol>,
    /// Its calls, in order.
    pub calls: Vec<Call>,
    /// Its imports.
    pub imports: Vec<Import>,
    /// Which class extends which, by their names in the file.
    pub inherits: Vec<(String, String)>,
    /// The first line that could not be parsed.
    pub broken_at: Option<u32>,
    /// How many symbols were too many.
    pub left_out: u32,
    /// Where each symbol stands with its documentation, in bytes, and whether it is a piece of text
    /// of its own. Not stored.
    pub spans: Vec<Span>,
}

/// Where a symbol stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Bytes, documentation and decorators included.
    pub bytes: std::ops::Range<usize>,
    /// Bytes of the definition alone.
    pub own: std::ops::Range<usize>,
    /// Whether it stands in a function.
    pub is_local: bool,
    /// What a method calls its own object, where its language lets it choose.
    pub receiver: Option<String>,
}

/// Whether a receiver is the object or the class that the code stands in.
pub fn is_self(receiver: &str) -> bool {
    const OWN: [&str; 9] =
        ["self", "Self", "this", "cls", "super", "$this", "static", "parent", "@"];
    OWN.contains(&receiver)
}
