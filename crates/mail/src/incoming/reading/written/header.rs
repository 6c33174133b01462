//! Quote headers ("On Thursday Ann wrote:") in ten languages, often wrapped over several lines.

use super::super::unread::Cut;
use super::lines::EmailLines;
use super::quote_headers;

/// Maximum number of lines of a wrapped header.
const BROKEN: usize = 4;

pub(super) fn cut(sheet: &mut EmailLines) {
    let quoted = (0..sheet.len()).rfind(|at| sheet.stays(*at) && sheet.is_quoted(*at));
    for last in 0..sheet.len() {
        let line = sheet.line(last).trim_end();
        let goes_on = quote_headers::header_end(line);
        let end = if line.ends_with(':') { Some(line.len()) } else { goes_on.map(|at| at + 1) };
        let Some(first) = end.and_then(|end| header(sheet, last, &line[..end])) else { continue };
        // The text below may be unmarked; then the end of the quote is unknown.
        let marked = quoted.is_some_and(|quoted| quoted > last);
        let below = sheet.next_words(last + 1).is_some_and(|next| sheet.stays(next));
        if goes_on.is_some() || (below && !marked) {
            return sheet.cut_from(first, Cut::Original);
        }
        sheet.cut(first..last + 1, Cut::Header);
    }
}

/// Returns the first line of the header that ends in line `last` with these words.
fn header(sheet: &EmailLines, last: usize, words: &str) -> Option<usize> {
    let whole = |at: usize| sheet.stays(at) && !sheet.is_quoted(at) && !sheet.is_blank(at);
    if !whole(last) {
        return None;
    }
    let mut joined = words.to_owned();
    for first in (0..=last).rev().take(BROKEN) {
        if first < last {
            if !whole(first) {
                break;
            }
            joined = format!("{} {joined}", sheet.line(first).trim());
        }
        if quote_headers::is_header(&joined) {
            return Some(first);
        }
    }
    let next = sheet.next_words(last + 1);
    let quote_follows = next.is_some_and(|next| next <= last + 2 && sheet.is_quoted(next));
    let whole_line = words == sheet.line(last).trim_end();
    (quote_follows && whole_line && (quote_headers::says_wrote(words) || words.contains('@')))
        .then_some(last)
}
