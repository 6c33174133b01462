//! Parses proposals to go back: `takeback: reason`, `takeback to 41: reason`.

use super::{COLONS, Request};
use ravenpost_rules::numbers::Step;

/// Parses the text after `takeback`. "Takeback is not my style" is not a proposal.
pub(super) fn takeback(rest: &str) -> Option<Request> {
    let (head, reason) = rest.split_once(COLONS).unwrap_or((rest, ""));
    let head = head.trim().to_lowercase();
    let step = head.strip_prefix("to").map(|step| step.trim_start().trim_start_matches("step"));
    let to = match step.map(|step| step.trim_start().trim_start_matches('#').parse::<Step>()) {
        Some(to) => Some(to.ok()?),
        None if head.is_empty() => None,
        None => return None,
    };
    Some(Request::Takeback { to, reason: reason.trim().to_owned() })
}
