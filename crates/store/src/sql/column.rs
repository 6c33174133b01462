//! Conversion between columns and Rust types: times are milliseconds, seats and numbers integers,
//! hashes blobs. Invalid values give `Corrupt`.

use std::str::FromStr;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column as _, Row as _, ValueRef};

use super::value::Value;
use crate::error::StoreError;
use crate::ids::PlayerId;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};

/// Converts a time to its stored form.
pub(crate) fn ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

/// Converts a duration to its stored form.
pub(crate) fn span(span: chrono::TimeDelta) -> i64 {
    span.num_milliseconds()
}

/// Converts a number to its stored form. No number in practice reaches 2^63.
pub(crate) fn int(number: impl Into<u64>) -> i64 {
    let number = number.into();
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Converts stored milliseconds since 1970 to a time in UTC.
pub(crate) fn time(ms: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_millis(ms).ok_or_else(|| bad("a time is out of range"))
}

/// Returns the error for invalid stored data.
pub(crate) fn bad(what: &str) -> StoreError {
    StoreError::Corrupt(what.to_owned())
}

fn seat(number: i64) -> Result<Seat, StoreError> {
    match u8::try_from(number) {
        Ok(number) if number > 0 => Ok(Seat(number)),
        _ => Err(bad("the seat number is invalid")),
    }
}

fn game(text: &str) -> Result<GameId, StoreError> {
    GameId::parse(text).ok_or_else(|| bad("the game id is invalid"))
}

fn count(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| bad("a count is negative"))
}

/// A row returned by the database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A type that is read from a row.
pub(crate) trait FromRow: Sized {
    fn from_row(row: &Row) -> Result<Self, StoreError>;
}

impl Row {
    /// Returns a column by its name, as a type that the database supports.
    pub(crate) fn get<'r, T: Value<'r>>(&'r self, column: &str) -> Result<T, StoreError> {
        match self {
            Row::Sqlite(row) => T::of_sqlite(row, column),
            Row::Postgres(row) => T::of_postgres(row, column),
        }
    }

    /// Returns the first columns, which identify the row.
    pub(crate) fn label(&self) -> String {
        let excerpt = (0..self.width().min(2)).map(|at| {
            let (name, value) = match self {
                Row::Sqlite(row) => {
                    let value = row.try_get_unchecked::<Vec<u8>, _>(at).unwrap_or_default();
                    (row.column(at).name(), value)
                }
                Row::Postgres(row) => (row.column(at).name(), shown(row, at)),
            };
            let value: String = String::from_utf8_lossy(&value).chars().take(64).collect();
            format!("{name} {value:?}")
        });
        excerpt.collect::<Vec<_>>().join(", ")
    }

    /// Returns a time, or the nearest representable one.
    pub(crate) fn moment_near(&self, column: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
        let nearest = |ms: i64| match time(ms) {
            Ok(moment) => moment,
            Err(_) if ms < 0 => DateTime::<Utc>::MIN_UTC,
            Err(_) => DateTime::<Utc>::MAX_UTC,
        };
        Ok(self.get::<Option<i64>>(column)?.map(nearest))
    }

    /// Returns the number of columns.
    pub(crate) fn width(&self) -> usize {
        match self {
            Row::Sqlite(row) => row.len(),
            Row::Postgres(row) => row.len(),
        }
    }

    /// Returns the value that is stored as this word.
    pub(crate) fn word<T: FromStr>(&self, column: &str) -> Result<T, StoreError> {
        let word: &str = self.get(column)?;
        word.parse().map_err(|_| bad(&format!("the {column} is invalid")))
    }

    /// Returns a date such as `2026-11-22`.
    pub(crate) fn day(&self, column: &str) -> Result<NaiveDate, StoreError> {
        self.get::<&str>(column)?.parse().map_err(|_| bad("a date is invalid"))
    }

    pub(crate) fn time(&self, column: &str) -> Result<DateTime<Utc>, StoreError> {
        time(self.get(column)?)
    }

    pub(crate) fn time_if(&self, column: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.get::<Option<i64>>(column)?.map(time).transpose()
    }

    pub(crate) fn count(&self, column: &str) -> Result<u64, StoreError> {
        count(self.get(column)?)
    }

    pub(crate) fn count_if(&self, column: &str) -> Result<Option<u64>, StoreError> {
        self.get::<Option<i64>>(column)?.map(count).transpose()
    }

    pub(crate) fn seq(&self, column: &str) -> Result<Seq, StoreError> {
        self.count(column).map(Seq)
    }

    pub(crate) fn seq_if(&self, column: &str) -> Result<Option<Seq>, StoreError> {
        Ok(self.count_if(column)?.map(Seq))
    }

    pub(crate) fn step(&self, column: &str) -> Result<Step, StoreError> {
        self.count(column).map(Step)
    }

    pub(crate) fn seat(&self, column: &str) -> Result<Seat, StoreError> {
        seat(self.get(column)?)
    }

    pub(crate) fn seat_if(&self, column: &str) -> Result<Option<Seat>, StoreError> {
        self.get::<Option<i64>>(column)?.map(seat).transpose()
    }

    pub(crate) fn game(&self, column: &str) -> Result<GameId, StoreError> {
        game(self.get(column)?)
    }

    pub(crate) fn game_if(&self, column: &str) -> Result<Option<GameId>, StoreError> {
        self.get::<Option<&str>>(column)?.map(game).transpose()
    }

    pub(crate) fn player(&self, column: &str) -> Result<PlayerId, StoreError> {
        Ok(PlayerId(self.get(column)?))
    }

    pub(crate) fn player_if(&self, column: &str) -> Result<Option<PlayerId>, StoreError> {
        Ok(self.get::<Option<i64>>(column)?.map(PlayerId))
    }

    pub(crate) fn hash(&self, column: &str) -> Result<[u8; 32], StoreError> {
        self.get::<&[u8]>(column)?.try_into().map_err(|_| bad("a hash must have 32 bytes"))
    }
}

/// Returns a value for the program's log: text as it is, numbers in decimal.
fn shown(row: &PgRow, at: usize) -> Vec<u8> {
    if let Ok(Some(number)) = Option::<i64>::of_postgres(row, at) {
        return number.to_string().into_bytes();
    }
    let value = row.try_get_raw(at).ok().filter(|value| !value.is_null());
    value.and_then(|value| value.as_bytes().ok()).unwrap_or_default().to_vec()
}
