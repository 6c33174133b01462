//! Starting and stopping nodes: outages from a kill are compensated at once, nodes start one after
//! another, and leases are respected.

use std::time::{Duration as Span, Instant};

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::archive::sealing::Sealing;
use ravenpost::service::node::lease::Duty;
use ravenpost_log::GameId;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::lists::settings;
use ravenpost_store::{Store, writes};
use sqlx::{ConnectOptions, PgConnection};

use crate::harness::app::App;
use crate::program::serve::Server;

async fn outages(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count()
}

async fn connection(app: &App) -> PgConnection {
    let address = app.address.as_ref().expect("a shared database");
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    options.connect().await.expect("a connection")
}

/// Waits until the server has noticed that a node has no connections any more.
async fn gone(conn: &mut PgConnection, node: &str) {
    let asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1";
    let name = format!("ravenpost {node}");
    loop {
        let sessions = sqlx::query_scalar::<_, i64>(asked).bind(&name).fetch_one(&mut *conn).await;
        if sessions.expect("asked") == 0 {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// The same, from another node.
pub async fn wait_until_gone_at(app: &App, node: &str) {
    gone(&mut connection(app).await, node).await;
}

/// The only node is killed and restarts at once: the game was unavailable, so the time is
/// compensated, although the last heartbeat is seconds old. With another node up, there is no
/// outage.
#[tokio::test]
async fn kill_of_the_only_node_is_compensated_at_once() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    // After such a short outage only clocks that would soon run out are extended.
    here.now += Duration::days(3) - Duration::minutes(30);
    let heartbeat = here.now.timestamp_millis().to_string();
    let job = here.service.store().write(writes!(|tx| settings::set(
        tx,
        settings::Key::LastHeartbeat,
        &heartbeat
    )
    .await));
    job.await.expect("noted");
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    there.now = here.now + Duration::seconds(20);
    there.service.clocks().comes_back(there.now).await.expect("it comes");
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert_eq!(outages(&there, &game).await, 0, "the other one was up");
    let mut conn = connection(&here).await;
    let address = here.address.clone().expect("a shared database");
    for node in [&here, &there] {
        let name = node.service.node().to_owned();
        node.service.store().close().await;
        gone(&mut conn, &name).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::connect(&address, &folder.path().join("db")).await.expect("a node");
    let mut again = App::on_node(store, 9);
    again.now = there.now + Duration::seconds(15);
    again.service.clocks().comes_back(again.now).await.expect("it comes");
    again.service.clocks().heartbeat(again.now).await.expect("a beat");
    assert_eq!(outages(&again, &game).await, 1, "nobody was up, and it counts");
}

/// Gives the lease of a duty to another holder.
async fn give_lease_to_another(store: &Store, duty: &str, until: DateTime<Utc>) {
    let (what, lease) = (duty.to_owned(), Lease { holder: "another node".to_owned(), until });
    let now = until - Duration::days(1);
    let job = store.write(writes!(|tx| leases::take(tx, &what, &lease, now).await));
    assert!(job.await.expect("asked"), "it is free");
}

/// The program itself waits for its turn, and takes it when the lease of the holder expires.
#[tokio::test]
async fn node_waits_for_another_that_is_starting() {
    let Some([here, _]) = App::nodes().await else { return };
    let address = here.address.clone().expect("a shared database");
    give_lease_to_another(here.service.store(), "startup", Utc::now() + Duration::seconds(4)).await;
    let begun = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_owned();
    let started = tokio::task::spawn_blocking(move || {
        Server::start_with("serve", &data, &[("RAVENPOST__DATA__DATABASE", address.as_str())])
    });
    let server = started.await.expect("it starts");
    assert!(begun.elapsed() > Span::from_secs(3), "it did not wait");
    let lease = leases::of(here.service.store().read(), "startup").await.expect("asked");
    assert_eq!(lease, None, "the next may start");
    tokio::task::spawn_blocking(move || server.stop("-KILL")).await.expect("it ends");
}

#[tokio::test]
async fn day_is_sealed_by_the_node_with_that_duty() {
    let Some([here, there]) = App::nodes().await else { return };
    here.pair("gotlandia").await;
    let span = Duration::minutes(5);
    assert!(here.service.monitoring().has_duty(here.now, Duty::Seals, span).await.expect("asked"));
    assert_eq!(there.service.archive().seal_in_turn(here.now).await.expect("asked"), None);
    let made = here.service.archive().seal_in_turn(here.now).await.expect("asked");
    assert!(matches!(made, Some(Sealing::Made(_))), "{made:?}");
    let later = here.now + Duration::minutes(6);
    let found = there.service.archive().seal_in_turn(later).await.expect("asked");
    assert_eq!(found, Some(Sealing::Before), "its holder did not come back");
    assert_eq!(there.service.archive().seals(9).await.expect("a list").len(), 1);
}
