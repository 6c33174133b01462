//! The audit page shows all events, or only those of a seat or a kind.

use ravenpost_log::GameId;
use ravenpost_rules::{Seat, Viewer};
use scraper::ElementRef;
use serde_json::Value;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, selector};
use crate::pages::{TITLE, session};

/// Returns the rows of the event table as cells.
fn rows(page: &Page) -> Vec<Vec<String>> {
    let html = page.html();
    let (row, cell) = (selector("[aria-label=Events] tbody tr"), selector("td"));
    let words = |row: ElementRef| {
        row.select(&cell).map(|cell| cell.text().collect::<String>().trim().to_owned()).collect()
    };
    html.select(&row).map(words).collect()
}

#[tokio::test]
async fn events_are_filtered_by_seat_and_kind() {
    let mut app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..4 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let audit = format!("/games/{game_id}/audit");
    let all = ann.get(&audit).await;
    let every = rows(&all);
    assert!(all.words().contains(&format!("Showing all {}", every.len())), "{}", all.words());

    let red = app.service.games().load(&game_id).await.expect("a game").called(Seat(1)).name;
    let some = ann.get(&format!("{audit}?seat=1&kind=ordered")).await;
    let wanted = |row: &&Vec<String>| row[2] == "Ordered" && row[3] == red;
    let own: Vec<_> = every.iter().filter(wanted).cloned().collect();
    assert!(!own.is_empty() && own.len() < every.len());
    assert_eq!(rows(&some), own);
    assert!(own.iter().all(|row| row[4] == "page"), "{own:?}");
    assert!(some.words().contains(&format!("Showing {} of {}", own.len(), every.len())));

    for nobody in ["seat=99", "seat=1&kind=opened", "kind=%3Cb%3E", "seat=%00"] {
        let none = ann.get(&format!("{audit}?{nobody}")).await;
        assert_eq!(rows(none.ok()).len(), 0, "{nobody}");
    }
}

/// Returns the events of the JSON audit.
async fn events(browser: &mut Browser, game: &GameId) -> Vec<Value> {
    let told = browser.get(&format!("/games/{game}/audit.json")).await;
    let told: Value = serde_json::from_str(&told.ok().body).expect("JSON");
    assert_eq!((&told["game"], &told["broken"]), (&Value::from(game.as_str()), &Value::Null));
    told["events"].as_array().expect("events").clone()
}

/// Other players cannot tell which orders hide something until everything is revealed.
#[tokio::test]
async fn audit_shows_since_when_an_event_is_public() {
    let mut app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    loop {
        let game = app.service.games().load(&game_id).await.expect("a game");
        if !game.fairness().receipts(Viewer::Seat(Seat(1))).is_empty() {
            break;
        }
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut watcher = pages.browser();
    let ordered = |event: &&Value| event["kind"] == "ordered" && event["seat"] == 1;
    let own = events(&mut ann, &game_id).await;
    assert!(own.iter().any(|event| ordered(&event) && event["open"].is_null()), "{own:?}");
    let seen = events(&mut watcher, &game_id).await;
    let mut others = seen.iter().filter(ordered);
    assert!(others.all(|event| event["open"].is_null() && event["order"].is_null()));
    let opened = seen.iter().find(|event| event["kind"] == "opened").expect("the first");
    assert_eq!(opened["open"], opened["step"]);
    let page = ann.get(&format!("/games/{game_id}/audit?seat=1&kind=ordered")).await;
    assert!(rows(&page).iter().any(|row| row[5] == "not yet"), "{:?}", rows(&page));

    let over = app.bots_only(TITLE, &["steady", "random"]).await;
    let end = app.service.games().load(&over).await.expect("a game").step();
    let all = events(&mut watcher, &over).await;
    assert!(all.iter().all(|event| event["open"].as_u64().is_some_and(|open| open <= end.0)));
    let told_late = |event: &&Value| ordered(event) && event["open"] != event["step"];
    assert!(all.iter().any(|event| told_late(&event)), "some were hidden until the end");
}
