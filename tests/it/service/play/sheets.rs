//! Simultaneous orders stay sealed for ten minutes after the last one, if that came by page. Until
//! then each player can take back their own, without gaining time.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::game::clocks::presets;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::service::table::rewinds;

const TITLE: &str = "gotlandia";
const HOUR: u32 = 3_600;
const NONE: [bool; 0] = [];
const TEN: Duration = Duration::minutes(10);

/// A three-player game that starts with a simultaneous decision: which reputation to keep.
async fn table(pace: Pace) -> (App, GameId) {
    let app = App::seeded(3).await;
    let ann = app.player("ann").await;
    let new = NewTable { pace, ..app.plain(TITLE, 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in ["bob", "carol"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a seat");
    }
    assert_eq!(
        load_game(&app, &game).await.seats().awaited_seats().len(),
        3,
        "all are asked at once"
    );
    (app, game)
}

fn sealed() -> Pace {
    Pace::of(Some(48 * HOUR)).sealed_for(600)
}

async fn load_game(app: &App, game: &GameId) -> Game {
    Game::clone(&app.service.games().load(game).await.expect("a game"))
}

pub async fn answers(app: &mut App, game: &GameId, seats: &[u8]) {
    for seat in seats {
        let order = app.some_order(game, Seat(*seat)).await;
        app.order(game, Seat(*seat), &order).await.expect("legal");
    }
}

async fn resolved(app: &App, game_id: &GameId) -> Vec<bool> {
    let game = load_game(app, game_id).await;
    let due = |act: &Act| match act {
        Act::OrdersRevealed { timed_out: due } => Some(*due),
        _ => None,
    };
    game.log.iter().filter_map(|entry| due(entry.act)).collect()
}

pub async fn takes_back(app: &App, game: &GameId, seat: u8) -> Result<(), String> {
    let now = load_game(app, game).await;
    let player = now.people.iter().find(|(own, _)| *own == Seat(seat)).expect("a player").1;
    let key = fresh();
    let back = app.service.play().take_back_last(app.now, game, Seat(seat), player, &key).await;
    back.map(drop).map_err(|error: ServiceError| error.to_string())
}

/// Checks that the state in memory equals the folded log, and that all acts were allowed.
async fn holds(app: &App, game_id: &GameId) {
    let game = load_game(app, game_id).await;
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.clocks.opens, game.status.clocks.opens);
    assert_eq!(folded.true_position().document(), game.true_position().document());
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn order_can_be_undone_while_others_are_pending() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2]).await;
    takes_back(&app, &game, 1).await.expect("all orders are still sealed");
    let now = load_game(&app, &game).await;
    assert_eq!(now.seats().awaited_seats(), [Seat(1), Seat(3)], "Blue's order stays");
    holds(&app, &game).await;
    answers(&mut app, &game, &[3, 1]).await;
    holds(&app, &game).await;
    app.passes(TEN).await;
    assert_eq!(resolved(&app, &game).await, [false]);
    takes_back(&app, &game, 2).await.expect_err("the orders are opened");
    holds(&app, &game).await;
}

#[tokio::test]
async fn last_sheet_stays_sealed_for_ten_minutes() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    let now = load_game(&app, &game).await;
    assert!(now.seats().awaited_seats().is_empty(), "nobody is asked meanwhile");
    assert_eq!(now.status.state, Status::Running);
    assert_eq!(now.status.clocks.opens.map(|opens| opens.at), Some(app.now + TEN));
    assert_eq!(app.service.loose_rows().await.expect("looked"), [], "its moment is no fault");
    app.passes(TEN - Duration::seconds(1)).await;
    assert_eq!(resolved(&app, &game).await, NONE, "not before");
    holds(&app, &game).await;
    app.passes(Duration::seconds(1)).await;
    assert_eq!(resolved(&app, &game).await, [false]);
    assert!(!load_game(&app, &game).await.seats().awaited_seats().is_empty(), "the game goes on");
    app.passes(TEN).await;
    assert_eq!(resolved(&app, &game).await.len(), 1, "once");
    holds(&app, &game).await;
}

