//! What admins see of the server: tables in which nothing happens, and backups.

use std::fs;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::ServiceError;
use ravenpost::service::admin::backups::BackupFile;
use ravenpost_log::GameId;
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::sqlite::copies::Copies;

use crate::harness::app::App;
use crate::service::TITLE;

fn ids(rows: Vec<GameRow>) -> Vec<GameId> {
    rows.into_iter().map(|row| row.id).collect()
}

#[tokio::test]
async fn a_table_without_a_change_for_two_weeks_is_stuck() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let administration = app.service.administration();
    let stuck = async |now: DateTime<Utc>, search: &str| {
        ids(administration.stuck_tables(now, search, 1).await.expect("readable").items)
    };
    assert!(stuck(app.now, "").await.is_empty());
    assert!(stuck(app.now + Duration::days(4), "").await.is_empty(), "its clock runs");
    let later = app.now + Duration::days(15);
    assert_eq!(stuck(later, "").await, std::slice::from_ref(&game));
    assert!(stuck(later, "no such name").await.is_empty());
}

#[tokio::test]
async fn tables_are_found_by_name_and_by_id() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.private_table(TITLE, ann, 3).await;
    let administration = app.service.administration();
    for search in ["", "QUIET", " evening ", game.as_str()] {
        let listed = administration.tables(search, 1).await.expect("readable");
        assert_eq!(ids(listed.items), std::slice::from_ref(&game), "{search}");
        assert!(!listed.more);
    }
    assert!(administration.tables("%", 1).await.expect("readable").items.is_empty());
    assert!(administration.tables("", 2).await.expect("readable").items.is_empty());
    assert!(administration.damaged_tables().await.expect("readable").is_empty());
}

/// The only backup, once it is not being verified any more.
async fn backup(app: &App) -> BackupFile {
    loop {
        let backups = app.service.administration().backups().await.expect("readable");
        let mut backups = backups.expect("they are made");
        if backups.checking.is_none() {
            assert_eq!(backups.files.len(), 1);
            return backups.files.remove(0);
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_backup_that_was_damaged_later_is_found_by_verifying_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (every, keep) = (Duration::days(1), Duration::days(7));
    let copies = Copies { folder: folder.path().join("backups"), every, keep };
    let app = App::new().await.with(|settings| settings.backups = Some(copies.clone()));
    if !app.service.store().is_file() {
        return;
    }
    app.service.back_up(app.now, &copies).await.expect("a backup");
    let made = backup(&app).await;
    let check = made.check.expect("verified when it was made");
    assert_eq!((check.at, check.fault), (app.now, None));

    let administration = app.service.administration();
    let later = app.now + Duration::hours(5);
    administration.verify_backup(later, None, &made.name).await.expect("begun");
    let check = backup(&app).await.check.expect("verified again");
    assert_eq!((check.at, check.fault), (later, None));

    fs::write(copies.folder.join(&made.name), "not a database any more").expect("damaged");
    administration.verify_backup(later, None, &made.name).await.expect("begun");
    assert!(backup(&app).await.check.expect("verified").fault.is_some());
    for name in ["../ravenpost.db", "ravenpost-20200101T000000Z.db", ""] {
        let unknown = administration.verify_backup(later, None, name).await;
        assert!(matches!(unknown, Err(ServiceError::NotFound(_))), "{name}");
    }
}
