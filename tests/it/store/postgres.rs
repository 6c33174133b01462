//! What only PostgreSQL can show: both schemas agree, its guards hold against raw SQL, and two
//! nodes see each other's data.

use std::collections::BTreeMap;
use std::time::Duration;

use ravenpost_store::lists::settings;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::*;

/// Two stores with one database, and a raw connection to it.
struct Nodes {
    first: Store,
    second: Store,
    conn: PgConnection,
    address: String,
    _folder: TempDir,
}

/// Returns `None` without PostgreSQL.
async fn nodes() -> Option<Nodes> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.db");
    let address = engine::address(&path).await?;
    let (first, second) =
        tokio::join!(Store::connect(&address, &path), Store::connect(&address, &path));
    let options: PgConnectOptions = address.parse().unwrap();
    let conn = options.connect().await.unwrap();
    Some(Nodes { first: first.unwrap(), second: second.unwrap(), conn, address, _folder: folder })
}

/// Two nodes may start on an empty database together: one finds that the other has created the
/// table of migrations, and nothing else yet.
#[tokio::test]
async fn node_starts_while_another_creates_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.db");
    let Some(address) = engine::address(&path).await else { return };
    let options: PgConnectOptions = address.parse().unwrap();
    let mut conn = options.connect().await.unwrap();
    let begun = "CREATE TABLE _sqlx_migrations (version bigint PRIMARY KEY, \
        description text NOT NULL, installed_on timestamptz NOT NULL DEFAULT now(), \
        success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL)";
    sqlx::query(begun).execute(&mut conn).await.unwrap();
    Store::connect(&address, &path).await.expect("the other node's table is not in the way");
    conn.close().await.unwrap();
}

/// A node that claims emails skips one that another node is just claiming, without waiting for it.
#[tokio::test]
async fn email_being_claimed_by_another_node_is_skipped() {
    let Some(nodes) = nodes().await else { return };
    let (owed, lease) = (email(&ravenpost_store::random_game_id(), Seq(1)), TimeDelta::minutes(2));
    let id = nodes.first.write(writes!(|tx| outbox::owe(tx, &owed).await)).await.unwrap();
    let (claimed, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tells, hears) = (Arc::clone(&claimed), Arc::clone(&goes_on));
    let store = nodes.first.clone();
    let first = tokio::spawn(async move {
        let claim = store.write_side(writes!(|tx| {
            let emails = outbox::take(tx, &[id], moment(9), lease).await?;
            tells.notify_one();
            hears.notified().await;
            Ok(emails.len())
        }));
        claim.await
    });
    claimed.notified().await;
    let second = nodes.second.write_side(writes!(|tx| {
        let emails = outbox::take(tx, &[id], moment(9), lease).await?;
        Ok(emails.len())
    }));
    let second = timeout(Duration::from_secs(5), second).await;
    goes_on.notify_one();
    assert_eq!(first.await.unwrap().unwrap(), 1);
    assert_eq!(second.expect("it waits for the other node").unwrap(), 0);
}

