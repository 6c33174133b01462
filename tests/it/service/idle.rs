//! Tables at which nobody does anything: all are warned first, a word keeps the table, and without
//! one it is closed, or ends without a result.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::lists::games;

use super::TITLE;
use crate::harness::app::App;

async fn warnings(app: &App, game: &GameId) -> usize {
    let live = app.service.live(game).await.expect("a game");
    live.log.iter().filter(|entry| matches!(entry.act, Act::Warned { .. })).count()
}

async fn after(app: &mut App, days: i64) {
    app.now += Duration::days(days);
    app.service.see_to_idle_tables(app.now).await.expect("seen to");
}

async fn sound(app: &App, game: &GameId) {
    let audited = app.service.audit_game(game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn a_table_that_nobody_joins_is_closed_a_week_after_its_warning() {
    let mut app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    after(&mut app, 29).await;
    assert_eq!(warnings(&app, &game).await, 0, "not yet");
    after(&mut app, 1).await;
    after(&mut app, 0).await;
    assert_eq!(warnings(&app, &game).await, 1, "once");
    assert_eq!(app.letters_owed("ann").await, ["organised"]);
    let owed = app.letters_of("ann").await.remove(0);
    let letter = app.written(&owed).await.expect("it is true");
    assert!(letter.text.contains("it is closed on"), "{}", letter.text);
    after(&mut app, 6).await;
    assert_eq!(app.status(&game).await, Status::Open);
    after(&mut app, 1).await;
    assert_eq!(app.status(&game).await, Status::Cancelled);
    sound(&app, &game).await;
}

/// However many tables are quiet, the oldest has its turn: they are asked for by their ids, a few
/// at a time, until none is left.
#[tokio::test]
async fn quiet_tables_are_asked_for_until_none_is_left() {
    let app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(app.open_table(TITLE, ann, 2).await);
    }
    let (mut found, mut last) = (Vec::new(), None);
    loop {
        let reader = app.service.store().read();
        let some = games::unchanged(reader, app.now, last.as_ref(), 2).await.expect("read");
        let Some(end) = some.last().cloned() else { break };
        assert!(some.len() <= 2);
        (found, last) = ([found, some].concat(), Some(end));
    }
    all.sort_unstable();
    assert_eq!(found, all);
}

#[tokio::test]
async fn whoever_sits_down_keeps_a_table_that_was_warned() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 3).await;
    after(&mut app, 30).await;
    app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    after(&mut app, 20).await;
    assert_eq!(app.status(&game).await, Status::Open, "somebody came");
    after(&mut app, 10).await;
    assert_eq!(warnings(&app, &game).await, 2, "and a month later nobody since");
    sound(&app, &game).await;
}

#[tokio::test]
async fn a_game_that_only_the_clock_plays_ends_without_a_result_after_a_warning() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let pace = Pace::of(Some(60 * 86_400));
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    app.passes(Duration::days(60)).await;
    assert_eq!(warnings(&app, &game).await, 1, "with the deadline that nobody kept");
    app.passes(Duration::days(13)).await;
    assert_eq!(app.status(&game).await, Status::Running);
    after(&mut app, 1).await;
    assert_eq!(app.status(&game).await, Status::Over);
    let live = app.service.live(&game).await.expect("a game");
    assert_eq!(live.course.agreed, Some(Vec::new()), "no result");
    sound(&app, &game).await;
}

#[tokio::test]
async fn an_order_keeps_a_game_without_deadlines() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace: Pace::of(None), ..app.plain(TITLE, 2) };
    let game = app.service.open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    after(&mut app, 119).await;
    assert_eq!(warnings(&app, &game).await, 0, "who is in no hurry is not hurried");
    after(&mut app, 1).await;
    assert_eq!(warnings(&app, &game).await, 1);
    let order = app.some_order(&game, Seat(1)).await;
    app.order(&game, Seat(1), &order).await.expect("legal");
    after(&mut app, 14).await;
    assert_eq!(app.status(&game).await, Status::Running);
    sound(&app, &game).await;
}
