//! Emails on two nodes: each is rendered from a game that has its event, and mail sources belong to
//! a node. A node with a wrong clock leaves all work to the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, Utc};
use ravenpost::emails::NotificationKind;
use ravenpost::mail::outgoing::{Memory, Transport};
use ravenpost_rules::Seat;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::lists::nodes::{self, Heartbeat};
use ravenpost_store::post::outbox::{self, OutboxState};
use ravenpost_store::writes;

use crate::harness::app::App;
use crate::mail::Post;

/// The other node has the old game in memory. Rendered from that, the email would seem obsolete,
/// and the turn would not be announced.
#[tokio::test]
async fn turn_email_is_rendered_by_a_node_with_a_stale_game() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    let mut told = 0;
    for _ in 0..12 {
        let before = there.version(&game).await;
        let seat = *here
            .service
            .games()
            .load(&game)
            .await
            .unwrap()
            .seats()
            .awaited_seats()
            .first()
            .unwrap();
        let order = here.some_order(&game, seat).await;
        here.order(&game, seat, &order).await.expect("taken");
        let awaited = here.service.games().load(&game).await.unwrap().seats().awaited_seats();
        here.now += Duration::minutes(5);
        there.now = here.now;
        let name = if awaited == [Seat(1)] { "ann" } else { "bob" };
        let queued = here.emails_of(name).await;
        let is_new = |seq| seq > before;
        let mut turns =
            queued.iter().filter(|queued| queued.kind == NotificationKind::YourTurn.key());
        let Some(turn) = turns.find(|queued| queued.seq.is_some_and(is_new)) else { continue };
        there.written(turn).await.expect("it is not overtaken");
        told += 1;
    }
    assert!(told > 1, "nobody's turn came");
}

/// A spool folder belongs to one machine. Another node that can read its own spool does not end the
/// outage, and a failed source of a dead node does not hold up deadlines.
#[tokio::test]
async fn failed_mail_source_belongs_to_its_node() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game_id) = here.pair("gotlandia").await;
    for node in [&here, &there] {
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
    }
    here.service
        .clocks()
        .source_is_down(here.now, "spool", "it cannot be read")
        .await
        .expect("noted");
    there.service.clocks().source_recovered(there.now, "spool").await.expect("looked");
    there.service.clocks().sources_are(there.now, &["spool"]).await.expect("looked");
    let hold = async |node: &mut App, span| {
        node.now += span;
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
        node.service.clocks().tick(node.now).await.expect("a tick").held
    };
    assert!(hold(&mut there, Duration::seconds(20)).await, "an order may lie behind it");
    here.now = there.now;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert!(hold(&mut there, Duration::seconds(20)).await, "its node is up");
    // The node sends no heartbeats any more.
    assert!(!hold(&mut there, Duration::seconds(31)).await, "nobody can look behind it");
    let game = there.service.games().load(&game_id).await.expect("a game");
    let outages =
        game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count();
    assert!(outages <= 1, "given back once");
}

