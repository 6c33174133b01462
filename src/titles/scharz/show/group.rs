//! The headings orders stand under, and the fields they are about.

use super::super::orders::heading::heading;
use super::super::state::{Line, Verb};
use crate::rules::Group;

pub fn group(line: &Line) -> Group {
    let note = match line.verb {
        Verb::Done => "Choose a field on the board to write lines about it, or type lines.",
        _ => "",
    };
    Group { title: heading(line.verb).to_owned(), note: note.to_owned(), ..Group::default() }
}

/// The field of a line: where it leads, else where it begins.
pub fn area(line: &Line) -> Option<String> {
    let field = if line.to.is_none() { line.at } else { line.to };
    (!field.is_none()).then(|| field.slug().to_owned())
}
