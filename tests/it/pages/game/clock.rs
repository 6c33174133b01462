//! The clock page shows to everyone how each deadline is calculated.

use chrono::Duration;
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::act::Outage;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

async fn page(app: &App, game: &GameId) -> Page {
    let mut browser = Pages::of(app.service.clone()).browser();
    browser.get(&format!("/games/{game}/clock")).await
}

/// Returns the terms that the page lists for its deadlines.
fn sums(page: &Page) -> Vec<String> {
    page.ok().texts("section.sum dd").into_iter().map(|text| text.trim().to_owned()).collect()
}

#[tokio::test]
async fn each_deadline_is_shown_as_a_correct_sum() {
    let mut app = App::new().await;
    let (ann, _, game_id) = app.pair(TITLE).await;
    let plain = page(&app, &game_id).await;
    assert!(sums(&plain).contains(&"72 h".to_owned()), "{:?}", sums(&plain));
    app.service.clocks().heartbeat(app.now).await.expect("up");
    app.now += Duration::hours(3);
    app.service.clocks().heartbeat(app.now).await.expect("up again");
    let more = Measure::Extend { seat: Seat(2), hours: 5, reason: "Illness".to_owned() };
    app.service.tables().moderate(app.now, &game_id, ann, &more, &fresh()).await.expect("given");
    let told = page(&app, &game_id).await;
    let said = told.words();
    assert!(said.contains("Server outage"), "{said}");
    assert!(sums(&told).contains(&"+3 h".to_owned()), "{:?}", sums(&told));
    assert!(sums(&told).contains(&"+5 h".to_owned()), "{:?}", sums(&told));
    let game = app.service.games().load(&game_id).await.expect("a game");
    let outage =
        |act: &Act| matches!(act, Act::OutageCompensated { component: Outage::Server, .. });
    assert!(game.log.iter().any(|entry| outage(entry.act)));
    for wait in game.status.clocks.waits.values() {
        let sum: Duration = wait.parts.iter().map(|part| part.span).sum();
        assert_eq!(Some(wait.asked + sum), wait.due);
    }
}

#[tokio::test]
async fn answered_prompt_keeps_its_deadline() {
    let mut app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    app.now += Duration::hours(1);
    let order = app.some_order(&game_id, seat).await;
    app.order(&game_id, seat, &order).await.expect("legal");
    let told = page(&app, &game_id).await;
    crate::pages::snapshots::look("clocks", &told);
    let over = sums(&told).into_iter().filter(|text| text.starts_with("moved")).count();
    assert_eq!(over, 1, "{:?}", sums(&told));
    app.passes(Duration::days(3)).await;
    let told = page(&app, &game_id).await;
    assert!(told.words().contains("default move played"), "{}", told.words());
}

/// Everybody reads the same, including the player who is awaited.
#[tokio::test]
async fn names_are_followed_by_what_the_seats_are_asked() {
    let app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let asked = game.status.clocks.waits.values().map(|wait| wait.ask.predicate().to_owned());
    let asked: Vec<String> = asked.collect();
    let mut ann = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let own = ann.get(&format!("/games/{game_id}/clock")).await;
    for shown in [own, page(&app, &game_id).await] {
        assert_eq!(shown.ok().texts("section.sum h3 > .soft"), asked);
    }
}
