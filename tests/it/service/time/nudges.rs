//! Players who wait can nudge others: once a day for a seat, after some time, with a limit per
//! recipient over all tables. A nudge changes no clock.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::{By, Pace};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

/// A table of Ann and Bob with two days per prompt.
async fn table(app: &App) -> GameId {
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let new = NewTable { pace: Pace::of(Some(172_800)), ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    game
}

/// Tables at which Ann has answered and waits for Bob.
async fn waiting(seats: usize) -> (App, Vec<GameId>) {
    let mut app = App::seeded(6).await;
    app.player("ann").await;
    app.player("bob").await;
    let mut games = Vec::new();
    for _ in 0..seats {
        let game = table(&app).await;
        let order = app.some_order(&game, Seat(1)).await;
        app.order(&game, Seat(1), &order).await.expect("legal");
        games.push(game);
    }
    (app, games)
}

async fn nudges(app: &App, game: &GameId, who: &str, seat: Option<Seat>) -> Result<(), String> {
    let player = app.player_of(who).await;
    let done = app.service.tables().nudge(app.now, game, player, seat, &fresh()).await;
    done.map(drop).map_err(|error| error.to_string())
}

async fn nudged(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    let by = |act: &Act| matches!(act, Act::Nudged { by: By::Player(_), .. });
    game.log.iter().filter(|entry| by(entry.act)).count()
}

#[tokio::test]
async fn waiting_player_nudges_once_a_day_without_clock_changes() {
    let (mut app, games) = waiting(1).await;
    let game = &games[0];
    let early = nudges(&app, game, "ann", Some(Seat(2))).await.expect_err("just asked");
    assert!(early.contains("has not had enough time to move"), "{early}");
    app.now += Duration::hours(12);
    let due = app
        .service
        .games()
        .load(game)
        .await
        .unwrap()
        .seats()
        .wait(Seat(2))
        .and_then(|wait| wait.due);
    let own = nudges(&app, game, "bob", Some(Seat(2))).await.expect_err("himself");
    assert!(own.contains("another player"), "{own}");
    let asked = nudges(&app, game, "bob", Some(Seat(1))).await.expect_err("he is asked");
    assert!(asked.contains("it is your turn too"), "{asked}");
    nudges(&app, game, "ann", Some(Seat(2))).await.expect("asked");
    assert_eq!(nudged(&app, game).await, 1);
    let emails = app.emails_of("bob").await;
    let queued = emails.iter().rfind(|queued| queued.kind == "organiser_action").expect("owed");
    let email = app.written(queued).await.expect("written");
    assert!(email.headline.contains("A player is waiting for you"), "{}", email.headline);
    assert!(email.text.contains("reminded"), "{}", email.text);
    let again = nudges(&app, game, "ann", None).await.expect_err("once a day");
    assert!(again.contains("no player you can remind"), "{again}");
    let named = nudges(&app, game, "ann", Some(Seat(2))).await.expect_err("once a day");
    assert!(named.contains("once a day: again from"), "{named}");
    let now = app.service.games().load(game).await.unwrap();
    assert_eq!(now.seats().wait(Seat(2)).and_then(|wait| wait.due), due);
    let audited = app.service.fairness().audit_game(game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn obsolete_nudge_is_not_sent() {
    let (mut app, games) = waiting(1).await;
    let game = &games[0];
    app.now += Duration::hours(13);
    nudges(&app, game, "ann", None).await.expect("asked");
    let emails = app.emails_of("bob").await;
    let queued =
        emails.iter().rfind(|queued| queued.kind == "organiser_action").expect("owed").clone();
    while app.service.games().load(game).await.unwrap().seats().wait(Seat(2)).is_some() {
        let order = app.some_order(game, Seat(2)).await;
        app.order(game, Seat(2), &order).await.expect("legal");
        if app.service.games().load(game).await.unwrap().seats().wait(Seat(1)).is_some() {
            break;
        }
    }
    let waits = app.service.games().load(game).await.unwrap().seats().wait(Seat(2)).is_some();
    assert!(waits || app.written(&queued).await.is_err(), "he has answered");
}

#[tokio::test]
async fn person_is_nudged_at_most_twice_a_day() {
    let (mut app, games) = waiting(3).await;
    // Start at 9:00, so that the calendar day does not end during the test.
    app.now = (app.now + Duration::days(1)).date_naive().and_hms_opt(9, 0, 0).unwrap().and_utc();
    for game in &games[..2] {
        nudges(&app, game, "ann", None).await.expect("asked");
    }
    let third = nudges(&app, &games[2], "ann", None).await.expect_err("often enough");
    assert!(third.contains("often enough today"), "{third}");
    assert_eq!(nudged(&app, &games[2]).await, 0, "nothing is stored");
    app.now += Duration::hours(15);
    nudges(&app, &games[2], "ann", None).await.expect("another day");
}
