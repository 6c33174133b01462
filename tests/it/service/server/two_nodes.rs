//! Two nodes with one database: each knows what the other stores.

mod clocks;
mod emails;
mod failover;
mod parallel_jobs;
mod relay;
mod socket_proxy;
mod standby;
pub mod starting;
mod without_notifications;

use chrono::Duration;
use ravenpost_rules::Seat;

use crate::harness::app::App;

/// Orders go to both nodes in turn, each with the game in memory.
#[tokio::test]
async fn orders_to_either_node_continue_the_game() {
    let Some([mut here, mut there]) = App::nodes().await else { return };
    let (_, _, game) = here.pair("gotlandia").await;
    for _ in 0..8 {
        assert_eq!(here.version(&game).await, there.version(&game).await);
        here.now += Duration::minutes(1);
        there.now = here.now;
        let awaited = there.service.games().load(&game).await.unwrap().seats().awaited_seats();
        let seat = *awaited.first().expect("it goes on");
        let order = there.some_order(&game, seat).await;
        there.order(&game, seat, &order).await.expect("what was legal there is taken there");
        assert_eq!(here.step(&game).await, there.step(&game).await, "an old board is shown");
        std::mem::swap(&mut here, &mut there);
    }
}

/// A seat given up on one node is given up on the other.
#[tokio::test]
async fn seat_given_up_on_one_node_is_free_on_the_other() {
    let Some([here, there]) = App::nodes().await else { return };
    let (ann, bob) = (here.player("ann").await, here.player("bob").await);
    let game = here.open_table("gotlandia", ann, 3).await;
    let join = ravenpost::service::table::join_table::Join::default();
    here.service.tables().join_table(here.now, &game, bob, join).await.expect("a free seat");
    let before = there.service.games().load(&game).await.unwrap();
    assert_eq!(before.people, [(Seat(1), ann), (Seat(2), bob)]);
    let job = here.service.store().write(ravenpost_store::writes!(|tx| {
        ravenpost_store::people::erasure::forget(tx, bob, &[]).await
    }));
    job.await.expect("forgotten");
    let after = there.service.games().load(&game).await.unwrap();
    assert_eq!(after.people, [(Seat(1), ann)], "somebody sits there who is gone");
}
