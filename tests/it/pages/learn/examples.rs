//! Every worked example is shown on the board from its first position to its last.

use ravenpost::titles;
use ravenpost::web::guides::examples;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::TITLE;

/// Every how many examples one is visited, besides the last: they are played without pages in
/// `titles::examples`.
fn stride() -> usize {
    if at_night() { 1 } else { 5 }
}

/// Visits every fifth example of a title, and each step of the longest of them; `RAVENPOST_NIGHT`
/// visits all examples.
#[tokio::test]
async fn every_example_is_shown_from_first_to_last_position() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for title in titles::all() {
        let key = title.about().key;
        let list = browser.get(&format!("/titles/{key}/examples")).await;
        let links = list.ok().all(".narrow .plain a", "href");
        let count: usize = examples::of(title.about()).iter().map(|file| file.examples.len()).sum();
        assert_eq!(links.len(), count, "{key}");
        let (mut visited, mut boards, mut longest) = (0, 0, (0, String::new()));
        for (at, link) in links.into_iter().enumerate() {
            if !at.is_multiple_of(stride()) && at + 1 != count {
                continue;
            }
            visited += 1;
            let page = browser.get(&link).await;
            boards += page.ok().all("#board svg.board", "class").len();
            let heading = page.text("#tour h2").expect("a heading");
            let last: usize =
                heading.rsplit(' ').next().and_then(|one| one.parse().ok()).unwrap_or(1);
            assert_eq!(
                browser.get(&format!("{link}?step={}", last + 1)).await.status,
                404,
                "{link}"
            );
            longest = longest.max((last, link));
        }
        assert!(boards * 10 > visited * 8, "{key}: {boards} boards for {visited} examples");
        let (last, link) = longest;
        for at in 1..=last {
            let page = browser.get(&format!("{link}?step={at}")).await;
            let next = page.ok().all("#tour a[rel=next]", "href");
            assert_eq!(next.is_empty(), at == last, "{link} {at}");
        }
    }
}

#[tokio::test]
async fn rule_point_links_to_its_examples_with_narrated_orders() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let rules = browser.get(&format!("/titles/{TITLE}/rules")).await;
    let to = format!("/titles/{TITLE}/examples?rule=R9.3");
    assert!(rules.ok().all("article .played", "href").contains(&to));
    let found = browser.get(&to).await;
    let shown = found.ok().all(".narrow .plain a", "href");
    let all =
        browser.get(&format!("/titles/{TITLE}/examples")).await.all(".narrow .plain a", "href");
    assert!(!shown.is_empty() && shown.len() < all.len(), "{shown:?}");
    let page = browser.get(&format!("/titles/{TITLE}/examples/L1?step=2")).await;
    assert!(page.ok().text("#tour").expect("it is told").contains("Red: play gotland settle"));
    assert!(page.body.contains("class=\"b-last\""), "what it changed is marked on the board");
}

#[tokio::test]
async fn missing_example_has_a_clear_error_page() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    for path in [
        "/titles/chess/examples".to_owned(),
        format!("/titles/{TITLE}/examples?rule=R999.9"),
        format!("/titles/{TITLE}/examples?rule=%3Cb%3E"),
        format!("/titles/{TITLE}/examples/E0"),
        format!("/titles/{TITLE}/examples/L1?step=0"),
        format!("/titles/{TITLE}/examples/L1?step=x"),
        format!("/titles/{TITLE}/examples/L1?step=99999"),
    ] {
        assert_eq!(browser.get(&path).await.status, 404, "{path}");
    }
}

/// Returns the narration at a step of an example.
async fn narration_at(browser: &mut Browser, example: &str, step: usize) -> String {
    let page = browser.get(&format!("/titles/{example}?step={step}")).await;
    page.ok().text("#tour").expect("it is told")
}

#[tokio::test]
async fn example_pages_show_the_tested_subject() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    // Default orders to the end of a game: the final position is shown, not the first one again.
    let end = browser.get("/titles/gotlandia/examples/P24.9?step=2").await;
    let heading = end.ok().text("#h-tour").expect("a heading");
    assert!(heading.contains("After default moves for all players"), "{heading}");
    let begin = browser.get("/titles/gotlandia/examples/P24.9").await;
    let board = |page: &Page| page.text("#words pre").expect("a board in words");
    assert_ne!(board(&begin), board(&end));
    // If the third part of a line is refused, that part is shown.
    let part = narration_at(&mut browser, "gotlandia/examples/E60", 11).await;
    assert!(part.contains("Refused move"), "{part}");
    assert!(part.contains(": pirate w") && !part.contains("raid all"), "{part}");
    // Legal and illegal orders are listed.
    let choices = narration_at(&mut browser, "gotlandia/examples/E37", 1).await;
    assert!(choices.contains("Legal here: play field settle dede"), "{choices}");
    assert!(choices.contains("Refused here: play field settle banda"), "{choices}");
    // Refused tables and non-default options are shown.
    let table = narration_at(&mut browser, "gotlandia/examples/P3.1", 4).await;
    assert!(table.contains("Invalid game settings") && table.contains("5 seats"), "{table}");
    let option = narration_at(&mut browser, "gotlandia/examples/E68", 1).await;
    assert!(option.contains("seats · "), "{option}");
    // A draft is shown beside its board.
    let sheet = browser.get("/titles/scharz/examples/E8?step=2").await;
    assert!(!sheet.ok().texts("#sheet .lines li").is_empty(), "{}", sheet.words());
}
