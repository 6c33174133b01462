//! Pending actions, wherever they are shown: my games, the counter in the title, the link to the
//! next game and the chat tab.

use chrono::Duration;
use ravenpost::service::game::notify::pending::PendingAction;
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Returns the label of the chat tab, with the number of new messages.
fn talk(page: &Page) -> String {
    page.texts(".tabs a").into_iter().find(|tab| tab.starts_with("Chat")).expect("a tab")
}

fn title(page: &Page) -> String {
    page.text("title").expect("every page has one")
}

#[tokio::test]
async fn pending_games_have_one_order_and_next_follows_it() {
    let mut app = App::new().await;
    let session = session(&app, "ann").await;
    let ann = app.player_of("ann").await;
    let older = app.table(TITLE, ann, &["random"]).await;
    app.now += Duration::hours(1);
    let newer = app.table(TITLE, ann, &["random"]).await;
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let mine = browser.get("/my-games").await;
    assert!(title(mine.ok()).starts_with("(2) My games"), "{}", title(&mine));
    assert_eq!(mine.text("nav .waits").as_deref(), Some("2"));
    let to = |game: &GameId| format!("/games/{game}#orders");
    assert_eq!(mine.all(".wait h3 a", "href"), [to(&older), to(&newer)]);
    let rows = mine.texts(".wait > li");
    assert!(rows[0].contains("2 days 21 hours left"), "{rows:?}");
    assert!(rows[0].contains("victory points."), "{rows:?}");
    assert_eq!(
        mine.texts(".filters a"),
        ["All 2", "Waiting for you 2", "Waiting for others 0", "Finished 0"]
    );
    for show in ["others", "over"] {
        let page = browser.get(&format!("/my-games?show={show}")).await;
        assert!(page.ok().all(".wait h3 a", "href").is_empty(), "{show}");
    }
    let pictures = mine.all(".wait .pic img", "src");
    let picture = browser.get(&pictures[0]).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));

    let first = browser.get("/next").await;
    assert_eq!(first.path, format!("/games/{older}#orders"));
    assert!(title(&first).starts_with("(2) Your turn: "), "{}", title(&first));
    let next = |page: &Page| page.all(".doors a[href^='/next']", "href")[0].clone();
    assert!(first.text(".doors").expect("doors").contains("Next game (1)"));
    let second = browser.get(&next(&first)).await;
    assert_eq!(second.path, format!("/games/{newer}#orders"), "never the same twice");
    assert_eq!(browser.get(&next(&second)).await.path, format!("/games/{older}#orders"));
    for odd in ["x", "", "%00", "....", &"a".repeat(500)] {
        browser.get(&format!("/next?after={odd}")).await.ok();
    }
}

#[tokio::test]
async fn after_an_order_the_next_pending_game_is_linked() {
    let mut app = App::new().await;
    let session = session(&app, "ann").await;
    let (ann, bob) = (app.player_of("ann").await, app.player("bob").await);
    let game_id = app.open_table("thingvellir", ann, 2).await;
    app.service.tables().join_table(app.now, &game_id, bob, Join::default()).await.expect("a seat");
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&session);
    let seat =
        app.service.tables().seat_of(&game_id, ann).await.expect("readable").expect("a seat");
    for _ in 0..60 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        if game.seats().wait(seat).is_none() {
            break;
        }
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let page = browser.get(&format!("/games/{game_id}?done=ordered")).await;
    assert_eq!(page.ok().text("a.next").as_deref(), Some("All done"));
    assert!(!title(&page).starts_with('('), "{}", title(&page));
    let end = browser.get(&page.all("a.next", "href")[0]).await;
    assert!(end.words().contains("Nothing else is waiting for you."), "{}", end.words());
    assert!(end.words().contains("Play a practice game"), "never an empty page");
    assert!(end.text(".game-cards").expect("a card").contains("Thingvellir"));
}

