//! Letters of kinds that a program does not know: a newer one owes them, and writes them. They wait
//! untouched, so that they leave as soon as it is up.

use chrono::{DateTime, Utc};

use crate::error::StoreError;
use crate::sql::column::ms;
use crate::sql::{Reader, sql};

const UNWRITTEN: &str = "SELECT kind, count(*), min(due_at) FROM outbox \
    WHERE state = 'waiting' AND due_at <= $1 AND $2 NOT LIKE '%\"' || kind || '\"%' \
    GROUP BY kind ORDER BY kind";

/// The kinds of letters that somebody can write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kinds(String);

impl Kinds {
    /// Those of these keys.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a str>) -> Kinds {
        Kinds(keys.into_iter().collect::<serde_json::Value>().to_string())
    }

    /// Whatever there is.
    pub fn all() -> Kinds {
        Kinds::of([])
    }

    /// As statements read it: nothing in it stands for all.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// Letters of a kind that nobody here can write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritten {
    pub kind: String,
    pub letters: u64,
    /// Since when the first of them is due.
    pub since: DateTime<Utc>,
}

/// The letters of other kinds that were due before that.
pub async fn unwritten(
    reader: impl Into<Reader<'_>>,
    kinds: &Kinds,
    before: DateTime<Utc>,
) -> Result<Vec<Unwritten>, StoreError> {
    let rows = sql(UNWRITTEN).bind(ms(before)).bind(kinds.text()).rows(reader).await?;
    let each = rows.iter().map(|row| {
        let since = row.moment_near(2)?.unwrap_or(before);
        Ok(Unwritten { kind: row.get(0)?, letters: row.count(1)?, since })
    });
    each.collect()
}
