//! Signatures: a line of two dashes and everything up to the next removed line or the end.

use super::super::unread::Cut;
use super::lines::EmailLines;

pub(super) fn cut(sheet: &mut EmailLines) {
    let is_dashes = |line: &str| matches!(line.trim(), "--" | "\u{2014}" | "\u{2013}\u{2013}");
    let mut at = 0;
    while at < sheet.len() {
        if sheet.stays(at) && is_dashes(sheet.line(at)) {
            let end = (at..sheet.len()).find(|next| !sheet.stays(*next)).unwrap_or(sheet.len());
            sheet.cut(at..end, Cut::Signature);
            at = end;
        }
        at += 1;
    }
}
