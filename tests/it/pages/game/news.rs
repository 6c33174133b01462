//! The news on a game's page: own timeouts first, what is new to each viewer, the default order on
//! timeout, and the result.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::App;
use crate::harness::browser::{Browser, Page, Pages, noon};
use crate::pages::{TITLE, session};

/// Starts Ann's game against a bot, and returns it with her browser.
async fn load_game(app: &App) -> (GameId, Browser) {
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let browser = Pages::of(app.service.clone()).browser().signed_in(&session(app, "ann").await);
    (game, browser)
}

fn path(game: &GameId) -> String {
    format!("/games/{game}")
}

/// Returns the news, one entry per step.
fn news(page: &Page) -> Vec<String> {
    let html = page.html();
    let lines = crate::harness::browser::selector(".news li div");
    let text = |line: scraper::ElementRef| line.text().collect::<String>();
    html.select(&lines).map(text).collect()
}

#[tokio::test]
async fn own_timeout_is_first_until_the_next_own_order() {
    let mut app = App::new().await;
    let (game, mut browser) = load_game(&app).await;
    let fallback =
        app.service.games().load(&game).await.expect("a game").true_position().fallback(Seat(1));
    app.passes(Duration::days(4)).await;
    let page = browser.get(&path(&game)).await;
    let first = page.text("main > *").expect("a first line");
    assert!(first.starts_with("Your time ran out on Monday 10:00."), "{first}");
    assert_eq!(page.text(".lapsed code"), Some(fallback));
    assert_eq!(page.text(".news summary").as_deref(), Some("The story so far"));

    let order = app.some_order(&game, Seat(1)).await;
    app.order(&game, Seat(1), &order).await.expect("it is legal");
    let page = browser.get(&path(&game)).await;
    assert_eq!(page.text(".lapsed"), None, "the own order was the later one");
    assert_eq!(page.text(".news summary").as_deref(), Some("Since your last move"));
    let mut nobody = Pages::of(app.service.clone()).browser();
    assert_eq!(nobody.get(&path(&game)).await.text(".lapsed"), None, "it is told to its owner");
}

#[tokio::test]
async fn reminders_appear_only_in_the_audit() {
    let mut app = App::new().await;
    let (game, mut browser) = load_game(&app).await;
    app.passes(Duration::days(2)).await;
    for page in ["", "/log"] {
        let page = browser.get(&format!("{}{page}", path(&game))).await;
        assert!(!page.ok().words().contains("reminded"), "{}", page.words());
    }
    let audit = browser.get(&format!("{}/audit", path(&game))).await;
    assert!(audit.ok().words().contains("You were reminded"), "{}", audit.words());
    let told = app
        .service
        .games()
        .load(&game)
        .await
        .expect("a game")
        .narration()
        .since(Viewer::Spectator, Seq::NONE);
    let told = told.expect("readable");
    assert!(told.iter().all(|one| !one.text.contains("reminded")), "nor in emails");
}

#[tokio::test]
async fn news_begins_at_the_own_last_order_despite_undo() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let bob = app.player("bob").await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    for _ in 0..200 {
        let awaited =
            app.service.games().load(&game).await.expect("a game").seats().awaited_seats();
        let seat = *awaited.first().expect("there is time to take something back");
        let known = news(&browser.get(&path(&game)).await);
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("it is legal");
        if seat != Seat(1) {
            continue;
        }
        let page = browser.get(&path(&game)).await;
        assert_eq!(page.text(".news li code"), Some(order), "the own order is in the news");
        let steps = page.all(".news li a", "href");
        assert!(steps[0].starts_with(&format!("{}?at=", path(&game))), "{steps:?}");
        // What Bob did between her two orders is still shown after she undoes the second.
        if page.body.contains("/take-back\"") && known.len() > 1 {
            let back = browser.send(&page, "/take-back", &[]).await;
            assert!(back.ok().path.ends_with("?done=taken-back"), "{}", back.path);
            assert!(back.text(".turn .said").is_some(), "{}", back.words());
            let now = news(&back);
            assert!(known.iter().all(|line| now.contains(line)), "{known:?} of {now:?}");
            return;
        }
    }
    panic!("no order could be taken back");
}

