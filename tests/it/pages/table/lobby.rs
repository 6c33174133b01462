//! The lobby: its cards and filters.

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Returns the games that a page lists.
fn listed(page: &Page) -> Vec<String> {
    page.ok().all(".tile h3 a", "href")
}

#[tokio::test]
async fn tables_are_filtered_by_title_free_seats_and_pace() {
    let app = App::new().await;
    let (ann, _, running) = app.pair(TITLE).await;
    let open = format!("/games/{}", app.open_table(TITLE, ann, 3).await);
    let running = format!("/games/{running}");
    let mut browser = Pages::of(app.service.clone()).browser();
    let all = browser.get("/games").await;
    assert_eq!(listed(&all), [open.as_str(), running.as_str()]);
    assert_eq!(listed(&browser.get("/games?free=1").await), [open.as_str()]);
    for key in ravenpost::titles::all().iter().map(|title| title.about().key) {
        let page = browser.get(&format!("/games?title={key}")).await;
        let wanted = if key == TITLE { listed(&all) } else { Vec::new() };
        assert_eq!(listed(&page), wanted, "{key}");
        let back = page.all(".empty a.button", "href");
        assert_eq!(back.is_empty(), key == TITLE, "an empty list leads onward: {back:?}");
    }
    let found = ["daily", "slow", "none"].map(|pace| format!("/games?pace={pace}"));
    let mut times = 0;
    for address in &found {
        times += listed(&browser.get(address).await).len();
    }
    assert_eq!(times, 2, "each table has one pace");
    assert_eq!(browser.get("/games?title=chess").await.status, 404);
    // Each filter is a link, and marks what is selected.
    let filters = browser.get("/games?free=1&pace=none").await;
    assert_eq!(filters.all(".filters [aria-current]", "href").len(), 3);
}

#[tokio::test]
async fn table_with_a_free_seat_shows_its_terms() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    app.open_table(TITLE, ann, 3).await;
    app.player("bob").await;
    let mut bob = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "bob").await);
    let page = bob.get("/games").await;
    assert_eq!(page.ok().texts(".game-tile .free").len(), 1);
    let card = page.texts(".game-tile").join(" ");
    let size = &ravenpost::titles::find(TITLE).expect("it exists").about().size;
    for part in [size.weeks, "ann"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    assert_eq!(page.all(".game-tile .board-pic img", "alt"), [""], "the name is beside it");
}
