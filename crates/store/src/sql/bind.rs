//! Values bound to statements, in the three types that both engines share: integers, text and
//! bytes. Flags and times are stored as integers; there are no floats.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Postgres, Sqlite};

/// A value for a statement. A null has a type too, because PostgreSQL needs to know it.
#[derive(Clone)]
pub(crate) enum Bound {
    Int(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Bound {
    /// Returns the number, if it is one.
    pub(crate) fn int(&self) -> Option<i64> {
        if let Bound::Int(value) = self { *value } else { None }
    }

    /// Returns the text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Bound::Text(value) = self { value.as_deref() } else { None }
    }

    /// Returns the bytes, if it has that type.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        if let Bound::Bytes(value) = self { value.as_deref() } else { None }
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        8 + self.text().map_or(0, str::len) + self.bytes().map_or(0, <[u8]>::len)
    }
}

/// A type that can be bound.
pub(crate) trait Bind {
    const NOTHING: Bound;
    fn bound(self) -> Bound;
}

macro_rules! whole_numbers {
    ($($kind:ty),*) => {
        $(impl Bind for $kind {
            const NOTHING: Bound = Bound::Int(None);
            fn bound(self) -> Bound {
                Bound::Int(Some(i64::from(self)))
            }
        })*
    };
}

whole_numbers!(i64, u8, u16, u32, bool);

impl Bind for &str {
    const NOTHING: Bound = Bound::Text(None);
    fn bound(self) -> Bound {
        Bound::Text(Some(self.to_owned()))
    }
}

impl Bind for String {
    const NOTHING: Bound = Bound::Text(None);
    fn bound(self) -> Bound {
        Bound::Text(Some(self))
    }
}

impl Bind for &[u8] {
    const NOTHING: Bound = Bound::Bytes(None);
    fn bound(self) -> Bound {
        Bound::Bytes(Some(self.to_vec()))
    }
}

impl Bind for Vec<u8> {
    const NOTHING: Bound = Bound::Bytes(None);
    fn bound(self) -> Bound {
        Bound::Bytes(Some(self))
    }
}

impl<T: Bind> Bind for Option<T> {
    const NOTHING: Bound = T::NOTHING;
    fn bound(self) -> Bound {
        self.map_or(T::NOTHING, T::bound)
    }
}

/// Builds a query for SQLite's driver.
pub(super) fn of_sqlite(
    text: &'static str,
    values: Vec<Bound>,
) -> Query<'static, Sqlite, SqliteArguments> {
    values.into_iter().fold(sqlx::query(text), |query, value| match value {
        Bound::Int(value) => query.bind(value),
        Bound::Text(value) => query.bind(value),
        Bound::Bytes(value) => query.bind(value),
    })
}

/// Builds a query for PostgreSQL's driver.
pub(super) fn of_postgres(
    text: &'static str,
    values: Vec<Bound>,
) -> Query<'static, Postgres, PgArguments> {
    values.into_iter().fold(sqlx::query(text), |query, value| match value {
        Bound::Int(value) => query.bind(value),
        Bound::Text(value) => query.bind(value),
        Bound::Bytes(value) => query.bind(value),
    })
}
