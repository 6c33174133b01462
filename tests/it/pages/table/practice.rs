//! Practice in one click without an account, and what a guest sees.

use ravenpost::service::ServiceError;
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Browser, Page, Pages, noon};
use crate::pages::{TITLE, session};

/// Starts a practice game from the title's page.
async fn practise(browser: &mut Browser) -> (GameId, Page) {
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    let begun = browser.send(page.ok(), "/practice", &[]).await;
    let id = begun.ok().path.split(['/', '?']).nth(2).expect("a game");
    (GameId::parse(id).expect("an id"), begun)
}

#[tokio::test]
async fn visitor_plays_with_one_click_and_keeps_the_game() {
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
async fn title_cards_start_practice_with_one_click() {
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
async fn second_click_opens_the_same_game() {
    let app = App::new().await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/titles/{TITLE}")).await;
    let first = browser.send(page.ok(), "/practice", &[]).await;
    let second = browser.send(&page, "/practice", &[]).await;
    assert_eq!(first.ok().path, second.ok().path);
}

#[tokio::test]
async fn double_click_starts_one_game_and_sign_in_ends_copies() {
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

/// Plays every title against a bot, and takes back moves where that is offered. Returns how often
/// it was, and how often it was not because something had been revealed.
async fn taken_back(title: &str) -> [usize; 2] {
    const RED: Seat = Seat(1);
    let mut app = App::seeded(7).await;
    let ann = app.player("ann").await;
    let id = app.table(title, ann, &["random"]).await;
    let mut browser =
        Pages::of(app.service.clone()).browser().signed_in(&session(&app, "ann").await);
    let (mut counts, mut before) = ([0, 0], None);
    for _ in 0..40 {
        app.service.clocks().tick(app.now).await.expect("the bot plays");
        let game = app.service.games().load(&id).await.expect("a game");
        if game.status.state != Status::Running {
            break;
        }
        let back = game.history().from_bots(RED, noon()).expect("judged");
        let undo = game.orders().may_take_back_at(RED, noon());
        if let Some(back) = back.filter(|_| undo.is_none()) {
            let page = browser.get(&format!("/games/{id}")).await;
            let offered = page.ok().all("form.back input[name=back]", "value");
            assert_eq!(offered.is_empty(), back.revealed, "{title}");
            assert_eq!(page.text("#revealed-since").is_some(), back.revealed, "{title}");
            if counts == [0, 0] {
                let analysis = browser.get(&format!("/games/{id}/think")).await;
                assert!(analysis.ok().all("form.back", "action").is_empty(), "{title}");
            }
            counts[usize::from(back.revealed)] += 1;
            // Changes to games are limited by the hour.
            if !back.revealed && counts[0] <= 5 {
                browser.send(&page, "/take-back", &[]).await.ok();
                let again = browser.send(&page, "/take-back", &[]).await;
                assert_eq!(again.status, 200, "a second click does nothing: {}", again.path);
                let now = app.service.games().load(&id).await.expect("a game");
                assert!(now.seats().wait(RED).is_some(), "{title}: she is asked again");
                if let Some((step, shown)) = before.take()
                    && step == back.to
                {
                    assert_eq!(now.true_position().show(Viewer::Seat(RED)), shown, "{title}");
                }
                let audited = app.service.fairness().audit_game(&id).await.expect("audited");
                assert!(audited.clean(), "{title}: {audited:?}");
            }
        }
        let game = app.service.games().load(&id).await.expect("a game");
        if game.seats().wait(RED).is_some() {
            before = Some((game.step(), game.true_position().show(Viewer::Seat(RED))));
            let order = app.some_order(&id, RED).await;
            app.order(&id, RED, &order).await.expect("legal");
        }
    }
    counts
}

#[tokio::test]
async fn undo_against_bots_is_immediate_unless_revealed() {
    let mut counts = [0, 0];
    for title in ravenpost::titles::all() {
        let [back, revealed] = taken_back(title.about().key).await;
        counts = [counts[0] + back, counts[1] + revealed];
    }
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
}

#[tokio::test]
async fn undo_against_bots_is_not_offered_during_a_pause() {
    let mut app = App::seeded(7).await;
    let ann = app.player("ann").await;
    let id = app.table(TITLE, ann, &["random"]).await;
    let offered = async |app: &App| {
        let game = app.service.games().load(&id).await.expect("a game");
        game.history().from_bots(Seat(1), app.now).expect("judged").is_some()
    };
    for _ in 0..40 {
        app.service.clocks().tick(app.now).await.expect("the bot plays");
        let game = app.service.games().load(&id).await.expect("a game");
        if game.seats().wait(Seat(1)).is_some() && !offered(&app).await {
            let order = app.some_order(&id, Seat(1)).await;
            app.order(&id, Seat(1), &order).await.expect("legal");
        }
    }
    assert!(offered(&app).await);
    let pause = Measure::Freeze { reason: "harvest".to_owned() };
    app.service.tables().moderate(app.now, &id, ann, &pause, &fresh()).await.expect("paused");
    assert!(!offered(&app).await);
}

#[tokio::test]
async fn undo_against_another_person_is_not_immediate() {
    let mut app = App::seeded(7).await;
    let (ann, _, id) = app.pair(TITLE).await;
    for _ in 0..6 {
        let game = app.service.games().load(&id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&id, seat).await;
        app.order(&id, seat, &order).await.expect("legal");
    }
    let game = app.service.games().load(&id).await.expect("a game");
    assert_eq!(game.history().from_bots(Seat(1), app.now).expect("judged"), None);
    let votes = app.service.votes();
    let to = game.step().before();
    let refused = votes.take_back_from_bots(app.now, &id, ann, to, &fresh()).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    assert_eq!(app.step(&id).await, game.step());
}

#[tokio::test]
async fn player_can_ask_for_turn_emails_of_a_practice_game() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let id = app.table(TITLE, ann, &["random"]).await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    let tab = format!("/games/{id}?tab=players");
    for (wanted, then) in [("start", "stop"), ("stop", "start")] {
        let page = browser.get(&tab).await;
        browser.send(page.ok(), "/emails", &[("do", wanted)]).await.ok();
        let page = browser.get(&tab).await;
        assert_eq!(page.ok().all("form[action$='/emails'] button", "value"), [then]);
    }
    // A guest has no address.
    let mut guest = pages.browser();
    let (game, _) = practise(&mut guest).await;
    let page = guest.get(&format!("/games/{game}?tab=players")).await;
    assert!(page.ok().all("form[action$='/emails'] button", "value").is_empty());
}
