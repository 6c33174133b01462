//! The database file: reopened, rejected, opened read-only, backed up while in use.

use std::path::Path;

use super::*;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::log::audit;
use sqlx::Connection;

#[tokio::test]
async fn written_data_survives_reopening() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    for after in 0..10 {
        here.play(&game, Seq(after)).await.unwrap();
    }
    let before = events::history(here.store.read(), &game).await.unwrap();
    let here = here.reopen().await;
    assert_eq!(events::history(here.store.read(), &game).await.unwrap(), before);
    assert_eq!(here.emails().await.len(), 10);
    assert_eq!(here.play(&game, Seq(10)).await.unwrap(), 11);
}

#[tokio::test]
async fn dropped_store_is_complete() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    here.play(&game, Seq::NONE).await.unwrap();
    let (path, folder) = (here.store.path().to_owned(), here.folder);
    drop(here.store);
    let store = Store::open(&path).await.unwrap();
    assert_eq!(Here { store, folder }.play(&game, Seq(1)).await.unwrap(), 2);
}

/// The running server, a second server, and commands at the same time.
#[tokio::test]
async fn one_program_writes_and_any_number_read() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    here.play(&game, Seq::NONE).await.unwrap();
    let second = Store::open(here.store.path()).await.err();
    assert!(matches!(second, Some(StoreError::InUse(_))), "{second:?}");
    let looking = Store::open_read_only(here.store.path()).await.unwrap();
    assert_eq!(events::head(looking.read(), &game).await.unwrap().seq, 1);
    looking.backup(&here.folder.path().join("copy.db")).await.unwrap();
    assert_eq!(here.play(&game, Seq(1)).await.unwrap(), 2, "the first one is not disturbed");
    assert_eq!(
        here.reopen().await.play(&game, Seq(2)).await.unwrap(),
        3,
        "closing gives the lock back"
    );
}

#[tokio::test]
async fn opening_a_current_file_makes_no_copy() {
    let here = Here::new().await.reopen().await;
    let names = std::fs::read_dir(here.store.path().parent().unwrap()).unwrap();
    for name in names {
        let name = name.unwrap().file_name().into_string().unwrap();
        assert!(!name.contains("schema"), "{name}");
    }
}

#[tokio::test]
async fn file_of_a_later_release_is_refused_unchanged() {
    let here = Here::new().await;
    here.store.close().await;
    let path = here.store.path();
    let mut conn = raw(path).await;
    let later = "INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, true, x'00', 0)";
    sqlx::raw_sql(later).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let before = std::fs::read(path).unwrap();
    for refused in [Store::open(path).await, Store::open_read_only(path).await] {
        match refused.err() {
            Some(StoreError::Newer { found: 9999, .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(std::fs::read(path).unwrap() == before);
}

/// Before the release tag, the single migration is edited in place, and files made with an earlier
/// edition are rejected.
#[tokio::test]
async fn file_with_another_first_migration_is_refused() {
    let here = Here::new().await;
    here.store.close().await;
    let mut conn = raw(here.store.path()).await;
    let edited = "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1";
    sqlx::raw_sql(edited).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let refused = Store::open(here.store.path()).await.err();
    assert!(matches!(refused, Some(StoreError::Unreleased)), "{refused:?}");
}

#[tokio::test]
async fn file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("email.txt");
    std::fs::write(&path, "Dear all, ".repeat(1_000)).unwrap();
    assert!(matches!(Store::open(&path).await.err(), Some(StoreError::Corrupt(_))));
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(Store::open_read_only(&empty).await.err(), Some(StoreError::Corrupt(_))));
    let none = folder.path().join("none.db");
    assert!(Store::open_read_only(&none).await.is_err());
    assert!(!none.exists());
}

/// Backups while eight players play: each opens, is sound, and contains the log up to some event.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn backups_during_play_are_a_valid_prefix_of_the_log() {
    let here = Here::new().await;
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let players = (0..8).map(|_| {
        let (store, stop, game) =
            (here.store.clone(), stop.clone(), ravenpost_store::random_game_id());
        tokio::spawn(async move {
            for after in 0.. {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return;
                }
                let game = game.clone();
                writing!(store, conn => { play(conn, &game, Seq(after)).await }).unwrap();
            }
        })
    });
    let players: Vec<_> = players.collect();
    let mut commits = here.store.commits();
    let mut sizes = Vec::new();
    for number in 0..12 {
        commits.changed().await.unwrap();
        let copy = here.folder.path().join(format!("backup-{number}.db"));
        here.store.backup(&copy).await.unwrap();
        assert!(matches!(here.store.backup(&copy).await, Err(StoreError::Conflict)));
        sizes.push(check_backup(&here, &copy).await);
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    assert!(sizes.is_sorted() && sizes[0] < sizes[11], "{sizes:?}");
    let left = std::fs::read_dir(here.folder.path()).unwrap();
    let partial = |name: &std::fs::DirEntry| name.path().extension() == Some("partial".as_ref());
    assert!(!left.map(Result::unwrap).any(|name| partial(&name)));
}

async fn check_backup(here: &Here, copy: &Path) -> usize {
    let backup = Store::open_read_only(copy).await.unwrap();
    assert!(backup.integrity_check().await.unwrap().is_empty());
    let report = audit::whole(backup.read(), |_| ()).await.unwrap();
    assert_eq!(report.broken, []);
    let copied = events::after_position(backup.read(), 0, u32::MAX).await.unwrap();
    let count = u32::try_from(copied.len()).unwrap();
    let log = events::after_position(here.store.read(), 0, count).await.unwrap();
    assert!(copied == log, "the copy is the log up to event {count}");
    let told = copied.into_iter().map(|event| (event.game, event.seq)).collect();
    assert_eq!(emails(&backup).await, told);
    log.len()
}

#[tokio::test]
async fn failed_backup_leaves_no_file() {
    let here = Here::new().await;
    let nowhere = here.folder.path().join("no/such/folder/backup.db");
    assert!(here.store.backup(&nowhere).await.is_err());
    let taken = here.folder.path().join("taken.db");
    std::fs::write(&taken, "mine").unwrap();
    assert!(matches!(here.store.backup(&taken).await, Err(StoreError::Conflict)));
    assert_eq!(std::fs::read(&taken).unwrap(), b"mine");
}

#[tokio::test]
async fn backup_can_be_continued() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    here.play(&game, Seq::NONE).await.unwrap();
    let copy = here.folder.path().join("copy.db");
    here.store.backup(&copy).await.unwrap();
    here.play(&game, Seq(1)).await.unwrap();
    let restored = Here { store: Store::open(&copy).await.unwrap(), folder: here.folder };
    assert_eq!(restored.play(&game, Seq(1)).await.unwrap(), 2);
}
