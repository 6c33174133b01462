//! Clocks on two nodes: what is due is done once, an outage is a time when neither was up, and a
//! duty belongs to one node.

use chrono::Duration;
use ravenpost::service::game::write::rules_version::Versions;
use ravenpost::service::node::lease::Duty;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::deadlines;
use ravenpost_store::lists::games::{self, ListPart};
use ravenpost_store::lists::leases::Lease;
use ravenpost_store::writes;

use crate::harness::acts::count;
use crate::harness::app::App;

/// That many tables, each with a deadline soon.
async fn tables(app: &mut App, count: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    for _ in 0..count {
        let game = app.open_table("gotlandia", ann, 2).await;
        let join = ravenpost::service::table::join_table::Join::default();
        app.service.tables().join_table(app.now, &game, bob, join).await.expect("a free seat");
        games.push(game);
    }
    games
}

/// Both nodes tick at the same time. Without claims, each would process every game.
#[tokio::test]
async fn due_games_are_processed_by_one_of_two_nodes() {
    let Some([mut here, there]) = App::nodes().await else { return };
    let games = tables(&mut here, 8).await;
    let now = here.now + Duration::days(4);
    for node in [&here, &there] {
        node.service.clocks().heartbeat(here.now).await.expect("a beat");
    }
    let (one, other) =
        tokio::join!(here.service.clocks().tick(now), there.service.clocks().tick(now));
    let (one, other) = (one.expect("a tick"), other.expect("a tick"));
    assert_eq!(one.games + other.games, games.len(), "a game was looked after twice");
    assert_eq!((one.failed, other.failed), (0, 0));
    for game in &games {
        assert!(count(&there, game, "timed-out").await > 0, "nobody looked after it");
    }
}

/// A node read the games as due before the other had finished with them.
#[tokio::test]
async fn work_done_by_another_node_is_not_claimed() {
    let Some([mut here, there]) = App::nodes().await else { return };
    let games = tables(&mut here, 2).await;
    let now = here.now + Duration::days(4);
    assert_eq!(here.service.clocks().tick(now).await.expect("a tick").games, 2);
    let (read, lease) = (games, Lease { holder: "late".to_owned(), until: now });
    let store = there.service.store();
    let job = store.write(writes!(|tx| deadlines::claim(tx, &read, &lease, now).await));
    assert_eq!(job.await.expect("asked").len(), 0, "it is looked after twice");
}

#[tokio::test]
async fn claims_of_a_dead_node_are_taken_over() {
    let Some([mut here, there]) = App::nodes().await else { return };
    let games = tables(&mut here, 2).await;
    let now = here.now + Duration::days(4);
    let dead = Lease { holder: "who died".to_owned(), until: now + Duration::seconds(30) };
    let first = vec![games[0].clone()];
    let claim =
        here.service.store().write(writes!(|tx| deadlines::claim(tx, &first, &dead, now).await));
    assert_eq!(claim.await.expect("claimed").len(), 1);
    assert_eq!(there.service.clocks().tick(now).await.expect("a tick").games, 1, "the other one");
    assert_eq!(count(&there, &games[0], "timed-out").await, 0);
    let later = now + Duration::seconds(31);
    assert_eq!(there.service.clocks().tick(later).await.expect("a tick").games, 1);
    assert!(count(&there, &games[0], "timed-out").await > 0);
}

/// A node that was suspended for an hour while the other was up has not missed anything.
#[tokio::test]
async fn suspended_node_causes_no_outage() {
    let Some([mut here, there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    for minute in 0..=60 {
        let now = here.now + Duration::minutes(minute);
        there.service.clocks().heartbeat(now).await.expect("a beat");
    }
    here.now += Duration::minutes(60) + Duration::seconds(5);
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert!(!here.service.clocks().is_behind());
    assert_eq!(count(&here, &game, "outage-compensated").await, 0, "somebody was up all the time");
}

/// All nodes were down. Both notice it, and the second one does not let any deadline pass either.
#[tokio::test]
async fn outage_of_all_nodes_is_compensated_once() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let games = tables(&mut here, 6).await;
    for node in [&here, &there] {
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
    }
    here.now += Duration::days(5);
    there.now = here.now + Duration::seconds(2);
    let (one, other) = tokio::join!(
        here.service.clocks().heartbeat(here.now),
        there.service.clocks().heartbeat(there.now)
    );
    one.expect("a beat");
    other.expect("a beat");
    let (one, other) =
        tokio::join!(here.service.clocks().tick(there.now), there.service.clocks().tick(there.now));
    one.expect("a tick");
    other.expect("a tick");
    there.now += Duration::seconds(15);
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert!(!there.service.clocks().is_behind());
    for game in &games {
        assert_eq!(count(&there, game, "outage-compensated").await, 1, "given back once");
        assert_eq!(count(&there, game, "timed-out").await, 0, "nobody could have played");
    }
}

/// The other node has not noticed the outage when its tick is due, but learns of it from the
/// heartbeat just before.
#[tokio::test]
async fn node_learns_of_an_outage_before_its_tick() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.now += Duration::days(5);
    // It records the outage, and dies before it has extended any clock.
    here.service.clocks().comes_back(here.now).await.expect("it comes back");
    there.now = here.now + Duration::seconds(1);
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    there.service.clocks().tick(there.now).await.expect("a tick");
    assert_eq!(count(&there, &game, "outage-compensated").await, 1);
    assert_eq!(count(&there, &game, "timed-out").await, 0);
}

