//! Away and back on the page of a game: one form and one click, seen by the others.

use ravenpost_log::Act;

use super::{TITLE, session};
use crate::harness::app::App;
use crate::harness::browser::Pages;

#[tokio::test]
async fn one_click_goes_and_one_click_is_back() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut bobs = pages.browser().signed_in(&session(&app, "bob").await);
    let mut anns = pages.browser().signed_in(&session(&app, "ann").await);
    let (at, away) = (format!("/games/{game}"), format!("/games/{game}/away"));
    let page = bobs.get(&format!("{at}?tab=players")).await;
    let wrong = bobs.send(&page, &away, &[("days", "soon")]).await;
    assert!(wrong.words().contains("whole number from 1 to 60"), "{}", wrong.words());
    let page = bobs.get(&format!("{at}?tab=players")).await;
    let gone = bobs.send(&page, &away, &[("bot", "random"), ("days", "4")]).await;
    assert!(gone.ok().words().contains("the bot random plays Blue for you"), "{}", gone.words());
    let seen = anns.get(&at).await;
    assert!(seen.ok().words().contains("the bot random stands in"), "{}", seen.words());
    assert!(!seen.words().contains("Go away for a while"), "somebody has to be left");
    let back = bobs.send(&gone, &format!("/games/{game}/back"), &[]).await;
    assert!(back.ok().words().contains("you play your seat again"), "{}", back.words());
    assert!(!back.words().contains("stands in"), "{}", back.words());
    let live = app.service.live(&game).await.expect("a game");
    let over = |act: &Act| matches!(act, Act::HandedOver { .. });
    assert_eq!(live.log.iter().filter(|entry| over(entry.act)).count(), 2);
}
