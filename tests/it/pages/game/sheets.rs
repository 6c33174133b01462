//! Drafts that twelve seats write in secret: lines are added by areas of the board, and only the
//! author sees the draft.

use std::collections::BTreeSet;

use chrono::Duration;
use ravenpost::web::shared::query::pairs;
use ravenpost_rules::{Seat, Table};

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, selector};
use crate::pages::session;

/// Seats Ann with eleven bots, before she chooses her first homeland.
async fn twelve(app: &App) -> (Browser, String) {
    let ann = app.player("ann").await;
    let table = Table::of(12).with("mode", "fast").with("homelands", "random");
    let game = app.table_of("scharz", ann, &["random"; 11], table).await;
    let browser = Pages::of(app.service.clone()).browser().signed_in(&session(app, "ann").await);
    (browser, format!("/games/{game}"))
}

/// Returns the hidden fields of the first form that matches a selector.
pub fn first_form(page: &Page, form: &str) -> Vec<(String, String)> {
    let names = page.all(&format!("{form} input[type=hidden]"), "name");
    let values = page.all(&format!("{form} input[type=hidden]"), "value");
    let mut fields: Vec<(String, String)> = Vec::new();
    for (name, value) in names.into_iter().zip(values) {
        if fields.iter().any(|(known, _)| *known == name) {
            break;
        }
        fields.push((name, value));
    }
    fields
}

#[tokio::test]
async fn board_area_opens_forms_that_add_lines_to_the_draft() {
    let app = App::seeded(3).await;
    let (mut browser, game) = twelve(&app).await;
    let page = browser.get(&game).await;
    let links = page.ok().all(".map-box svg a[aria-label]", "href");
    let area = links.iter().find(|link| link.contains("area=")).expect("fields lead to orders");
    let here = browser.get(area).await;
    let mut fields = first_form(here.ok(), "#orders form.subform[method=post]");
    fields.push(("do".to_owned(), "give".to_owned()));
    let borrowed: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let given = browser.post(&format!("{game}/orders"), &pairs(&borrowed)).await;
    assert!(given.ok().path.contains("area="), "one stays at the field: {}", given.path);
    assert!(given.text("#sheet").expect("the sheet is shown").contains("possible"));

    let mut nobody = browser.clone();
    nobody.cookies.clear();
    let watched = nobody.get(&game).await;
    assert!(watched.ok().text("#sheet").is_none(), "nobody else sees a sheet");
}

/// The draft and its button stay at the top for every area. The areas are also listed as text
/// links.
#[tokio::test]
async fn draft_and_its_button_stay_on_top_for_every_area() {
    let app = App::seeded(3).await;
    let (mut browser, game) = twelve(&app).await;
    let page = browser.get(&game).await;
    let sheet = page.ok().text("#sheet").expect("an empty sheet is shown as well");
    assert!(sheet.contains("Submit the sheet"), "{sheet}");
    let places = page.all("#orders .places a", "href");
    let on_board = page.all(".map-box svg a[aria-label]", "href");
    assert!(!places.is_empty() && places.iter().all(|place| on_board.contains(place)));
    let here = browser.get(&places[0]).await;
    assert!(here.ok().text("#sheet").expect("still there").contains("Submit the sheet"));
    assert_eq!(here.all("#orders .places a[aria-current]", "href"), [places[0].clone()]);
}

/// Doctrine is set by forms whose fields are filled with the current values.
#[tokio::test]
async fn doctrine_forms_are_filled_with_current_values() {
    let mut app = App::seeded(3).await;
    let (mut browser, game) = twelve(&app).await;
    let stance = "form:has(input[value='doctrine stance']) option:first-child";
    let standing = format!("{game}?tab=standing");
    let page = browser.get(&standing).await;
    assert_eq!(page.ok().all(stance, "value"), ["hold"]);
    let id = game.trim_start_matches("/games/").parse().expect("a game");
    app.order(&id, Seat(1), "doctrine stance if-even").await.expect("it may be said at any time");
    let confirmed = browser.get(&format!("{game}?done=ordered")).await;
    assert!(confirmed.ok().text("#saved").is_some(), "{}", confirmed.words());
    assert!(confirmed.all("div.did", "class").is_empty(), "no earlier move is confirmed");
    let page = browser.get(&standing).await;
    assert_eq!(page.ok().all(stance, "value"), ["if-even"]);
    assert_eq!(page.all(".standing details[open]", "id").len(), 1, "the questions are in sight");
}

#[tokio::test]
async fn twelve_seats_are_distinguishable() {
    let app = App::seeded(3).await;
    let (mut browser, game) = twelve(&app).await;
    let page = browser.get(&game).await;
    let html = page.ok().html();
    let chips = selector("#players tbody .chip");
    let emails: BTreeSet<String> =
        html.select(&chips).map(|chip| chip.text().collect::<String>()).collect();
    assert_eq!(emails.len(), 12, "{emails:?}");
    assert_eq!(page.all("#players tbody tr th", "scope").len(), 12);
    assert!(page.text("#players").expect("the seats").contains("submitted"));
}

#[tokio::test]
async fn lines_of_a_draft_do_not_hide_news() {
    let mut app = App::seeded(3).await;
    let ann = app.player("ann").await;
    let table = Table::of(12).with("mode", "fast").with("homelands", "random");
    let game = app.table_of("scharz", ann, &["random"; 11], table).await;
    app.order(&game, Seat(1), "done anyway").await.expect("she settles");
    app.now += Duration::minutes(1);
    while app.service.games().load(&game).await.expect("the game").seats().wait(Seat(1)).is_none() {
        app.service.clocks().tick(app.now).await.expect("the others settle");
    }
    let line = app
        .service
        .games()
        .load(&game)
        .await
        .expect("the game")
        .true_position()
        .legal(Seat(1))
        .orders;
    let line = line.iter().find(|order| !order.starts_with("done")).expect("she may march").clone();
    app.now += Duration::minutes(1);
    app.order(&game, Seat(1), &line).await.expect("a line of the march");
    let session = session(&app, "ann").await;
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let page = browser.get(&format!("/games/{game}")).await;
    let news = page.ok().text(".news").expect("there are news");
    assert!(news.contains("All players settle"), "{news}");
    assert!(page.text("#h-touched").is_some(), "and what touched her");
    // An outage extends her deadline but does not change the time of her prompt.
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    app.now += Duration::hours(30);
    app.service.clocks().heartbeat(app.now).await.expect("a beat");
    let wait =
        app.service.games().load(&game).await.expect("the game").seats().wait(Seat(1)).cloned();
    assert!(wait.is_some_and(|wait| wait.since > wait.asked), "the outage is made good");
    let news = browser.get(&format!("/games/{game}")).await.text(".news").expect("news");
    assert!(news.contains("All players settle"), "{news}");
}
