//! Receipts: a secret order returns a hash, which other players only get at the end of the game.

use std::collections::BTreeSet;

use ravenpost::service::game::fairness::receipt::Receipt;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Perspective, Seat, Viewer};

use crate::harness::app::App;

#[tokio::test]
async fn receipt_is_private_until_the_end_of_the_game() {
    let mut with_receipts = BTreeSet::new();
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(3).await;
        let (_, _, game_id) = app.pair(title.about().key).await;
        let mut given: Vec<Receipt> = Vec::new();
        for _ in 0..30 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
            let order = app.some_order(&game_id, seat).await;
            let taken = app.order(&game_id, seat, &order).await.expect("legal");
            assert!(taken.receipts.iter().all(|receipt| receipt.seat == seat));
            given.extend(taken.receipts);
        }
        let game = app.service.games().load(&game_id).await.expect("a game");
        assert!(
            game.fairness().receipts(Viewer::Spectator).is_empty()
                || game.status.state == Status::Over
        );
        for seat in [Seat(1), Seat(2)] {
            let own: Vec<_> = given.iter().filter(|one| one.seat == seat).cloned().collect();
            // The audit page also has receipts of open orders with hidden draws.
            let all = game.fairness().receipts(Viewer::Seat(seat));
            assert!(own.iter().all(|one| all.contains(one)), "{}", title.about().key);
            // The seat's own export contains the receipt.
            let file = app
                .service
                .archive()
                .export(&game_id, Viewer::Seat(seat))
                .await
                .expect("written out");
            assert!(own.iter().all(|receipt| file.contains(&receipt.hash.hex())));
        }
        if !given.is_empty() {
            with_receipts.insert(title.about().key);
        }
    }
    assert!(with_receipts.len() > 1, "only {with_receipts:?} have anything sealed");
}

/// A player who reads what the order did in the news needs no proof of it.
#[tokio::test]
async fn order_that_others_see_has_no_receipt() {
    let mut partly_hidden = 0;
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(3).await;
        let (_, _, game_id) = app.pair(title.about().key).await;
        for _ in 0..30 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
            let before = game.last_seq();
            let order = app.some_order(&game_id, seat).await;
            let taken = app.order(&game_id, seat, &order).await.expect("legal");
            let game = app.service.games().load(&game_id).await.expect("a game");
            let own = game.log.after(before).filter(|entry| entry.event.seat == Some(seat));
            let orders: Vec<_> = own.filter(|entry| entry.event.kind == "ordered").collect();
            let [only] = orders.as_slice() else { continue };
            let told = |knows: Viewer| {
                let perspective = Perspective { knows, reader: Viewer::Spectator };
                let lines = title.narrate_from(&only.event.facts, perspective).expect("facts");
                lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
            };
            let (all, others) = (told(Viewer::Seat(seat)), told(Viewer::Spectator));
            if all.is_empty() || all != others {
                continue;
            }
            partly_hidden += usize::from(only.event.known != "*");
            let key = title.about().key;
            assert!(taken.receipts.is_empty(), "{key}: {order}: {others:?}");
            assert_eq!(game.fairness().last_receipt(seat), None, "{key}: {order}");
        }
    }
    assert!(partly_hidden > 0, "no fact was hidden from anyone");
}

#[tokio::test]
async fn all_receipts_are_public_after_the_game() {
    let app = App::seeded(4).await;
    let game_id = app.bots_only("gotlandia", &["random", "random"]).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.state, Status::Over);
    let all = game.fairness().receipts(Viewer::Spectator);
    let file = app.service.archive().export(&game_id, Viewer::Spectator).await.expect("it is over");
    assert!(!all.is_empty(), "somebody had a secret");
    assert!(all.iter().all(|receipt| file.contains(&receipt.hash.hex())));
    assert!([Seat(1), Seat(2)].iter().all(|seat| all.iter().any(|one| one.seat == *seat)));
}
