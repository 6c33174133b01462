//! Messages and notes on pages: the forms, who sees what, and what is preserved after a refusal.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost::web::shared::forms::random;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::players;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::{TITLE, session};

const NAMES: [&str; 3] = ["ann", "bo", "cleo"];

/// A game of three players with a browser each.
struct Three {
    app: App,
    pages: Pages,
    people: Vec<PlayerId>,
    browsers: Vec<Browser>,
    game: GameId,
}

impl Three {
    async fn new() -> Three {
        let app = App::new().await;
        let pages = Pages::of(app.service.clone());
        let (mut people, mut browsers) = (Vec::new(), Vec::new());
        for name in NAMES {
            browsers.push(pages.browser().signed_in(&session(&app, name).await));
            let address = format!("{name}@example.org");
            let found = players::by_address(app.service.store().read(), &address);
            people.push(found.await.expect("readable").expect("a player").id);
        }
        let game = app.open_table(TITLE, people[0], 3).await;
        for player in &people[1..] {
            app.service
                .tables()
                .join_table(app.now, &game, *player, Join::default())
                .await
                .expect("a seat");
        }
        Three { app, pages, people, browsers, game }
    }

    fn path(&self, rest: &str) -> String {
        format!("/games/{}{rest}", self.game)
    }

    async fn page(&mut self, who: usize, rest: &str) -> Page {
        let path = self.path(rest);
        self.browsers[who].get(&path).await
    }

    async fn say(&self, by: usize, to: To, words: &str) {
        let (game, by) = (self.game.clone(), self.people[by]);
        let say =
            OutgoingMessage { game, by, to, words: words.to_owned(), key: fresh(), at_step: None };
        self.app.service.chat().say(self.app.now, say).await.expect("said");
    }
}

#[tokio::test]
async fn message_is_shown_to_its_recipients() {
    let mut table = Three::new().await;
    table.say(0, To::Seats(vec![Seat(2)]), "Shall <b>we</b> share the sea?").await;
    let heard = table.page(1, "?tab=talk").await;
    assert!(heard.words().contains("Shall <b>we</b> share the sea?"), "as text, and no markup");
    for rest in ["", "?tab=talk", "/talk", "/log", "/audit", "?at=2&tab=talk"] {
        let other = table.page(2, rest).await;
        assert!(!other.ok().body.contains("share the sea"), "{rest}");
    }
    let mut watcher = table.pages.browser().signed_in(&session(&table.app, "eve").await);
    for rest in ["", "?tab=talk", "/log", "/audit"] {
        let page = watcher.get(&table.path(rest)).await;
        assert!(!page.ok().body.contains("share the sea"), "{rest}");
        assert!(page.text("#talk").is_none(), "{rest}");
    }
    assert_eq!(watcher.get(&table.path("/talk")).await.status, 403);
}

#[tokio::test]
async fn refused_message_stays_in_the_form() {
    let mut table = Three::new().await;
    let page = table.page(0, "/talk").await;
    let token = page.ok().form("/talk").fields[0].1.clone();
    let key = ravenpost::web::shared::forms::random();
    let path = table.path("/talk");
    let mut send = async |to: &[&str], words: &str| {
        let mut fields = vec![("token", token.as_str()), ("key", key.as_str()), ("words", words)];
        fields.extend(to.iter().map(|one| ("to", *one)));
        table.browsers[0].post(&path, &ravenpost::web::shared::query::pairs(&fields)).await
    };
    let both = send(&["table", "2"], "a secret for bo").await;
    assert_eq!(both.status, 422);
    assert!(both.text("#refused").expect("why").contains("either everyone or"), "{}", both.words());
    assert_eq!(both.text("#say").as_deref(), Some("a secret for bo"), "nothing typed is lost");
    let nobody = send(&[], "to whom?").await;
    assert!(nobody.text("#refused").expect("why").contains("has no recipient"));
    let one = send(&["2"], "a secret for bo").await;
    assert!(one.ok().text("#talk .said").is_some(), "{}", one.words());
    let twice = send(&["2"], "a secret for bo").await;
    assert_eq!(twice.ok().all(".talk li", "class").len(), 1, "a doubled click says it once");
    let other = send(&["table"], "a secret for bo").await;
    assert_eq!(other.status, 422, "the same form does not say it to all");
    assert!(table.page(1, "?tab=talk").await.words().contains("a secret for bo"));
    assert!(!table.page(2, "?tab=talk").await.words().contains("a secret for bo"));
}

#[tokio::test]
async fn earlier_step_shows_the_chat_up_to_then() {
    let mut table = Three::new().await;
    table.say(1, To::Table, "before the first order").await;
    let then = table.app.version(&table.game).await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let order = table.app.some_order(&table.game, seat).await;
    table.app.order(&table.game, seat, &order).await.expect("legal");
    table.say(1, To::Table, "after it").await;
    let past = table.page(0, &format!("?at={then}&tab=talk")).await;
    assert!(past.words().contains("before the first order"));
    assert!(!past.words().contains("after it"));
    let step = past.ok().all("form[action$='/talk'] input[name=step]", "value");
    assert_eq!(step, [then.to_string()], "what is said there stands in its margin");
    assert!(table.page(0, "?tab=talk").await.words().contains("after it"));
}