/// Fails when a migration for one engine has no counterpart for the other.
#[tokio::test]
async fn both_engines_have_the_same_schema() {
    let Some(mut nodes) = nodes().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = Store::open(&folder.path().join("ravenpost.db")).await.unwrap();
    let mut conn = raw(file.path()).await;
    let asked = "SELECT tables.name AS of_table, columns.name AS name, \
        CASE columns.type WHEN 'INTEGER' THEN 'bigint' WHEN 'BLOB' THEN 'bytea' ELSE 'text' END \
        AS kind FROM pragma_table_list AS tables \
        JOIN pragma_table_xinfo(tables.name) AS columns \
        WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' \
        ORDER BY tables.name, columns.cid";
    let mut of_file: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in sqlx::query(asked).fetch_all(&mut conn).await.unwrap() {
        let column = (row.get("name"), row.get("kind"));
        of_file.entry(row.get("of_table")).or_default().push(column);
    }
    let asked = "SELECT CAST(table_name AS text) AS of_table, CAST(column_name AS text) AS name, \
        CAST(data_type AS text) AS kind, collation_name = 'C' AS as_bytes \
        FROM information_schema.columns \
        WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position";
    let mut of_server: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in sqlx::query(asked).fetch_all(&mut nodes.conn).await.unwrap() {
        let (table, column): (String, String) = (row.get("of_table"), row.get("name"));
        if table != "_sqlx_migrations" {
            let as_bytes: Option<bool> = row.get("as_bytes");
            assert!(as_bytes.unwrap_or(true), "{table}.{column} is not compared byte by byte");
        }
        of_server.entry(table).or_default().push((column, row.get("kind")));
    }
    of_file.remove("_sqlx_migrations");
    of_server.remove("_sqlx_migrations");
    for (table, columns) in &of_file {
        assert_eq!(
            of_server.get(table),
            Some(columns),
            "{table}: write the migration for PostgreSQL too"
        );
    }
    assert_eq!(of_file.len(), of_server.len());
    assert_eq!(file.schema().await.unwrap(), nodes.first.schema().await.unwrap());
}

#[tokio::test]
async fn log_is_immutable_for_every_role() {
    let Some(mut nodes) = nodes().await else { return };
    let game = ravenpost_store::random_game_id();
    nodes.first.write(writes!(|tx| play(tx, &game, Seq::NONE).await)).await.unwrap();
    sqlx::raw_sql("SET session_replication_role = replica").execute(&mut nodes.conn).await.unwrap();
    for attempt in ["UPDATE event SET act = '{}'", "DELETE FROM event", "TRUNCATE event"] {
        let done = sqlx::raw_sql(attempt).execute(&mut nodes.conn).await;
        let error = done.expect_err(attempt).into_database_error().unwrap();
        assert_eq!(error.code().as_deref(), Some("23001"), "{attempt}");
    }
}

/// Of many jobs that append to the same event on two nodes, one succeeds; jobs that read and then
/// write run exclusively.
#[tokio::test]
async fn one_of_two_nodes_appending_to_an_event_conflicts() {
    let Some(nodes) = nodes().await else { return };
    let game = ravenpost_store::random_game_id();
    for round in 0..10 {
        let race = (0..8).map(|at| {
            let store = if at % 2 == 0 { nodes.first.clone() } else { nodes.second.clone() };
            let game = game.clone();
            tokio::spawn(async move {
                let head = events::head(store.read(), &game).await.unwrap();
                if head.seq != Seq(round) {
                    return false;
                }
                let event = Arc::new(stored(event(round + 1), &game, head));
                let row = game_row(&game, Head { seq: event.seq, hash: event.hash });
                let (events, after) = (&[event][..], Seq(round));
                let change =
                    Change { row: &row, after, events, waiting: &[], answered: None, emails: &[] };
                store.commit(Commit::of(&change)).await.is_ok()
            })
        });
        let mut through = 0;
        for one in race.collect::<Vec<_>>() {
            through += usize::from(one.await.unwrap());
        }
        assert_eq!(through, 1, "round {round}");
    }
    let counting = (0..40).map(|at| {
        let store = if at % 2 == 0 { nodes.first.clone() } else { nodes.second.clone() };
        tokio::spawn(async move {
            let job = store.write(writes!(|tx| {
                let so_far = settings::get(&mut *tx, settings::Key::RulesVersions).await?;
                let next = so_far.map_or(0, |so_far| so_far.parse::<u32>().unwrap()) + 1;
                settings::set(tx, settings::Key::RulesVersions, &next.to_string()).await
            }));
            job.await.unwrap();
        })
    });
    for one in counting.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    assert_eq!(
        settings::get(nodes.first.read(), settings::Key::RulesVersions).await.unwrap().unwrap(),
        "40"
    );
}

