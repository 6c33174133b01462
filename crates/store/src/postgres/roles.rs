//! Two roles: one owns the tables and changes the schema, the other serves and can only append to
//! the log. Privileges are granted again at each start with the owner's address.

use sqlx::AssertSqlSafe;

use super::schema::SchemaVersion;
use super::{catalogue, open, schema};
use crate::error::StoreError;
use crate::sql::{Conn, Transaction, Tx, sql};

const SCHEMA: &str = "SELECT CAST(current_schema() AS text) AS name";
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(\
    hashtextextended('ravenpost ' || current_schema(), 0))";

/// Migrates the schema as its owner, and grants the serving role its privileges.
pub(super) async fn prepare(owner: &str, serves: &str) -> Result<(), StoreError> {
    let pools = open::connect(owner, "owns").await?;
    // This version does not know the required privileges on a newer version's tables.
    let newer = schema::migrate_node(&pools.writers).await? == SchemaVersion::Newer;
    if newer || open::role(owner)? == serves {
        pools.close().await;
        return Ok(());
    }
    let mut conn = pools.writers.acquire().await?;
    conn.close_on_drop();
    let mut tx = Tx(Conn::Postgres(Transaction { conn, failed: None }));
    let within: String = sql(SCHEMA).row(&mut tx).await?.get("name")?;
    put(&mut tx, BEGIN.to_owned()).await?;
    let (within, role) = (quoted(&within), quoted(serves));
    let on = |table: &str| format!("{within}.\"{table}\"");
    let mut texts = vec![
        format!("GRANT USAGE ON SCHEMA {within} TO {role}"),
        format!("REVOKE ALL ON ALL TABLES IN SCHEMA {within} FROM {role}"),
        format!("GRANT SELECT ON ALL TABLES IN SCHEMA {within} TO {role}"),
        // Copies include the ids assigned so far.
        format!("GRANT SELECT ON ALL SEQUENCES IN SCHEMA {within} TO {role}"),
    ];
    for table in catalogue::tables(&mut tx).await? {
        let rights = match catalogue::LOG.contains(&table.name.as_str()) {
            true => "insert",
            false => "insert, update, delete",
        };
        texts.push(format!("GRANT {rights} ON {} TO {role}", on(&table.name)));
    }
    // A key's secret is deleted when the key is replaced. No other column may be updated.
    texts.push(format!("GRANT UPDATE (secret_key) ON {} TO {role}", on("server_key")));
    put(&mut tx, texts.join("; ")).await?;
    put(&mut tx, "COMMIT".to_owned()).await?;
    // Closing a pool waits for all its connections, including this one.
    drop(tx);
    pools.close().await;
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

async fn put(tx: &mut Tx, text: String) -> Result<(), StoreError> {
    let Conn::Postgres(session) = &mut tx.0 else { return Err(crate::sql::not_a_file()) };
    sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut *session.conn).await?;
    Ok(())
}
