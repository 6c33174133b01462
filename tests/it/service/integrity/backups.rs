//! Restore drill: a backup made by the server is restored elsewhere, and the game continues.

use std::path::Path;
use std::process::{Command, Output};

use chrono::Duration;
use ravenpost::service::node::back_up::BackupReport;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::sqlite::copies::Copies;
use ravenpost_store::sqlite::high_water_mark::{MarkFound, Marks};

use crate::harness::app::App;
use crate::service::TITLE;

fn ravenpost(data: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(words)
        .arg("--data")
        .arg(data)
        .env_clear()
        .output()
        .expect("the program")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

/// A game after some orders, its backup, and Ann's view at that point.
async fn backed_up(folder: &Path) -> (App, ravenpost_log::GameId, String, BackupReport) {
    let mut app = App::seeded(9).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..6 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let seen = app.shown(&game_id, Viewer::Seat(Seat(1))).await;
    let copies =
        Copies { folder: folder.to_owned(), every: Duration::days(1), keep: Duration::days(7) };
    let kept = app.service.back_up(app.now, &copies).await.expect("a backup");
    let again = app.service.back_up(app.now + Duration::hours(3), &copies).await.expect("a look");
    assert_eq!(again, BackupReport::default(), "one a day");
    let health =
        app.service.monitoring().health(app.now + Duration::hours(3)).await.expect("readable");
    assert_eq!(health.backup_age, Some(3 * 3600));
    (app, game_id, seen, kept)
}

#[tokio::test]
async fn health_reports_a_deleted_database_file() {
    let app = App::seeded(9).await;
    let disk = async || {
        let monitoring = app.service.monitoring();
        // A connection that is opened now no longer finds the file.
        let components = match monitoring.health(app.now).await {
            Ok(health) => health.components,
            Err(why) => monitoring.health_without_database(app.now, &why).components,
        };
        components["disk"].clone()
    };
    assert_eq!(disk().await, "ok");
    std::fs::remove_file(app.service.store().path()).expect("deleted");
    assert_ne!(disk().await, "ok");
}

#[tokio::test]
async fn backup_is_restored_elsewhere_and_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, game, seen, kept) = backed_up(&folder.path().join("backups")).await;
    let version = app.version(&game).await;
    let file = kept.made.expect("one was due");
    // A restore loses exactly what came after the backup.
    let seat = app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("legal");

    let data = folder.path().join("elsewhere");
    let words = ["restore", file.to_str().expect("a name")];
    let done = ravenpost(&data, &words);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let root = said(&done).lines().find(|line| line.starts_with("root ")).map(str::to_owned);
    let audit = ravenpost(&data, &["audit"]);
    assert_eq!(audit.status.code(), Some(0), "{}", said(&audit));
    assert!(said(&audit).contains(&root.expect("a root")), "{}", said(&audit));

    let marks = Marks::of(&data.join("ravenpost.db"), None);
    assert_eq!(marks.said().await, [MarkFound::Restored], "the next start begins epochs");
    let mut restored = App::on(&data.join("ravenpost.db"), app.now).await;
    assert_eq!(restored.version(&game).await, version);
    assert_eq!(restored.shown(&game, Viewer::Seat(Seat(1))).await, seen);
    restored.order(&game, seat, &order).await.expect("the same order is open again");
    restored.service.store().close().await;

    let refused = ravenpost(&data, &words);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("already exists; move it away first"));
    let after = ravenpost(&data, &["audit"]);
    assert_eq!(after.status.code(), Some(0), "what was played on stands: {}", said(&after));
}

#[tokio::test]
async fn damaged_or_missing_backup_is_not_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, _, _, kept) = backed_up(&folder.path().join("backups")).await;
    let file = kept.made.expect("one was due");
    let mut bytes = std::fs::read(&file).expect("readable");
    let order = b"\"order\":\"";
    let found = bytes.windows(order.len()).enumerate().filter(|(_, window)| *window == order);
    let found: Vec<usize> = found.map(|(at, _)| at + order.len()).collect();
    assert!(!found.is_empty(), "orders are stored as text");
    found.into_iter().for_each(|at| bytes[at] ^= 1);
    let bent = folder.path().join("bent.db");
    std::fs::write(&bent, &bytes).expect("written");
    let cut = folder.path().join("cut.db");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("written");
    let email = folder.path().join("email.txt");
    std::fs::write(&email, "Dear all").expect("written");
    let data = folder.path().join("elsewhere");
    for (wrong, code) in [(&bent, 1), (&cut, 3), (&email, 3), (&folder.path().join("none.db"), 2)] {
        let done = ravenpost(&data, &["restore", wrong.to_str().expect("a name")]);
        assert_eq!(done.status.code(), Some(code), "{}: {}", wrong.display(), said(&done));
        assert!(!data.join("ravenpost.db").exists(), "{} is in place", wrong.display());
    }
    // The remains of a broken database are not overwritten either.
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(data.join("ravenpost.db-wal"), "the last orders").expect("written");
    let done = ravenpost(&data, &["restore", file.to_str().expect("a name")]);
    assert_eq!(done.status.code(), Some(2), "{}", said(&done));
    assert!(!data.join("ravenpost.db").exists());
}
