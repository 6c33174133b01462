//! The relay as seen by several nodes: one may reach it when another cannot.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::Duration;
use ravenpost::mail::outgoing::{Failure, Memory, SendLoop, SmtpStep, Transport};
use ravenpost_store::post::outbox::{OutboxState, Schedule};

use crate::harness::app::App;
use crate::mail::{Post, writer};

/// Both nodes send a heartbeat. Returns whether the tick holds up deadlines.
async fn held(nodes: &mut [App; 2], span: Duration) -> bool {
    for node in &mut *nodes {
        node.now += span;
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
    }
    let now = nodes[0].now;
    nodes[0].service.clocks().tick(now).await.expect("a tick").held
}

#[tokio::test]
async fn deadlines_wait_while_no_node_reaches_the_relay() {
    let Some(mut nodes) = App::nodes().await else { return };
    assert!(!held(&mut nodes, Duration::zero()).await);
    let [here, there] = &nodes;
    let cut_off = here.now;
    here.service.clocks().relay_is_down(cut_off).await.expect("noted");
    assert_eq!(
        there.service.clocks().relay_down_since().await.expect("asked"),
        None,
        "emails leave there"
    );
    let down = |app: &App| {
        let (service, now) = (app.service.clone(), app.now + Duration::seconds(9));
        async move { service.monitoring().health(now).await.expect("asked").relay_down }
    };
    assert_eq!((down(here).await, down(there).await), (Some(9), None), "each knows of itself");
    assert!(!held(&mut nodes, Duration::seconds(20)).await, "one of two holds up the house");

    let [here, there] = &nodes;
    let last = there.now;
    there.service.clocks().relay_is_down(last).await.expect("noted");
    here.service.clocks().relay_is_down(here.now).await.expect("noted");
    assert_eq!(here.service.clocks().relay_down_since().await.expect("asked"), Some(last));
    let commits = there.service.store().commits();
    let written = *commits.borrow();
    there.service.clocks().relay_is_down(last + Duration::seconds(15)).await.expect("known");
    assert_eq!(*commits.borrow(), written, "told again, nothing is written");
    assert!(held(&mut nodes, Duration::seconds(20)).await, "no email leaves");

    let [here, there] = &nodes;
    let compensated = there.service.clocks().relay_answers(there.now).await.expect("noted");
    assert_eq!(compensated, Some(last));
    assert_eq!(here.service.clocks().nodes_cut_off(here.now).await.expect("asked").len(), 1);
    assert!(!held(&mut nodes, Duration::seconds(20)).await, "emails leave from one");
}

/// The relay recovers for both at the same moment, and the lost time is compensated once.
#[tokio::test]
async fn simultaneous_relay_recovery_is_compensated_once() {
    let Some(mut nodes) = App::nodes().await else { return };
    let (_, _, game_id) = nodes[0].pair("gotlandia").await;
    held(&mut nodes, Duration::zero()).await;
    for node in &nodes {
        node.service.clocks().relay_is_down(node.now).await.expect("noted");
    }
    for _ in 0..18 {
        assert!(held(&mut nodes, Duration::seconds(20)).await);
    }
    let [here, there] = &nodes;
    let (now, [one, other]) = (here.now, [&here.service, &there.service]);
    let (one, other) =
        tokio::join!(one.clocks().relay_answers(now), other.clocks().relay_answers(now));
    assert!(one.expect("noted").is_some() | other.expect("noted").is_some());
    assert_eq!(here.service.clocks().relay_down_since().await.expect("asked"), None);
    let game = there.service.games().load(&game_id).await.expect("a game");
    let outages =
        game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count();
    assert_eq!(outages, 1, "given back once");
}

/// The only node that could reach the relay stops. The remaining node reports an outage until the
/// other returns.
#[tokio::test]
async fn last_node_without_a_relay_holds_the_deadlines() {
    let Some(mut nodes) = App::nodes().await else { return };
    assert!(!held(&mut nodes, Duration::zero()).await);
    let [here, there] = &mut nodes;
    here.service.clocks().relay_is_down(here.now).await.expect("noted");
    there.service.clocks().relay_answers(there.now).await.expect("noted");
    here.now += Duration::seconds(20);
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.now += Duration::seconds(20);
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.service.clocks().relay_is_down(here.now).await.expect("noted");
    let since = here.service.clocks().relay_down_since().await.expect("asked");
    assert_eq!(since, Some(here.now), "not since it was cut off: emails left from the other");
    there.now = here.now + Duration::seconds(5);
    there.service.clocks().heartbeat(there.now).await.expect("a beat");
    assert_eq!(there.service.clocks().relay_answers(there.now).await.expect("noted"), since);
    assert_eq!(here.service.clocks().relay_down_since().await.expect("asked"), None);
}

/// The node that recorded the failure was killed. A successful pass of the other node clears the
/// record, although that node's own state has not changed.
#[tokio::test]
async fn working_sender_clears_the_failure_of_a_dead_node() {
    let Some([here, mut there]) = App::nodes().await else { return };
    here.pair("gotlandia").await;
    let (memory, minutes) = (Memory::default(), Arc::new(AtomicI64::new(10)));
    let (start, passed) = (there.now, Arc::clone(&minutes));
    let clock = move || start + Duration::minutes(passed.load(Ordering::Relaxed));
    let (service, store) = (there.service.clone(), there.service.store().clone());
    let transport = Transport::Memory(memory.clone());
    let sender =
        SendLoop::new(service, store, writer(), transport, Schedule::default(), Arc::new(clock));
    sender.pass().await.expect("sent");
    assert!(!memory.taken().is_empty(), "no email has left");
    there.now += Duration::minutes(11);
    here.service.clocks().relay_is_down(there.now).await.expect("noted");
    assert!(there.service.clocks().relay_down_since().await.expect("asked").is_some());
    minutes.store(12, Ordering::Relaxed);
    sender.pass().await.expect("nothing to send");
    assert_eq!(there.service.clocks().relay_down_since().await.expect("asked"), None);
}

/// A node that cannot send must not claim emails that another could send.
#[tokio::test]
async fn node_without_a_relay_claims_no_email() {
    let Some(post) = Post::shared().await else { return };
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::refused(SmtpStep::Connect, 421, "4.3.2 not now"));
    let id = post.owe("one", "ann@good.example").await;
    for _ in 0..3 {
        sender.pass().await.expect("asked");
        post.passes(Duration::minutes(2));
    }
    let row = post.row(id).await;
    assert_eq!((row.state, row.last_error), (OutboxState::Waiting, None), "it was tried");
    memory.relent();
    sender.pass().await.expect("sent");
    assert_eq!(post.row(id).await.state, OutboxState::Sent);
    assert_eq!(memory.taken().len(), 1);
}
