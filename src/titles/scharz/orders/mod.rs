//! R27 Notation: how a line is written and read. Names are known here, rules are not.

pub mod grammar;
pub mod heading;
pub mod lists;
pub mod names;
pub mod parse;
#[cfg(test)]
mod tests;
pub mod write;

pub use super::state::line::Line as Order;

/// Cuts what was sent into lines: by line breaks and `;`. A remark goes on to the end of its line.
pub fn split(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(|line| line.split(';')).map(str::trim).filter(|part| !part.is_empty()).collect()
}
