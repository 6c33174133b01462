//! Splits a line of orders into its parts.

use crate::error::ServiceError;
use ravenpost_log::act::limits::LONGEST_LINE;
use ravenpost_rules::{Refusal, RefusalCode, Title};

/// Returns the parts of a line. Refused if it has none or is too long.
pub(crate) fn parts<'l>(title: &dyn Title, line: &'l str) -> Result<Vec<&'l str>, ServiceError> {
    fits(line).map_err(|why| ServiceError::Refused(vec![why]))?;
    let parts = title.split(without_comment(line));
    match parts.is_empty() {
        true => Err(ServiceError::coded(RefusalCode::Empty, "the line is empty; write a move")),
        false => Ok(parts),
    }
}

/// Returns the line up to a comment. Titles with orders of several lines strip comments themselves.
fn without_comment(line: &str) -> &str {
    match line.trim().contains('\n') {
        true => line,
        false => line.split('#').next().unwrap_or_default(),
    }
}

/// Checks that a line does not exceed the maximum length.
pub fn fits(line: &str) -> Result<(), Refusal> {
    match line.len() <= LONGEST_LINE {
        true => Ok(()),
        false => {
            let why = format!(
                "the line is too long ({} bytes, at most {LONGEST_LINE}); split it into several \
                 lines",
                line.len()
            );
            Err(Refusal::new(why).code(RefusalCode::TooLong))
        }
    }
}
