//! Commands on a finished game: draws derived again, its log audited, and damage reported.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use chrono::Utc;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::titles;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::Store;
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
        pace: Pace::of(None),
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: None,
        salt: String::new(),
        bots: Seat::all(seats).map(|seat| (seat, "random".to_owned())).collect(),
    };
    let game = service.tables().open_table(Utc::now(), None, &new).await.unwrap();
    // Bots play a limited number of orders per tick.
    while service.games().load(&game).await.unwrap().status.state != Status::Over {
        service.clocks().tick(Utc::now()).await.unwrap();
    }
    service.store().close().await;
    (folder, game)
}

/// The exit code and the output.
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

/// A connection for which the triggers are disabled.
async fn unchecked_connection(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("ravenpost.db"));
    let mut conn = options.connect().await.unwrap();
    let off = "DROP TRIGGER event_no_update; DROP TRIGGER event_no_delete; \
        DROP TRIGGER event_no_replace";
    sqlx::raw_sql(off).execute(&mut conn).await.unwrap();
    conn
}

#[tokio::test]
async fn saved_email_reveals_a_missing_last_event() {
    let (folder, game) = finished().await;
    let (_, shown) = run(folder.path(), &["show", game.as_str()]);
    let (_, rest) = shown.split_once("over, step ").expect("it is over");
    let (step, begin) = rest.lines().next().unwrap().split_once(", chain head ").unwrap();
    let mut conn = unchecked_connection(folder.path()).await;
    let last = "SELECT lower(hex(hash)) FROM event ORDER BY seq DESC LIMIT 1";
    let hash: String = sqlx::query_scalar(last).fetch_one(&mut conn).await.unwrap();
    assert!(hash.starts_with(begin), "{shown}");
    let email = folder.path().join("kept.eml");
    let words = format!(
        "From: ravenpost@example.org\r\nSubject: The end\r\n\r\n\
         ravenpost signed-head {game} {step}\r\n{hash}\r\n"
    );
    std::fs::write(&email, words).unwrap();
    let verify = ["verify-email", email.to_str().unwrap()];
    let (code, told) = run(folder.path(), &verify);
    assert!(code == Some(0) && told.contains("still contains it, 0 steps later"), "{told}");
    let cut = "DELETE FROM event WHERE kind = 'ended'";
    sqlx::query(cut).execute(&mut conn).await.unwrap();
    let (code, told) = run(folder.path(), &verify);
    assert!(code == Some(1) && told.contains("BROKEN") && told.contains("ends at"), "{told}");
    sqlx::query("DELETE FROM event").execute(&mut conn).await.unwrap();
    let (code, told) = run(folder.path(), &verify);
    assert!(code == Some(1) && told.contains("is missing"), "{told}");
    std::fs::write(&email, "Hello").unwrap();
    let (code, told) = run(folder.path(), &verify);
    assert!(code == Some(1) && told.contains("contains nothing to verify"), "{told}");
}

