//! Playing through forms: opening a table, previewing, giving and undoing orders, viewing the log
//! and past steps, invitations, and what each viewer sees.

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::{TITLE, session};
use ravenpost::web::shared::query::pairs;
use ravenpost_rules::Seat;

/// Opens a practice game of Ann against a bot, and returns her browser with its page.
async fn practice(app: &App) -> (Browser, Page) {
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(app, "ann").await);
    let form = browser.get(&format!("/open?title={TITLE}&practice=1")).await;
    let fill = [
        ("seats", "2"),
        ("seat-1", "me"),
        ("seat-2", "random"),
        ("clock", "own"),
        ("pace", "259200"),
        ("who", "public"),
    ];
    let page = browser.send(form.ok(), "/open", &fill).await;
    page.ok();
    (browser, page)
}

/// Returns the address of the game that a page shows.
fn address(page: &Page) -> String {
    page.path.split(['?', '#']).next().expect("a path").to_owned()
}

/// The response to the page's script: the current step, and whether the reader is awaited.
#[tokio::test]
async fn page_can_poll_whether_it_is_the_readers_turn() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut hers = pages.browser().signed_in(&session(&app, "ann").await);
    let mut nobody = pages.browser();
    let address = format!("/games/{game}/now");
    for _ in 0..4 {
        let waits = app.service.games().load(&game).await.expect("a game").seats().awaited_seats();
        let step = app.step(&game).await;
        let turn = waits.contains(&Seat(1));
        let now = hers.get(&address).await;
        assert_eq!(now.ok().body, format!("{{\"step\":{step},\"turn\":{turn}}}"));
        let watched = nobody.get(&address).await;
        assert_eq!(watched.ok().body, format!("{{\"step\":{step},\"turn\":false}}"));
        let page = hers.get(&format!("/games/{game}")).await;
        assert_eq!(page.ok().all("#when", "data-step"), [step.to_string()]);
        let policy = page.header("content-security-policy").expect("every page has one");
        assert!(policy.contains("connect-src 'self'") && policy.contains("script-src 'self'"));
        let order = app.some_order(&game, waits[0]).await;
        app.order(&game, waits[0], &order).await.expect("legal");
    }
    let list = hers.get("/my-games").await;
    let policy = list.ok().header("content-security-policy").expect("every page has one");
    assert!(!policy.contains("connect-src") && !policy.contains("script-src"), "{policy}");
}

#[tokio::test]
async fn order_is_previewed_given_and_logged() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let game = address(&page);
    assert!(page.text("title").expect("a title").starts_with("(1) Your turn:"), "{}", page.words());
    let orders = page.all("button[name=order]", "value");
    let order = orders.first().expect("an order is offered").clone();

    let look = browser.send(&page, "/preview", &[("order", &order)]).await;
    assert!(look.ok().text("#h-would").is_some(), "{}", look.words());
    let before = browser.get(&game).await.all("input[name=seen]", "value");
    assert_eq!(before, page.all("input[name=seen]", "value"), "looking has changed nothing");

    let given = browser.send(&look, "/orders", &[("do", "give")]).await;
    let said = given.ok().all(".turn .did > p a", "href");
    assert_eq!(said.len(), 1, "the move leads to its step: {}", given.words());
    assert_eq!(given.path, format!("{game}?done=ordered"), "one begins at the status");
    let twice = browser.send(&look, "/orders", &[("do", "give")]).await;
    let log = |page: &Page| page.all("ol.log li", "class").len();
    assert_eq!(log(&twice), log(&given), "the same form sent twice is one order");
}

#[tokio::test]
async fn refused_order_gives_reason_and_suggestions() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let refused = browser.send(&page, "/orders", &[("order", "fly home"), ("do", "give")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text("#refused").expect("a refusal").contains("fly"), "{}", refused.words());
    assert_eq!(refused.all("#order", "value"), ["fly home"], "what was typed is still there");
    let undo = browser.send(&page, "/orders", &[("order", "undo"), ("do", "give")]).await;
    assert_eq!(undo.status, 422);
    assert!(undo.all("#refused form", "action").is_empty(), "buttons undo: {}", undo.words());
    let looked = browser.send(&page, "/orders", &[("order", "fly home"), ("do", "look")]).await;
    assert!(looked.text("#refused").is_some(), "{}", looked.words());
    for what in ["look", "give"] {
        let long = "fly home; ".repeat(3_000);
        let refused = browser.send(&page, "/orders", &[("order", &long), ("do", what)]).await;
        assert_eq!(refused.status, 422, "{what}: no address is as long as that");
        assert!(refused.words().contains("into several lines"), "{}", refused.words());
    }
    let order = page.all("button[name=order]", "value")[0].clone();
    let line = format!("{order}; fly home");
    let partly = browser.send(&page, "/orders", &[("order", &line), ("do", "give")]).await;
    assert!(partly.path.contains("done=partly"), "{}", partly.path);
    assert!(partly.text("#refused").is_some(), "{}", partly.words());
    assert!(partly.text("#h-would").is_none(), "a refused move has nothing to confirm");
}

