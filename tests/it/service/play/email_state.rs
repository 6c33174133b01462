//! What emails depend on besides the game: whether the cached game is current, and the state of the
//! relay.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::post::compose::Composed;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::{Service, Settings};
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::service::TITLE;

/// The sender wakes up when an event is stored, possibly before the game is updated in memory. It
/// must not take the old game for one in which the email is obsolete.
#[tokio::test]
async fn email_is_rendered_from_a_game_with_its_event() {
    let app = App::new().await;
    let (ann, bo) = (app.player("ann").await, app.player("bo").await);
    let game = app.open_table(TITLE, ann, 2).await;
    // A second cache of the same games represents the time before the update.
    let late = Service::new(app.service.store().clone(), Settings::default());
    let before = late.games().load(&game).await.expect("a game").last_seq();
    let join = Join { seat: Some(Seat(2)), ..Join::default() };
    app.service.tables().join_table(app.now, &game, bo, join).await.expect("a seat");
    let queued = app.queued(NotificationKind::GameStarted).await;
    assert!(queued.seq > Some(before));
    let finished = late.composing().finish_email(app.now, &queued).await.expect("judged");
    assert!(matches!(finished, Composed::Ready { .. }), "it was dropped");
}

#[tokio::test]
async fn relay_outage_survives_a_restart_and_ends_once() {
    let app = App::new().await;
    let (since, later) = (app.now, app.now + Duration::hours(3));
    assert_eq!(app.service.clocks().relay_answers(since).await.expect("noted"), None);
    let commits = app.service.store().commits();
    app.service.clocks().relay_is_down(since).await.expect("noted");
    let written = *commits.borrow();
    app.service.clocks().relay_is_down(later).await.expect("known");
    assert_eq!(*commits.borrow(), written, "told again, nothing is written");
    let next = Service::new(app.service.store().clone(), Settings::default());
    assert_eq!(next.clocks().relay_down_since().await.expect("readable"), Some(since));
    let outage = next.clocks().relay_answers(later).await.expect("noted");
    assert_eq!(outage, Some(since));
    assert_eq!(next.clocks().relay_answers(later).await.expect("noted"), None);
    assert_eq!(next.clocks().relay_down_since().await.expect("readable"), None);
}
