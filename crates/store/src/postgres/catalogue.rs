//! The tables of a PostgreSQL database according to its catalogue, the ids assigned so far, and the
//! triggers that protect the log.

use std::collections::BTreeMap;

use crate::error::StoreError;
use crate::sql::column::bad;
use crate::sql::table::{Kind, Table, TableColumn};
use crate::sql::{Reader, Tx, sql};

// Generated columns are not written.
const COLUMNS: &str = "SELECT CAST(table_name AS text) AS of_table, \
    CAST(column_name AS text) AS name, CAST(data_type AS text) AS kind \
    FROM information_schema.columns \
    WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations' \
    AND is_generated = 'NEVER' ORDER BY table_name COLLATE \"C\", ordinal_position";
const GIVEN: &str = "SELECT CAST(table_name AS text) AS of_table, \
    coalesce(pg_sequence_last_value(CAST(pg_get_serial_sequence(quote_ident(table_name), \
        column_name) AS regclass)), 0) AS last \
    FROM information_schema.columns \
    WHERE table_schema = current_schema() AND is_identity = 'YES'";
const GO_ON: &str = "SELECT setval(CAST(pg_get_serial_sequence(quote_ident(table_name), \
        column_name) AS regclass), $2) FROM information_schema.columns \
    WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name = $1";
const GUARDED: &str = "SELECT CAST(relname AS text) || ' ' || CAST(tgname AS text) AS name \
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid \
    WHERE relnamespace = CAST(current_schema() AS regnamespace) AND tgenabled = 'A' \
    AND NOT tgisinternal";

/// Append-only tables.
pub(super) const LOG: [&str; 7] = [
    "event",
    "game_import",
    "seal",
    "seal_entry",
    "known_head",
    "witnessed_checkpoint",
    "server_key",
];

/// Returns all tables with the columns that are written.
pub(crate) async fn tables(tx: &mut Tx) -> Result<Vec<Table>, StoreError> {
    let mut tables: Vec<Table> = Vec::new();
    for row in sql(COLUMNS).rows(tx).await? {
        let (table, name): (String, String) = (row.get("of_table")?, row.get("name")?);
        let kind = match row.get::<&str>("kind")? {
            "bigint" => Kind::Int,
            "text" => Kind::Text,
            "bytea" => Kind::Bytes,
            kind => return Err(bad(&format!("{table}.{name} has the unexpected type {kind}"))),
        };
        Table::gather(&mut tables, table, TableColumn { name, kind });
    }
    Ok(tables)
}

/// Returns the largest id assigned so far in each table with an identity column.
pub(crate) async fn given(tx: &mut Tx) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows = sql(GIVEN).rows(tx).await?;
    rows.iter().map(|row| Ok((row.get("of_table")?, row.get("last")?))).collect()
}

/// Continues the ids after these.
pub(crate) async fn go_on(tx: &mut Tx, given: &BTreeMap<String, i64>) -> Result<(), StoreError> {
    for (table, last) in given.iter().filter(|(_, last)| **last > 0) {
        sql(GO_ON).bind(table.as_str()).bind(*last).rows(&mut *tx).await?;
    }
    Ok(())
}

/// Returns the triggers protecting the log that are missing or disabled.
pub(crate) async fn unguarded(reader: impl Into<Reader<'_>>) -> Result<Vec<String>, StoreError> {
    let rows = sql(GUARDED).rows(reader).await?;
    let found: Vec<String> = rows.iter().map(|row| row.get("name")).collect::<Result<_, _>>()?;
    let mut gone = Vec::new();
    for table in LOG {
        let update = if table == "server_key" { "only_forget_secret" } else { "no_update" };
        for rule in [update, "no_delete", "no_truncate"] {
            let guard = format!("{table} {table}_{rule}");
            if !found.contains(&guard) {
                gone.push(format!("{table}_{rule}"));
            }
        }
    }
    Ok(gone)
}
