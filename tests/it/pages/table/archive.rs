//! Finished games stay available: in the archive, as a replay, for audits, as an export and for
//! forks.

use ravenpost_log::GameId;

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Returns the games that a page lists.
fn listed(page: &Page) -> Vec<String> {
    page.ok().all(".tile h3 a", "href")
}

fn address(game: &GameId) -> String {
    format!("/games/{game}")
}

#[tokio::test]
async fn finished_games_are_listed_by_title_and_page() {
    let mut app = App::seeded(3).await;
    let mut games = Vec::new();
    for title in ravenpost::titles::all() {
        app.now += chrono::Duration::minutes(1);
        games.push(app.bots_only(title.about().key, &["random", "random"]).await);
    }
    let (_, _, running) = app.pair(TITLE).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let all = listed(&browser.get("/archive").await);
    assert_eq!(all, games.iter().rev().map(address).collect::<Vec<_>>(), "the latest first");
    assert!(!all.contains(&address(&running)));
    for (title, game) in ravenpost::titles::all().iter().zip(&games) {
        let key = title.about().key;
        let page = browser.get(&format!("/archive?title={key}&page=1")).await;
        assert_eq!(listed(&page), [address(game)], "{key}");
        assert!(page.words().contains("won"), "{}", page.words());
        let none = browser.get(&format!("/archive?title={key}&page=2")).await;
        assert!(listed(&none).is_empty() && none.words().contains("No more games"));
    }
    assert!(listed(&browser.get("/archive?page=4294967295").await).is_empty());
    for (asked, status) in [("page=0", 400), ("page=x", 400), ("title=chess", 404)] {
        assert_eq!(browser.get(&format!("/archive?{asked}")).await.status, status, "{asked}");
    }
}

#[tokio::test]
async fn archive_page_lists_thirty_games() {
    let mut app = App::seeded(3).await;
    let mut games = Vec::new();
    for _ in 0..33 {
        app.now += chrono::Duration::minutes(1);
        games.push(app.bots_only(TITLE, &["random", "random"]).await);
    }
    let mut browser = Pages::of(app.service.clone()).browser();
    let first = browser.get(&format!("/archive?title={TITLE}")).await;
    let next = first.all("a[rel=next]", "href").first().expect("more").clone();
    let second = browser.get(&next).await;
    assert_eq!((listed(&first).len(), listed(&second).len()), (30, 3));
    assert!(second.all("a[rel=next]", "href").is_empty());
    let back = second.all("a[rel=prev]", "href").first().expect("a way back").clone();
    assert_eq!(listed(&browser.get(&back).await), listed(&first));
}

/// Every finished game can be viewed, verified and forked.
#[tokio::test]
async fn finished_games_can_be_viewed_verified_and_forked() {
    let app = App::seeded(3).await;
    let game = app.bots_only(TITLE, &["steady", "random"]).await;
    app.player("ann").await;
    let mut ann = Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    for room in ["", "?at=4&eye=open", "/log", "/audit", "/luck", "/fork?at=4"] {
        ann.get(&format!("/games/{game}{room}")).await.ok();
    }
    let file = ann.get(&format!("/games/{game}/export")).await;
    let checked = ravenpost::service::archive::verify::verify(&file.ok().body);
    checked.expect("the file proves itself");
}
