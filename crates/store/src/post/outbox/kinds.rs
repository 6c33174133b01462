//! Emails of kinds that this version does not know, queued by a newer version. They remain queued
//! until a node that knows them is up.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, sql};

const UNWRITTEN: &str = "SELECT kind, count(*) AS emails, min(due_at) AS since FROM outbox \
    WHERE state = 'waiting' AND due_at <= $1 AND $2 NOT LIKE '%\"' || kind || '\"%' \
    GROUP BY kind ORDER BY kind";

/// A set of kinds of emails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kinds(String);

impl Kinds {
    /// Returns the set of these kinds.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a str>) -> Kinds {
        Kinds(keys.into_iter().collect::<serde_json::Value>().to_string())
    }

    /// Returns the set of all kinds.
    pub fn all() -> Kinds {
        Kinds::of([])
    }

    /// Returns the form that statements use; an empty list means all kinds.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// Queued emails of an unknown kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritten {
    pub kind: String,
    pub emails: u64,
    /// When the first of them was due.
    pub since: DateTime<Utc>,
}

/// Returns queued emails of other kinds that were due before that time.
pub async fn unwritten(
    reader: impl Into<Reader<'_>>,
    kinds: &Kinds,
    before: DateTime<Utc>,
) -> Result<Vec<Unwritten>, StoreError> {
    let rows = sql(UNWRITTEN).bind(ms(before)).bind(kinds.text()).rows(reader).await?;
    let each = rows.iter().map(|row| {
        let since = row.moment_near("since")?.unwrap_or(before);
        Ok(Unwritten { kind: row.get("kind")?, emails: row.count("emails")?, since })
    });
    each.collect()
}
