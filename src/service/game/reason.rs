//! Why somebody does something to a table: a line that stays in the log.

use crate::service::error::ServiceError;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::names;

/// A reason in one line: it stays in the log for good.
pub(in crate::service) fn a_reason(text: &str) -> Result<String, ServiceError> {
    names::visible(text, REASON_LIMIT).ok_or_else(|| {
        let why = format!("a reason is a line of at most {REASON_LIMIT} letters, all to be seen");
        ServiceError::refused(why)
    })
}
