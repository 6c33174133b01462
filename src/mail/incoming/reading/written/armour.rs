//! The frame of texts that PGP signed in the open, and texts that it sealed.

use super::super::cut::Cut;
use super::sheet::LetterLines;

/// Whether the text is sealed.
pub(super) fn is_sealed(sheet: &LetterLines) -> bool {
    let first = sheet.next_words(0).map(|at| sheet.line(at).trim());
    first == Some("-----BEGIN PGP MESSAGE-----")
}

/// Takes the frame off a signed text.
pub(super) fn cut(sheet: &mut LetterLines) {
    let mut at = 0;
    while at < sheet.len() {
        let end = match sheet.line(at).trim() {
            "-----BEGIN PGP SIGNED MESSAGE-----" => {
                (at..sheet.len()).find(|next| sheet.is_blank(*next))
            }
            "-----BEGIN PGP SIGNATURE-----" => (at..sheet.len())
                .find(|next| sheet.line(*next).trim() == "-----END PGP SIGNATURE-----")
                .map(|last| last + 1),
            _ => {
                at += 1;
                continue;
            }
        };
        let end = end.unwrap_or(sheet.len());
        sheet.cut(at..end, Cut::Armour);
        at = end.max(at + 1);
    }
}