/// A failed statement aborts the whole transaction in PostgreSQL, and the commit would not report
/// it.
#[tokio::test]
async fn job_that_ignores_a_failure_is_not_reported_as_stored() {
    let Some(nodes) = nodes().await else { return };
    let game = ravenpost_store::random_game_id();
    let head = Head::genesis(&game);
    let origin = ravenpost_store::log::origins::Origin {
        game,
        said: "from elsewhere".into(),
        head: head.hash,
        at: moment(0),
    };
    let again = origin.clone();
    let put = ravenpost_store::log::origins::put;
    nodes.first.write(writes!(|tx| put(tx, &origin).await)).await.unwrap();
    let done = nodes.first.write(writes!(|tx| {
        settings::set(tx, settings::Key::Admin, "before").await?;
        let _ = put(tx, &again).await;
        Ok(())
    }));
    assert!(matches!(done.await, Err(StoreError::Conflict)));
    assert_eq!(settings::get(nodes.first.read(), settings::Key::Admin).await.unwrap(), None);
}

#[tokio::test]
async fn node_is_woken_by_writes_of_another() {
    let Some(nodes) = nodes().await else { return };
    let (mut commits, before) = (nodes.second.commits(), nodes.second.people_writes());
    for at in 0..100 {
        let value = at.to_string();
        nodes
            .first
            .write(writes!(|tx| settings::set(tx, settings::Key::Admin, &value).await))
            .await
            .unwrap();
        let woken = timeout(Duration::from_millis(200), commits.changed());
        if woken.await.is_ok() {
            assert!(nodes.second.people_writes() > before);
            return;
        }
    }
    panic!("it was never woken");
}

#[tokio::test]
async fn readers_cannot_write_and_foreign_tables_stay() {
    let Some(mut nodes) = nodes().await else { return };
    let looking = Store::connect_read_only(&nodes.address, nodes.first.path()).await.unwrap();
    let done = looking.write(writes!(|_tx| Ok(()))).await;
    assert!(matches!(done, Err(StoreError::Closed(_))));
    let schema = nodes.address.rsplit('=').next().unwrap();
    let other = sqlx::AssertSqlSafe(format!(
        "CREATE SCHEMA {schema}o; CREATE TABLE {schema}o.theirs (a bigint)"
    ));
    sqlx::raw_sql(other).execute(&mut nodes.conn).await.unwrap();
    let refused = Store::connect(&format!("{}o", nodes.address), nodes.first.path()).await.err();
    assert!(refused.unwrap().to_string().contains("contains other objects"));
    nodes.conn.close().await.unwrap();
}

/// A decision that names its head is refused if the event with that number is a different one.
#[tokio::test]
async fn append_to_a_different_event_of_that_number_is_refused() {
    let Some(nodes) = nodes().await else { return };
    let game = ravenpost_store::random_game_id();
    nodes.first.write(writes!(|tx| play(tx, &game, Seq::NONE).await)).await.unwrap();
    let listed = events::games(nodes.first.read(), None, 9).await.unwrap();
    let head = events::head(nodes.first.read(), &listed[0]).await.unwrap();
    let stored = Arc::new(stored(event(head.seq.0 + 1), &listed[0], head));
    let row = game_row(&listed[0], Head { seq: stored.seq, hash: stored.hash });
    let (events, after) = (&[stored][..], head.seq);
    let change = Change { row: &row, after, events, waiting: &[], answered: None, emails: &[] };
    let other = ravenpost_log::Hash([7; 32]);
    let done = nodes.second.commit(Commit::of(&change).on(other)).await;
    assert!(matches!(done, Err(StoreError::Conflict)), "{done:?}");
    nodes.second.commit(Commit::of(&change).on(head.hash)).await.unwrap();
}

