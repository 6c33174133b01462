//! Our own line: below it stands our letter and nothing else.

use super::super::cut::Cut;
use super::sheet::LetterLines;
use crate::letters::MARK;

/// Takes out everything from our line on. Where it stands in a quote, the quote's own lines are
/// marked, and what stands between or below them may be an answer.
pub(super) fn cut(sheet: &mut LetterLines) {
    if let Some(at) = find(sheet) {
        sheet.cut_from(at, Cut::Mark);
    }
}

/// Where our line stands, if it is not quoted.
pub(super) fn find(sheet: &LetterLines) -> Option<usize> {
    (0..sheet.len()).find(|at| !sheet.is_quoted(*at) && is_mark(sheet, *at))
}

/// Whether our line begins there, perhaps broken in two.
fn is_mark(sheet: &LetterLines, at: usize) -> bool {
    let first = bare(sheet.line(at));
    if !begins_alike(&first, MARK) {
        return false;
    }
    let both = format!("{first} {}", bare(sheet.line(at + 1)));
    [first, both].iter().any(|line| begins_with(line, MARK))
}

/// A line without what stands around its words.
fn bare(line: &str) -> String {
    let ornament = |letter: char| !letter.is_alphanumeric();
    let words = line.trim_matches(ornament).split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

/// Whether one of two texts goes on where the other ends.
fn begins_alike(line: &str, mark: &str) -> bool {
    let shorter = line.len().min(mark.len());
    shorter > 6 && begins_with(&line[..line.floor_char_boundary(shorter)], &mark[..shorter])
}

fn begins_with(line: &str, mark: &str) -> bool {
    line.get(..mark.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(mark))
}
