//! Lines that a mail program marked as quoted, and the ends that it broke off them.

use super::super::cut::Cut;
use super::sheet::LetterLines;

/// Lines of a quote are broken when they come to be about as wide as this.
const WIDTH: usize = 70;

pub(super) fn cut(sheet: &mut LetterLines) {
    for at in 0..sheet.len() {
        if sheet.is_quoted(at) {
            sheet.cut(at..at + 1, Cut::Quoted);
        }
    }
    for at in 1..sheet.len() {
        if is_broken_off(sheet, at) {
            sheet.cut(at..at + 1, Cut::Wrapped);
        }
    }
}

/// Whether a line between two quoted ones is the end of the first: its first word had no room
/// there, and nobody left an empty line round it.
fn is_broken_off(sheet: &LetterLines, at: usize) -> bool {
    if !sheet.is_quoted(at - 1) || sheet.is_quoted(at) || !sheet.is_quoted(at + 1) {
        return false;
    }
    let wide = |line: &str| line.chars().count();
    let first = sheet.line(at).split_whitespace().next().unwrap_or_default();
    !first.is_empty() && wide(sheet.line(at - 1)) + 1 + wide(first) > WIDTH
}