/// A seat can take back an order exactly if the page offers it.
async fn check_undo_offer(app: &App, game: &GameId, seat: u8, offered: bool) {
    let people = load_game(app, game).await.people;
    let player = people.iter().find(|(own, _)| *own == Seat(seat)).map(|one| one.1);
    let presentation = app.service.play().read_game(game, player, None).await.expect("a page");
    assert_eq!(presentation.take_back(app.now).is_some(), offered);
    assert_eq!(takes_back(app, game, seat).await.is_ok(), offered);
}

#[tokio::test]
async fn page_offers_no_undo_when_the_reveal_is_due() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    check_undo_offer(&app, &game, 1, true).await;
    answers(&mut app, &game, &[1]).await;
    app.now += TEN;
    check_undo_offer(&app, &game, 1, false).await;
}

#[tokio::test]
async fn page_offers_no_undo_during_a_vote_or_pause() {
    let (mut app, game) = table(sealed()).await;
    let (ann, before) = (app.player_of("ann").await, app.step(&game).await);
    answers(&mut app, &game, &[1, 2, 3]).await;
    let stop = Measure::Freeze { reason: "a holiday".to_owned() };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    check_undo_offer(&app, &game, 2, false).await;
    app.service.tables().moderate(app.now, &game, ann, &Measure::Thaw, &fresh()).await.expect("on");
    check_undo_offer(&app, &game, 2, true).await;
    answers(&mut app, &game, &[2]).await;
    let vote = rewinds::back(before);
    app.service.votes().propose_rewind(app.now, &game, ann, &vote, &fresh()).await.expect("a vote");
    check_undo_offer(&app, &game, 2, false).await;
}

#[tokio::test]
async fn clock_loop_wakes_for_the_reveal_after_a_restart_too() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    assert_eq!(app.service.clocks().next_due().await.expect("asked"), Some(app.now + TEN));
    app.restart_with_seed(9);
    app.passes(TEN).await;
    assert_eq!(resolved(&app, &game).await, [false]);
    holds(&app, &game).await;
}

#[tokio::test]
async fn early_sheet_can_be_taken_back_and_others_stay() {
    let (mut app, game) = table(sealed()).await;
    let before = load_game(&app, &game).await.seats().wait(Seat(1)).expect("asked").due;
    for seat in [1, 2, 3] {
        app.now += Duration::hours(1);
        answers(&mut app, &game, &[seat]).await;
    }
    app.now += Duration::minutes(4);
    takes_back(&app, &game, 1).await.expect("nothing is opened yet");
    let now = load_game(&app, &game).await;
    assert_eq!(now.seats().awaited_seats(), [Seat(1)], "the others have answered");
    assert_eq!(now.status.clocks.opens, None);
    let due = now.seats().wait(Seat(1)).and_then(|wait| wait.due);
    assert_eq!(due, before, "until the same deadline");
    holds(&app, &game).await;
    let other = now.true_position().legal(Seat(1)).orders.pop().expect("another reputation");
    app.order(&game, Seat(1), &other).await.expect("legal");
    assert_eq!(
        load_game(&app, &game).await.status.clocks.opens.map(|one| one.at),
        Some(app.now + TEN)
    );
    takes_back(&app, &game, 3).await.expect("now the third does");
    answers(&mut app, &game, &[3]).await;
    app.passes(TEN).await;
    assert_eq!(resolved(&app, &game).await, [false]);
    let log = load_game(&app, &game).await;
    let kept = log.log.iter().last().is_some();
    assert!(kept && !log.seats().awaited_seats().is_empty());
    let opened = log.log.iter().find(|entry| entry.act.kind().word() == "orders-revealed");
    let opened = opened.expect("opened");
    let word = other.split(' ').nth(1).expect("rep NAME").to_owned();
    assert!(opened.event.facts.contains("ReputationRevealed"), "{}", opened.event.facts);
    assert!(!word.is_empty());
    holds(&app, &game).await;
}

#[tokio::test]
async fn revealed_or_due_sheets_cannot_be_taken_back() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    app.now += TEN;
    let why = takes_back(&app, &game, 2).await.expect_err("its time has come");
    assert!(why.contains("revealed"), "{why}");
    app.service.clocks().tick(app.now).await.expect("a tick");
    for seat in 1..=3 {
        takes_back(&app, &game, seat).await.expect_err("it is opened");
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn no_delay_if_the_last_sheet_came_by_email_or_timeout() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2]).await;
    let line = app.some_order(&game, Seat(3)).await;
    let seen = app.step(&game).await;
    let (game_id, via) = (game.clone(), Via::Email);
    let order =
        OrderLine { game: game_id, seat: Seat(3), giver: None, line, seen, key: fresh(), via };
    app.service.play().give_order(app.now, &order).await.expect("legal");
    assert_eq!(resolved(&app, &game).await, [false], "with the email");
    holds(&app, &game).await;
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2]).await;
    app.passes(Duration::hours(48)).await;
    assert_eq!(resolved(&app, &game).await, [true], "time was up");
    holds(&app, &game).await;
}

