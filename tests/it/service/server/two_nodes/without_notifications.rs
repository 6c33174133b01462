//! A node that never gets the notifications of others, for example behind a pooler, still validates
//! its cache and polls for work.

use std::sync::atomic::Ordering;

use chrono::Duration;
use ravenpost_rules::Seat;

use super::socket_proxy::Between;
use crate::harness::app::App;

#[tokio::test]
async fn node_without_notifications_still_stays_correct() {
    let Some([mut here, _]) = App::nodes().await else { return };
    let between = Between::the(&here);
    between.deafens.store(true, Ordering::SeqCst);
    let mut deaf = between.node(4).await;
    let (ann, bob, game) = here.pair("gotlandia").await;
    for _ in 0..6 {
        let awaited =
            here.service.games().load(&game).await.expect("a game").seats().awaited_seats();
        for (seat, player) in [(Seat(1), ann), (Seat(2), bob)] {
            let waits = deaf
                .service
                .notifications()
                .pending_actions(deaf.now, player)
                .await
                .expect("asked");
            let orders = waits.all().iter().filter(|one| one.game.as_ref() == Some(&game)).count();
            assert_eq!(orders, usize::from(awaited.contains(&seat)), "an old list is shown");
        }
        here.now += Duration::minutes(1);
        let order = here.some_order(&game, awaited[0]).await;
        here.order(&game, awaited[0], &order).await.expect("taken");
    }
    let due = here.service.clocks().next_due().await.expect("asked");
    assert_eq!(deaf.service.clocks().next_due().await.expect("asked"), due, "it looks by itself");
    deaf.now = here.now;
    for node in [&here, &deaf] {
        node.service.clocks().heartbeat(node.now).await.expect("a beat");
    }
    let late = deaf.now + Duration::days(4);
    assert_eq!(deaf.service.clocks().tick(late).await.expect("a tick").games, 1);
    assert_eq!(deaf.version(&game).await, here.version(&game).await);
}
