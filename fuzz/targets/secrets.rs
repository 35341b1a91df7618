//! The mask: any text, and a masked one stays as it is.

use mementor_core::secrets::mask;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let once = mask(&text);
    assert_eq!(mask(&once), once, "masking twice is masking once");
    // A marker is longer than the shortest secret; nothing else makes a text longer.
    assert!(once.len() <= 8 * text.len());
}
