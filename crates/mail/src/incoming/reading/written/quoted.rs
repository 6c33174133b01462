//! Lines marked as quoted, and fragments that were wrapped off them.

use super::super::unread::Cut;
use super::lines::EmailLines;

/// Quoted lines are wrapped at about this width.
const WIDTH: usize = 70;

pub(super) fn cut(sheet: &mut EmailLines) {
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

/// Returns whether a line between two quoted ones is a fragment wrapped off the first: its first
/// word did not fit there, and no empty lines surround it.
fn is_broken_off(sheet: &EmailLines, at: usize) -> bool {
    if !sheet.is_quoted(at - 1) || sheet.is_quoted(at) || !sheet.is_quoted(at + 1) {
        return false;
    }
    let wide = |line: &str| line.chars().count();
    let first = sheet.line(at).split_whitespace().next().unwrap_or_default();
    !first.is_empty() && wide(sheet.line(at - 1)) + 1 + wide(first) > WIDTH
}
