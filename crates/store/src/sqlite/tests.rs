//! Tests that need access to the connections.

use std::sync::LazyLock;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::schema::{self, SCHEMA};
use super::{old_schema, open};
use crate::Store;
use crate::error::StoreError;
use crate::lists::settings;
use crate::sql::schema::Schema;
use crate::sql::{Conn, Pool, Tx, sql};
use crate::writes;

async fn here() -> (Store, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ravenpost.db")).await.unwrap();
    (store, folder)
}

fn file(store: &Store) -> &sqlx::SqlitePool {
    match &store.read().0 {
        Pool::Sqlite(pool) => pool,
        Pool::Postgres(_) => panic!("a file was opened"),
    }
}

#[tokio::test]
async fn readers_cannot_write() {
    let (store, _folder) = here().await;
    for attempt in [
        "INSERT INTO setting VALUES ('a', 'b')",
        "DELETE FROM outbox",
        "PRAGMA user_version = 7",
        "CREATE TABLE mine (a)",
    ] {
        let done = sqlx::raw_sql(attempt).execute(file(&store)).await;
        assert!(done.unwrap_err().to_string().contains("readonly"), "{attempt}");
    }
    let looking = Store::open_read_only(store.path()).await.unwrap();
    let done = looking.write(writes!(|_tx| Ok(()))).await;
    assert!(matches!(done, Err(StoreError::Closed(_))));
}

#[tokio::test]
async fn connections_have_the_promised_settings() {
    let (store, _folder) = here().await;
    let ask = |pragma: &'static str| sqlx::query_scalar::<_, i64>(pragma);
    let settings = [
        ("PRAGMA synchronous", 2),
        ("PRAGMA foreign_keys", 1),
        ("PRAGMA trusted_schema", 0),
        ("PRAGMA secure_delete", 1),
        ("PRAGMA busy_timeout", 5_000),
    ];
    let found = store.write(writes!(|tx| {
        let mut found = Vec::new();
        for (pragma, _) in settings {
            found.push((pragma, ask(pragma).fetch_one(&mut *tx.file()?).await?));
        }
        Ok(found)
    }));
    assert_eq!(found.await.unwrap(), settings);
    let reader = file(&store);
    let journal = sqlx::query_scalar::<_, String>("PRAGMA journal_mode").fetch_one(reader);
    assert_eq!(journal.await.unwrap(), "wal");
    let loose = "SELECT count(*) FROM pragma_table_list \
        WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%' \
        AND name != '_sqlx_migrations'";
    assert_eq!(ask(loose).fetch_one(reader).await.unwrap(), 0, "a table is not strict");
}

/// Even a job with access to SQL could not store anything without the writer.
#[tokio::test]
async fn job_cannot_commit_without_the_writer() {
    let (store, _folder) = here().await;
    for sneaky in ["COMMIT", "ROLLBACK", "RELEASE job", "COMMIT; BEGIN IMMEDIATE"] {
        let job = store.write(writes!(|tx| {
            settings::set(tx, settings::Key::Admin, "before").await?;
            let _ = sqlx::raw_sql(sneaky).execute(&mut *tx.file()?).await;
            // After that, every statement would be a transaction of its own.
            let _ = settings::set(tx, settings::Key::Admin, "behind").await;
            let _ = settings::set(tx, settings::Key::Admin, "and again").await;
            Ok(())
        }));
        assert!(job.await.is_err(), "{sneaky}");
        assert_eq!(
            settings::get(store.read(), settings::Key::Admin).await.unwrap(),
            None,
            "{sneaky}"
        );
    }
    store
        .write(writes!(|tx| settings::set(tx, settings::Key::Admin, "in order").await))
        .await
        .unwrap();
}

/// Deleted data is neither in the file nor in the write-ahead log, once the store is idle.
#[tokio::test]
async fn deleted_data_is_in_no_file() {
    let (store, folder) = here().await;
    let holds = || {
        let files = std::fs::read_dir(folder.path()).unwrap().flatten();
        let bytes = files.map(|file| std::fs::read(file.path()).unwrap());
        bytes.flatten().collect::<Vec<u8>>().windows(12).any(|found| found == b"hush-hush-42")
    };
    // Long enough to have pages of its own, like an email.
    let secret = "hush-hush-42 ".repeat(4_000);
    store
        .write(writes!(|tx| settings::set(tx, settings::Key::Admin, &secret).await))
        .await
        .unwrap();
    assert!(holds());
    store.write(writes!(|tx| settings::unset(tx, settings::Key::Admin).await)).await.unwrap();
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if !holds() {
            return;
        }
    }
    panic!("it is still there");
}

/// This build's schema and one more migration.
static NEXT: LazyLock<Schema> = LazyLock::new(|| {
    let text = "ALTER TABLE setting ADD COLUMN note TEXT".into_sql_str();
    let number = SCHEMA.newest() + 1;
    let next = Migration::new(number, "add notes".into(), MigrationType::Simple, text, false);
    let steps = SCHEMA.steps.iter().cloned().chain([next]).collect();
    Schema { steps: Migrator::with_migrations(steps), has_steps: SCHEMA.has_steps }
});

const NOTES: &str = "SELECT count(*) AS n FROM pragma_table_info('setting') WHERE name = 'note'";

#[tokio::test]
async fn file_is_copied_before_a_migration() {
    let (store, folder) = here().await;
    store.write(writes!(|tx| settings::set(tx, settings::Key::Admin, "kept").await)).await.unwrap();
    store.close().await;
    let path = store.path().to_owned();
    let conn = sqlx::ConnectOptions::connect(&open::options(&path)).await.unwrap();
    let mut tx = Tx(Conn::file(conn));
    for _ in 0..2 {
        schema::migrate_to(&NEXT, &mut tx, &path).await.unwrap();
    }
    assert_eq!(sql(NOTES).row(&mut tx).await.unwrap().get::<i64>("n").unwrap(), 1);
    let copies = std::fs::read_dir(folder.path()).unwrap().flatten();
    let copies = copies.map(|file| file.file_name().to_string_lossy().into_owned());
    let copies: Vec<String> = copies.filter(|name| name.contains(".schema-")).collect();
    let newest = SCHEMA.newest();
    assert_eq!(copies, [format!("ravenpost.db.schema-{newest}")], "one copy, of the schema before");
    let copy = Store::open_read_only(&folder.path().join(&copies[0])).await.unwrap();
    assert_eq!(copy.schema().await.unwrap(), (newest, newest));
    assert_eq!(
        settings::get(copy.read(), settings::Key::Admin).await.unwrap().as_deref(),
        Some("kept")
    );
}

#[tokio::test]
async fn older_schema_is_read_from_a_migrated_copy() {
    let (store, _folder) = here().await;
    store.write(writes!(|tx| settings::set(tx, settings::Key::Admin, "kept").await)).await.unwrap();
    store.close().await;
    let before = std::fs::read(store.path()).unwrap();
    let readers = open::readers(store.path()).await.unwrap();
    let (readers, copy) = old_schema::of(readers, &NEXT).await.unwrap();
    assert_eq!(copy.as_ref().map(|copy| copy.schema), Some(SCHEMA.newest()));
    assert_eq!(sql(NOTES).row(&readers).await.unwrap().get::<i64>("n").unwrap(), 1);
    assert_eq!(
        settings::get(&readers, settings::Key::Admin).await.unwrap().as_deref(),
        Some("kept")
    );
    assert!(std::fs::read(store.path()).unwrap() == before);
}
