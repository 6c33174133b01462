//! The machine-readable part of a bounce (RFC 3464): a group of fields for the email, and one for
//! each recipient.

use super::super::fields::{HeaderFields, addresses_in};
use super::super::limits;
use super::super::parts::{self, MimeParts};
use super::classify;
use super::reason::FailureKind;
use super::{BounceDetails, BounceReport};

/// Maximum number of recipients that are read from a report; our emails have one.
const MOST: usize = 20;

/// Returns the report for each recipient.
pub(super) fn all(parts: &MimeParts) -> Vec<BounceReport> {
    let kinds = ["message/delivery-status", "message/global-delivery-status"];
    let Some(part) = parts.iter().find(|part| kinds.contains(&part.kind.as_str())) else {
        return Vec::new();
    };
    let (text, _) = parts::decode::text(part, limits::HEAD);
    text.split("\n\n").filter_map(of).take(MOST).collect()
}

fn of(group: &str) -> Option<BounceReport> {
    let fields = HeaderFields::of(group.trim_start().as_bytes()).ok()?;
    let recipient = ["final-recipient", "original-recipient"]
        .into_iter()
        .find_map(|name| addresses_in(fields.raw(name)).pop());
    let status = fields.raw("status").split([' ', '(']).next().unwrap_or_default();
    if recipient.is_none() && !fields.has("action") && status.is_empty() {
        return None;
    }
    let action = fields.small("action");
    Some(BounceReport {
        address: recipient,
        action: action.split([' ', ';']).next().unwrap_or_default().to_owned(),
        status: (!status.is_empty()).then(|| status.to_owned()),
        diagnostic: fields.raw("diagnostic-code").to_owned(),
    })
}

/// Returns the most important report; `None` if all recipients succeeded. `words` is the
/// human-readable text.
pub(super) fn worst(reports: &[BounceReport], words: &str) -> Option<BounceDetails> {
    let failed = reports.iter().find(|report| report.has_failed());
    let (report, delayed) = match failed {
        Some(report) => (report, false),
        None => (reports.iter().find(|report| report.action == "delayed")?, true),
    };
    let status = report.status.as_deref().and_then(numbers);
    // The text repeats the diagnostic among other things, so it is only used without one.
    let words = if report.diagnostic.is_empty() { words } else { &report.diagnostic };
    let reason = classify::reason(status, words);
    let failure_kind = match status {
        _ if delayed => FailureKind::Delayed,
        Some([4, ..]) => FailureKind::Soft,
        _ => reason.failure_kind(),
    };
    Some(BounceDetails { address: report.address.clone(), failure_kind, reason })
}

impl BounceReport {
    /// Returns whether delivery failed. Some servers omit the action; then the status decides.
    fn has_failed(&self) -> bool {
        match self.action.as_str() {
            "failed" => true,
            "" => !self.status.as_deref().is_some_and(|status| status.starts_with('2')),
            _ => false,
        }
    }
}

/// Parses the three numbers of a status code.
pub(super) fn numbers(status: &str) -> Option<[u16; 3]> {
    let mut numbers = status.trim_end_matches('.').splitn(3, '.').map(|part| part.parse().ok());
    let class = numbers.next().flatten().filter(|class| matches!(class, 2 | 4 | 5))?;
    Some([class, numbers.next().flatten()?, numbers.next().flatten()?])
}
