//! Profiles, and what players decide about their own account: colours, their data, its deletion.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::practice::GuestBrowser;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::people::players;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::{TITLE, session};

async fn signed(app: &App, pages: &Pages, name: &str) -> Browser {
    pages.browser().signed_in(&session(app, name).await)
}

/// Saves the settings with these parts of the profile shown.
async fn shows(browser: &mut Browser, parts: &[&str]) -> Page {
    let page = browser.get("/settings").await;
    let mut fields = page.ok().form("/settings").fields;
    fields.retain(|(name, _)| name != "shown");
    fields.extend(parts.iter().map(|part| ("shown".to_owned(), (*part).to_owned())));
    let pairs: Vec<_> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post("/settings", &ravenpost::web::shared::query::pairs(&pairs)).await
}

fn lists(page: &Page, game: &GameId) -> bool {
    page.all(".played a", "href").contains(&format!("/games/{game}"))
}

#[tokio::test]
async fn profile_shows_the_chosen_and_permitted_parts() {
    let app = App::new().await;
    let (ann, bob, public) = app.pair(TITLE).await;
    let private = app.private_table(TITLE, ann, 2).await;
    let join = Join { invited: true, ..Join::default() };
    app.service.tables().join_table(app.now, &private, bob, join).await.expect("a seat");
    let pages = Pages::of(app.service.clone());
    let [mut hers, mut his] =
        [signed(&app, &pages, "ann").await, signed(&app, &pages, "bob").await];
    let mut nobody = pages.browser();
    let page = nobody.get("/players/ann").await;
    assert!(!lists(page.ok(), &public), "by default, games in progress are not shown");
    assert_eq!(page.texts(".profile dt").len(), 3);
    shows(&mut hers, &["running"]).await.ok();
    let page = nobody.get("/players/ann").await;
    assert!(lists(page.ok(), &public) && !lists(&page, &private));
    assert!(page.texts(".profile dt").is_empty());
    let page = his.get("/players/ann").await;
    assert!(lists(page.ok(), &public) && lists(&page, &private), "Bob plays in both");
    shows(&mut hers, &[]).await.ok();
    assert!(his.get("/players/ann").await.ok().all(".played a", "href").is_empty());
    // Whatever looks like the name leads there, and tables link to it.
    nobody.get("/players/ANN").await.ok();
    assert_eq!(nobody.get("/players/nobody-has-this").await.status, 404);
    let game = his.get(&format!("/games/{public}")).await;
    assert!(game.ok().all("main a", "href").contains(&"/players/ann".to_owned()));
}

#[tokio::test]
async fn guests_have_no_profile() {
    let app = App::new().await;
    let browser = GuestBrowser { session: None, visit: "visit", from: "::1", agent: "test" };
    let accounts = app.service.accounts();
    let practice = accounts.practise(app.now, TITLE, browser, "a form").await.expect("a game");
    let game = app.service.games().load(&practice.game).await.expect("a game");
    let guest = accounts.guest(app.now, &practice.session).await.expect("read").expect("a guest");
    assert_eq!(game.seat_of(guest.player.id), Some(Seat(1)));
    let found = players::called(app.service.store().read(), &guest.player.name).await;
    assert!(found.expect("readable").is_none());
}

#[tokio::test]
async fn chosen_theme_applies_to_its_reader_only() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let [mut hers, mut his] =
        [signed(&app, &pages, "ann").await, signed(&app, &pages, "bob").await];
    let settings = hers.get("/settings").await;
    hers.send(settings.ok(), "/settings", &[("theme", "dark")]).await.ok();
    for path in ["/settings".to_owned(), format!("/games/{game}"), format!("/games/{game}")] {
        let dark = |page: &Page| {
            let sheets = page.all("link[rel=stylesheet]", "href");
            sheets.iter().all(|sheet| sheet.ends_with("-dark.css"))
        };
        let (own, other) = (hers.get(&path).await, his.get(&path).await);
        assert!(dark(own.ok()) && !dark(other.ok()), "{path}");
        assert_eq!(own.all("meta[name=color-scheme]", "content"), ["dark"]);
        assert_eq!(own.all("meta[name=theme-color]", "content").len(), 1, "whatever the device");
        assert!(own.all("meta[name=theme-color]", "media").is_empty(), "{path}");
        assert_eq!(other.all("meta[name=theme-color]", "media").len(), 2, "{path}");
    }
    // Saving the name again does not reset it.
    let settings = hers.get("/settings").await;
    hers.send(settings.ok(), "/settings", &[("name", "Anna")]).await.ok();
    assert_eq!(hers.get("/").await.ok().all("meta[name=color-scheme]", "content"), ["dark"]);
}

