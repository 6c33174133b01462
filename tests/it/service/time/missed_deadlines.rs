//! When a player misses a deadline, the others are notified once, and not again until that player
//! has answered.

use std::collections::BTreeSet;

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::reliability::Outcome;
use ravenpost_log::Act;
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::NotAwaited;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::service::TITLE;

async fn notices(app: &App, name: &str) -> usize {
    let kinds = app.emails_queued(name).await;
    kinds.iter().filter(|kind| *kind == "organiser_action").count()
}

#[tokio::test]
async fn others_are_notified_of_the_first_miss_in_a_row() {
    let mut app = App::seeded(6).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace: Pace::of(Some(172_800)), ..app.plain(TITLE, 2) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game_id, bob, Join::default())
        .await
        .expect("a free seat");
    let order = app.some_order(&game_id, Seat(1)).await;
    app.order(&game_id, Seat(1), &order).await.expect("legal");
    app.passes(Duration::hours(48)).await;
    assert_eq!(notices(&app, "ann").await, 1, "Bob was late");
    assert_eq!(notices(&app, "bob").await, 0, "who is told so by an email of its own");
    let emails = app.emails_of("ann").await;
    let queued = emails.iter().find(|queued| queued.kind == "organiser_action").expect("owed");
    let email = app.written(queued).await.expect("written");
    assert!(email.headline.contains("A player ran out of time"), "{}", email.headline);
    assert!(email.text.contains("time ran out, and the default move was played"), "{}", email.text);
    // Ann answers all prompts, Bob none.
    for _ in 0..40 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        match game.seats().wait(Seat(1)).is_some() {
            true => {
                let order = app.some_order(&game_id, Seat(1)).await;
                app.order(&game_id, Seat(1), &order).await.expect("legal");
            }
            false => app.passes(Duration::hours(48)).await,
        }
    }
    assert_eq!(notices(&app, "ann").await, 1, "and not every time");
}

/// All default orders played for one clock count as one missed deadline, however many prompts a
/// turn has, and whichever seats are prompted in between.
#[tokio::test]
async fn turn_of_several_default_orders_counts_as_one_miss() {
    let (bob, mut in_one_turn) = (Seat(2), 0);
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(6).await;
        let key = title.about().key;
        let ann = app.player("ann").await;
        let not_awaited = Some(NotAwaited { missed: 2, of: 6 });
        let pace = Pace { not_awaited, ..Pace::of(Some(172_800)) };
        let new = NewTable { pace, ..app.plain(key, 3) };
        let game_id =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        for name in ["bob", "cid"] {
            let player = app.player(name).await;
            app.service
                .tables()
                .join_table(app.now, &game_id, player, Join::default())
                .await
                .expect("a seat");
        }
        let (mut orders, mut questions) = (0, 0);
        for turn in 0..250_usize {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let lapses = game.log.iter().filter_map(|entry| match entry.act {
                Act::TimedOut { seat, asked_at: asked, deadline: Some(_), .. } if *seat == bob => {
                    *asked
                }
                _ => None,
            });
            let lapses: Vec<_> = lapses.collect();
            let asked: BTreeSet<_> = lapses.iter().collect();
            let slot = game.status.seats.slot(bob).expect("a seat");
            assert_eq!(slot.silence.lapsed.len(), asked.len(), "{key}: {lapses:?}");
            assert_eq!(game.status.is_not_awaited(bob), asked.len() > 1, "{key}");
            (orders, questions) = (lapses.len(), asked.len());
            let others = game.seats().awaited_seats().into_iter().filter(|seat| *seat != bob);
            match others.min() {
                Some(other) => {
                    let legal = game.true_position().legal(other).orders;
                    let order = legal.get(turn % legal.len().max(1)).cloned();
                    let order = order.unwrap_or_else(|| game.true_position().fallback(other));
                    app.order(&game_id, other, &order).await.expect("legal");
                }
                None if game.seats().awaited_seats().is_empty() => break,
                None => app.passes(Duration::hours(48)).await,
            }
        }
        let player = app.player_of("bob").await;
        let kept = app.service.tables().reliability(player).await.expect("known");
        let missed = kept.count(Outcome::Missed);
        println!("{key}: {orders} default orders for {questions} questions, {missed} missed");
        // A turn with several default orders counts as missed exactly once.
        let several = orders > questions;
        let least = if several { 2 } else { 0 };
        assert!(questions > 2, "{key}: {questions} questions");
        assert!((least..=questions).contains(&missed), "{key}: {missed} of {questions}");
        in_one_turn += usize::from(several);
        let audited = app.service.fairness().audit_game(&game_id).await.expect("audited");
        assert!(audited.clean(), "{key}: {audited:?}");
    }
    assert!(in_one_turn > 0, "no turn of any title had several default orders");
}
