//! The clock contract of a table: days off are noted with the question, grace is private and blind,
//! nobody waits for who is never there, and one asks for time once.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::folded::Game;
use ravenpost::service::game::presets;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::{DaysOff, Grace};
use ravenpost_log::act::why::Why;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use super::TITLE;
use crate::harness::app::App;

const RED: Seat = Seat(1);

/// A game of two people under that contract; it begins on a Friday at nine.
async fn pair(pace: Pace) -> (App, GameId) {
    let mut app = App::new().await;
    app.now = "2026-11-20T09:00:00Z".parse().expect("a moment");
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a free seat");
    (app, game)
}

async fn live(app: &App, game: &GameId) -> Arc<Game> {
    app.service.live(game).await.expect("a game")
}

async fn due(app: &App, game: &GameId, seat: Seat) -> DateTime<Utc> {
    live(app, game).await.wait(seat).and_then(|wait| wait.due).expect("a deadline")
}

async fn count(app: &App, game: &GameId, kind: &str) -> usize {
    live(app, game).await.log.iter().filter(|entry| entry.act.kind() == kind).count()
}

/// What stands in memory is what the log gives, nothing was done that might not be, and every
/// deadline is the sum of its parts.
async fn holds(app: &App, game: &GameId) {
    let live = live(app, game).await;
    let log: Vec<_> = live.events().cloned().collect();
    let folded = Game::fold(game, &log).expect("it folds");
    assert_eq!(folded.course.waits, live.course.waits);
    assert_eq!(folded.course.slots, live.course.slots);
    for wait in live.course.waits.values().filter(|wait| wait.due.is_some()) {
        let sum: Duration = wait.parts.iter().map(|part| part.span).sum();
        assert_eq!(Some(wait.asked + sum), wait.due, "{:?}", wait.parts);
    }
    let audited = app.service.audit_game(game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

fn weekends() -> Pace {
    presets::pace("weekends", "Europe/Stockholm").expect("known")
}

#[tokio::test]
async fn days_off_are_noted_in_the_log_with_the_question() {
    let (app, game) = pair(weekends()).await;
    let monday: DateTime<Utc> = "2026-11-23T15:00:00Z".parse().expect("a moment");
    let game_now = live(&app, &game).await;
    for seat in game_now.awaited_seats() {
        assert_eq!(due(&app, &game, seat).await, monday, "30 hours, and 48 of the weekend");
    }
    let noted = game_now.log.iter().filter_map(|entry| match entry.act {
        Act::Due { due, why, .. } => Some((*due, why.clone())),
        _ => None,
    });
    let noted: Vec<_> = noted.collect();
    assert_eq!(noted.len(), game_now.awaited_seats().len());
    for (due, why) in noted {
        assert_eq!((due, why[0].why, why[0].seconds), (monday, Why::DaysOff, 48 * 3600));
    }
    holds(&app, &game).await;
}

#[tokio::test]
async fn a_table_without_days_off_notes_nothing() {
    let (app, game) = pair(presets::pace("day", "UTC").expect("known")).await;
    assert_eq!(count(&app, &game, "due").await, 0);
    assert_eq!(due(&app, &game, RED).await, app.now + Duration::hours(30));
    holds(&app, &game).await;
}

#[tokio::test]
async fn what_cannot_be_a_contract_is_refused() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let turn = Pace::of(Some(86_400));
    let off = |days: &[u8], zone: &str| DaysOff { days: days.to_vec(), zone: zone.to_owned() };
    let with = |off: DaysOff| Pace { days_off: Some(off), ..turn.clone() };
    let grace = Some(Grace { seconds: 60, of: 6 });
    let cases = [
        (with(off(&[1, 2, 3, 4, 5, 6, 7], "UTC")), "one to five days"),
        (with(off(&[7, 6], "UTC")), "days of the week"),
        (with(off(&[6], "Mars/Olympus")), "no such time zone"),
        (Pace { grace, ..turn.clone() }, "from one hour"),
        (Pace { grace, ..Pace::of(None) }, "go with a time per turn"),
        (Pace::of(Some(3)), "ten minutes to sixty days"),
    ];
    for (pace, told) in cases {
        let new = NewTable { pace, ..app.plain(TITLE, 2) };
        let refused = app.service.open_table(app.now, Some(ann), &new).await.expect_err(told);
        assert!(refused.to_string().contains(told), "{refused}");
    }
}