/// During a rolling upgrade, a node of the previous release can restart with a newer schema if that
/// only added things, and otherwise not.
#[tokio::test]
async fn node_starts_with_a_newer_additive_schema() {
    let Some(mut nodes) = nodes().await else { return };
    let again = async |nodes: &Nodes| {
        let path = nodes._folder.path().join("again.db");
        Store::connect(&nodes.address, &path).await.map(drop)
    };
    let later = async |nodes: &mut Nodes, step: i64, name: &str| {
        let text = "INSERT INTO _sqlx_migrations VALUES ($1, $2, now(), true, '', 0)";
        let query = sqlx::query(text).bind(step).bind(name.to_owned());
        query.execute(&mut nodes.conn).await.unwrap();
    };
    later(&mut nodes, 9998, "add days of rest").await;
    again(&nodes).await.expect("it goes on as before");
    later(&mut nodes, 9999, "names").await;
    let refused = again(&nodes).await.expect_err("it may be another table now");
    assert!(matches!(refused, StoreError::Newer { found: 9999, .. }), "{refused:?}");
}

/// An older program that starts later does not revoke the grants of a newer one.
#[tokio::test]
async fn older_program_does_not_revoke_newer_grants() {
    let Some(mut nodes) = nodes().await else { return };
    let role = format!("g{}", ravenpost_store::random_game_id()).to_lowercase();
    let serves = nodes.address.replacen("user=ravenpost", &format!("user={role}"), 1);
    let path = nodes._folder.path().join("serves.db");
    let run = async |conn: &mut PgConnection, text: String| {
        conn.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(text))).await.expect("done");
    };
    run(&mut nodes.conn, format!("CREATE ROLE {role} LOGIN")).await;
    Store::connect_as(&serves, Some(&nodes.address), &path).await.expect("a node");
    let newer = "INSERT INTO _sqlx_migrations VALUES (9998, 'add rest', now(), true, '', 0)";
    run(&mut nodes.conn, newer.to_owned()).await;
    let grants = format!("CREATE TABLE rest (days bigint); GRANT TRUNCATE ON rest TO {role}");
    run(&mut nodes.conn, grants).await;
    Store::connect_as(&serves, Some(&nodes.address), &path).await.expect("a node");
    let asked = "SELECT has_table_privilege($1, 'rest', 'TRUNCATE')";
    let may = sqlx::query_scalar::<_, bool>(asked).bind(&role).fetch_one(&mut nodes.conn).await;
    assert!(may.expect("asked"), "an older program took it back");
}

/// Migrations named `NNNN_add_...` do nothing else.
#[test]
fn additive_migrations_only_add() {
    for engine in ["sqlite", "postgres"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine);
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if !name.contains("_add_") {
                continue;
            }
            let text = std::fs::read_to_string(&file).unwrap();
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
            let lines = lines.collect::<Vec<_>>().join(" ");
            for step in lines.split(';').map(str::trim).filter(|step| !step.is_empty()) {
                assert!(is_additive(step), "{name}: {step}");
            }
        }
    }
    assert!(is_additive("ALTER TABLE node ADD COLUMN a bigint"));
    assert!(is_additive("CREATE TABLE rest (days bigint NOT NULL DEFAULT 0)"));
    for other in [
        "DROP TABLE node",
        "ALTER TABLE node RENAME COLUMN a TO b",
        "ALTER TABLE node DROP COLUMN b, ADD COLUMN c bigint",
        "ALTER TABLE node ADD COLUMN c bigint, RENAME TO b",
        "ALTER TABLE node ADD COLUMN c bigint, alter column b TYPE text",
    ] {
        assert!(!is_additive(other), "{other}");
    }
    assert!(
        !is_additive("ALTER TABLE node ADD COLUMN a bigint NOT NULL"),
        "older ones leave it out"
    );
}

fn is_additive(step: &str) -> bool {
    let step = step.to_uppercase();
    let changes = ["DROP ", "RENAME ", "ALTER COLUMN", "SET SCHEMA"];
    let adds_column = step.starts_with("ALTER TABLE")
        && step.contains("ADD COLUMN")
        && !changes.iter().any(|change| step.contains(change));
    let may_be_left_out = !step.contains("NOT NULL") || step.contains("DEFAULT");
    step.starts_with("CREATE TABLE")
        || step.starts_with("CREATE INDEX")
        || adds_column && may_be_left_out
}
