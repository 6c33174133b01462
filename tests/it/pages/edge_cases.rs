//! Edge cases: reloading, readers without our style sheet, duplicate names, and forms that would
//! offer refused values.

use std::collections::BTreeSet;

use ravenpost::config::Config;
use ravenpost::service::admin::people::Doing;
use ravenpost::service::people::bounces::Failing;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::titles;
use ravenpost::web::{ROUTES, Site};
use ravenpost_rules::bots;
use ravenpost_store::post::outbox::OutboxState;

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// The kind of turn emails.
const YOUR_TURN: &str = "your_turn";

#[tokio::test]
async fn reloaded_post_address_redirects_to_the_form() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let mut browser =
        Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let page = browser.get(&format!("/games/{game}")).await;
    let refused = browser.send(&page, "/orders", &[("order", "fly"), ("do", "give")]).await;
    assert_eq!(refused.status, 422);
    let again = browser.get(&refused.path).await;
    assert_eq!(again.ok().path, format!("/games/{game}"));
    for route in ROUTES.iter().filter(|route| route.method == "post" && !route.is_of_api()) {
        let path = route.path.replace("{game}", game.as_str()).replace(['{', '}'], "");
        let answer = browser.once("GET", &path, None).await;
        assert!(answer.status != 405, "{path}: {}", answer.status);
        // The pages of admins exist for admins only.
        let secret = ["/join/", "/stop/", "/address/", "/admin/"];
        let gone = secret.iter().any(|place| path.starts_with(place));
        assert!(gone || answer.status != 404, "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn every_html_id_of_a_game_page_is_unique() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let mut browser =
        Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    for title in titles::all() {
        let game = app.table(title.about().key, ann, &["random"]).await;
        let page = browser.get(&format!("/games/{game}")).await;
        let mut seen = BTreeSet::new();
        for id in page.ok().all("[id]", "id") {
            assert!(seen.insert(id.clone()), "{}: {id} twice", title.about().key);
        }
    }
}

#[tokio::test]
async fn pages_are_usable_without_our_style_sheet() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let page = Pages::of(app.service.clone()).browser().get(&format!("/games/{game}")).await;
    assert_eq!(page.ok().all(".brand svg", "width"), ["36"]);
    assert_eq!(page.all("svg.board", "fill"), ["none"], "what has no colour is not black");
    let grounds = page.all("svg.board g[class^=b-t-]", "fill");
    assert!(!grounds.is_empty() && grounds.iter().all(|fill| fill.starts_with('#')));
}

#[tokio::test]
async fn only_permitted_paces_are_offered() {
    let app = App::new().await;
    let mut config = Config::default();
    config.games.paces = ["1 minute", "3 days", "90 days"].map(String::from).to_vec();
    let site = Site::of(app.service.clone(), &config);
    assert_eq!(site.paces, [(3 * 86_400, "3 days".to_owned())]);
    assert_eq!(config.problems().len(), 2, "{:?}", config.problems());
}

#[tokio::test]
async fn outbox_page_embeds_the_picture_of_an_email() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let bob = app.player("bob").await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    crate::mail::outgoing::whole_games::keep(&app).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let mut pictures = Vec::new();
    for email in browser.get("/outbox").await.all("main li a", "href") {
        let framed = browser.get(&format!("{email}/html")).await;
        pictures.extend(framed.ok().all("img", "src"));
    }
    assert!(!pictures.is_empty(), "the board is drawn in an email");
    assert!(pictures.iter().all(|src| src.starts_with("data:image/png;base64,iVBOR")));
}

#[tokio::test]
async fn outbox_shows_the_picture_that_was_sent() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let bob = app.player("bob").await;
    let joined = app.service.tables().join_table(app.now, &game, bob, Join::default()).await;
    joined.expect("a free seat");
    let bot = bots::find("random").expect("a bot");
    let mut compared = 0;
    for seed in 0..60 {
        let now = app.service.games().load(&game).await.expect("a game");
        let Some(one) = now.seats().awaited().into_iter().next() else { break };
        let line = bot.choose(now.true_position(), one.seat, seed);
        app.order(&game, one.seat, &line).await.expect("a legal order");
        let waiting = app.service.emails().emails(OutboxState::Waiting).await.expect("readable");
        for email in waiting.into_iter().filter(|email| email.queued.kind == YOUR_TURN) {
            let before = shown(&app, email.id).await;
            app.mark_sent(&email.queued, "Your turn").await;
            assert_eq!(shown(&app, email.id).await, before);
            compared += usize::from(!before.is_empty());
        }
    }
    assert!(compared > 5, "{compared} emails show a part of the board");
}

