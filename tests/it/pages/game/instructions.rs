//! Saved instructions answer at a random time. Their owner is told when, on the page and by email.
//! For everyone else, pages and emails are identical byte for byte.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages, noon};
use crate::pages::game::private_instructions::{ROOMS, without_hashes};
use crate::pages::session;

const BOB: Seat = Seat(2);
const LEFT: &str = "standing vote any support";
const TOLD: &str = "Your standing order plays this automatically";

/// Returns a game of three in which the second seat has a pending vote. If `leaves`, it has saved
/// an instruction for the vote.
async fn asked(leaves: bool) -> (App, GameId) {
    let mut app = App::seeded(3).await;
    app.now = noon();
    let ann = app.player("ann").await;
    let pace = Pace::of(Some(48 * 3_600)).sealed_for(600).at_drawn_moments(1_800);
    let new = NewTable { pace, ..app.plain("thingvellir", 3) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in ["bob", "carol"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, player, Join::default())
            .await
            .expect("a seat");
    }
    app.service.proof().first_key(app.now).await.expect("a key");
    if leaves {
        app.order(&game_id, BOB, LEFT).await.expect("left");
    }
    for _ in 0..200 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        if game.seats().wait(BOB).is_some_and(|wait| wait.decision == "vote") {
            return (app, game_id);
        }
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    panic!("it is never asked for its vote");
}

/// Returns a player's pages of the game, the response to the page's script and the list of own
/// games.
async fn pages_of(app: &App, game: &GameId, name: Option<&str>) -> Vec<Page> {
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    if let Some(name) = name {
        browser = browser.signed_in(&session(app, name).await);
    }
    let rooms =
        ROOMS.iter().chain(&["/now", "/clock", "?tab=standing", "?tab=players", "/changes"]);
    let mut seen = Vec::new();
    for path in rooms.map(|room| format!("/games/{game}{room}")) {
        seen.push(browser.get(&path).await);
    }
    for path in ["/my-games", "/next", "/"] {
        seen.push(browser.get(path).await);
    }
    seen
}

#[tokio::test]
async fn owner_sees_when_an_instruction_answers() {
    let (mut app, game_id) = asked(true).await;
    let seen = pages_of(&app, &game_id, Some("bob")).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let due = app.service.clocks().next_due().await.expect("asked").expect("a moment");
    assert!(due > app.now && due <= app.now + Duration::minutes(30), "{due}");
    let soon =
        ravenpost::zone::Zone::or_utc("Europe/Stockholm").local(due).format("today at %H:%M");
    let clock = seen[0].text(".by-itself").expect("told");
    assert!(clock.contains(&format!("{TOLD} {soon}, unless you move first")), "{clock}");
    let back = format!("/games/{game_id}?tab=standing#tabs");
    assert!(seen[0].all(".by-itself a", "href").contains(&back), "{}", seen[0].body);
    let own = seen.iter().find(|page| page.path == "/my-games").expect("looked at");
    assert!(own.words().contains(&format!("Your standing order plays {soon}")), "{}", own.words());
    // After it is withdrawn, it is no longer mentioned and does not answer.
    let step = game.step();
    app.order(&game_id, BOB, "standing vote any ask").await.expect("taken back");
    let seen = pages_of(&app, &game_id, Some("bob")).await;
    assert_eq!(seen[0].text(".by-itself"), None);
    assert_eq!(app.step(&game_id).await, step);
    app.passes(Duration::minutes(40)).await;
    assert_eq!(app.step(&game_id).await, step, "its player is asked");
}

#[tokio::test]
async fn pending_instruction_is_invisible_to_others() {
    let ((one, game), (other, same)) = (asked(true).await, asked(false).await);
    assert_eq!(game, same);
    let mut texts = 0;
    for name in [Some("ann"), Some("carol"), None] {
        let (with, without) =
            (pages_of(&one, &game, name).await, pages_of(&other, &game, name).await);
        for (with, without) in with.iter().zip(&without) {
            let [with_it, without_it] = [with, without].map(|page| without_hashes(&page.body));
            assert_eq!(with_it, without_it, "{name:?} {}", with.path);
            assert_eq!(with.status, without.status);
            texts += 1;
        }
    }
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(3))] {
        let [with, without] = [
            one.service.archive().export(&game, viewer),
            other.service.archive().export(&game, viewer),
        ];
        let (with, without) = (with.await.expect("a file"), without.await.expect("a file"));
        assert_eq!(without_hashes(&with), without_hashes(&without), "{viewer:?}");
    }
    for name in ["ann", "carol"] {
        let (with, without) = (one.emails_of(name).await, other.emails_of(name).await);
        assert_eq!(with.len(), without.len());
        for (with, without) in with.iter().zip(&without) {
            assert_eq!((&with.kind, with.due_at), (&without.kind, without.due_at));
            let both = (one.written(with).await, other.written(without).await);
            let [with, without] = [both.0, both.1].map(|email| {
                email.map(|one| {
                    without_hashes(&format!("{}\n{}\n{}", one.subject, one.text, one.html))
                })
            });
            assert_eq!(with, without, "{name}");
            texts += 1;
        }
    }
    println!("{texts} pages and emails are the same");
    // The owner sees it only in the game in which it was saved.
    for (app, told) in [(&one, true), (&other, false)] {
        let own = pages_of(app, &game, Some("bob")).await;
        assert_eq!(own[0].words().contains(TOLD), told);
    }
}
