//! Masking of any text; masking a masked text changes nothing.

use mementor_core::secrets::mask;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let once = mask(&text);
    assert_eq!(mask(&once), once, "masking twice is masking once");
    // A marker is longer than the shortest secret; nothing else lengthens a text.
    assert!(once.len() <= 8 * text.len());
}
