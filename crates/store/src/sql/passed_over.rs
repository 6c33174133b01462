//! Rows of lists that cannot be read: passed over, so that one of them does not keep the others
//! from being shown, sent or served. Each is named in the log once, however often its list is asked
//! for; the audit finds them all (`log/loose.rs`).

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::error::StoreError;
use crate::sql::column::Row;

/// So many are remembered as told.
const REMEMBERED: usize = 1000;

static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// What a row stands for; nothing for one that is damaged.
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

/// The same of all rows of a list.
pub(crate) fn all_readable<T>(
    rows: &[Row],
    read: impl Fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.iter().filter_map(|row| readable(row, &read).transpose()).collect()
}

fn tell(row: String, why: &str) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.len() < REMEMBERED && told.insert(row.clone()) {
        tracing::error!(row, why, "a row cannot be read and is passed over; see ravenpost audit");
    }
}