/// Five seconds off: no clocks, no emails, not ready; everything resumes when the clock is right.
#[tokio::test]
async fn node_with_a_wrong_clock_leaves_clocks_to_others() {
    let Some([mut here, _]) = App::nodes().await else { return };
    // Started so long ago that time is up now.
    here.now = Utc::now() - Duration::days(4);
    let (_, _, game) = here.pair("gotlandia").await;
    let late = Utc::now();
    let seat = here.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
    let order = here.some_order(&game, seat).await;
    let off = |seconds: i64| move || -> DateTime<Utc> { Utc::now() + Duration::seconds(seconds) };
    for (seconds, way) in [(5, "ahead of"), (-5, "behind")] {
        here.service.monitoring().compare_clocks(off(seconds)).await.expect("compared");
        let why = here.service.monitoring().off_clock().expect("it is off");
        assert!(why.contains(&format!("s {way} the database's")), "{why}");
        let ticked = here.service.clocks().tick(late).await.expect("a tick");
        assert!(ticked.held && ticked.games == 0, "{ticked:?}");
        here.service.clocks().heartbeat(late).await.expect("no beat");
        let health = here.service.monitoring().health(here.now).await.expect("readable");
        assert!(health.trouble.is_some_and(|said| said.contains(&why)), "it says it is ready");
        let refused = here.order(&game, seat, &order).await.expect_err("stored at a wrong time");
        assert!(refused.to_string().contains("clock"), "{refused}");
    }
    assert_eq!(here.service.games().load(&game).await.unwrap().log.iter().count(), {
        here.service.monitoring().compare_clocks(off(0)).await.expect("compared");
        here.service.games().load(&game).await.unwrap().log.iter().count()
    });
    assert_eq!(here.service.monitoring().off_clock(), None);
    assert_eq!(here.service.monitoring().health(here.now).await.expect("readable").trouble, None);
    let ticked = here.service.clocks().tick(late).await.expect("a tick");
    assert_eq!(ticked.failed, 1, "by the wrong clock's time: {ticked:?}");
    assert_eq!(here.service.clocks().tick(Utc::now()).await.expect("a tick").games, 1);
}

/// The clock was right and is then changed by less than the tolerance: no order is stored before
/// the clock is compared again.
#[tokio::test]
async fn changed_clock_is_compared_before_any_decision() {
    let Some([mut here, _]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    let seat = here.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
    let order = here.some_order(&game, seat).await;
    let off = Arc::new(AtomicI64::new(0));
    let set = Arc::clone(&off);
    let clock = move || Utc::now() + Duration::milliseconds(set.load(Ordering::SeqCst));
    here.service.monitoring().compare_clocks(clock.clone()).await.expect("compared");
    off.store(800, Ordering::SeqCst);
    assert_eq!(here.service.monitoring().off_clock(), None, "it was right");
    let refused = here.order(&game, seat, &order).await.expect_err("stored at another time");
    assert!(refused.to_string().contains("is being checked"), "{refused}");
    let woken =
        tokio::time::timeout(std::time::Duration::from_secs(9), here.service.scheduler_woken());
    woken.await.expect("whoever compares it is told");
    let before = clock();
    here.service.monitoring().compare_clocks(clock.clone()).await.expect("compared");
    // A request that started before has an unreliable time.
    for wrong in [before, clock() + Duration::seconds(5)] {
        here.now = wrong;
        let refused = here.order(&game, seat, &order).await.expect_err("stored at another time");
        assert!(refused.to_string().contains("corrected in the meantime"), "{refused}");
    }
    here.now = clock();
    here.order(&game, seat, &order).await.expect("taken");
}

/// Other nodes use both slots for a domain: its emails wait, and others do not.
#[tokio::test]
async fn domain_lanes_are_shared_by_all_nodes() {
    let Some(post) = Post::shared().await else { return };
    let now = post.now();
    let take = |holder: &'static str| {
        let store = post.store.clone();
        async move {
            for number in [1, 2] {
                let what = format!("delivery {number} to slow.example");
                let lease = Lease { holder: holder.to_owned(), until: now + Duration::minutes(3) };
                let job = store.write(writes!(|tx| leases::take(tx, &what, &lease, now).await));
                assert!(job.await.expect("asked"), "it is free");
            }
        }
    };
    take("another node").await;
    post.owe("one", "ann@slow.example").await;
    post.owe("two", "bob@quick.example").await;
    let memory = Memory::default();
    let sender = post.sender(Transport::Memory(memory.clone()));
    let sending = tokio::spawn(async move { sender.pass().await.expect("sent") });
    memory.took(1).await;
    assert!(!sending.is_finished(), "it did not wait for a lane");
    assert_eq!(memory.taken()[0].0, "bob@quick.example");
    for number in [1, 2] {
        let what = format!("delivery {number} to slow.example");
        let back =
            post.store.write(writes!(|tx| leases::give_back(tx, &what, "another node").await));
        back.await.expect("given back");
    }
    sending.await.expect("done");
    assert_eq!(memory.taken().len(), 2);
}

