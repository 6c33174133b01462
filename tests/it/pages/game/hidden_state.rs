//! Games that differ only in what Blue may not know look identical to Blue and to spectators: on
//! every page, at every step, and in every file, email and preview. They are created by forking one
//! step from Blue's knowledge, which redraws all hidden information.

use std::collections::BTreeSet;

use ravenpost::emails::{Email, NotificationKind};
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::QueuedEmail;

use crate::harness::app::{App, fresh};
use crate::harness::at_night;
use crate::harness::browser::{Browser, Pages};
use crate::pages::game::private_instructions::{ROOMS, steps_compared, without_hashes};
use crate::pages::session;

const BLUE: Seat = Seat(1);
/// The number of games compared at each step.
fn games() -> usize {
    if at_night() { 4 } else { 3 }
}
/// The number of steps tested per title.
fn steps() -> usize {
    if at_night() { 8 } else { 4 }
}

/// The emails that show a board, as they would be queued now.
const EMAILS: [(NotificationKind, &str); 3] = [
    (NotificationKind::YourTurn, r#"{"after":0}"#),
    (NotificationKind::GameStarted, r#"{"after":0}"#),
    (NotificationKind::ReplyResult, r#"{"after":0,"show":true}"#),
];

/// Plays a game of Ann against two bots, and returns so many steps at which she is prompted.
pub async fn prompted_steps(title: &str, steps: usize) -> (App, PlayerId, GameId, Vec<Step>) {
    let mut app = App::seeded(21).await;
    let ann = app.player("ann").await;
    let game_id = app.table(title, ann, &["steady", "random"]).await;
    let mut asked = Vec::new();
    while asked.len() < steps {
        let game = app.service.games().load(&game_id).await.expect("a game");
        assert!(game.seats().awaited_seats().contains(&BLUE), "{title} goes on");
        asked.push(game.step());
        let order = app.some_order(&game_id, BLUE).await;
        app.order(&game_id, BLUE, &order).await.expect("legal");
    }
    (app, ann, game_id, asked)
}

/// Forks a step so many times from Ann's knowledge. A day passes, because the number of games that
/// a player opens per day is limited.
pub async fn forks(
    app: &mut App,
    ann: PlayerId,
    of: &GameId,
    step: Step,
    count: usize,
) -> Vec<GameId> {
    app.now += chrono::Duration::days(1);
    let mut games = Vec::new();
    for _ in 0..count {
        let way = Way::Alone { bot: "random".to_owned() };
        let new = NewFork { of: of.clone(), step, way };
        let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await;
        games.push(fork.expect("a fork"));
    }
    games
}

/// Returns everything Blue and a spectator can obtain of a game, without random values and names.
async fn visible_texts(
    app: &App,
    pages: &Pages,
    ann: &str,
    game_id: &GameId,
) -> Vec<(String, String)> {
    let mut blue = pages.browser().signed_in(ann);
    let mut watcher = pages.browser();
    let game = app.service.games().load(game_id).await.expect("a game");
    let first = game.started().expect("it began");
    let eyes = steps_compared(game.step())
        .flat_map(|step| [format!("?at={step}&from={first}"), format!("?at={step}&eye=now")]);
    let offers = game.true_position().offers(BLUE).into_iter().flat_map(|group| group.offers);
    let orders = offers.take(6).map(|offer| {
        let order = ravenpost::web::shared::query::pairs(&[("order", &offer.order)]);
        format!("/preview?{order}")
    });
    let paths = ROOMS.map(str::to_owned).into_iter().chain(eyes).chain(orders);
    let mut visible_texts = Vec::new();
    for path in paths {
        visible_texts.push((format!("Blue's {path}"), look(&mut blue, game_id, &path).await));
        visible_texts
            .push((format!("a watcher's {path}"), look(&mut watcher, game_id, &path).await));
    }
    for viewer in [Viewer::Seat(BLUE), Viewer::Spectator] {
        let file = app.service.archive().export(game_id, viewer).await.expect("written out");
        visible_texts.push((format!("the file for {viewer:?}"), file));
    }
    visible_texts.extend(emails(app, game_id).await);
    let plain = |text: String| without_hashes(&text.replace(game_id.as_str(), "this-game"));
    visible_texts.into_iter().map(|(what, text)| (what, plain(text))).collect()
}

/// Returns the emails that Blue would get now.
async fn emails(app: &App, game_id: &GameId) -> Vec<(String, String)> {
    let game = app.service.games().load(game_id).await.expect("a game");
    let ann = app.player_of("ann").await;
    let notifications = app.service.notifications();
    notifications.choose_practice_emails(app.now, game_id, ann, true).await.expect("chosen");
    let mut emails = Vec::new();
    for (kind, payload) in EMAILS {
        let queued = QueuedEmail {
            message_id: format!("{}@example.org", kind.key()),
            to_player: Some(app.player_of("ann").await),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(game_id.clone()),
            seat: Some(BLUE),
            seq: Some(game.last_seq()),
            payload: payload.to_owned(),
            references: String::new(),
            at: app.now,
            due_at: app.now,
        };
        let Email { subject, text, html, picture, .. } = app.written(&queued).await.expect("due");
        let scene = picture.map(|picture| picture.scene);
        let text = format!("{subject}\n{text}\n{html}\n{scene:?}");
        emails.push((format!("the email {}", kind.key()), text));
    }
    emails
}

async fn look(browser: &mut Browser, game: &GameId, path: &str) -> String {
    let page = browser.get(&format!("/games/{game}{path}")).await;
    assert!(page.status < 500, "{path}: {}", page.body);
    page.body
}

/// Checks that all games look identical, and returns the number of pairs compared.
async fn alike(app: &App, pages: &Pages, ann: &str, here: &str, games: &[GameId]) -> usize {
    let first = visible_texts(app, pages, ann, &games[0]).await;
    let mut pairs = 0;
    for game in &games[1..] {
        let next = visible_texts(app, pages, ann, game).await;
        assert_eq!(first.len(), next.len());
        for ((what, one), (_, other)) in first.iter().zip(&next) {
            let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            assert_eq!(differs, None, "{here}: {what}");
            assert_eq!(one.len(), other.len(), "{what}");
            pairs += 1;
        }
    }
    pairs
}

/// Gives the same order in every game, so that all have a past. The order reveals nothing, and Blue
/// is prompted again after it. Returns None if there is no such order.
pub async fn go_on(app: &mut App, games: &[GameId]) -> Option<()> {
    let game = app.service.games().load(&games[0]).await.expect("a game");
    let groups = game.true_position().offers(BLUE);
    let mut quiet = None;
    for offer in groups.iter().flat_map(|group| &group.offers) {
        let foretold = app.service.play().preview_order(&games[0], BLUE, &offer.order).await;
        if foretold.is_ok_and(|foretold| !foretold.cut && foretold.goes_on) {
            quiet = Some(offer.order.clone());
            break;
        }
    }
    let order = quiet?;
    for game_id in games {
        app.order(game_id, BLUE, &order).await.expect("what one may, one may in all");
        let now = app.service.games().load(game_id).await.expect("a game");
        assert_eq!(now.step(), game.step() + 1, "{order}: nobody else acts");
    }
    Some(())
}

#[tokio::test]
async fn hidden_state_changes_no_page() {
    let mut pairs = 0;
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let (mut app, ann, game_id, asked) = prompted_steps(key, steps()).await;
        let signed_in = session(&app, "ann").await;
        let pages = Pages::of(app.service.clone());
        let (mut hidden, mut pasts) = (0, 0);
        for step in asked {
            let here = format!("{key}, step {step}");
            let games = forks(&mut app, ann, &game_id, step, games()).await;
            let mut sheets = BTreeSet::new();
            for fork in &games {
                let game = app.service.games().load(fork).await.expect("a game");
                sheets.insert(game.true_position().document().to_string());
            }
            hidden += sheets.len();
            pairs += alike(&app, &pages, &signed_in, &here, &games).await;
            if go_on(&mut app, &games).await.is_some() {
                pasts += 1;
                pairs += alike(&app, &pages, &signed_in, &here, &games).await;
            }
        }
        println!("{key}: {hidden} games of their own, {pasts} times with a past");
        assert!(hidden > steps() * games() / 2, "{key}: {hidden} differ");
    }
    println!("{pairs} pairs");
    let each = if at_night() { 250 } else { 100 };
    assert!(pairs >= each * steps(), "{pairs} pairs");
}
