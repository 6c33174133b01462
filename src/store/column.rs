//! Between columns and our types: times are milliseconds, seats and numbers integers, hashes
//! blobs. A value that cannot be what it should be is a decoding error, hence `Corrupt`.

use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row};

use super::ids::{GameId, PlayerId};
use crate::rules::Seat;

/// A moment as it is stored.
pub(super) fn ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

/// A span of time as it is stored.
pub(super) fn span(span: chrono::TimeDelta) -> i64 {
    span.num_milliseconds()
}

/// A number as it is stored. Counting to 2^63 takes longer than any game.
pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn bad(what: &str) -> sqlx::Error {
    sqlx::Error::Decode(what.to_owned().into())
}

/// A stored moment.
pub(super) fn time(ms: i64) -> Result<DateTime<Utc>, sqlx::Error> {
    DateTime::from_timestamp_millis(ms).ok_or_else(|| bad("no moment in time"))
}

/// Reads our types from a row, by name or by place.
pub(super) trait Columns {
    fn time<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<DateTime<Utc>, sqlx::Error>;
    fn time_if<I: ColumnIndex<SqliteRow>>(
        &self,
        column: I,
    ) -> Result<Option<DateTime<Utc>>, sqlx::Error>;
    fn count<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<u64, sqlx::Error>;
    fn count_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<u64>, sqlx::Error>;
    fn seat<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Seat, sqlx::Error>;
    fn seat_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<Seat>, sqlx::Error>;
    fn game<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<GameId, sqlx::Error>;
    fn game_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<GameId>, sqlx::Error>;
    fn player<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<PlayerId, sqlx::Error>;
    fn player_if<I: ColumnIndex<SqliteRow>>(
        &self,
        column: I,
    ) -> Result<Option<PlayerId>, sqlx::Error>;
    fn hash<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<[u8; 32], sqlx::Error>;
}

fn as_seat(number: i64) -> Result<Seat, sqlx::Error> {
    match u8::try_from(number) {
        Ok(number) if number > 0 => Ok(Seat(number)),
        _ => Err(bad("no seat has that number")),
    }
}

fn as_game(text: &str) -> Result<GameId, sqlx::Error> {
    GameId::parse(text).ok_or_else(|| bad("no game has that id"))
}

fn as_count(number: i64) -> Result<u64, sqlx::Error> {
    u64::try_from(number).map_err(|_| bad("a count below zero"))
}

impl Columns for SqliteRow {
    fn time<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<DateTime<Utc>, sqlx::Error> {
        time(self.try_get(column)?)
    }

    fn time_if<I: ColumnIndex<SqliteRow>>(
        &self,
        column: I,
    ) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
        self.try_get::<Option<i64>, I>(column)?.map(time).transpose()
    }

    fn count<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<u64, sqlx::Error> {
        as_count(self.try_get(column)?)
    }

    fn count_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<u64>, sqlx::Error> {
        self.try_get::<Option<i64>, I>(column)?.map(as_count).transpose()
    }

    fn seat<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Seat, sqlx::Error> {
        as_seat(self.try_get(column)?)
    }

    fn seat_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<Seat>, sqlx::Error> {
        self.try_get::<Option<i64>, I>(column)?.map(as_seat).transpose()
    }

    fn game<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<GameId, sqlx::Error> {
        as_game(self.try_get(column)?)
    }

    fn game_if<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<Option<GameId>, sqlx::Error> {
        self.try_get::<Option<&str>, I>(column)?.map(as_game).transpose()
    }

    fn player<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<PlayerId, sqlx::Error> {
        Ok(PlayerId(self.try_get(column)?))
    }

    fn player_if<I: ColumnIndex<SqliteRow>>(
        &self,
        column: I,
    ) -> Result<Option<PlayerId>, sqlx::Error> {
        Ok(self.try_get::<Option<i64>, I>(column)?.map(PlayerId))
    }

    fn hash<I: ColumnIndex<SqliteRow>>(&self, column: I) -> Result<[u8; 32], sqlx::Error> {
        let bytes: &[u8] = self.try_get(column)?;
        bytes.try_into().map_err(|_| bad("a hash has 32 bytes"))
    }
}
