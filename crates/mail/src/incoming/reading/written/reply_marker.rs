//! The reply marker of our emails: only our own text follows it.

use super::super::unread::Cut;
use super::lines::EmailLines;
use ravenpost_emails::MARK;

/// Removes everything from an unquoted marker on. After a quoted marker, the quoted lines are
/// marked, and those between or below them may be a reply.
pub(super) fn cut(sheet: &mut EmailLines) {
    if let Some(at) = find(sheet) {
        sheet.cut_from(at, Cut::Mark);
    }
}

/// Returns the line of the unquoted marker.
pub(super) fn find(sheet: &EmailLines) -> Option<usize> {
    (0..sheet.len()).find(|at| !sheet.is_quoted(*at) && is_mark(sheet, *at))
}

/// Returns whether the marker starts in this line; it may be wrapped onto the next one.
fn is_mark(sheet: &EmailLines, at: usize) -> bool {
    let first = bare(sheet.line(at));
    if !share_a_prefix(&first, MARK) {
        return false;
    }
    let both = format!("{first} {}", bare(sheet.line(at + 1)));
    [first, both].iter().any(|line| begins_with(line, MARK))
}

/// Strips decoration around the words of a line.
fn bare(line: &str) -> String {
    let ornament = |c: char| !c.is_alphanumeric();
    let words = line.trim_matches(ornament).split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether one of the two texts is a prefix of the other.
fn share_a_prefix(line: &str, mark: &str) -> bool {
    let shorter = line.len().min(mark.len());
    shorter > 6 && begins_with(&line[..line.floor_char_boundary(shorter)], &mark[..shorter])
}

fn begins_with(line: &str, mark: &str) -> bool {
    line.get(..mark.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(mark))
}
