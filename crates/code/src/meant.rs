//! Which symbols a name means, in one file as among all.

use crate::symbol::Symbol;

/// A name as a person gives it: `open`, `Store.open` or `Store::open`.
#[derive(Debug)]
pub struct Asked<'n> {
    name: &'n str,
    parts: Vec<String>,
}

/// How well a symbol fits a name; the least fits best.
type Fit = u8;

impl<'n> Asked<'n> {
    /// Takes a name, however its parts are joined.
    pub fn of(name: &'n str) -> Self {
        Self { name, parts: parts(name) }
    }

    /// Returns the last part of the name, which is that of the symbol itself.
    pub fn last(&self) -> &str {
        self.parts.last().map_or(self.name, String::as_str)
    }

    /// Returns those that are meant of some symbols with their places: those that are called exactly
    /// so, else by the end of their names, else whatever the case. What can be called is meant before
    /// what only has the name.
    pub fn among<'s, P>(&self, symbols: impl IntoIterator<Item = (P, &'s Symbol)>) -> Vec<P> {
        let (mut best, mut found) = (Fit::MAX, Vec::new());
        for (place, symbol) in symbols {
            let Some(fit) = self.fit(symbol).filter(|fit| *fit <= best) else { continue };
            if fit < best {
                found.clear();
                best = fit;
            }
            found.push(place);
        }
        found
    }

    fn fit(&self, symbol: &Symbol) -> Option<Fit> {
        let way = if symbol.qualified == self.name {
            0
        } else {
            let own = parts(&symbol.qualified);
            let ends =
                own.len().checked_sub(self.parts.len()).filter(|_| !self.parts.is_empty())?;
            let mut pairs = own[ends..].iter().zip(&self.parts);
            if own[ends..] == self.parts {
                1
            } else if pairs.all(|(own, asked)| own.to_lowercase() == asked.to_lowercase()) {
                2
            } else {
                return None;
            }
        };
        Some(2 * way + Fit::from(!symbol.kind.is_callable()))
    }
}

/// Splits a qualified name, whatever language or habit joined it.
fn parts(name: &str) -> Vec<String> {
    let parts = name.split(['.', ':', '\\', '#', '›']).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Kind;

    fn symbol(qualified: &str, kind: Kind) -> Symbol {
        Symbol {
            name: parts(qualified).pop().unwrap_or_default(),
            qualified: qualified.to_owned(),
            kind,
            signature: String::new(),
            decorators: Vec::new(),
            documentation: String::new(),
            start: 1,
            end: 1,
            hash: 0,
        }
    }

    fn meant(name: &str) -> Vec<String> {
        let symbols = [
            symbol("open", Kind::Constant),
            symbol("Store::open", Kind::Method),
            symbol("Pier::open", Kind::Method),
            symbol("Pier::Pier", Kind::Method),
            symbol("Pier", Kind::Class),
            symbol("Pier::operator==", Kind::Method),
            symbol("Pier::operator!=", Kind::Method),
            symbol("Dock", Kind::Class),
            symbol("Dock", Kind::Function),
            symbol("Locks › How it ends", Kind::Section),
        ];
        let places = symbols.iter().map(|symbol| (symbol.qualified.clone(), symbol));
        Asked::of(name).among(places)
    }

    #[test]
    fn a_name_means_what_is_called_so_exactly_then_by_its_end_then_whatever_the_case() {
        assert_eq!(meant("open"), ["open"]);
        for name in ["Store.open", "Store::open", "Store#open", "store.Open"] {
            assert_eq!(meant(name), ["Store::open"], "{name}");
        }
        assert_eq!(meant("OPEN"), ["Store::open", "Pier::open"], "what can be called");
        assert_eq!(meant("Dock").len(), 1, "the function, not the class");
        assert_eq!(meant("operator=="), ["Pier::operator=="]);
        assert_eq!(meant("how it ends"), ["Locks › How it ends"]);
    }

    #[test]
    fn nothing_is_meant_by_what_is_no_name() {
        for name in ["", "::", "pen", "Other.open", "Fleet.Store.open"] {
            assert!(meant(name).is_empty(), "{name}");
        }
    }
}
