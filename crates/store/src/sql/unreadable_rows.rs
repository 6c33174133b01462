//! Unreadable rows of lists. They are skipped, so that one of them does not block the others. Each
//! is logged once, however often its list is queried; the audit finds them all
//! (`lists/dangling.rs`).

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::error::StoreError;
use crate::sql::column::Row;

/// How many logged rows are remembered.
const REMEMBERED: usize = 1000;

static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Reads a row; `None` if it is damaged.
pub(crate) fn readable<T>(
    row: &Row,
    read: impl FnOnce(&Row) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    match read(row) {
        Err(StoreError::Corrupt(why)) => {
            tell(row.label(), &why);
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// Reads all rows of a list, skipping damaged ones.
pub(crate) fn all_readable<T>(
    rows: &[Row],
    read: impl Fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.iter().filter_map(|row| readable(row, &read).transpose()).collect()
}

fn tell(row: String, why: &str) {
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    if reported.len() < REMEMBERED && reported.insert(row.clone()) {
        tracing::error!(row, why, "skipped unreadable row; see ravenpost audit");
    }
}
