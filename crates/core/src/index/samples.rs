//! Collections for tests.

use super::collection::Collection;
use super::document::Document;
use crate::item::Kind;

/// Creates an item with ten terms in the head and ten in the body.
pub fn document(item: i64, group: u32, secondary: bool) -> Document {
    Document {
        item,
        kind: Kind::TURN,
        group,
        started_at_ms: item,
        head_terms: 10,
        body_terms: 10,
        secondary,
        asks: false,
    }
}

/// Creates items in the order of their ids, from id, group and whether secondary.
pub fn collection(items: &[(i64, u32, bool)]) -> Collection {
    let documents = items.iter().map(|&(item, group, secondary)| document(item, group, secondary));
    Collection::new(documents.collect())
}
