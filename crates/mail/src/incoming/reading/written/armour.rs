//! PGP armour around signed and encrypted texts.

use super::super::unread::Cut;
use super::lines::EmailLines;

/// Returns whether the text is encrypted.
pub(super) fn is_sealed(sheet: &EmailLines) -> bool {
    let first = sheet.next_words(0).map(|at| sheet.line(at).trim());
    first == Some("-----BEGIN PGP MESSAGE-----")
}

/// Removes the armour of a signed text.
pub(super) fn cut(sheet: &mut EmailLines) {
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
