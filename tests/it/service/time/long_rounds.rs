//! A clock round may take minutes, when many games are compensated for an outage or many bots play.
//! Pages are still served, so it does not count as an outage.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::Duration;
use ravenpost_log::GameId;
use ravenpost_store::lists::nodes;

use crate::harness::app::App;
use crate::service::TITLE;

async fn outages(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count()
}

/// A round that starts with a heartbeat and takes that many seconds.
async fn a_round_of(app: &mut App, seconds: i64) {
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    for _ in 0..seconds / 10 {
        app.now += Duration::seconds(10);
        app.service.clocks().activity(app.now).await.expect("noted");
    }
}

#[tokio::test]
async fn long_round_is_no_outage_but_suspension_is() {
    let mut app = App::seeded(5).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    a_round_of(&mut app, 600).await;
    app.now += Duration::seconds(5);
    a_round_of(&mut app, 600).await;
    app.now += Duration::seconds(5);
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert_eq!(outages(&app, &game_id).await, 0, "it was up all the while");
    a_round_of(&mut app, 60).await;
    app.now += Duration::minutes(20);
    app.service.clocks().activity(app.now).await.expect("it does not know yet that it slept");
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert_eq!(outages(&app, &game_id).await, 1);
    let game = app.service.games().load(&game_id).await.expect("a game");
    let lost = game.status.clocks.outages[0].time;
    assert_eq!(lost.1 - lost.0, Duration::minutes(20), "all of the sleep, and no more");
}

/// A clock that advances by ten seconds at every reading, and a round that lasts until it has been
/// read sixty times.
#[tokio::test]
async fn long_round_sends_heartbeats() {
    let mut app = App::seeded(5).await;
    let (_, _, game) = app.pair(TITLE).await;
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let (asked, begun) = (AtomicI64::new(0), app.now);
    let clock = || begun + Duration::seconds(10 * (asked.fetch_add(1, Ordering::SeqCst) + 1));
    let round = async {
        while asked.load(Ordering::SeqCst) < 60 {
            tokio::task::yield_now().await;
        }
        "done"
    };
    let every = std::time::Duration::from_millis(1);
    assert_eq!(app.service.clocks().stirring(every, clock, round).await, "done");
    app.now = begun + Duration::seconds(10 * asked.load(Ordering::SeqCst));
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert_eq!(outages(&app, &game).await, 0, "it was up all the while");
}

/// The round that compensates for an outage is the longest.
#[tokio::test]
async fn long_compensation_is_applied_once() {
    let mut app = App::seeded(5).await;
    let (_, _, game) = app.pair(TITLE).await;
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    app.now += Duration::minutes(20);
    app.restart_with_seed(6);
    app.service.clocks().comes_back(app.now).await.expect("it starts");
    a_round_of(&mut app, 300).await;
    app.now += Duration::seconds(5);
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    assert_eq!(outages(&app, &game).await, 1);
}

#[tokio::test]
async fn node_in_a_long_round_counts_as_up() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair(TITLE).await;
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    a_round_of(&mut here, 600).await;
    there.now = here.now + Duration::seconds(5);
    let up = nodes::up(there.service.store().read(), there.now - Duration::seconds(30)).await;
    assert_eq!(up.expect("asked"), [here.service.node()]);
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert_eq!(outages(&there, &game).await, 0);
    assert_eq!(nodes::open(there.service.store().read()).await.expect("asked").len(), 0);
}
