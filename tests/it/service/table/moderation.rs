//! The organiser's measures in a running game: each is an event with a reason, and no player loses
//! by it.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::table::moderate::{LONGEST_STOP, Measure};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

use crate::harness::app::App;
use crate::service::table::rewinds::{back, key, play};

async fn table() -> (App, PlayerId, PlayerId, GameId) {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(crate::service::TITLE).await;
    play(&mut app, &game, 6).await;
    (app, ann, bob, game)
}

fn stop() -> Measure {
    Measure::Freeze { reason: "Blue is in hospital".to_owned() }
}

async fn try_to(
    app: &App,
    game: &GameId,
    player: PlayerId,
    measure: &Measure,
) -> Result<(), ServiceError> {
    let key = key(&format!("{measure:?} {}", app.version(game).await));
    app.service.tables().moderate(app.now, game, player, measure, &key).await
}

#[tokio::test]
async fn paused_game_accepts_no_orders_and_runs_no_clock() {
    let (mut app, ann, bob, game) = table().await;
    assert!(matches!(try_to(&app, &game, bob, &stop()).await, Err(ServiceError::Denied(_))));
    assert!(try_to(&app, &game, ann, &Measure::Thaw).await.is_err(), "it is not stopped");
    let before = app.service.games().load(&game).await.unwrap().status.clocks.waits.clone();
    try_to(&app, &game, ann, &stop()).await.expect("stopped");
    assert!(try_to(&app, &game, ann, &stop()).await.is_err(), "it is stopped already");
    let asked =
        app.service.votes().propose_rewind(app.now, &game, bob, &back(Step(5)), &key("no")).await;
    assert!(asked.is_err(), "nothing is put to the vote on the first day");
    app.passes(Duration::days(10)).await;
    let seat = *before.keys().next().unwrap();
    let order = app.some_order(&game, seat).await;
    let why = app.order(&game, seat, &order).await.map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("Blue is in hospital"), "{why}");
    try_to(&app, &game, ann, &Measure::Thaw).await.expect("it goes on");
    let now = app.service.games().load(&game).await.unwrap();
    for (seat, wait) in &now.status.clocks.waits {
        assert_eq!(wait.due.unwrap(), before[seat].due.unwrap() + Duration::days(10));
    }
    app.order(&game, seat, &order).await.expect("taken");
    let emails = app.emails_queued("bob").await;
    assert_eq!(emails.iter().filter(|kind| *kind == "organiser_action").count(), 2, "{emails:?}");
}

#[tokio::test]
async fn absent_organiser_does_not_block_a_table() {
    let (mut app, ann, _, game_id) = table().await;
    try_to(&app, &game_id, ann, &stop()).await.expect("stopped");
    app.passes(LONGEST_STOP - Duration::minutes(1)).await;
    assert!(app.service.games().load(&game_id).await.unwrap().status.stops.frozen.is_some());
    assert!(app.service.clocks().next_due().await.unwrap().is_some_and(|due| due > app.now));
    app.passes(Duration::minutes(1)).await;
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.log.iter().any(|entry| *entry.act == Act::Resumed { expired: true, by: None }));
    assert!(game.status.clocks.waits.values().all(|wait| wait.due.unwrap() > app.now));
    assert!(app.service.fairness().audit_game(&game_id).await.unwrap().clean());
}

#[tokio::test]
async fn clocks_can_only_be_extended() {
    let (mut app, ann, bob, game_id) = table().await;
    while app.service.games().load(&game_id).await.unwrap().seats().wait(Seat(2)).is_none() {
        play(&mut app, &game_id, 1).await;
    }
    let game = app.service.games().load(&game_id).await.unwrap();
    let seat = Seat(2);
    let other = Seat(3 - seat.0);
    let more = |seat, hours| {
        let reason = "The post was late".to_owned();
        Measure::Extend { seat, hours, reason }
    };
    for (seat, hours) in [(seat, 0), (seat, 10_000), (other, 5), (Seat(9), 5)] {
        if game.status.clocks.waits.contains_key(&seat) && hours == 5 {
            continue;
        }
        assert!(try_to(&app, &game_id, ann, &more(seat, hours)).await.is_err(), "{seat} {hours}");
    }
    assert!(try_to(&app, &game_id, bob, &more(seat, 5)).await.is_err());
    let due = game.status.clocks.waits[&seat].due.unwrap();
    try_to(&app, &game_id, ann, &more(seat, 5)).await.expect("given");
    let now = app.service.games().load(&game_id).await.unwrap();
    assert_eq!(now.status.clocks.waits[&seat].due, Some(due + Duration::hours(5)));
    assert_eq!(
        now.status.clocks.waits[&seat].asked_at, game.status.clocks.waits[&seat].asked_at,
        "the same question"
    );
    assert!(app.service.fairness().audit_game(&game_id).await.unwrap().clean());
}
