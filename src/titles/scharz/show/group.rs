//! The headings orders stand under, and the fields they are about.

use super::super::state::Line;
use super::words::heading;
use crate::rules::Group;

pub fn group(line: &Line) -> Group {
    Group { title: heading(line).to_owned(), ..Group::default() }
}

/// The field of a line: where it leads, else where it begins.
pub fn area(line: &Line) -> Option<String> {
    let field = if line.to.is_none() { line.at } else { line.to };
    (!field.is_none()).then(|| field.slug().to_owned())
}