#[tokio::test]
async fn player_is_muted_and_unmuted() {
    let mut table = Three::new().await;
    table.say(1, To::Table, "bo talks and talks").await;
    let page = table.page(0, "/talk").await;
    assert!(page.words().contains("bo talks and talks"));
    let seat = [("seat", "2"), ("do", "mute")];
    let muted = table.browsers[0].send(&page, "/mute", &seat).await;
    assert!(!muted.ok().words().contains("bo talks and talks"), "{}", muted.words());
    assert!(muted.words().contains("muted"));
    assert!(!table.page(0, "?tab=talk").await.words().contains("bo talks and talks"));
    assert!(table.page(2, "?tab=talk").await.words().contains("bo talks and talks"));
    let back = table.browsers[0].send(&muted, "/mute", &[("seat", "2"), ("do", "hear")]).await;
    assert!(back.ok().words().contains("bo talks and talks"));
}

#[tokio::test]
async fn notes_are_shown_beside_their_step_to_their_author() {
    let mut table = Three::new().await;
    let page = table.page(0, "?tab=notes").await;
    let noted = table.browsers[0].send(&page, "/note", &[("words", "watch the west")]).await;
    assert!(noted.ok().text("#notes").expect("notes").contains("watch the west"));
    let step = table.app.service.games().load(&table.game).await.expect("a game").started();
    let step = step.expect("it began");
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let order = table.app.some_order(&table.game, seat).await;
    table.app.order(&table.game, seat, &order).await.expect("legal");
    let past = table.page(0, &format!("?at={step}&tab=notes")).await;
    assert!(past.text("#notes").expect("notes").contains("watch the west"));
    for who in [1, 2] {
        for rest in ["?tab=notes", "/talk", &format!("?at={step}&tab=notes")] {
            let other = table.page(who, rest).await;
            assert!(!other.ok().body.contains("watch the west"), "{who} {rest}");
        }
    }
    let page = table.page(0, "/talk").await;
    let id = page.all("input[name=note]", "value")[0].clone();
    let gone = [("note", id.as_str()), ("do", "drop")];
    let gone = table.browsers[0].send(&page, "/note", &gone).await;
    assert!(!gone.ok().words().contains("watch the west"));
}

#[tokio::test]
async fn chat_works_before_the_game_starts() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bo = pages.browser().signed_in(&session(&app, "bo").await);
    let found = async |name: &str| {
        let address = format!("{name}@example.org");
        let found = players::by_address(app.service.store().read(), &address).await;
        found.expect("readable").expect("a player").id
    };
    let (first, second) = (found("ann").await, found("bo").await);
    let game = app.open_table(TITLE, first, 3).await;
    let path = format!("/games/{game}");
    assert!(ann.get(&path).await.text("#talk").is_none(), "nobody is there to hear it");
    app.service.tables().join_table(app.now, &game, second, Join::default()).await.expect("a seat");
    let page = ann.get(&path).await;
    let said = ann.send(&page, "/talk", &[("words", "who brings the third?")]).await;
    said.ok();
    assert!(bo.get(&path).await.words().contains("who brings the third?"));
    ann.cookies.clear();
    assert!(!ann.get(&path).await.body.contains("who brings the third?"));
}

/// A message submitted in an expired session is available after signing in and reaches its
/// recipients.
#[tokio::test]
async fn message_in_an_expired_session_survives_sign_in() {
    let mut table = Three::new().await;
    let page = table.page(0, "/talk").await;
    let ann = table.people[0];
    table.app.service.accounts().sign_out_everywhere(ann).await.expect("signed out");
    let words = "let us go on <tomorrow> & \"not\" today";
    let asked = table.browsers[0].send(&page, "/talk", &[("words", words), ("to", "table")]).await;
    assert!(asked.path.starts_with("/sign-in?to="), "{}", asked.path);
    let again = session(&table.app, "ann").await;
    table.browsers[0].cookies.insert("ravenpost".to_owned(), again);
    let kept = table.browsers[0].get("/kept").await;
    assert_eq!(kept.ok().text("textarea[name=words]").as_deref(), Some(words));
    table.browsers[0].send(&kept, "/talk", &[]).await.ok();
    assert!(table.page(1, "?tab=talk").await.words().contains("let us go on <tomorrow>"));
    assert_eq!(table.browsers[0].get("/kept").await.status, 404, "it was sent");
}

/// Text that is too long for a cookie is stored by the server, for the browser that wrote it.
#[tokio::test]
async fn long_message_in_an_expired_session_survives_sign_in() {
    let mut table = Three::new().await;
    let page = table.page(0, "/talk").await;
    let ann = table.people[0];
    table.app.service.accounts().sign_out_everywhere(ann).await.expect("signed out");
    // Random text, which cannot be compressed to fit into a cookie.
    let words: String = (0..400).map(|_| random()).collect();
    let fields = [("words", words.as_str()), ("to", "table")];
    let asked = table.browsers[0].send(&page, "/talk", &fields).await;
    assert!(asked.path.starts_with("/sign-in?to="), "{}", asked.path);
    let held = table.browsers[0].cookies["kept"].clone();
    assert!(held.len() < 100, "{} bytes", held.len());
    let again = session(&table.app, "ann").await;
    table.browsers[0].cookies.insert("ravenpost".to_owned(), again);
    let kept = table.browsers[0].get("/kept").await;
    assert_eq!(kept.ok().text("textarea[name=words]").as_deref(), Some(words.as_str()));
    assert_eq!(table.browsers[1].get("/kept").await.status, 404, "it is another browser's");
    table.browsers[0].send(&kept, "/talk", &[("words", "in short, no")]).await.ok();
    assert_eq!(table.browsers[0].get("/kept").await.status, 404, "it was sent");
    table.browsers[0].cookies.insert("kept".to_owned(), held);
    assert_eq!(table.browsers[0].get("/kept").await.status, 404, "the server deleted it");
}
