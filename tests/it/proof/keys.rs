//! The key of a server: created once, signed by its predecessor, stored in the database, never
//! exported, and named by the next seal.

use ravenpost::service::proof::keys::{Renewal, is_handed};
use ravenpost_log::proof::note::Key;
use ravenpost_store::Store;
use ravenpost_store::log::seals;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use super::{sealed, with_seals};
use crate::harness::app::App;
use crate::harness::browser::Pages;

async fn raw(app: &App) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(app.service.store().path());
    options.connect().await.expect("the file is there")
}

async fn key(app: &App) -> Key {
    let keys = app.service.proof().server_keys().await.expect("readable");
    keys.first().expect("there is one").key.clone()
}

/// The key named by the last seal.
async fn sealed_key(app: &mut App) -> String {
    let seal = sealed(app).await;
    let text = app.service.archive().seal_text(seal.day, app.now).await.expect("there");
    let text = text.all().expect("read");
    let line = text.lines().nth(3).and_then(|line| line.strip_prefix("key "));
    line.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[tokio::test]
async fn key_is_created_once_and_named_in_each_seal() {
    let mut app = App::signing(6, &[]).await;
    let first = key(&app).await;
    assert_eq!(first.name, "127.0.0.1:8080/seals");
    assert_eq!(app.service.proof().first_key(app.now).await.expect("looked"), None);
    assert_eq!(sealed_key(&mut app).await, first.to_string());
    let renewed =
        app.service.proof().renew_key(app.now, Renewal::default()).await.expect("renewed");
    assert_ne!(renewed.public, first.public);
    assert_eq!(sealed_key(&mut app).await, renewed.to_string());
    // The old key signs its successor; a lost key cannot.
    let lost = Renewal { lost: true, name: Some("raven.example/seals-2".into()) };
    let third = app.service.proof().renew_key(app.now, lost).await.expect("renewed");
    let keys = app.service.proof().server_keys().await.expect("readable");
    assert_eq!(keys.iter().map(|one| &one.key).collect::<Vec<_>>(), [&third, &renewed, &first]);
    assert_eq!([0, 1, 2].map(|at| is_handed(&keys, at)), [false, true, false]);
    let mut page = Pages::of(app.service.clone()).browser();
    let words = page.get("/seals").await.ok().words();
    for said in ["first key of this server", "signed by the previous key", "lost or revoked"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let odd = Renewal { lost: false, name: Some("a b".into()) };
    assert!(app.service.proof().renew_key(app.now, odd).await.is_err(), "no name of a log");
}

/// Only the newest key can sign, and the record of earlier keys cannot be changed or deleted.
#[tokio::test]
async fn old_key_is_deleted_and_keys_are_immutable() {
    let app = App::signing(6, &[]).await;
    app.service.proof().renew_key(app.now, Renewal::default()).await.expect("renewed");
    let mut conn = raw(&app).await;
    let with_secret = "SELECT count(*) FROM server_key WHERE secret_key IS NOT NULL";
    let many: i64 = sqlx::query_scalar(with_secret).fetch_one(&mut conn).await.expect("readable");
    assert_eq!(many, 1);
    for refused in [
        "DELETE FROM server_key",
        "UPDATE server_key SET secret_key = zeroblob(32)",
        "UPDATE server_key SET secret_key = NULL, public_key = zeroblob(32)",
        "UPDATE server_key SET secret_key = NULL, handover = NULL",
        "UPDATE server_key SET secret_key = NULL, name = 'x'",
    ] {
        assert!(sqlx::raw_sql(refused).execute(&mut conn).await.is_err(), "{refused}");
    }
}

/// A backup contains the key; the exported files of a server do not. The seals signed with the old
/// key remain.
#[tokio::test]
async fn backup_contains_the_key_and_exports_do_not() {
    let mut app = with_seals(6, &[], 2).await;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    app.service.store().backup(&copy).await.expect("copied");
    let restored = App::on(&copy, app.now).await;
    assert_eq!(restored.service.proof().first_key(app.now).await.expect("looked"), None);
    assert_eq!(key(&restored).await, key(&app).await);

    let moving = folder.path().join("moving");
    app.service.archive().export_all(app.now, &moving, true).await.expect("written out");
    let secret: Vec<u8> = sqlx::query_scalar("SELECT secret_key FROM server_key")
        .fetch_one(&mut raw(&app).await)
        .await
        .expect("there");
    let (hex, base64) =
        (data_encoding::HEXLOWER.encode(&secret), data_encoding::BASE64.encode(&secret));
    for file in std::fs::read_dir(&moving).expect("a folder").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("text");
        assert!(!text.contains(&hex) && !text.contains(&base64), "{:?}", file.path());
    }
    let mut elsewhere = App::signing(9, &[]).await;
    let own = key(&elsewhere).await;
    elsewhere.now = app.now;
    elsewhere
        .service
        .archive()
        .import_all(
            app.now,
            &moving,
            "our old machine",
            ravenpost::service::archive::moving::KnownPeople::Sit,
        )
        .await
        .expect("taken in");
    assert_eq!(key(&elsewhere).await, own, "it keeps its own key");
    let taken = elsewhere.service.archive().seals(9).await.expect("readable");
    assert_eq!(taken[0].form.key, Some(key(&app).await.to_string()), "and shows the old one");
    assert_eq!(sealed_key(&mut elsewhere).await, own.to_string());
    assert_eq!(sealed_key(&mut app).await, key(&app).await.to_string());
}

/// If the rows of keys are missing, the next start creates a key that no earlier key signs.
#[tokio::test]
async fn lost_key_is_replaced_by_an_unsigned_one() {
    let mut app = with_seals(6, &[], 1).await;
    let old = key(&app).await;
    let mut conn = raw(&app).await;
    let forget = "UPDATE server_key SET secret_key = NULL";
    sqlx::raw_sql(forget).execute(&mut conn).await.expect("forgotten");
    let before = sealed(&mut app).await;
    assert_eq!((before.form.key, before.note), (None, None), "nothing is signed without a key");
    let new = app.service.proof().first_key(app.now).await.expect("made").expect("a new one");
    assert_eq!(new.name, old.name, "the log is still the same");
    let keys = app.service.proof().server_keys().await.expect("readable");
    assert!(!is_handed(&keys, 0) && keys[1].key == old);
    assert!(sealed(&mut app).await.note.is_some_and(|note| note.contains("\n3\n")));
    app.service.store().close().await;
    let copy = Store::open_read_only(app.service.store().path()).await.expect("readable");
    assert_eq!(seals::broken(&seals::history(copy.read()).await.expect("readable")), None);
}

/// A server whose seals were changed does not sign the new history.
#[tokio::test]
async fn changed_seals_are_not_signed() {
    let mut app = with_seals(6, &[], 3).await;
    let mut conn = raw(&app).await;
    for change in [
        "DROP TRIGGER seal_no_update",
        "UPDATE seal SET hash = zeroblob(32) WHERE day = '2026-11-21'",
    ] {
        sqlx::raw_sql(change).execute(&mut conn).await.expect("changed");
    }
    let seal = sealed(&mut app).await;
    assert!(seal.form.key.is_some() && seal.note.is_none(), "{seal:?}");
    let found =
        ravenpost_store::log::unsealed::all(app.service.store().read(), chrono::NaiveDate::MAX);
    assert!(!found.await.expect("readable").is_empty());
}