#[tokio::test]
async fn single_player_with_bots_does_not_wait() {
    let app = App::seeded(3).await;
    let ann = app.player("ann").await;
    let bots = vec![(Seat(2), "steady".to_owned()), (Seat(3), "steady".to_owned())];
    let new = NewTable { pace: sealed(), bots, ..app.plain(TITLE, 3) };
    let mut app = app;
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    answers(&mut app, &game, &[1]).await;
    assert_eq!(resolved(&app, &game).await.len(), 1);
    holds(&app, &game).await;
}

#[tokio::test]
async fn taking_sheets_back_never_passes_the_deadline() {
    let (mut app, game) = table(sealed()).await;
    let due = load_game(&app, &game)
        .await
        .seats()
        .wait(Seat(1))
        .and_then(|wait| wait.due)
        .expect("a deadline");
    answers(&mut app, &game, &[1, 2]).await;
    app.now = due - Duration::minutes(4);
    answers(&mut app, &game, &[3]).await;
    let opens = load_game(&app, &game).await.status.clocks.opens.expect("sealed");
    assert_eq!((opens.at, opens.due), (due, true), "at the deadline");
    app.now = due - Duration::minutes(1);
    takes_back(&app, &game, 3).await.expect("not opened yet");
    app.now += Duration::minutes(6);
    answers(&mut app, &game, &[3]).await;
    assert_eq!(resolved(&app, &game).await, [true], "the ten minutes were for that alone");
    holds(&app, &game).await;
}

#[tokio::test]
async fn pause_and_outage_postpone_the_reveal() {
    let (mut app, game) = table(sealed()).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    let (at, ann) = (app.now + TEN, app.player_of("ann").await);
    app.now += Duration::minutes(5);
    let stop = Measure::Freeze { reason: "a pause".to_owned() };
    app.service.tables().moderate(app.now, &game, ann, &stop, &fresh()).await.expect("stopped");
    app.passes(Duration::hours(3)).await;
    assert_eq!(resolved(&app, &game).await, NONE, "the game stands still");
    let go = Measure::Thaw;
    app.service.tables().moderate(app.now, &game, ann, &go, &fresh()).await.expect("it goes on");
    let opens = load_game(&app, &game).await.status.clocks.opens.expect("sealed");
    assert_eq!(opens.at, at + Duration::hours(3));
    app.passes(Duration::minutes(5)).await;
    assert_eq!(resolved(&app, &game).await, [false]);
    holds(&app, &game).await;
}

#[tokio::test]
async fn rewind_goes_to_before_all_sheets() {
    let (mut app, game) = table(sealed()).await;
    let first = app.step(&game).await;
    answers(&mut app, &game, &[1, 2, 3]).await;
    let last = app.step(&game).await;
    app.passes(TEN).await;
    let now = load_game(&app, &game).await;
    now.conduct().may_go_between(first).expect("before all of them");
    for between in [first + 1, first + 2, last] {
        let why = now.conduct().may_go_between(between).expect_err("in between").to_string();
        assert!(why.contains(&format!("step {first}")), "{between}: {why}");
    }
}

#[tokio::test]
async fn tables_without_delay_reveal_with_the_last_sheet() {
    for pace in [Pace::of(Some(48 * HOUR)), Pace::of(None)] {
        let (mut app, game) = table(pace).await;
        answers(&mut app, &game, &[1, 2, 3]).await;
        assert!(!load_game(&app, &game).await.seats().awaited_seats().is_empty());
        assert_eq!(resolved(&app, &game).await, NONE);
        holds(&app, &game).await;
    }
    let usual = presets::pace("day", "UTC").expect("known");
    assert_eq!(usual.reveal_delay, Some(600), "whoever opens a table by a preset has it");
}