/// Returns the areas that the picture of an email shows.
async fn shown(app: &App, id: i64) -> Vec<String> {
    let email = app.service.emails().email(id).await.expect("an email");
    let picture = app.service.emails().email_picture(&email).await.expect("drawable");
    picture.and_then(|picture| picture.near).unwrap_or_default()
}

/// Spectators see the same, with their own names and tokens.
#[tokio::test]
async fn shared_page_has_its_readers_own_name_and_token() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    for name in ["bob", "zoe"] {
        app.player(name).await;
    }
    let game = app.table(TITLE, ann, &["random"]).await;
    let address = format!("/games/{game}");
    let pages = Pages::of(app.service.clone());
    let (bob, zoe) = (session(&app, "bob").await, session(&app, "zoe").await);
    let first = pages.browser().signed_in(&bob).get(&address).await;
    let mut browser = pages.browser().signed_in(&zoe);
    let second = browser.get(&address).await;
    let called = |page: &Page| page.ok().text("header [popovertarget]");
    assert_eq!(called(&first).as_deref(), Some("bob"));
    assert_eq!(called(&second).as_deref(), Some("zoe"));
    let token = |page: &Page| page.form("/sign-out").fields[0].1.clone();
    assert_ne!(token(&first), token(&second));
    assert_eq!(first.words(), second.words(), "they see the same");
    browser.send(&second, "/sign-out", &[]).await.ok();
    let after = pages.browser().signed_in(&zoe).get(&address).await;
    assert_eq!(called(&after), None, "a session that was ended is forgotten at once");
}

/// A visit cookie, which every page with a form sets, changes no page of a game.
#[tokio::test]
async fn visitors_with_and_without_a_cookie_share_a_page() {
    let app = App::new().await;
    let (ann, _) = (app.player("ann").await, app.player("bob").await);
    app.appoint(ann).await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let address = format!("/games/{game}");
    let pages = Pages::of(app.service.clone());
    let mut known = pages.browser();
    known.get("/sign-in").await.ok();
    assert!(known.cookies.contains_key("visit"), "{:?}", known.cookies);
    let first = pages.browser().get(&address).await;
    let doing = Doing { by: Some(ann), reason: "a misspelt name" };
    let administration = app.service.administration();
    administration.rename(app.now, &doing, ann, "Annabel").await.expect("renamed");
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    assert!(bob.get(&address).await.ok().body.contains("Annabel"));
    let second = known.get(&address).await;
    assert_eq!(first.ok().words(), second.ok().words(), "a cached page has the old name");
}

/// An organiser without a seat sees whose emails bounce, and other spectators never do, in whatever
/// order they open the page.
#[tokio::test]
async fn bounces_are_shown_to_a_spectating_organiser_only() {
    for organiser_first in [true, false] {
        let app = App::new().await;
        let [ann, bob, olga, _] = [
            app.player("ann").await,
            app.player("bob").await,
            app.player("olga").await,
            app.player("zoe").await,
        ];
        let new = NewTable { own_seat: None, ..app.plain(TITLE, 2) };
        let tables = app.service.tables();
        let game = tables.open_table(app.now, Some(olga), &new).await.expect("a table");
        for player in [ann, bob] {
            tables.join_table(app.now, &game, player, Join::default()).await.expect("a seat");
        }
        app.bounce(bob).await;
        let tag = Failing::of(&app.stored_player(bob).await).expect("his emails bounce").short();
        let (organiser, spectator) = (session(&app, "olga").await, session(&app, "zoe").await);
        let mut readers = [(organiser, true), (spectator, false)];
        if !organiser_first {
            readers.reverse();
        }
        let pages = Pages::of(app.service.clone());
        // Each page twice: the second one may come from the cache.
        for (reader, sees) in [readers.clone(), readers].concat() {
            let page = pages.browser().signed_in(&reader).get(&format!("/games/{game}")).await;
            let tags = page.ok().texts("[aria-labelledby=at-the-table] .tag");
            assert_eq!(tags.contains(&tag), sees, "organiser first: {organiser_first}; {tags:?}");
        }
    }
}
