//! Preferences for a game: chosen in the form for joining, changed at the table, and visible to no
//! other player.

use ravenpost::service::game::table::preferences::ReceivedPreference;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::web::shared::query::pairs;
use ravenpost_log::GameId;
use ravenpost_rules::{Seat, Table, Viewer};

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages, noon};
use crate::pages::game::private_instructions::{ROOMS, without_hashes};
use crate::pages::session;
use crate::service::time::moments::drawn;

async fn opened(table: Table) -> (App, GameId) {
    let mut app = App::seeded(3).await;
    app.now = noon();
    let ann = app.player("ann").await;
    let new = NewTable { pace: drawn(), table, ..app.plain("scharz", 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.proof().first_key(app.now).await.expect("a key");
    (app, game)
}

fn flat(page: &Page) -> String {
    page.words().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn preference_is_set_when_joining_and_can_be_changed() {
    let (app, game) = opened(Table::of(3)).await;
    let pages = Pages::of(app.service.clone());
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let (here, join) = (format!("/games/{game}"), format!("/games/{game}/join"));
    let page = bob.get(&here).await;
    assert_eq!(page.texts("#wish-1 option"), ["none", "Etruria", "Latium", "Samnium and Campania"]);
    let body = |page: &Page, action: &str, wishes: &[&str]| {
        let form = page.form(action);
        let hidden = form.fields.iter().filter(|(name, _)| ["token", "key"].contains(&&**name));
        let hidden = hidden.map(|(name, value)| (name.as_str(), value.as_str()));
        let wishes = wishes.iter().map(|wish| ("wish", *wish));
        pairs(&hidden.chain(wishes).collect::<Vec<_>>())
    };
    let twice = bob.post(&join, &body(&page, &join, &["latium", "latium", ""])).await;
    assert_eq!(twice.status, 409, "{}", twice.words());
    assert!(twice.words().contains("each homeland only once"), "{}", twice.words());
    assert!(!twice.words().contains("pick"), "{}", twice.words());
    let page = bob.get(&here).await;
    let page = bob.post(&join, &body(&page, &join, &["latium", "", "etruria"])).await;
    assert!(flat(page.ok()).contains("Your preference Latium, then Etruria."), "{}", page.words());
    assert_eq!(page.texts("select[name=wish] option[selected]"), ["Latium", "Etruria"]);
    let change = format!("{here}/wish");
    let page = bob.post(&change, &body(&page, &change, &["samnium"])).await;
    assert!(flat(page.ok()).contains("Your preference Samnium and Campania."), "{}", page.words());
    let page = bob.post(&change, &body(&page, &change, &["", ""])).await;
    assert!(flat(page.ok()).contains("None yet"), "{}", page.words());
}

#[tokio::test]
async fn dealt_homelands_ask_for_no_preference() {
    let (app, game) = opened(Table::of(3).with("homelands", "random")).await;
    let pages = Pages::of(app.service.clone());
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let page = bob.get(&format!("/games/{game}")).await;
    assert!(page.ok().texts("select[name=wish]").is_empty());
}

/// Returns a player's pages of the game.
async fn seen(app: &App, game: &GameId, name: Option<&str>) -> Vec<Page> {
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    if let Some(name) = name {
        browser = browser.signed_in(&session(app, name).await);
    }
    let mut seen = Vec::new();
    let rooms = ROOMS.iter().chain(&["/now", "/clock", "?tab=players", "/changes"]);
    for path in rooms.map(|room| format!("/games/{game}{room}")) {
        seen.push(browser.get(&path).await);
    }
    for path in ["/my-games", "/next", "/"] {
        seen.push(browser.get(path).await);
    }
    seen
}

/// Compares two tables that differ in Bob's preferences, or in whether he has any, before and after
/// the start.
#[tokio::test]
async fn preferences_are_invisible_to_others() {
    let ((one, game), (other, same)) = (opened(Table::of(3)).await, opened(Table::of(3)).await);
    assert_eq!(game, same);
    let mut compared = 0;
    for sits in ["bob", "carol"] {
        for (app, line) in [(&one, "wish etruria latium"), (&other, "")] {
            let player = app.player(sits).await;
            let line = if sits == "bob" { line } else { "" }.to_owned();
            let preference = ReceivedPreference { line, by_email: false };
            let join = Join { preference, ..Join::default() };
            app.service.tables().join_table(app.now, &game, player, join).await.expect("a seat");
        }
        for name in [Some("ann"), None] {
            let both = (seen(&one, &game, name).await, seen(&other, &game, name).await);
            for (with, without) in both.0.iter().zip(&both.1) {
                let [with_it, without_it] = [with, without].map(|page| without_hashes(&page.body));
                assert_eq!(with_it, without_it, "{name:?} {}", with.path);
                compared += with.body.len();
            }
        }
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
            let with = one.service.archive().export(&game, viewer).await.expect("a file");
            let without = other.service.archive().export(&game, viewer).await.expect("a file");
            assert_eq!(without_hashes(&with), without_hashes(&without), "{viewer:?}");
        }
        let emails = (one.emails_of("ann").await, other.emails_of("ann").await);
        assert_eq!(emails.0.len(), emails.1.len());
        for (with, without) in emails.0.iter().zip(&emails.1) {
            assert_eq!((&with.kind, with.due_at), (&without.kind, without.due_at));
        }
    }
    assert!(compared > 100_000, "{compared} bytes");
    let own = seen(&one, &game, Some("bob")).await;
    assert!(
        own[0].words().contains("Your standing order plays this automatically"),
        "{}",
        own[0].body
    );
}
