//! The value of a column, from either engine.

use sqlx::postgres::{PgRow, PgValueRef};
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row as _, TypeInfo, ValueRef};

use crate::error::StoreError;

/// A column, by name or index.
pub(crate) trait Column: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}

impl<C: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> Column for C {}

/// A type that a column can be read as.
pub(crate) trait Value<'r>: Sized {
    fn of_sqlite(row: &'r SqliteRow, column: impl Column) -> Result<Self, StoreError>;
    fn of_postgres(row: &'r PgRow, column: impl Column) -> Result<Self, StoreError>;
}

macro_rules! values {
    ($($kind:ty: $read:expr),* $(,)?) => {
        $(impl<'r> Value<'r> for $kind {
            fn of_sqlite(row: &'r SqliteRow, column: impl Column) -> Result<Self, StoreError> {
                Ok(row.try_get(column)?)
            }

            fn of_postgres(row: &'r PgRow, column: impl Column) -> Result<Self, StoreError> {
                Option::<$kind>::of_postgres(row, column)?
                    .ok_or_else(|| bad("a required value is missing"))
            }
        }

        impl<'r> Value<'r> for Option<$kind> {
            fn of_sqlite(row: &'r SqliteRow, column: impl Column) -> Result<Self, StoreError> {
                Ok(row.try_get(column)?)
            }

            fn of_postgres(row: &'r PgRow, column: impl Column) -> Result<Self, StoreError> {
                let value = row.try_get_raw(column)?;
                if value.is_null() { Ok(None) } else { $read(value).map(Some) }
            }
        })*
    };
}

values! {
    i64: number,
    u8: small,
    u16: small,
    u32: small,
    bool: flag,
    &'r str: text,
    String: |value| text(value).map(str::to_owned),
    &'r [u8]: bytes,
    Vec<u8>: |value| bytes(value).map(<[u8]>::to_vec),
}

/// Statements are always prepared, so every value arrives in binary form, in which text is UTF-8.
fn bytes(value: PgValueRef<'_>) -> Result<&[u8], StoreError> {
    value.as_bytes().map_err(|_| bad("a value cannot be read"))
}

fn text(value: PgValueRef<'_>) -> Result<&str, StoreError> {
    if matches!(value.type_info().name(), "BYTEA" | "INT8" | "INT4" | "NUMERIC" | "BOOL") {
        return Err(bad("a column is not text"));
    }
    std::str::from_utf8(bytes(value)?).map_err(|_| bad("a text is not valid UTF-8"))
}

fn number(value: PgValueRef<'_>) -> Result<i64, StoreError> {
    let known = matches!(value.type_info().name(), "INT8" | "INT4" | "BOOL");
    let bytes = bytes(value)?;
    match (known, bytes.len()) {
        (true, 8) => Ok(i64::from_be_bytes(bytes.try_into().unwrap_or_default())),
        (true, 4) => Ok(i32::from_be_bytes(bytes.try_into().unwrap_or_default()).into()),
        (true, 1) => Ok(i64::from(bytes != [0])),
        _ => Err(bad("a column is not a number")),
    }
}

fn small<T: TryFrom<i64>>(value: PgValueRef<'_>) -> Result<T, StoreError> {
    T::try_from(number(value)?).map_err(|_| bad("a number is out of range"))
}

fn flag(value: PgValueRef<'_>) -> Result<bool, StoreError> {
    Ok(number(value)? != 0)
}

fn bad(what: &str) -> StoreError {
    StoreError::Corrupt(what.to_owned())
}
