//! What is bound to a statement, in the three types that both engines know: whole numbers, text and
//! bytes. Nothing is a flag, a date or a float.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Postgres, Sqlite};

/// A value for a statement. Nothing, too, is nothing of a type: PostgreSQL wants to know which.
#[derive(Clone)]
pub(crate) enum Bound {
    Int(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Bound {
    /// The number, where it is one.
    pub(crate) fn int(&self) -> Option<i64> {
        if let Bound::Int(value) = self { *value } else { None }
    }

    /// The text, where it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Bound::Text(value) = self { value.as_deref() } else { None }
    }

    /// The bytes, where it is some.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        if let Bound::Bytes(value) = self { value.as_deref() } else { None }
    }

    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        8 + self.text().map_or(0, str::len) + self.bytes().map_or(0, <[u8]>::len)
    }
}

/// What can be bound.
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

/// A statement for SQLite's driver.
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

/// A statement for PostgreSQL's driver.
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
