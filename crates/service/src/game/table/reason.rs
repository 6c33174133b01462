//! Validates the reason given for an act on a table.

use crate::error::ServiceError;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::names;

/// Validates a reason of one line, which is stored in the log permanently.
pub(crate) fn a_reason(text: &str) -> Result<String, ServiceError> {
    names::visible(text, REASON_LIMIT).ok_or_else(|| {
        let why = format!("a reason is one line of at most {REASON_LIMIT} visible characters");
        ServiceError::refused(why)
    })
}
