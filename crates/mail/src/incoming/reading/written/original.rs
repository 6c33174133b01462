//! The original email below a reply where its lines are not marked as quoted. Some programs put a
//! line of dashes or its header fields in front of it.

use super::super::unread::Cut;
use super::lines::EmailLines;
use super::quote_headers::{self, Label};

/// Maximum number of lines of the header of the original email.
const HEAD: usize = 12;

pub(super) fn cut(sheet: &mut EmailLines) {
    let mut at = 0;
    while at < sheet.len() {
        let Some(end) = head_of_original(sheet, at) else {
            at += 1;
            continue;
        };
        // If the lines below are marked as quoted, the sender may have replied between them.
        let marked = sheet.next_words(end).is_some_and(|next| sheet.is_quoted(next));
        if !marked {
            return sheet.cut_from(at, Cut::Original);
        }
        sheet.cut(at..end, Cut::Header);
        at = end;
    }
}

/// Returns the end of the lines that introduce the original email, if they start here.
fn head_of_original(sheet: &EmailLines, at: usize) -> Option<usize> {
    if sheet.is_quoted(at) || !sheet.stays(at) {
        return None;
    }
    let line = sheet.line(at).trim();
    if quote_headers::is_divider(line) {
        let next = sheet.next_words(at + 1).unwrap_or(at + 1);
        return Some(labels_end(sheet, next).unwrap_or(at + 1));
    }
    if line.len() >= 10 && line.chars().all(|c| matches!(c, '_' | '-')) {
        return labels_end(sheet, sheet.next_words(at + 1)?);
    }
    labels_end(sheet, at)
}

/// Returns the end of a block such as "From: ... Sent: ... To: ... Subject: ...", if it starts
/// here. It needs at least three consecutive labels; their values may be wrapped.
fn labels_end(sheet: &EmailLines, at: usize) -> Option<usize> {
    if !matches!(quote_headers::label(sheet.line(at)), Some(Label::From | Label::Date)) {
        return None;
    }
    let mut seen: Vec<Label> = Vec::new();
    let (mut end, mut others) = (at, 0);
    for next in at..sheet.len().min(at + HEAD) {
        if sheet.is_blank(next) || sheet.is_quoted(next) {
            // HTML emails have empty lines between them.
            if seen.len() >= 3 || others > 0 { break } else { continue }
        }
        match quote_headers::label(sheet.line(next)) {
            Some(label) => {
                if !seen.contains(&label) {
                    seen.push(label);
                }
                (end, others) = (next + 1, 0);
            }
            None if others < 2 => others += 1,
            None => break,
        }
    }
    (seen.len() >= 3).then_some(end)
}