#[tokio::test]
async fn finished_game_is_audited_and_its_dice_derived_again() {
    let (folder, game) = finished().await;
    let game = game.as_str();
    let (code, told) = run(folder.path(), &["audit"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 games") && told.contains("0 broken, 0 decided"), "{told}");
    let (code, told) = run(folder.path(), &["audit", game, "--json", "--strict"]);
    assert_eq!(code, Some(0), "{told}");
    let found: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert!(found["orders"].as_u64().unwrap() > 20, "{told}");

    let (code, told) = run(folder.path(), &["verify-dice", game, "--verbose"]);
    assert_eq!(code, Some(0), "{told}");
    let (_, holds) = told.split_once("commitment  ").unwrap();
    assert!(holds.lines().next().unwrap().ends_with(" matches"), "{told}");
    assert!(told.matches(", correct").count() > 10 && told.contains(", 0 wrong"), "{told}");

    let (code, told) = run(folder.path(), &["show", game, "--at", "6", "--as", "2", "--log"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("step 6") && !told.contains("step 7"), "{told}");
    assert_eq!(run(folder.path(), &["show", game, "--as", "mauve"]).0, Some(2));
}

#[tokio::test]
async fn changed_event_is_named() {
    let (folder, game) = finished().await;
    let mut conn = unchecked_connection(folder.path()).await;
    // An extra space means the same and can be added to every event; not every event has a digit to
    // change.
    let change = "UPDATE event SET facts = facts || ' ' WHERE seq = 9";
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
async fn event_without_a_game_is_named() {
    for (id, shown) in [("x'deadbeef'", "event 9"), ("'Not an id!'", "Not an id!, event 9")] {
        let (folder, game) = finished().await;
        let mut conn = unchecked_connection(folder.path()).await;
        let change = format!("UPDATE event SET game = CAST({id} AS TEXT) WHERE seq = 9");
        sqlx::query(sqlx::AssertSqlSafe(change)).execute(&mut conn).await.unwrap();
        drop(conn);
        let (code, told) = run(folder.path(), &["audit"]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains(shown) && told.contains("(position 9)"), "{told}");
        assert!(!told.contains("root "), "{told}");
        let (code, told) = run(folder.path(), &["audit", game.as_str()]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("event 10: the previous event is missing"), "{told}");
    }
}

#[tokio::test]
async fn truncated_log_is_not_rebuilt_without_force() {
    let (folder, game) = finished().await;
    let mut conn = unchecked_connection(folder.path()).await;
    let cut = "DELETE FROM event WHERE position = (SELECT max(position) FROM event)";
    sqlx::query(cut).execute(&mut conn).await.unwrap();
    drop(conn);
    let (code, told) = run(folder.path(), &["rebuild"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("nothing was rebuilt") && told.contains(game.as_str()), "{told}");
    assert_eq!(run(folder.path(), &["audit"]).0, Some(1));
    assert_eq!(run(folder.path(), &["rebuild", "--anyway"]).0, Some(0));
}

#[tokio::test]
async fn root_of_the_log_is_printed_and_recognised() {
    let (folder, _) = finished().await;
    let (code, told) = run(folder.path(), &["audit"]);
    assert_eq!(code, Some(0), "{told}");
    let root = told.lines().last().unwrap().to_owned();
    assert!(root.starts_with("root ") && root.ends_with(" events"), "{told}");
    let count = root.split(' ').nth(3).unwrap();
    let (code, then) = run(folder.path(), &["audit", "--upto", count]);
    assert_eq!((code, then.lines().last()), (Some(0), Some(root.as_str())), "{then}");
    let (_, earlier) = run(folder.path(), &["audit", "--upto", "5"]);
    assert!(earlier.ends_with(" after 5 events\n"), "{earlier}");
}

/// A cleanly closed database in a folder where no further files can be created.
#[tokio::test]
async fn read_only_folder_can_be_audited() {
    let (folder, game) = finished().await;
    let set = |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode));
    set(&folder.path().join("ravenpost.db"), 0o444).unwrap();
    set(folder.path(), 0o555).unwrap();
    let program = tempfile::tempdir().unwrap();
    set(program.path(), 0o755).unwrap();
    let copy = program.path().join("ravenpost");
    std::fs::copy(env!("CARGO_BIN_EXE_ravenpost"), &copy).unwrap();
    for words in [vec!["audit"], vec!["show", game.as_str()]] {
        let mut command = Command::new(&copy);
        command.args(words).arg("--data").arg(folder.path()).env_clear();
        if folder.path().metadata().unwrap().uid() == 0 {
            // Permissions do not restrict root.
            command.uid(65_534).gid(65_534);
        }
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(0), "{told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "the database and its lock");
    set(folder.path(), 0o755).unwrap();
}

#[tokio::test]
async fn changed_secret_is_detected() {
    let (folder, game) = finished().await;
    let mut conn = unchecked_connection(folder.path()).await;
    let change = "UPDATE event SET act = replace(act, '\"secret\":\"', '\"secret\":\"00') \
        WHERE kind = 'ended'";
    sqlx::query(change).execute(&mut conn).await.unwrap();
    let shorten = "UPDATE event SET act = substr(act, 1, length(act) - 5) || substr(act, -3) \
        WHERE kind = 'ended'";
    sqlx::query(shorten).execute(&mut conn).await.unwrap();
    drop(conn);
    let (code, told) = run(folder.path(), &["verify-dice", game.as_str()]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("DOES NOT MATCH"), "{told}");
    assert!(!told.contains(" 0 wrong"), "{told}");
}

#[tokio::test]
async fn log_shorter_than_expected_is_invalid() {
    let (folder, _) = finished().await;
    let (code, told) = run(folder.path(), &["audit"]);
    let events: u64 =
        told.rsplit_once("after ").unwrap().1.trim_end_matches(" events\n").parse().unwrap();
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = run(folder.path(), &["audit", "--upto", &events.to_string()]);
    assert!(code == Some(0) && told.contains("root "), "{told}");
    let (code, told) = run(folder.path(), &["audit", "--upto", &(events + 1).to_string()]);
    assert!(code == Some(1) && told.contains(&format!("ends after {events} events")), "{told}");
    assert!(!told.contains("root ") || told.contains("a root stored"), "{told}");
}

#[tokio::test]
async fn export_overwrites_nothing_and_leaves_no_copy() {
    let (folder, game) = finished().await;
    let file = folder.path().join("game.jsonl");
    let words = ["export", game.as_str(), "--to", file.to_str().unwrap()];
    assert_eq!(run(folder.path(), &words).0, Some(0));
    let written = std::fs::read(&file).unwrap();
    let (code, told) = run(folder.path(), &words);
    assert!(code == Some(2) && told.contains("already exists"), "{told}");
    assert_eq!(std::fs::read(&file).unwrap(), written);
    let (code, told) = run(folder.path(), &["export", game.as_str(), "--people"]);
    assert!(code == Some(2) && told.contains("--people"), "{told}");
    // Remains of a killed export: a copy with every secret.
    let all = folder.path().join("all");
    std::fs::create_dir_all(all.join("copy.partial")).unwrap();
    std::fs::write(all.join("copy.partial/ravenpost.db"), "all of it").unwrap();
    let (code, told) = run(folder.path(), &["export", "--all", all.to_str().unwrap()]);
    assert!(code == Some(0) && !all.join("copy.partial").exists(), "{told}");
    std::fs::create_dir_all(all.join("copy.partial")).unwrap();
    let (code, told) = run(folder.path(), &["export", "--all", all.to_str().unwrap()]);
    assert!(code == Some(1) && told.contains("is not empty"), "{told}");
    assert!(!all.join("copy.partial").exists(), "it goes whatever else is there");
}