#[tokio::test]
async fn refused_form_keeps_its_input() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let game = address(&page);
    let page = browser.get(&format!("{game}?tab=standing")).await;
    let form = "form:has(input[value='standing grow'])";
    let place = page.ok().all(&format!("{form} input[name=form]"), "value")[0].clone();
    let fields = [("form", place.as_str()), ("lead", "standing grow"), ("f0.0", "sometimes")];
    let refused = browser.get(&format!("{game}/preview?{}", pairs(&fields))).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.all(&format!("{form} input[name='f0.0']"), "value"), ["sometimes"]);
    assert!(refused.text("#entered").is_none());
    // A form of another step may offer something else, so it is shown as text.
    let earlier = pairs(&[fields.as_slice(), &[("seen", "9999")]].concat());
    let refused = browser.get(&format!("{game}/preview?{earlier}")).await;
    assert_eq!(refused.all(&format!("{form} input[name='f0.0']"), "value"), [""]);
    assert_eq!(refused.text("#entered code").as_deref(), Some("standing grow sometimes"));
    let unknown = pairs(&[fields.as_slice(), &[("f1.give iron", "2")]].concat());
    let refused = browser.get(&format!("{game}/preview?{unknown}")).await;
    assert_eq!(refused.status, 422, "an amount that is not on offer is not left out");
}

#[tokio::test]
async fn move_saved_at_sign_in_is_only_text_in_a_later_step() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    browser.cookies.insert("ravenpost".to_owned(), "expired".to_owned());
    let asked = browser.send(&page, "/orders", &[("order", "fly home"), ("do", "give")]).await;
    assert!(asked.path.starts_with("/sign-in"), "{}", asked.path);
    let mut browser = browser.signed_in(&session(&app, "ann").await);
    let kept = browser.get("/kept").await;
    assert_eq!(kept.ok().text("textarea[name=order]").as_deref(), Some("fly home"));
    let mut other = browser.clone();
    other.cookies.remove("kept");
    let order = page.all("button[name=order]", "value")[0].clone();
    let look = other.send(&page, "/preview", &[("order", &order)]).await;
    other.send(&look, "/orders", &[("do", "give")]).await.ok();
    let kept = browser.get("/kept").await;
    assert_eq!(kept.ok().text("textarea[readonly]").as_deref(), Some("fly home"));
    let actions = kept.all("form", "action");
    assert!(!actions.iter().any(|action| action.ends_with("/orders")), "{actions:?}");
}

#[tokio::test]
async fn steps_link_back_and_forth() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let game = address(&page);
    let order = page.all("button[name=order]", "value")[0].clone();
    let look = browser.send(&page, "/preview", &[("order", &order)]).await;
    browser.send(&look, "/orders", &[("do", "give")]).await.ok();
    let now = browser.get(&game).await;
    let before = now.all("a[rel=prev]", "href").first().expect("an earlier step").clone();
    let past = browser.get(&before).await;
    assert!(past.ok().words().contains("as you knew it then"), "{}", past.words());
    assert!(past.all("button[name=order]", "value").is_empty(), "the past takes no orders");
    // If nothing visible has happened since, there is no next step, but always a link to the
    // present.
    assert!(past.all("#when a:not([rel])", "href").contains(&game), "the way to the present");
    assert_eq!(browser.get(&format!("{game}?at=x")).await.status, 400);
    assert_eq!(browser.get(&format!("{game}?at=99999999")).await.status, 409);
}

#[tokio::test]
async fn strangers_see_public_information_and_cannot_order() {
    let app = App::new().await;
    let (browser, page) = practice(&app).await;
    let game = address(&page);
    let mut stranger = browser.clone();
    stranger.cookies.clear();
    let watched = stranger.get(&game).await;
    assert!(watched.ok().words().contains("You are a spectator"), "{}", watched.words());
    assert!(watched.all("button[name=order]", "value").is_empty());
    let head = page.text("footer .hash").expect("the end of the chain");
    assert_eq!(watched.text("footer .hash"), Some(head), "the same log for everybody");
    for path in ["/log", "/audit"] {
        stranger.get(&format!("{game}{path}")).await.ok();
    }
}

