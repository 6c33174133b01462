//! Reliability is computed from the events of games. It belongs to the person rather than the seat,
//! and is only checked where a table requires it.

use chrono::Duration;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::reliability::Outcome;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;
use crate::service::table::rewinds::propose;

/// A game of Ann and Bob in which Bob answers and then misses that many prompts.
async fn played(answered: usize, missed: usize) -> (App, GameId) {
    let mut app = App::seeded(8).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let (mut answers, mut misses) = (0, 0);
    for _ in 0..600 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
        if seat == Seat(1) || answers < answered {
            answers += usize::from(seat == Seat(2));
            let order = app.some_order(&game_id, seat).await;
            app.order(&game_id, seat, &order).await.expect("legal");
            app.now += Duration::minutes(1);
        } else if misses < missed {
            misses += 1;
            app.passes(Duration::days(3)).await;
        } else {
            break;
        }
    }
    assert_eq!((answers >= answered, misses), (true, missed));
    (app, game_id)
}

async fn bob(app: &App) -> ravenpost::service::table::reliability::Reliability {
    let bob = app.player_of("bob").await;
    app.service.tables().reliability(bob).await.expect("computed")
}

#[tokio::test]
async fn reliability_is_the_share_of_recent_prompts() {
    let (app, _) = played(12, 3).await;
    let bob = bob(&app).await;
    assert_eq!(bob.count(Outcome::Missed), 3);
    assert!(bob.count(Outcome::InTime) >= 8, "{bob:?}");
    let share = bob.share().expect("enough questions");
    assert!((50..90).contains(&share), "{share}: {bob:?}");
    let said = bob.sentences().join(" ");
    assert!(said.contains(&format!("{share}%")) && said.contains("missed: 3"), "{said}");
}

#[tokio::test]
async fn reliability_belongs_to_the_former_holder_of_the_seat() {
    let (mut app, game) = played(12, 3).await;
    let before = bob(&app).await;
    let player = app.player_of("bob").await;
    app.now += Duration::minutes(1);
    app.service.tables().leave_seat(app.now, &game, player, &fresh()).await.expect("gone");
    assert_eq!(bob(&app).await, before, "leaving wipes nothing out");
}

/// Deadlines missed before a player took over the seat do not count for that player, nor do those
/// missed before the new player's first answer.
#[tokio::test]
async fn taking_over_a_seat_never_lowers_reliability() {
    let (mut app, game_id) = played(3, 3).await;
    let carol = app.player("carol").await;
    let ann = app.player_of("ann").await;
    let away = Replacement {
        seat: Seat(2),
        instead: Instead::Anybody,
        reason: "Nobody answers".to_owned(),
    };
    app.service
        .tables()
        .replace(app.now, &game_id, ann, &away, &fresh())
        .await
        .expect("it is silent");
    let join = Join { key: Some(fresh()), ..Join::default() };
    let seat =
        app.service.tables().join_table(app.now, &game_id, carol, join).await.expect("a free seat");
    assert_eq!(seat, Seat(2));
    let known = app.service.tables().reliability(carol).await.expect("computed");
    assert_eq!((known.counted(), known.share()), (0, None), "{known:?}");
    assert_eq!(bob(&app).await.count(Outcome::Missed), 3, "they are his");
    // The prompt that was open, and those after it until her first order.
    app.passes(Duration::days(3)).await;
    let known = app.service.tables().reliability(carol).await.expect("computed");
    assert_eq!((known.count(Outcome::Missed), known.counted()), (0, 0), "{known:?}");
    assert!(known.count(Outcome::TakenOver) > 0, "told apart");
    // From her first answer on, results count for her.
    for _ in 0..200 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
        let known = app.service.tables().reliability(carol).await.expect("computed");
        if seat == Seat(2) && known.count(Outcome::InTime) > 0 {
            break;
        }
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    app.passes(Duration::days(3)).await;
    let known = app.service.tables().reliability(carol).await.expect("computed");
    assert!(known.count(Outcome::InTime) > 0, "{known:?}");
    // A prompt that was older than that answer does not count against her when it times out.
    assert_eq!(known.count(Outcome::Missed), 0, "{known:?}");
}

/// Discarded events count neither as answers nor as missed deadlines.
#[tokio::test]
async fn superseded_events_count_for_no_one() {
    let (mut app, game_id) = played(4, 0).await;
    let step = app.step(&game_id).await;
    let before = bob(&app).await;
    let mut misses = 0;
    for _ in 0..100 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
        if misses == 2 {
            break;
        }
        if seat == Seat(2) {
            misses += 1;
            app.passes(Duration::days(3)).await;
        } else {
            let order = app.some_order(&game_id, seat).await;
            app.order(&game_id, seat, &order).await.expect("legal");
        }
    }
    assert_eq!(bob(&app).await.count(Outcome::Missed), 2);
    let (ann, bob_id) = (app.player_of("ann").await, app.player_of("bob").await);
    propose(&app, &game_id, ann, step).await;
    let open =
        app.service.games().load(&game_id).await.expect("a game").status.stops.proposal.clone();
    if let Some(open) = open {
        let word = Word { step: open.step, agrees: true, via: Via::Page };
        app.service.votes().vote(app.now, &game_id, bob_id, word, &fresh()).await.expect("said");
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.log.iter().any(|entry| matches!(entry.act, Act::Rewound { .. })));
    assert_eq!(bob(&app).await, before);
}

#[tokio::test]
async fn table_may_require_reliability_and_new_players_qualify() {
    let (app, _) = played(12, 6).await;
    let ann = app.player_of("ann").await;
    let pace = Pace { min_reliability: Some(95), ..Pace::of(Some(86_400)) };
    let new = NewTable { pace, ..app.plain(TITLE, 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    let player = app.player_of("bob").await;
    let join = app.service.tables().join_table(app.now, &game, player, Join::default()).await;
    let why = join.expect_err("too few").to_string();
    assert!(why.contains("95%"), "{why}");
    let zoe = app.player("zoe").await;
    app.service.tables().join_table(app.now, &game, zoe, Join::default()).await.expect("welcome");
}
