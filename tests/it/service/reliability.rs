//! How reliable somebody is comes from the events of games, goes with the person and not with the
//! seat, and is asked only where a table says so.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::reliability::Outcome;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_rules::Seat;

use super::TITLE;
use crate::harness::app::{App, fresh};

/// A game of Ann and Bob in which Bob answers so many questions and then misses so many.
async fn played(answered: usize, missed: usize) -> (App, GameId) {
    let mut app = App::seeded(8).await;
    let (_, _, game) = app.pair(TITLE).await;
    let (mut answers, mut misses) = (0, 0);
    for _ in 0..600 {
        let live = app.service.live(&game).await.expect("a game");
        let Some(seat) = live.awaited_seats().first().copied() else { break };
        if seat == Seat(1) || answers < answered {
            answers += usize::from(seat == Seat(2));
            let order = app.some_order(&game, seat).await;
            app.order(&game, seat, &order).await.expect("legal");
            app.now += Duration::minutes(1);
        } else if misses < missed {
            misses += 1;
            app.passes(Duration::days(3)).await;
        } else {
            break;
        }
    }
    assert_eq!((answers >= answered, misses), (true, missed));
    (app, game)
}

async fn bob(app: &App) -> ravenpost::service::table::reliability::Reliability {
    let bob = app.player_of("bob").await;
    app.service.reliability(bob).await.expect("computed")
}

#[tokio::test]
async fn it_is_the_share_of_the_last_questions_with_its_sum() {
    let (app, _) = played(12, 3).await;
    let bob = bob(&app).await;
    assert_eq!(bob.count(Outcome::Missed), 3);
    assert!(bob.count(Outcome::InTime) >= 8, "{bob:?}");
    let share = bob.share().expect("enough questions");
    assert!((50..90).contains(&share), "{share}: {bob:?}");
    let said = bob.sentences().join(" ");
    assert!(said.contains(&format!("{share} %")) && said.contains("missed: 3"), "{said}");
}

#[tokio::test]
async fn it_goes_with_the_person_whose_seat_it_was() {
    let (mut app, game) = played(12, 3).await;
    let before = bob(&app).await;
    let player = app.player_of("bob").await;
    app.now += Duration::minutes(1);
    app.service.leave_seat(app.now, &game, player, &fresh()).await.expect("gone");
    assert_eq!(bob(&app).await, before, "leaving wipes nothing out");
}

#[tokio::test]
async fn a_table_may_ask_for_it_and_who_is_new_is_welcome() {
    let (app, _) = played(12, 6).await;
    let ann = app.player_of("ann").await;
    let pace = Pace { reliable: Some(95), ..Pace::of(Some(86_400)) };
    let new = NewTable { pace, ..app.plain(TITLE, 3) };
    let game = app.service.open_table(app.now, Some(ann), &new).await.expect("a table");
    let player = app.player_of("bob").await;
    let join = app.service.join_table(app.now, &game, player, Join::default()).await;
    let why = join.expect_err("too few").to_string();
    assert!(why.contains("95 %"), "{why}");
    let zoe = app.player("zoe").await;
    app.service.join_table(app.now, &game, zoe, Join::default()).await.expect("welcome");
}
