//! The tables of a file according to its catalogue, and the ids assigned so far.

use std::collections::BTreeMap;

use crate::error::StoreError;
use crate::sql::column::bad;
use crate::sql::table::{Kind, Table, TableColumn};
use crate::sql::{Tx, sql};

// Generated columns are not written.
const COLUMNS: &str = "SELECT tables.name AS of_table, columns.name AS name, columns.type AS kind \
    FROM pragma_table_list AS tables JOIN pragma_table_xinfo(tables.name) AS columns \
    WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' \
    AND tables.name <> '_sqlx_migrations' AND tables.name NOT LIKE '_litestream_%' \
    AND columns.hidden = 0 \
    ORDER BY tables.name, columns.cid";
const GIVEN: &str = "SELECT name, seq FROM sqlite_sequence";
const FORGET: &str = "DELETE FROM sqlite_sequence WHERE name = $1";
const GIVE: &str = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)";

/// Returns all tables with the columns that are written.
pub(crate) async fn tables(tx: &mut Tx) -> Result<Vec<Table>, StoreError> {
    let mut tables: Vec<Table> = Vec::new();
    for row in sql(COLUMNS).rows(tx).await? {
        let (table, name): (String, String) = (row.get("of_table")?, row.get("name")?);
        let kind = match row.get::<&str>("kind")? {
            "INTEGER" => Kind::Int,
            "TEXT" => Kind::Text,
            "BLOB" => Kind::Bytes,
            _ => return Err(bad("a column has an unexpected type")),
        };
        Table::gather(&mut tables, table, TableColumn { name, kind });
    }
    Ok(tables)
}

/// Returns the largest id assigned so far in each `AUTOINCREMENT` table.
pub(crate) async fn given(tx: &mut Tx) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows = sql(GIVEN).rows(tx).await?;
    rows.iter().map(|row| Ok((row.get("name")?, row.get("seq")?))).collect()
}

/// Continues the ids after these, in `AUTOINCREMENT` tables.
pub(crate) async fn go_on(tx: &mut Tx, given: &BTreeMap<String, i64>) -> Result<(), StoreError> {
    let own = self::given(tx).await?;
    for (table, last) in given {
        // In other tables, the largest existing id counts.
        if own.contains_key(table) {
            sql(FORGET).bind(table.as_str()).run(tx).await?;
            sql(GIVE).bind(table.as_str()).bind(*last).run(tx).await?;
        }
    }
    Ok(())
}