#[tokio::test]
async fn spectator_sees_latest_moves_or_the_viewed_step() {
    let mut app = App::seeded(7).await;
    let (game, _) = load_game(&app).await;
    for _ in 0..6 {
        let order = app.some_order(&game, Seat(1)).await;
        app.order(&game, Seat(1), &order).await.expect("it is legal");
    }
    let mut nobody = Pages::of(app.service.clone()).browser();
    let page = nobody.get(&path(&game)).await;
    assert_eq!(page.text(".news summary").as_deref(), Some("Latest moves"));
    assert_eq!(page.all(".news .log > li", "class").len(), 0);
    assert_eq!(news(&page).len(), 10);
    let before = page.all("a[rel=prev]", "href")[0].clone();
    let past = nobody.get(&before).await;
    assert_eq!(news(&past).len(), 1, "the step that is looked at");
    let step = before.split('#').next().expect("an address");
    assert_eq!(past.all(".news li a", "href"), [step]);
}

fn late() -> DateTime<Utc> {
    noon() + Duration::hours(64)
}

#[tokio::test]
async fn clock_names_the_default_and_changes_near_the_end() {
    let app = App::new().await;
    let (game, mut browser) = load_game(&app).await;
    let fallback =
        app.service.games().load(&game).await.expect("a game").true_position().fallback(Seat(1));
    let page = browser.get(&path(&game)).await;
    assert_eq!(page.all(".asked .due [title]", "title"), std::slice::from_ref(&fallback));
    assert!(page.text(".asked").expect("a clock").contains("is played for you"));
    assert_eq!(page.text(".asked .short"), None);
    let mut nobody = Pages::of(app.service.clone()).browser();
    let watched = nobody.get(&path(&game)).await;
    assert_eq!(
        watched.text(".due code, .due [title]"),
        None,
        "another's fallback may hang on its secrets"
    );
    let mut later = Pages::with(app.service.clone(), |site| site.clock = late)
        .browser()
        .signed_in(&session(&app, "ann").await);
    let page = later.get(&path(&game)).await;
    assert!(page.text(".asked .short").expect("another look").contains("5 hours left"));
}

#[tokio::test]
async fn finished_game_begins_with_its_result() {
    let mut app = App::new().await;
    let (game_id, mut browser) = load_game(&app).await;
    for _ in 0..400 {
        if app.status(&game_id).await == Status::Over {
            break;
        }
        // A game in which every order is a timeout ends without a result.
        let game = app.service.games().load(&game_id).await.expect("a game");
        if let Some(seat) = game.seats().awaited_seats().first().copied() {
            let order = game.true_position().fallback(seat);
            app.order(&game_id, seat, &order).await.expect("the fallback is legal");
        }
        app.passes(Duration::days(4)).await;
    }
    let page = browser.get(&path(&game_id)).await;
    let (result, board) = (page.body.find("id=\"h-outcome\""), page.body.find("class=\"map\""));
    assert!(result.expect("a result") < board.expect("a board"), "the result comes first");
    let heads: Vec<_> = texts(&page, "#h-outcome + div thead th");
    assert_eq!(heads, ["Place", "Seat", "Points"]);
    assert_eq!(page.all(".ending details[open]", "class").len(), 0, "where from is folded");
    assert_eq!(texts(&page, ".highlights li").len(), 3, "{}", page.words());
    assert!(page.words().contains("(you)"), "{}", page.words());

    let form = page.form("/open");
    let chosen = |name: &str| form.fields.iter().find(|(known, _)| known == name).cloned();
    assert_eq!(chosen("seat-2").map(|(_, value)| value).as_deref(), Some("me"));
    assert_eq!(chosen("seat-1").map(|(_, value)| value).as_deref(), Some("random"));
    assert_eq!(chosen("pace").map(|(_, value)| value).as_deref(), Some("259200"));
}

fn texts(page: &Page, css: &str) -> Vec<String> {
    let html = page.html();
    let wanted = crate::harness::browser::selector(css);
    html.select(&wanted).map(|one| one.text().collect::<String>().trim().to_owned()).collect()
}