/// Even on an idle server, where nothing else is due for hours.
#[tokio::test]
async fn last_email_of_a_dead_node_is_sent_by_another() {
    let Some(post) = Post::shared().await else { return };
    let (id, now) = (post.owe("one", "ann@good.example").await, post.now());
    let job = post.store.write(writes!(|tx| {
        outbox::take(tx, &[id], now, Duration::hours(2)).await?;
        outbox::taken_by(tx, &[id], "who died").await
    }));
    job.await.expect("taken up");
    post.passes(Duration::seconds(31));
    let (memory, sender) = post.to_memory();
    sender.pass().await.expect("looked");
    assert_eq!(memory.taken().len(), 1);
    assert_eq!(post.row(id).await.state, OutboxState::Sent);
}

/// A suspended node finds that another has claimed its email, and leaves it alone.
#[tokio::test]
async fn email_taken_over_by_another_node_is_not_sent_twice() {
    let Some(post) = Post::shared().await else { return };
    let id = post.owe("one", "ann@good.example").await;
    let (memory, sender) = post.to_memory();
    memory.hang_on("@good.example");
    let slow = sender.clone();
    let pass = tokio::spawn(async move { slow.pass().await });
    memory.hung().await;
    let (span, rules) = (Duration::seconds(30), String::new());
    let node = "another".to_owned();
    let (at, tzdata) = (post.now(), String::new());
    let heartbeat = Heartbeat { node, at, rules, tzdata, missed: span, away: span, alive: span };
    let take = post.store.write(writes!(|tx| {
        nodes::heartbeat(tx, &heartbeat).await?;
        outbox::taken_by(tx, &[id], "another").await
    }));
    take.await.expect("taken over");
    memory.let_go();
    // The pass ends when nothing is being sent any more.
    pass.await.expect("no panic").expect("looked");
    assert_eq!(memory.taken().len(), 0, "sent by a node that did not hold it any more");
    assert_eq!(post.row(id).await.state, OutboxState::Sending);
}

/// Emails claimed by a node that died are sent by another as soon as the node is known to be gone,
/// before the lease expires. Its slots for the domain are released too.
#[tokio::test]
async fn emails_claimed_by_a_dead_node_are_sent_by_another() {
    let Some(post) = Post::shared().await else { return };
    let (id, now) = (post.owe("one", "ann@good.example").await, post.now());
    post.owe("two", "ann@good.example").await;
    let died = "who died".to_owned();
    let span = Duration::seconds(30);
    let (node, rules) = (died.clone(), String::new());
    let tzdata = String::new();
    let heartbeat =
        Heartbeat { node, at: now, rules, tzdata, missed: span, away: span, alive: span };
    let job = post.store.write(writes!(|tx| {
        nodes::heartbeat(tx, &heartbeat).await?;
        outbox::take(tx, &[id], now, Duration::hours(2)).await?;
        for number in [1, 2] {
            let what = format!("delivery {number} to good.example");
            let lease =
                Lease { holder: "who died 7".to_owned(), until: now + Duration::minutes(3) };
            leases::take(tx, &what, &lease, now).await?;
        }
        outbox::taken_by(tx, &[id], &died).await
    }));
    job.await.expect("taken up");
    let (memory, sender) = post.to_memory();
    sender.pass().await.expect("looked");
    assert_eq!(memory.taken().len(), 0, "it was heard of just now, and may be sending");
    post.passes(Duration::seconds(31));
    for _ in 0..3 {
        sender.pass().await.expect("looked");
    }
    assert_eq!(memory.taken().len(), 2, "its reader waits for it, and for all that comes after");
    assert_eq!(post.row(id).await.state, OutboxState::Sent);
}