#[tokio::test]
async fn messages_stay_unread_until_marked() {
    let app = App::new().await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    let pages = Pages::of(app.service.clone());
    let mut browsers = sessions.map(|session| pages.browser().signed_in(&session));
    let say = |by, words: &str| {
        let say = OutgoingMessage {
            game: game.clone(),
            by,
            to: To::Table,
            words: words.to_owned(),
            key: fresh(),
            at_step: None,
        };
        app.service.chat().say(app.now, say)
    };
    say(ann, "A truce?").await.expect("said");
    say(ann, "Until harvest").await.expect("said");
    let address = format!("/games/{game}?tab=talk");
    for _ in 0..2 {
        let page = browsers[1].get(&address).await;
        assert_eq!(talk(page.ok()), "Chat (2 new)", "looking changes nothing");
        assert!(page.words().contains("Until harvest"));
    }
    let mine = browsers[1].get("/my-games").await;
    assert!(mine.ok().words().contains("2 new messages in chat."), "{}", mine.words());
    assert_eq!(talk(&browsers[0].get(&address).await), "Chat", "one's own words are not new");
    let page = browsers[1].get(&address).await;
    let read = browsers[1].send(&page, "/read", &[]).await;
    assert_eq!(talk(read.ok()), "Chat", "{}", read.words());

    say(ann, "Well?").await.expect("said");
    let old = browsers[1].get(&address).await;
    say(ann, "And?").await.expect("said");
    let said = browsers[1].send(&old, "/talk", &[("words", "Yes.")]).await;
    assert_eq!(talk(said.ok()), "Chat (1 new)", "only what stood on the page was read");
    let far = [("upto", "9223372036854775807")];
    browsers[1].send(&said, "/read", &far).await.ok();
    say(ann, "Good.").await.expect("said");
    assert_eq!(talk(&browsers[1].get(&address).await), "Chat (1 new)", "what was not yet said");
    let mut watcher = pages.browser().signed_in(&session(&app, "eve").await);
    let eve = watcher.get("/my-games").await;
    assert!(!eve.ok().words().contains("in chat"), "words are for those who sit there");
}

#[tokio::test]
async fn vote_is_pending_for_its_voters_and_blocks_orders() {
    let app = App::new().await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let game = app.open_table(TITLE, ann, 2).await;
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    let end = ProposedEnd { places: Vec::new(), reason: "Nobody has time".to_owned() };
    app.service.votes().propose_end(app.now, &game, ann, &end, &fresh()).await.expect("proposed");
    let pages = Pages::of(app.service.clone());
    let [mut hers, mut his] = sessions.map(|session| pages.browser().signed_in(&session));
    let page = his.get("/my-games").await;
    let row = page.ok().text(".wait > li").expect("a row");
    assert!(row.contains("Your vote: End the game now?") && row.contains("Vote"), "{row}");
    assert!(row.contains("left"), "its clock runs: {row}");
    let vote = his.get("/next").await;
    assert_eq!(vote.path, format!("/games/{game}#vote"));
    assert!(title(&vote).starts_with("(1) "), "{}", title(&vote));
    let own = hers.get("/my-games").await;
    assert!(own.ok().all(".wait h3 a", "href").is_empty(), "whoever proposed has spoken");
    assert!(own.text(".game-cards").expect("a card").contains("Voting"));
    his.send(&vote, "/vote", &[("do", "refuse")]).await.ok();
    let waits = [
        app.service.notifications().pending_actions(app.now, ann).await,
        app.service.notifications().pending_actions(app.now, bob).await,
    ];
    let orders = waits.iter().flatten().flat_map(|waits| waits.all());
    let orders = orders.filter(|wait| wait.wanted == PendingAction::Order).count();
    assert!(orders > 0, "the game goes on, and orders wait again");
}

#[tokio::test]
async fn emails_count_the_other_pending_games() {
    let mut app = App::answered(7).await;
    let (ann, _, game) = app.pair(TITLE).await;
    app.table(TITLE, ann, &["random"]).await;
    for (reader, more) in [(Seat(1), true), (Seat(2), false)] {
        let email = loop {
            let (seat, queued) = app.until_turn_email(&game).await;
            if seat == reader {
                break app.written(&queued).await.expect("it is true");
            }
        };
        assert_eq!(email.text.contains("1 more game is waiting for you:"), more, "{}", email.text);
        assert_eq!(email.html.contains("1 more game is waiting for you:"), more);
        assert_eq!(email.text.contains("/next"), more);
    }
}

/// A POST responds before pending actions are recounted, so an order costs no more than itself.
#[tokio::test]
async fn post_does_not_recount_pending_actions() {
    let app = App::new().await;
    session(&app, "ann").await;
    let ann = app.player_of("ann").await;
    app.table(TITLE, ann, &["random"]).await;
    let now = app.now;
    let count = async |app: &App| {
        let waited =
            app.service.notifications().last_pending_actions(now, ann).await.expect("what waited");
        waited.all().len()
    };
    assert_eq!(count(&app).await, 1, "asked where it never was");
    app.table(TITLE, ann, &["random"]).await;
    assert_eq!(count(&app).await, 1, "as it was when it was last asked");
    let waits = app.service.notifications().pending_actions(now, ann).await.expect("what waits");
    assert_eq!(waits.all().len(), 2);
    assert_eq!(count(&app).await, 2);
}
