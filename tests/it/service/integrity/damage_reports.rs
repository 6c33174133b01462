//! The admin's view of a log that was tampered with: a command names the game and exits with 1. If
//! the file was made consistent, a saved email still reveals it.

use std::path::PathBuf;
use std::process::{Command, Output};

use chrono::Duration;
use ravenpost_log::GameId;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::service::TITLE;

/// A server with a sealed game that continued after the seal, and an email saved from it.
struct Cached {
    _folder: tempfile::TempDir,
    data: PathBuf,
    email: PathBuf,
    game: GameId,
    conn: SqliteConnection,
}

impl Cached {
    async fn new() -> Cached {
        let folder = folder();
        let data = folder.path().join("data");
        let mut app =
            App::on(&data.join("ravenpost.db"), "2026-11-20T09:00:00Z".parse().unwrap()).await;
        let (ann, _, game) = app.pair(TITLE).await;
        app.open_table(TITLE, ann, 3).await;
        app.until_turn_email(&game).await;
        app.now += Duration::days(1);
        app.service.archive().seal(app.now).await.expect("sealed");
        // The email names a step and a seal, and is the last one sent.
        let (_, queued) = app.until_turn_email(&game).await;
        app.now += Duration::days(1);
        app.service.archive().seal(app.now).await.expect("sealed");
        let text = app.written(&queued).await.expect("sent").text;
        let email = folder.path().join("kept.txt");
        std::fs::write(&email, text).expect("written");
        app.service.store().close().await;
        let file = SqliteConnectOptions::new().filename(data.join("ravenpost.db"));
        let mut conn = file.connect().await.expect("the file is there");
        for trigger in ["event_no_update", "event_no_delete"] {
            let drop = format!("DROP TRIGGER {trigger}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(drop)).execute(&mut conn).await.expect("dropped");
        }
        Cached { _folder: folder, data, email, game, conn }
    }

    async fn change(&mut self, sql: &str) {
        let sql = sql.replace("GAME", self.game.as_str());
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut self.conn).await.expect("done");
    }

    fn run(&self, words: &[&str]) -> (Option<i32>, String) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
        let done = program.args(words).arg("--data").arg(&self.data).env_clear().output();
        let Output { status, stdout, stderr } = done.expect("the program");
        let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
        (status.code(), said)
    }

    fn audit(&self) -> (Option<i32>, String) {
        self.run(&["audit"])
    }

    fn email(&self) -> (Option<i32>, String) {
        self.run(&["verify-email", self.email.to_str().expect("a name")])
    }
}

#[tokio::test]
async fn valid_log_matches_its_seals_and_a_saved_email() {
    let kept = Cached::new().await;
    let (code, said) = kept.audit();
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = kept.email();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("intact  game") && said.contains("all 2 games are unchanged"), "{said}");
}

#[tokio::test]
async fn each_kind_of_damage_names_its_game() {
    let of = "WHERE game = 'GAME' AND seq";
    for damage in [
        // One flipped bit, one changed fact, one swapped pair.
        &format!(
            "UPDATE event SET hash = CAST(CASE substr(hash, 1, 1) WHEN x'00' THEN x'01' \
            ELSE x'00' END || substr(hash, 2) AS BLOB) {of} = 4"
        ),
        &format!("UPDATE event SET facts = replace(facts, '[', '[0,') {of} = 6"),
        &format!(
            "UPDATE event SET seq = 1000 {of} = 5; UPDATE event SET seq = 5 {of} = 6; \
            UPDATE event SET seq = 6 {of} = 1000"
        ),
    ] {
        let mut kept = Cached::new().await;
        kept.change(damage).await;
        let (code, said) = kept.audit();
        assert_eq!(code, Some(1), "{damage}: {said}");
        assert!(said.contains(&format!("BROKEN  game {}", kept.game)), "{damage}: {said}");
    }
}

#[tokio::test]
async fn consistent_truncation_is_found_by_seals_and_email() {
    let mut kept = Cached::new().await;
    let before = "(SELECT max(seq) FROM event WHERE game = 'GAME')";
    kept.change("DELETE FROM event WHERE position = (SELECT max(position) FROM event)").await;
    kept.change(&format!(
        "UPDATE game SET last_seq = {before}, head = (SELECT hash FROM event \
        WHERE game = 'GAME' ORDER BY seq DESC LIMIT 1) WHERE id = 'GAME'"
    ))
    .await;
    kept.change("DROP TRIGGER known_head_no_delete").await;
    for table in ["known_head", "idempotency_key", "outbox"] {
        kept.change(&format!("DELETE FROM {table} WHERE game = 'GAME' AND seq > {before}")).await;
    }
    let (code, said) = kept.audit();
    assert_eq!(code, Some(1), "{said}");
    let named = format!("BROKEN  game {}", kept.game);
    assert!(said.contains(&named) && said.contains("on 2026-11-22, but ends at"), "{said}");
    let (code, said) = kept.email();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("but ends at") || said.contains("ends at step"), "{said}");
}

#[tokio::test]
async fn deleted_game_is_missed() {
    let mut kept = Cached::new().await;
    kept.change("DROP TRIGGER known_head_no_delete").await;
    for table in [
        "event",
        "known_head",
        "idempotency_key",
        "outbox",
        "seat_holder",
        "deadline",
        "game_secret",
    ] {
        kept.change(&format!("DELETE FROM {table} WHERE game = 'GAME'")).await;
    }
    kept.change("DELETE FROM game WHERE id = 'GAME'").await;
    kept.change(
        "UPDATE event SET position = -position; \
        UPDATE event SET position = (SELECT count(*) FROM event AS one \
            WHERE one.position >= event.position AND one.position < 0)",
    )
    .await;
    let (code, said) = kept.audit();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("with the hash") && said.contains("but is missing"), "{said}");
    let (code, said) = kept.email();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the game is missing"), "{said}");
    assert!(said.contains("but is missing"), "{said}");
}