#[tokio::test]
async fn visitors_without_an_account_choose_colours() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let (mut one, mut other) = (pages.browser(), pages.browser());
    let game = format!("/games/{game}");
    let page = one.get(&game).await;
    let links = page.ok().all("footer a[rel=nofollow]", "href");
    let choice = one.get(&links[0]).await;
    let back = one.send(choice.ok(), "/colours", &[("theme", "dark")]).await;
    assert!(back.ok().path.starts_with(&game), "{}", back.path);
    let scheme = |page: &Page| page.all("meta[name=color-scheme]", "content");
    for path in [game.as_str(), game.as_str(), "/", "/none"] {
        let (own, others) = (one.get(path).await, other.get(path).await);
        assert_eq!(scheme(&own), ["dark"], "{path}");
        assert_eq!(scheme(&others), both(), "{path}");
    }
    let choice = one.get(&links[0]).await;
    assert_eq!(choice.all("input[name=theme][checked]", "value"), ["dark"]);
    one.send(choice.ok(), "/colours", &[("theme", "")]).await.ok();
    assert_eq!(scheme(&one.get("/").await), both());
    assert!(!one.cookies.contains_key("colours"));
    // The choice of an account comes first.
    let mut hers = signed(&app, &pages, "ann").await;
    hers.cookies.insert("colours".to_owned(), "dark".to_owned());
    let page = hers.get("/").await;
    assert_eq!(scheme(page.ok()), both());
    assert!(page.all("footer a[rel=nofollow]", "href").is_empty());
    assert!(hers.get("/colours").await.path.starts_with("/settings"));
}

/// The colours of a device that may be either.
fn both() -> Vec<String> {
    vec!["light dark".to_owned()]
}

#[tokio::test]
async fn account_is_deleted_after_typing_its_address() {
    let app = App::new().await;
    let (_, bob, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut his = signed(&app, &pages, "bob").await;
    let page = his.get("/settings/delete").await;
    let wrong = his.send(page.ok(), "/settings/delete", &[("address", "ann@example.org")]).await;
    assert_eq!(wrong.status, 422);
    let other = his.clone();
    his.send(&page, "/settings/delete", &[("address", " Bob@Example.org ")]).await.ok();
    assert!(players::get(app.service.store().read(), bob).await.is_err());
    let left = app.service.games().load(&game).await.expect("the game is kept");
    assert_eq!(left.seat_of(bob), None);
    for mut browser in [his, other] {
        let again =
            browser.send(&page, "/settings/delete", &[("address", "bob@example.org")]).await;
        assert!(!again.path.starts_with("/settings"), "nobody is signed in: {}", again.path);
    }
    assert_eq!(pages.browser().get("/players/bob").await.status, 404);
}

#[tokio::test]
async fn a_player_downloads_their_own_data_only() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut hers = signed(&app, &pages, "ann").await;
    let file = hers.get("/settings/data").await;
    let data: serde_json::Value = serde_json::from_str(&file.ok().body).expect("JSON");
    assert_eq!(data["account"]["email_address"], "ann@example.org");
    assert_eq!(data["seats"][0]["game"], game.as_str());
    assert!(!file.body.contains("bob"));
    assert_eq!(file.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_name_of_60_letters_fits_everywhere() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let name = "\u{436}".repeat(60);
    app.service.players().choose_name(ann, &name, "UTC").await.expect("60 letters");
    let pages = Pages::of(app.service.clone());
    let mut his = signed(&app, &pages, "bob").await;
    let page = his.get(&format!("/games/{game}")).await;
    let links = page.ok().all("main a", "href");
    let link = links.iter().find(|to| to.starts_with("/players/")).expect("a link");
    assert_eq!(his.get(link).await.ok().text("h1").as_deref(), Some(name.as_str()));
}

#[tokio::test]
async fn a_player_is_blocked_on_their_profile_and_unblocked_in_the_settings() {
    let app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let [mut hers, mut his] =
        [signed(&app, &pages, "ann").await, signed(&app, &pages, "bob").await];
    let his_view = his.get("/players/ann").await.ok().words();
    let profile = hers.get("/players/bob").await;
    hers.send(profile.ok(), "/players/bob/block", &[("do", "block")]).await.ok();
    assert_eq!(his.get("/players/ann").await.ok().words(), his_view, "he is not told");
    let own = hers.get("/players/ann").await;
    assert!(!own.ok().all("form", "action").contains(&"/players/ann/block".to_owned()));
    let words = "let us talk".to_owned();
    let say = OutgoingMessage {
        game: game.clone(),
        by: bob,
        to: To::Table,
        words,
        key: fresh(),
        at_step: None,
    };
    app.service.chat().say(app.now, say).await.expect("said");
    let talk = format!("/games/{game}/talk");
    let page = hers.get(&talk).await;
    assert_eq!(page.ok().texts("ol.talk details .words"), ["let us talk"], "it is collapsed");
    assert!(his.get(&talk).await.ok().texts("ol.talk details").is_empty());
    let settings = hers.get("/settings").await;
    let unblock = [("do", "unblock")];
    let settings = hers.send(settings.ok(), "/players/bob/block", &unblock).await;
    assert!(settings.ok().path.starts_with("/settings"), "{}", settings.path);
    assert!(hers.get(&talk).await.ok().texts("ol.talk details").is_empty());
    let blocked = app.service.players().blocked_by(ann).await;
    assert!(blocked.expect("readable").is_empty());
}
