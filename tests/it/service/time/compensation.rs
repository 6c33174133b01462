//! A server that comes back serves pages while it compensates for an outage. An act on a game that
//! is not processed yet compensates that game first, and viewers see correct clocks.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

use crate::harness::app::App;
use crate::service::table::rewinds::{back, holds, key, play, vote};

/// Ann and Bob play, the server goes down during a vote, and comes back after two hundred hours.
async fn away() -> (App, GameId, [PlayerId; 2]) {
    let mut app = App::seeded(9).await;
    let (ann, bob, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 6).await;
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let asked =
        app.service.votes().propose_rewind(app.now, &game, ann, &back(Step(7)), &key("back")).await;
    assert!(!asked.expect("put to the vote"));
    app.restart_with_seed(9);
    app.now += Duration::hours(200);
    app.service.clocks().comes_back(app.now).await.expect("it comes back");
    (app, game, [ann, bob])
}

#[tokio::test]
async fn vote_stays_open_before_the_first_heartbeat() {
    let (mut app, game_id, [_, bob]) = away().await;
    assert!(app.service.clocks().is_behind());
    app.now += Duration::seconds(1);
    vote(&app, &game_id, bob, false).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let kinds: Vec<&str> =
        game.log.iter().rev().take(3).map(|entry| entry.act.kind().word()).collect();
    assert_eq!(kinds, ["proposal-failed", "voted", "outage-compensated"]);
    // The outage is not compensated a second time.
    let before = game.status.clocks.waits.clone();
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert!(!app.service.clocks().is_behind());
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.clocks.waits, before);
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn pages_show_compensated_clocks() {
    let (app, game, [_, bob]) = away().await;
    let shown = app.service.play().read_game(&game, Some(bob), None).await.expect("a sight").status;
    let noted = app.service.games().load(&game).await.expect("a game");
    let outages =
        noted.log.iter().filter(|entry| matches!(entry.act, Act::OutageCompensated { .. }));
    assert_eq!(outages.count(), 0, "looking stores nothing");
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let now = app.service.games().load(&game).await.expect("a game");
    assert_eq!(shown.clocks.waits, now.status.clocks.waits);
    assert_eq!(shown.stops.proposal, now.status.stops.proposal);
    assert!(shown.stops.proposal.is_some_and(|open| open.until > app.now));
    holds(&app, &game).await;
}

/// Games processed for compensation are not added to the cache.
#[tokio::test]
async fn compensated_games_are_not_cached() {
    let (mut app, game_id, [ann, bob]) = away().await;
    app.restart_with_seed(10);
    let other = app.open_table("gotlandia", ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &other, bob, Join::default())
        .await
        .expect("a free seat");
    app.restart_with_seed(11);
    app.service.games().load(&other).await.expect("somebody looks at it");
    let before = app.service.cached_count();
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert_eq!(app.service.cached_count(), before);
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.status.stops.proposal.as_ref().is_some_and(|open| open.until > app.now));
}
