//! Practice in one click without an account, and what a guest sees.

use ravenpost_log::GameId;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::TITLE;

/// Starts a practice game from the title's page.
async fn practise(browser: &mut Browser) -> (GameId, Page) {
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    let begun = browser.send(page.ok(), "/practice", &[]).await;
    let id = begun.ok().path.split(['/', '?']).nth(2).expect("a game");
    (GameId::parse(id).expect("an id"), begun)
}

#[tokio::test]
async fn a_visitor_plays_with_one_click_and_keeps_the_game() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let (game, page) = practise(&mut browser).await;
    let keep = page.all("aside.guest a.button", "href");
    assert_eq!(keep.len(), 1);
    assert!(keep[0].starts_with("/sign-in?to="), "{keep:?}");
    // A move.
    let token = browser.get("/sign-in").await.form("/sign-in").fields[0].1.clone();
    let order = app.some_order(&game, Seat(1)).await;
    let step = app.step(&game).await;
    let body = ravenpost::web::shared::query::pairs(&[
        ("token", token.as_str()),
        ("key", "a key that no other form has"),
        ("seen", &step.to_string()),
        ("order", &order),
    ]);
    browser.post(&format!("/games/{game}/orders"), &body).await.ok();
    assert!(app.step(&game).await > step);
    // No chat, no notes, no table to organise; other pages lead to sign-in.
    let page = browser.get(&format!("/games/{game}?tab=talk")).await;
    assert!(page.ok().all("form", "action").iter().all(|to| !to.ends_with("/talk")));
    for part in ["/talk", "/organise", "/leave"] {
        let page = browser.get(&format!("/games/{game}{part}")).await;
        assert!(page.path.starts_with("/sign-in?to="), "{}", page.path);
    }
    // Nobody else sees the game.
    let mut stranger = pages.browser();
    assert_eq!(stranger.get(&format!("/games/{game}")).await.status, 404);
    assert!(!stranger.get("/games").await.ok().body.contains(game.as_str()));
    assert_eq!(browser.get("/practice").await.ok().path, format!("/games/{game}"));

    let form = browser.get(&keep[0]).await;
    browser.send(form.ok(), "/sign-in", &[("address", "ann@example.org")]).await.ok();
    let link = browser.get(&format!("/sign-in/{}", app.sign_in_token().await)).await;
    let arrived = browser.send(link.ok(), &link.path.clone(), &[]).await;
    assert!(arrived.ok().path.starts_with(&format!("/games/{game}")), "{}", arrived.path);
    assert!(arrived.all("aside.guest", "class").is_empty());
    let mine = browser.get("/my-games").await;
    assert!(mine.ok().body.contains(game.as_str()));
}

#[tokio::test]
async fn the_cards_of_the_titles_start_practice_in_one_click() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    for path in ["/", "/titles"] {
        let mut browser = pages.browser();
        let page = browser.get(path).await;
        let begun = browser.send(page.ok(), "/practice", &[]).await;
        assert!(begun.ok().path.starts_with("/games/"), "{path}: {}", begun.path);
        let titles = page.all(".title-cards form[action='/practice'] [name=title]", "value");
        assert_eq!(titles.len(), 4, "{path}: {titles:?}");
    }
}

#[tokio::test]
async fn a_second_click_leads_to_the_same_game() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    let first = browser.send(page.ok(), "/practice", &[]).await;
    let second = browser.send(&page, "/practice", &[]).await;
    assert_eq!(first.ok().path, second.ok().path);
}

#[tokio::test]
async fn a_double_click_starts_one_game_and_a_copied_cookie_dies_at_sign_in() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    let mut second = browser.clone();
    let (one, other) =
        tokio::join!(browser.send(&page, "/practice", &[]), second.send(&page, "/practice", &[]));
    assert_eq!(one.ok().path, other.ok().path);
    let mut copy = browser.clone();
    let address = one.path.split('?').next().expect("a path").to_owned();
    copy.get(&address).await.ok();
    let form = browser.get("/sign-in").await;
    browser.send(form.ok(), "/sign-in", &[("address", "ann@example.org")]).await.ok();
    let link = browser.get(&format!("/sign-in/{}", app.sign_in_token().await)).await;
    browser.send(link.ok(), &link.path.clone(), &[]).await.ok();
    browser.get(&address).await.ok();
    assert_eq!(copy.get(&address).await.status, 404);
}