/// A duty belongs to one node until it is released or expires.
#[tokio::test]
async fn duty_belongs_to_one_node_at_a_time() {
    let Some([here, there]) = App::nodes().await else { return };
    let (now, span) = (here.now, Duration::minutes(10));
    let (one, other) = tokio::join!(
        here.service.monitoring().has_duty(now, Duty::Seals, span),
        there.service.monitoring().has_duty(now, Duty::Seals, span)
    );
    let one = one.expect("asked");
    assert_ne!(one, other.expect("asked"), "both have it, or none");
    let (holder, waits) = if one { (&here, &there) } else { (&there, &here) };
    let has = async |app: &App, minutes| {
        let then = now + Duration::minutes(minutes);
        app.service.monitoring().has_duty(then, Duty::Seals, span).await.expect("asked")
    };
    assert!(!has(waits, 9).await, "it is not over");
    assert!(has(holder, 9).await, "it goes on");
    assert!(!has(waits, 18).await);
    assert!(has(waits, 19).await, "its holder did not come back");
    waits.service.monitoring().duty_done(Duty::Seals).await.expect("given back");
    assert!(has(holder, 19).await);
}

#[tokio::test]
async fn concurrent_starts_open_one_exhibition_game_per_title() {
    let Some([here, there]) = App::nodes().await else { return };
    let (one, other) = tokio::join!(
        here.service.tables().exhibit(here.now),
        there.service.tables().exhibit(here.now)
    );
    one.expect("opened");
    other.expect("opened");
    let (reader, all) = (here.service.store().read(), ListPart { limit: 100, skip: 0 });
    let mut titles = Vec::new();
    for status in [Status::Running, Status::Over] {
        let games = games::list(reader, status, true, all).await.expect("a list");
        titles.extend(games.into_iter().map(|game| game.title));
    }
    titles.sort_unstable();
    let count = titles.len();
    titles.dedup();
    assert_eq!(titles.len(), count, "a title has two");
}

#[tokio::test]
async fn concurrent_starts_record_new_rules_once() {
    let Some([mut here, there]) = App::nodes().await else { return };
    let games = tables(&mut here, 4).await;
    let rules = here.service.games().load(&games[0]).await.expect("a game").status.rules - 1;
    let versions = Versions::from([("gotlandia", rules)]);
    let (one, other) = tokio::join!(
        here.service.rules_versions().follow_rules(here.now, &versions),
        there.service.rules_versions().follow_rules(here.now, &versions)
    );
    one.expect("noted");
    other.expect("noted");
    for game_id in &games {
        assert_eq!(count(&there, game_id, "rules-changed").await, 1);
    }
    let game = there.service.games().load(&games[0]).await.expect("a game");
    assert!(game.log.iter().any(|entry| *entry.act == Act::RulesChanged { rules }));
}

/// Both nodes have noticed the outage, and one has compensated all games. An order at the other,
/// before its next heartbeat, does not compensate again.
#[tokio::test]
async fn order_does_not_repeat_compensation_of_another_node() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    for node in [&here, &there] {
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
    }
    here.now += Duration::days(5);
    there.now = here.now;
    for node in [&here, &there] {
        node.service.clocks().comes_back(node.now).await.expect("it comes back");
    }
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert_eq!(count(&here, &game, "outage-compensated").await, 1);
    there.now += Duration::seconds(20);
    let seat = *there
        .service
        .games()
        .load(&game)
        .await
        .expect("a game")
        .seats()
        .awaited_seats()
        .first()
        .unwrap();
    let order = there.some_order(&game, seat).await;
    there.order(&game, seat, &order).await.expect("taken");
    assert_eq!(count(&there, &game, "outage-compensated").await, 1, "it was given back twice");
}
