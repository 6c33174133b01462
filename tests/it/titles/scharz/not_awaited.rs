//! Three seats with simultaneous orders, one of which never answers. After two misses in six it is
//! no longer awaited, all players see that, and one order changes it back.

use chrono::Duration;
use ravenpost::service::game::clocks::presets;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::{Absence, Pace};
use ravenpost_log::table::absent::LEAST_OPEN;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::acts::count_if;
use crate::harness::app::App;

const ABSENT: Seat = Seat(3);

fn pace() -> Pace {
    presets::pace("two-days", "UTC").expect("known")
}

async fn table() -> (App, GameId) {
    let app = App::seeded(7).await;
    let ann = app.player("ann").await;
    let new = NewTable { pace: pace(), ..app.plain("scharz", 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in ["bob", "carol"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a seat");
    }
    (app, game)
}

/// An hour later, the present seats answer all their prompts.
async fn others_answer(app: &mut App, game_id: &GameId) {
    app.now += Duration::hours(1);
    for _ in 0..60 {
        let game = app.service.games().load(game_id).await.expect("a game");
        let there = game.seats().awaited_seats().into_iter().find(|seat| *seat != ABSENT);
        let Some(seat) = there else { return };
        let order = game.true_position().fallback(seat);
        app.order(game_id, seat, &order).await.expect("the fallback is always legal");
    }
    panic!("they are asked for ever");
}

fn passed_over(act: &Act) -> bool {
    matches!(act, Act::Skipped { .. })
}

/// Plays until the third seat is no longer awaited and shares a prompt with others.
async fn until_not_awaited(app: &mut App, game_id: &GameId) {
    for _ in 0..20 {
        let game = app.service.games().load(game_id).await.expect("a game");
        let asked = game.seats().wait(ABSENT).is_some_and(|wait| wait.together);
        if game.status.is_not_awaited(ABSENT) && asked {
            return;
        }
        others_answer(app, game_id).await;
        app.passes(Duration::hours(48)).await;
    }
    panic!("it is waited for, for ever");
}

async fn holds(app: &App, game_id: &GameId) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.seats.slots, game.status.seats.slots);
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn seat_with_two_misses_in_six_is_not_waited_for() {
    let (mut app, game_id) = table().await;
    until_not_awaited(&mut app, &game_id).await;
    assert!(
        count_if(&app, &game_id, |act| matches!(act, Act::TimedOut { seat: ABSENT, .. })).await
            >= 2
    );
    assert_eq!(count_if(&app, &game_id, passed_over).await, 0, "it was waited for until now");
    let asked = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .seats()
        .wait(ABSENT)
        .expect("asked")
        .asked;
    others_answer(&mut app, &game_id).await;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game_id, passed_over).await, 0, "it has half a day at least");
    app.now = asked + LEAST_OPEN;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game_id, passed_over).await, 1);
    let absent = |act: &Act| {
        let why = Some(Absence::NotAwaited);
        matches!(act, Act::TimedOut { seat: ABSENT, deadline: None, cause: own, .. } if *own == why)
    };
    assert!(count_if(&app, &game_id, absent).await >= 1);
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.seats().awaited_seats().len() > 1, "the next question is put to all");
    assert!(game.status.is_not_awaited(ABSENT), "that ends with an answer");
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn last_answer_closes_a_round_open_for_half_a_day() {
    let (mut app, game_id) = table().await;
    until_not_awaited(&mut app, &game_id).await;
    app.now += LEAST_OPEN;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game_id, passed_over).await, 0, "others are still waited for");
    let before = app
        .service
        .games()
        .load(&game_id)
        .await
        .unwrap()
        .seats()
        .wait(ABSENT)
        .expect("asked")
        .asked;
    for seat in [Seat(1), Seat(2)] {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let order = game.true_position().fallback(seat);
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    assert_eq!(count_if(&app, &game_id, passed_over).await, 1, "at once, with the last answer");
    let now = app.service.games().load(&game_id).await.unwrap();
    assert!(now.seats().wait(ABSENT).is_none_or(|wait| wait.asked > before));
    holds(&app, &game_id).await;
}

/// The notification of a player that a seat is no longer awaited, if there is one.
async fn notice(app: &App, name: &str) -> Option<String> {
    for queued in
        app.emails_of(name).await.iter().filter(|queued| queued.kind == "organiser_action")
    {
        if let Ok(email) = app.written(queued).await {
            assert!(
                email.headline.starts_with("The game no longer waits for a player"),
                "{}",
                email.headline
            );
            return Some(email.text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    None
}

#[tokio::test]
async fn whole_table_is_notified_of_what_still_applies() {
    let (mut app, game_id) = table().await;
    until_not_awaited(&mut app, &game_id).await;
    for name in ["ann", "bob"] {
        let said = notice(&app, name).await.expect("an email tells");
        assert!(said.contains("who missed 2 of the last 6 turns"), "{said}");
        assert!(said.contains("After one move on time, they wait for this player again"), "{said}");
    }
    assert_eq!(notice(&app, "carol").await, None, "she hears of it with what she missed");
    let queued = app.emails_of("carol").await;
    let missed = queued.iter().find(|queued| queued.kind == "deadline_passed").expect("owed");
    let missed = app.written(missed).await.expect("written").text;
    assert!(missed.contains("no longer wait"), "{missed}");
    let game = app.service.games().load(&game_id).await.unwrap();
    let order = game.true_position().fallback(ABSENT);
    app.order(&game_id, ABSENT, &order).await.expect("it may answer as ever");
    assert_eq!(notice(&app, "ann").await, None, "she has answered: there is nothing to tell");
}

/// Returns the headline of the absent player's last email about a default order.
async fn missed(app: &App) -> String {
    let emails = app.emails_of("carol").await;
    let last = emails.iter().find(|queued| queued.kind == "deadline_passed").expect("queued");
    app.written(last).await.expect("written").headline
}

#[tokio::test]
async fn skipped_player_is_not_told_of_a_passed_deadline() {
    let (mut app, game_id) = table().await;
    until_not_awaited(&mut app, &game_id).await;
    let late = missed(&app).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let asked = game.seats().wait(ABSENT).expect("asked").asked;
    others_answer(&mut app, &game_id).await;
    app.now = asked + LEAST_OPEN;
    app.service.clocks().tick(app.now).await.expect("a tick");
    assert_eq!(count_if(&app, &game_id, passed_over).await, 1);
    // The email no longer waits for a turn email that includes it.
    app.now += Duration::hours(1);
    assert_ne!(missed(&app).await, late);
}

#[tokio::test]
async fn one_timely_answer_restores_the_wait() {
    let (mut app, game_id) = table().await;
    until_not_awaited(&mut app, &game_id).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    let order = game.true_position().fallback(ABSENT);
    app.order(&game_id, ABSENT, &order).await.expect("it may answer as ever");
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(!game.status.is_not_awaited(ABSENT));
    holds(&app, &game_id).await;
}

#[tokio::test]
async fn without_active_players_nothing_is_hurried() {
    let (mut app, game_id) = table().await;
    for _ in 0..6 {
        app.passes(Duration::hours(48)).await;
    }
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(Seat::all(3).all(|seat| game.status.is_not_awaited(seat)));
    let asked = count_if(&app, &game_id, passed_over).await;
    app.passes(Duration::hours(13)).await;
    assert_eq!((asked, count_if(&app, &game_id, passed_over).await), (0, 0));
    holds(&app, &game_id).await;
}
