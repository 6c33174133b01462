//! "On Thursday somebody wrote:", in ten languages and often broken over several lines.

use super::super::cut::Cut;
use super::sheet::Sheet;
use super::tongues;

/// Lines over which such a header is broken.
const BROKEN: usize = 4;

pub(super) fn cut(sheet: &mut Sheet) {
    for last in 0..sheet.len() {
        let Some(first) = header(sheet, last) else { continue };
        // The letter below may not be marked; then nobody knows where it ends.
        let marked = (last + 1..sheet.len()).any(|at| sheet.stays(at) && sheet.is_quoted(at));
        let bare = sheet.next_words(last + 1).filter(|next| sheet.stays(*next) && !marked);
        match bare {
            Some(_) => return sheet.cut_from(first, Cut::Original),
            None => sheet.cut(first..last + 1, Cut::Header),
        }
    }
}

/// The first line of the header that ends there.
fn header(sheet: &Sheet, last: usize) -> Option<usize> {
    let whole = |at: usize| sheet.stays(at) && !sheet.is_quoted(at) && !sheet.is_blank(at);
    if !whole(last) || !sheet.line(last).trim_end().ends_with(':') {
        return None;
    }
    let quote_follows =
        sheet.next_words(last + 1).is_some_and(|next| next <= last + 2 && sheet.is_quoted(next));
    let mut joined = String::new();
    for count in 1..=BROKEN.min(last + 1) {
        let first = last + 1 - count;
        if !whole(first) {
            break;
        }
        joined = format!("{} {joined}", sheet.line(first).trim());
        if tongues::is_header(&joined) {
            return Some(first);
        }
    }
    let line = sheet.line(last);
    (quote_follows && (tongues::says_wrote(line) || line.contains('@'))).then_some(last)
}
