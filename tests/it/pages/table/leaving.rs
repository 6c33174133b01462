//! Leaving asks once and says what will happen; private games are hidden from strangers.

use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn leaving_asks_once_and_can_be_reversed() {
    let app = App::new().await;
    let (_, bob, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut his = pages.browser().signed_in(&session(&app, "bob").await);
    let asks = his.get(&format!("/games/{game}/leave")).await;
    assert!(asks.ok().texts("#what-happens li").len() >= 3);
    let seat = async || app.service.games().load(&game).await.expect("a game").seat_of(bob);
    // Without the confirmation, nothing happens.
    let asked = his.send(&asks, "/leave", &[("sure", "")]).await;
    assert_eq!((asked.ok().form("/leave").post, seat().await), (true, Some(Seat(2))));
    let gone = his.send(&asks, "/leave", &[]).await;
    assert_eq!(seat().await, None);
    // A second click does not leave again, and shows the same page.
    let again = his.send(&asks, "/leave", &[]).await;
    for page in [&gone, &again] {
        assert!(page.ok().form("/return").post, "{}", page.words());
    }
    let back = his.send(&gone, "/return", &[]).await;
    assert!(back.ok().path.starts_with(&format!("/games/{game}?")));
    assert_eq!(seat().await, Some(Seat(2)));
    let stale = his.send(&gone, "/return", &[]).await;
    assert!(stale.ok().path.starts_with(&format!("/games/{game}")), "twice is once");
}

#[tokio::test]
async fn a_private_game_does_not_exist_for_strangers() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.private_table(TITLE, ann, 3).await;
    let pages = Pages::of(app.service.clone());
    let mut hers = pages.browser().signed_in(&session(&app, "ann").await);
    let mut stranger = pages.browser().signed_in(&session(&app, "mallory").await);
    let mut nobody = pages.browser();
    for part in ["", "/log", "/clock", "/audit", "/audit.json", "/luck", "/now", "/export"] {
        let path = format!("/games/{game}{part}");
        hers.get(&path).await.ok();
        for browser in [&mut stranger, &mut nobody] {
            let hidden = browser.get(&path).await;
            assert_eq!(hidden.status, 404, "{path}");
            assert!(hidden.all(".seat", "class").is_empty(), "{path}");
        }
    }
    let hidden = nobody.get(&format!("/games/{game}")).await;
    let enter = format!("/sign-in?to=%2Fgames%2F{game}");
    let links = hidden.all("main a", "href");
    assert!(
        links.iter().any(|to| *to == enter || to.replace("%2F", "/") == enter.replace("%2F", "/"))
    );
}
