//! Characters without a picture. Joiners are not among them: some scripts need them. The list of
//! `src/text/invisible.ts` has also the two characters that end lines and paragraphs.

/// Whether a character is invisible, and can reorder, hide or carry others.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}' | '\u{200E}'
            | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
    )
}
