//! A thousand double clicks on every form that changes a table: each has one effect, and both
//! clicks get the same response.

use futures_util::future::join_all;
use ravenpost::web::shared::forms::random;
use ravenpost::web::shared::query::pairs;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::log::events;
use ravenpost_store::people::invitations;
use ravenpost_store::post::outbox;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::pages::{TITLE, session};

const PEOPLE: usize = 25;
const TABLES_EACH: usize = 4;
/// The number of forms sent twice at each table.
const CLICKS: usize = 10;

struct Clicker {
    browser: Browser,
    token: String,
}

impl Clicker {
    async fn new(app: &App, pages: &Pages, name: &str) -> Clicker {
        let mut browser = pages.browser().signed_in(&session(app, name).await);
        let token = browser.get("/settings").await.form("/settings").fields[0].1.clone();
        Clicker { browser, token }
    }

    /// Sends a form twice at the same time, and returns where both responses lead.
    async fn twice(&self, path: &str, fields: &[(&str, &str)]) -> String {
        let key = random();
        let own = [("token", self.token.as_str()), ("key", key.as_str())];
        let body = pairs(&[&own, fields].concat());
        let (mut one, mut two) = (self.browser.clone(), self.browser.clone());
        let (one, two) =
            tokio::join!(one.once("POST", path, Some(&body)), two.once("POST", path, Some(&body)));
        let seen = |status: u16, to: Option<&str>| (status, to.map(ToOwned::to_owned));
        let (one, two) =
            (seen(one.status, one.header("location")), seen(two.status, two.header("location")));
        assert_eq!(one, two, "{path} {fields:?}");
        assert_eq!(one.0, 303, "{path} {fields:?}");
        one.1.expect("a way onward")
    }

    async fn opens(&self, who: &str) -> GameId {
        let form = [("title", TITLE), ("seats", "3"), ("seat-1", "me"), ("who", who)];
        let to = self.twice("/open", &form).await;
        let id = to.split(['/', '?']).nth(2).and_then(GameId::parse);
        id.unwrap_or_else(|| panic!("{to} is no game"))
    }
}

/// Newcomers may send three invitations a day, so only some tables send one.
fn invites(number: usize) -> bool {
    number % TABLES_EACH < 3
}

/// Plays one table from its opening to the day its guest leaves, and opens another that is closed.
async fn evening(app: &App, ann: &Clicker, bob: &Clicker, number: usize) -> GameId {
    let private = number.is_multiple_of(2);
    let game_id = ann.opens(if private { "link" } else { "public" }).await;
    let path = |form: &str| format!("/games/{game_id}/{form}");
    let link = ann.twice(&path("link"), &[]).await;
    if invites(number) {
        let guest = format!("guest{number}@example.org");
        ann.twice(&path("invite"), &[("address", &guest)]).await;
    } else {
        ann.twice(&path("link"), &[]).await;
    }
    ann.twice(&path("bot"), &[("seat", "3"), ("bot", "random")]).await;
    let token = link.split(['=', '#']).nth(1).expect("the link's token");
    let join = if private { format!("/join/{token}") } else { path("join") };
    bob.twice(&join, &[("salt", "a word")]).await;
    let (order, seen) = (app.some_order(&game_id, Seat(1)).await, app.version(&game_id).await);
    ann.twice(&path("orders"), &[("order", &order), ("seen", &seen.to_string())]).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let last = game.orders().may_take_back(Seat(1)).expect("a sealed choice").event.seq;
    ann.twice(&path("take-back"), &[("order", &last.to_string())]).await;
    bob.twice(&path("leave"), &[("sure", "1")]).await;
    let closed = ann.opens("public").await;
    ann.twice(&format!("/games/{closed}/close"), &[]).await;
    game_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousand_double_clicks_take_effect_once_each() {
    assert_eq!(PEOPLE * TABLES_EACH * CLICKS, 1000);
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(Clicker::new(&app, &pages, &format!("player{number}")).await);
    }
    let evenings = (0..PEOPLE).map(|one| {
        let (app, pair) = (&app, (&people[one], &people[(one + 1) % PEOPLE]));
        async move {
            let mut games = Vec::new();
            for table in 0..TABLES_EACH {
                games.push(evening(app, pair.0, pair.1, one * TABLES_EACH + table).await);
            }
            games
        }
    });
    let games = join_all(evenings).await.concat();
    let reader = app.service.store().read();
    let all = events::games(reader, None, 10_000).await.expect("readable");
    assert_eq!(all.len(), 2 * games.len(), "two tables an evening");
    let mut invited = 0;
    for game_id in &games {
        let game = app.service.games().load(game_id).await.expect("a game");
        let count =
            |kind: &str| game.log.iter().filter(|entry| entry.act.kind().word() == kind).count();
        let found = ["opened", "joined", "started", "undone", "left"].map(count);
        assert_eq!(found, [1, 3, 1, 1, 1], "{game_id}");
        let own = |act: &Act| matches!(act, Act::Ordered { seat: Seat(1), .. });
        assert_eq!(game.log.iter().filter(|entry| own(entry.act)).count(), 1, "{game_id}");
        assert_eq!(invitations::of_game(reader, game_id).await.expect("readable").len(), 2);
        let emails = outbox::of_game(reader, game_id, 100).await.expect("readable");
        let sent = emails.iter().filter(|one| one.queued.kind == "invitation").count();
        assert!(sent <= 1, "{game_id}");
        invited += sent;
    }
    assert_eq!(invited, (0..games.len()).filter(|number| invites(*number)).count());
}

#[tokio::test]
async fn resent_form_with_other_content_is_refused() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let ann = Clicker::new(&app, &pages, "ann").await;
    let game = ann.opens("public").await;
    let key = random();
    let mut browser = ann.browser.clone();
    let mut invite = async |address: &str| {
        let body = pairs(&[("token", &ann.token), ("key", &key), ("address", address)]);
        browser.once("POST", &format!("/games/{game}/invite"), Some(&body)).await
    };
    assert_eq!(invite("one@example.org").await.status, 303);
    let refused = invite("two@example.org").await;
    assert_eq!(refused.status, 409);
    assert!(
        refused.words().contains("already been sent with different content"),
        "{}",
        refused.words()
    );
    let emails = outbox::of_game(app.service.store().read(), &game, 9).await.expect("readable");
    assert_eq!(emails.len(), 1);
}
