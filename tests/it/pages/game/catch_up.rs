//! The summary for a returning player is private, starts with the most important events and exists
//! as plain text as well.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn returning_player_sees_the_important_events_first() {
    let mut app = App::seeded(3).await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    app.now -= Duration::days(7);
    let game = app.open_table(TITLE, ann, 2).await;
    let join = Join { seat: Some(Seat(2)), ..Join::default() };
    app.service.tables().join_table(app.now, &game, bob, join).await.expect("a seat");
    let pages = Pages::of(app.service.clone());
    let [mut hers, mut his] = sessions.map(|session| pages.browser().signed_in(&session));
    let address = format!("/games/{game}");
    let first = hers.get(&format!("{address}/catch-up")).await;
    assert!(first.ok().words().contains("You have not moved in this game yet."));
    for _ in 0..12 {
        app.now += Duration::minutes(5);
        let seat =
            app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    app.service
        .chat()
        .note(app.now, &game, ann, None, "mind the wool", &fresh())
        .await
        .expect("noted");
    for (to, words) in [
        (To::Table, "Fine weather"),
        (To::Table, "ann, well played"),
        (To::Seats(vec![Seat(1)]), "I leave Bro to you"),
    ] {
        let (game, words) = (game.clone(), words.to_owned());
        let say = OutgoingMessage { game, by: bob, to, words, key: fresh(), at_step: None };
        app.service.chat().say(app.now, say).await.expect("said");
    }
    let now = hers.get(&address).await;
    assert!(!now.ok().all(".note a[href$='/catch-up']", "href").is_empty(), "{}", now.words());
    let page = hers.get(&now.all(".note a[href$='/catch-up']", "href")[0]).await;
    let heads = page.ok().texts("h2");
    let wanted = ["Your notes", "Your last moves", "Where you stand", "Messages to you"];
    let places: Vec<_> = wanted.iter().map(|one| heads.iter().position(|h| h == one)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{heads:?}");
    let words = page.words();
    for told in ["mind the wool", "I leave Bro to you", "ann, well played", "Then: ", "Now: "] {
        assert!(words.contains(told), "{told}: {words}");
    }
    assert!(!words.contains("Fine weather"), "it is said to nobody in particular");
    let replay = page.all(".buttons a[href*='?at=']", "href");
    assert!(hers.get(&replay[0]).await.ok().words().contains("as you knew it then"));

    let text = app.service.play().catch_up(&game, ann).await.expect("told").text().join("\n");
    for told in ["YOUR NOTES", "- mind the wool", "I leave Bro to you", "WHERE YOU STAND"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let other = his.get(&format!("{address}/catch-up")).await;
    for secret in ["mind the wool", "I leave Bro to you"] {
        assert!(!other.ok().words().contains(secret), "{secret} is not his to read");
    }
    let mut eve = pages.browser().signed_in(&session(&app, "eve").await);
    assert_eq!(eve.get(&format!("{address}/catch-up")).await.status, 403);
}

#[tokio::test]
async fn rematch_needs_one_click() {
    let app = App::seeded(3).await;
    let session = session(&app, "ann").await;
    let ann = app.player_of("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let form = browser.get(&format!("/games/{game}/end")).await;
    let ended = browser.send(form.ok(), "/end", &[("result", "none"), ("reason", "enough")]).await;
    ended.ok();
    let over = browser.get(&format!("/games/{game}")).await;
    let again = browser.send(over.ok(), "/open", &[]).await;
    assert!(again.ok().words().contains("The game has started"), "{}", again.words());
    assert!(!again.path.contains(game.as_str()), "another game: {}", again.path);
}
