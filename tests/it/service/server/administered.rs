//! What admins see of the server: tables in which nothing happens, and backups.

use std::fs;

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::admin::backups::BackupFile;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::vacation::Dates;
use ravenpost::zone::Zone;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::Leave;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::sqlite::copies::Copies;

use crate::harness::app::{App, PACE, fresh};
use crate::service::TITLE;

fn ids(rows: Vec<GameRow>) -> Vec<GameId> {
    rows.into_iter().map(|row| row.id).collect()
}

/// The games that are stuck after so many days in which the server does nothing.
async fn stuck(app: &App, days: i64, search: &str) -> Vec<GameId> {
    let now = app.now + Duration::days(days);
    ids(app.service.administration().stuck_tables(now, search, 1).await.expect("readable").items)
}

/// A game of Ann and Bob with this pace.
async fn paced(app: &App, pace: Pace) -> GameId {
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    let join = app.service.tables().join_table(app.now, &game, bob, Join::default());
    join.await.expect("a free seat");
    game
}

#[tokio::test]
async fn game_is_stuck_days_after_something_was_due() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    // A reminder is due before the deadline, which is after three days.
    for days in [0, 2, 3] {
        assert!(stuck(&app, days, "").await.is_empty(), "{days}");
    }
    assert_eq!(stuck(&app, 7, "").await, std::slice::from_ref(&game));
    assert_eq!(stuck(&app, 7, "QUIET").await, std::slice::from_ref(&game));
    assert!(stuck(&app, 7, "no such name").await.is_empty());
}

#[tokio::test]
async fn game_without_deadlines_is_stuck_after_two_weeks() {
    let app = App::new().await;
    let game = paced(&app, Pace::of(None)).await;
    assert!(stuck(&app, 13, "").await.is_empty());
    assert_eq!(stuck(&app, 15, "").await, std::slice::from_ref(&game));
}

#[tokio::test]
async fn waiting_and_finished_games_are_not_stuck() {
    let app = App::seeded(3).await;
    let ann = app.player("ann").await;
    app.open_table(TITLE, ann, 3).await;
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    assert_eq!(app.status(&over).await, Status::Over);
    assert!(stuck(&app, 60, "").await.is_empty());
}

#[tokio::test]
async fn paused_game_is_not_stuck() {
    let app = App::new().await;
    let game = paced(&app, PACE).await;
    let (ann, reason) = (app.player_of("ann").await, "harvest".to_owned());
    let pause = Measure::Freeze { reason };
    app.service.tables().moderate(app.now, &game, ann, &pause, &fresh()).await.expect("paused");
    assert!(stuck(&app, 13, "").await.is_empty());
    assert_eq!(stuck(&app, 18, "").await, [game], "the pause should have ended after two weeks");
}

#[tokio::test]
async fn game_waiting_for_the_end_of_a_vacation_is_not_stuck() {
    let mut app = App::seeded(6).await;
    let vacation = Some(Leave { days: 10, stops_clock: true });
    let game = paced(&app, Pace { vacation, ..PACE }).await;
    // One of them is asked alone sooner or later.
    let seat = loop {
        let now = app.service.games().load(&game).await.expect("a game");
        let seat = now.seats().awaited_seats()[0];
        if !now.seats().wait(seat).expect("asked").together {
            break seat;
        }
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    };
    let player = app.player_of(if seat == Seat(1) { "ann" } else { "bob" }).await;
    let (first, last) = ("2026-11-20".to_owned(), "2026-11-29".to_owned());
    let (dates, zone, key) = (Dates { first, last }, Zone::or_utc("UTC"), fresh());
    let away = app.service.tables().go_on_vacation(app.now, &game, player, &dates, zone, &key);
    away.await.expect("away");
    for _ in 0..2 {
        app.passes(Duration::hours(1)).await;
    }
    assert!(stuck(&app, 8, "").await.is_empty());
    assert_eq!(stuck(&app, 20, "").await, [game]);
}

#[tokio::test]
async fn tables_are_found_by_name_and_id() {
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
    let new = NewTable { name: "Þórr & ÅSA".to_owned(), ..app.plain(TITLE, 3) };
    let other = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for search in ["þórr", "ÞÓRR", "åsa", "ÅSA", "& å", "o\u{301}rr"] {
        let listed = administration.tables(search, 1).await.expect("readable");
        assert_eq!(ids(listed.items), std::slice::from_ref(&other), "{search}");
    }
    assert!(administration.tables("", 2).await.expect("readable").items.is_empty());
    assert!(administration.damaged_tables().await.expect("readable").is_empty());
}

#[tokio::test]
async fn players_are_found_in_any_case() {
    let app = App::new().await;
    app.player("ann").await;
    let thor = app.player_at("Þórr Åsason", "Thor@example.org").await;
    let administration = app.service.administration();
    for search in ["þórr", "ÞÓRR", " ÅSA", "åsa", "tho", "THOR@EXAMPLE"] {
        let listed = administration.people(search, false, 1).await.expect("readable").items;
        let found: Vec<_> = listed.iter().map(|account| account.player.id).collect();
        assert_eq!(found, [thor], "{search}");
    }
    assert!(administration.people("\u{ad}", false, 1).await.expect("readable").items.is_empty());
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
async fn verification_finds_a_backup_damaged_later() {
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
