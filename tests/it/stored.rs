//! Commands over a finished game: its dice derived again, its log audited, and damage named.

use std::path::Path;
use std::process::Command;

use chrono::Utc;
use ravenpost::rules::act::Pace;
use ravenpost::rules::{Seat, Table};
use ravenpost::service::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::store::{GameId, Store};
use ravenpost::titles;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

/// A data folder with one whole game of bots.
async fn finished() -> (TempDir, GameId) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ravenpost.db")).await.unwrap();
    let service = Service::new(store, Settings::default());
    let about = titles::all()[0].about();
    let seats = about.seats.0.max(2);
    let new = NewTable {
        title: about.key.to_owned(),
        name: "Bots among themselves".to_owned(),
        table: Table::of(seats),
        pace: Pace { turn: None },
        public: true,
        own_seat: None,
        bots: Seat::all(seats).map(|seat| (seat, "random".to_owned())).collect(),
    };
    let game = service.open_table(Utc::now(), None, &new).await.unwrap();
    service.store().close().await;
    (folder, game)
}

/// The exit code and what was printed.
fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(words)
        .arg("--data")
        .arg(folder)
        .env_clear()
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// A connection that the triggers do not hold back.
async fn vandal(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("ravenpost.db"));
    let mut conn = options.connect().await.unwrap();
    let off = "DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted; \
        DROP TRIGGER event_is_never_replaced";
    sqlx::raw_sql(off).execute(&mut conn).await.unwrap();
    conn
}

#[tokio::test]
async fn a_finished_game_is_audited_and_its_dice_are_derived_again() {
    let (folder, game) = finished().await;
    let game = game.as_str();
    let (code, told) = run(folder.path(), &["audit"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 games") && told.contains("0 broken, 0 that today's"), "{told}");
    let (code, told) = run(folder.path(), &["audit", game, "--json", "--strict"]);
    assert_eq!(code, Some(0), "{told}");
    let found: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert!(found["orders"].as_u64().unwrap() > 20, "{told}");

    let (code, told) = run(folder.path(), &["verify-dice", game, "--verbose"]);
    assert_eq!(code, Some(0), "{told}");
    let (_, holds) = told.split_once("commitment  ").unwrap();
    assert!(holds.lines().next().unwrap().ends_with(" holds"), "{told}");
    assert!(told.matches("as derived").count() > 10 && told.contains(", 0 wrong"), "{told}");

    let (code, told) = run(folder.path(), &["show", game, "--at", "6", "--as", "2", "--log"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("event 6") && !told.contains("event 7"), "{told}");
    assert_eq!(run(folder.path(), &["show", game, "--as", "mauve"]).0, Some(2));
}

#[tokio::test]
async fn a_changed_event_is_named() {
    let (folder, game) = finished().await;
    let mut conn = vandal(folder.path()).await;
    let change = "UPDATE event SET facts = replace(facts, '1', '2') WHERE seq = 9";
    sqlx::query(change).execute(&mut conn).await.unwrap();
    drop(conn);
    for words in [vec!["audit"], vec!["audit", game.as_str()]] {
        let (code, told) = run(folder.path(), &words);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains(&format!("BROKEN  game {game}, event 9")), "{told}");
        assert!(told.contains("its hash does not follow"), "{told}");
    }
}

#[tokio::test]
async fn a_changed_secret_is_found_out() {
    let (folder, game) = finished().await;
    let mut conn = vandal(folder.path()).await;
    let change = "UPDATE event SET act = replace(act, '\"secret\":\"', '\"secret\":\"00') \
        WHERE kind = 'ended'";
    sqlx::query(change).execute(&mut conn).await.unwrap();
    let shorten = "UPDATE event SET act = substr(act, 1, length(act) - 5) || substr(act, -3) \
        WHERE kind = 'ended'";
    sqlx::query(shorten).execute(&mut conn).await.unwrap();
    drop(conn);
    let (code, told) = run(folder.path(), &["verify-dice", game.as_str()]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("DOES NOT HOLD"), "{told}");
    assert!(!told.contains(" 0 wrong"), "{told}");
}
