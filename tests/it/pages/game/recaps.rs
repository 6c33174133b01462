//! The recap: pictures of what changed since the player's last order, each with a sentence, on a
//! page and in the turn email.

use ravenpost::mail::outgoing::size;
use ravenpost_drawing::{Options, svg};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Table};

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn recap_shows_changes_as_pictures_with_sentences() {
    let mut app = App::seeded(3).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..24 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    // Measured from the beginning, something has always changed.
    let game = app.service.games().load(&game_id).await.expect("a game");
    let viewer = game.viewer(Some(Seat(1)));
    let all = game.recap().days(viewer, Seq::NONE, 6).expect("told");
    assert!(!all.is_empty() && all.len() <= 6, "{} pictures", all.len());
    assert!(all.iter().all(|day| day.from < day.to && !day.narration.is_empty()), "{all:?}");

    let mut browser =
        Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let page = browser.get(&format!("/games/{game_id}/days")).await;
    let shown = page.ok().all(".strip img", "src");
    assert!(shown.len() <= 6);
    for day in &all {
        let picture =
            browser.get(&format!("/games/{game_id}/days/{}-{}.svg", day.from, day.to)).await;
        assert!(picture.ok().body.starts_with("<svg"), "{}", picture.body);
        let kept = picture.header("cache-control").expect("it says how long it keeps");
        assert!(kept.contains("max-age"), "{kept}");
    }
    for wrong in ["0-1.svg", "5-2.svg", "1-999.svg", "a-b.svg", "1.svg"] {
        let none = browser.get(&format!("/games/{game_id}/days/{wrong}")).await;
        assert_eq!(none.status, 404, "{wrong}");
    }
}

#[tokio::test]
async fn a_turn_email_shows_the_part_of_the_board_that_changed() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let mut shown = 0;
    for _ in 0..6 {
        let (_, queued) = app.until_turn_email(&game).await;
        let Ok(email) = app.written(&queued).await else { continue };
        let picture = email.picture.as_ref().expect("a board");
        let near = picture.near.as_ref().expect("a part of it");
        shown += near.len();
        let whole = ravenpost::emails::Picture { near: None, ..picture.clone() };
        assert_ne!(size::drawn(picture, size::MOST), size::drawn(&whole, size::MOST));
    }
    assert!(shown > 0, "something was shown");
}

/// Whether each picture of a game shows less than half of its board. None if the game ended or the
/// changes are not far apart.
async fn shows_less_than_half(seed: u64) -> Option<bool> {
    let mut app = App::seeded(seed).await;
    let ann = app.player("ann").await;
    let table = Table::of(3).with("mode", "fast").with("homelands", "random");
    let game_id = app.table_of("scharz", ann, &["random", "steady"], table).await;
    for given in 0..24 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let legal = game.true_position().legal(Seat(1)).orders;
        let order = match legal.get(given * 7 % legal.len().max(1)).cloned() {
            Some(order) => order,
            None => app.some_order(&game_id, Seat(1)).await,
        };
        app.order(&game_id, Seat(1), &order).await.ok()?;
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    let days = game.recap().days(game.viewer(Some(Seat(1))), Seq::NONE, 6).expect("told");
    days.iter().find(|day| day.crop.near.len() > 4)?;
    let half = |day: &ravenpost::service::play::recap::Day| {
        let whole = size_of(&svg(&day.crop.scene, &Options::default()));
        let near = day.crop.near.clone();
        let part = size_of(&svg(&day.crop.scene, &Options { near, ..Options::default() }));
        part * 2.0 <= whole
    };
    Some(days.iter().all(half))
}

/// A round of simultaneous orders changes areas all over the board. Each picture shows those with
/// the most narration and leaves out the others.
#[tokio::test]
async fn recap_picture_shows_less_than_half_of_the_board() {
    // The moves of bots depend on the hashes of the log, and so do the positions of units.
    let (mut looked, mut less) = (0, 0);
    for seed in 3..15 {
        if let Some(shows) = shows_less_than_half(seed).await {
            looked += 1;
            less += usize::from(shows);
        }
    }
    assert!(looked >= 4 && less * 2 >= looked, "{less} of {looked} games");
}

/// Returns how much of its board a picture shows.
fn size_of(svg: &str) -> f64 {
    let (_, rest) = svg.split_once("viewBox=\"").expect("a window");
    let (window, _) = rest.split_once('"').expect("its end");
    let sides: Vec<f64> = window.split(' ').map(|side| side.parse().expect("a number")).collect();
    sides[2] * sides[3]
}