#[tokio::test]
async fn invitation_link_seats_a_friend() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let form = ann.get(&format!("/open?title={TITLE}")).await;
    let fill = [("seats", "2"), ("seat-1", "me"), ("seat-2", "free"), ("who", "link")];
    let table = ann.send(&form, "/open", &fill).await;
    let shown = ann.send(table.ok(), "/link", &[]).await;
    let link = shown.ok().all("#link-text", "value").first().expect("a link").clone();
    let path =
        link.split_once("/join/").map(|(_, token)| format!("/join/{token}")).expect("a token");

    let mut friend = pages.browser();
    let offer = friend.get(&path).await;
    assert!(offer.ok().words().contains("Rules of this game"), "{}", offer.words());
    assert!(offer.words().contains("Sign in to join"), "{}", offer.words());
    let mut friend = pages.browser().signed_in(&session(&app, "bob").await);
    let uninvited = friend.get(&address(&table)).await;
    assert_eq!(uninvited.status, 404, "by link only");
    let offer = friend.get(&path).await;
    let seated = friend.send(&offer, &path, &[]).await;
    assert!(seated.ok().words().starts_with("You have joined."), "{}", seated.words());
}

#[tokio::test]
async fn my_games_and_next_link_to_the_pending_game() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let mine = browser.get("/my-games").await;
    assert!(mine.ok().words().contains("3 days left"), "{}", mine.words());
    assert_eq!(address(&browser.get("/next").await), address(&page));
}

#[tokio::test]
async fn order_from_a_stale_page_is_refused_with_the_news() {
    let app = App::new().await;
    let (mut browser, old) = practice(&app).await;
    let order = old.all("button[name=order]", "value")[0].clone();
    let look = browser.send(&old, "/preview", &[("order", &order)]).await;
    let now = browser.send(&look, "/orders", &[("do", "give")]).await;
    let late = browser.send(&old, "/orders", &[("order", &order), ("do", "give")]).await;
    assert_eq!(late.status, 409);
    assert!(late.text("#moved-on").is_some(), "{}", late.words());
    assert_eq!(late.all("#order", "value"), [order.as_str()], "what was typed is still there");
    let seen = |page: &Page| page.all("input[name=seen]", "value")[0].clone();
    assert_eq!(seen(&late), seen(&now), "nothing was stored");
}

#[tokio::test]
async fn board_area_links_to_its_orders() {
    let app = App::new().await;
    let (mut browser, mut page) = practice(&app).await;
    let game = address(&page);
    // Not every prompt concerns areas, so play until one does.
    for _ in 0..60 {
        let areas: Vec<String> = page
            .all(".map-box a", "href")
            .into_iter()
            .filter(|link| link.starts_with(&format!("{game}?area=")))
            .collect();
        if let Some(link) = areas.first() {
            let all = page.all("#orders button[name=order]", "value").len();
            let some = browser.get(link).await;
            let few = some.ok().all("#orders button[name=order]", "value").len();
            assert!((1..=all).contains(&few), "{few} of {all}");
            assert!(some.body.contains("Show all moves"));
            return;
        }
        let orders = page.all("#orders button[name=order]", "value");
        let order = orders.first().expect("an order is offered").clone();
        let look = browser.send(&page, "/preview", &[("order", &order)]).await;
        browser.send(look.ok(), "/orders", &[("do", "give")]).await.ok();
        page = browser.get(&game).await;
    }
    panic!("no order was about a place");
}

/// The view of the board: its left edge, top, width and height.
fn view(page: &Page) -> Vec<String> {
    let views = page.all(".map-box svg.board", "viewBox");
    views[0].split(' ').map(ToOwned::to_owned).collect()
}

#[tokio::test]
async fn zoom_links_work_and_invalid_ones_show_the_default() {
    let app = App::new().await;
    let (mut browser, page) = practice(&app).await;
    let game = address(&page);
    let usual = browser.get(&game).await;
    let links = usual.ok().all(".zoom a", "href");
    let wide = |page: &Page| view(page)[2].parse::<f64>().expect("a width");
    let all = links.iter().find(|link| link.contains("zoom=0")).expect("a link to all of it");
    let whole = browser.get(all).await;
    assert!(wide(whole.ok()) > wide(&usual), "all of the board is wider");
    let closer = browser.get(&links[0]).await;
    assert!(wide(closer.ok()) < wide(&usual), "the first link magnifies");
    let again = browser.get(&links[0]).await;
    assert_eq!(view(again.ok()), view(&closer), "an address always shows the same part");
    for odd in ["zoom=x", "near=atlantis", "near=%3Cb%3E", "zoom=-1&near="] {
        let page = browser.get(&format!("{game}?{odd}")).await;
        assert_eq!(view(page.ok()), view(&usual), "{odd}");
    }
    let order = closer.all("#orders button[name=order]", "value")[0].clone();
    let look = browser.send(&closer, "/preview", &[("order", &order)]).await;
    let given = browser.send(look.ok(), "/orders", &[("do", "give")]).await;
    assert!(given.ok().path.contains("zoom="), "the move keeps the view: {}", given.path);
    assert_eq!(view(&given), view(&closer));
}
