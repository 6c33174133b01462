//! A replay includes all narration, skips steps without any, and may begin with the viewer's last
//! order.

use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::{Browser, Page, Pages};
use crate::pages::{TITLE, session};

const SILENT: &str = "No visible change.";
/// The maximum number of pages of a replay.
const MANY: usize = 120;
/// The number of pages visited at each of several places by day.
const FEW: usize = 8;

/// Follows the links of a replay from an address, and returns its pages.
async fn walk(browser: &mut Browser, from: &str, most: usize) -> Vec<Page> {
    let mut pages = vec![browser.get(from).await];
    while pages.len() < most {
        let last = pages.last().expect("one");
        let next = last.ok().all(".when a[rel=next]", "href").first().cloned();
        let Some(next) = next else { break };
        pages.push(browser.get(&next).await);
    }
    pages
}

/// Counts the steps of a replay without narration.
fn silent(pages: &[Page]) -> usize {
    let silent = |page: &&Page| page.text(".when").is_some_and(|told| told.contains(SILENT));
    pages.iter().filter(silent).count()
}

/// Visits a replay at its beginning, in the middle and at its end; `RAVENPOST_NIGHT` visits the
/// first steps one after the other.
async fn visit(browser: &mut Browser, game: &str, [first, last]: [u64; 2], eye: &str) -> Vec<Page> {
    let at = |step: u64| format!("/games/{game}?at={step}{eye}");
    if at_night() {
        return walk(browser, &at(first), MANY).await;
    }
    let mut pages = walk(browser, &at(first), FEW).await;
    for from in [first.midpoint(last), last.saturating_sub(FEW as u64).max(first)] {
        // The requested step is shown even if it has no narration.
        pages.extend(walk(browser, &at(from), FEW).await.into_iter().skip(1));
    }
    pages
}

#[tokio::test]
async fn replay_with_full_knowledge_narrates_every_step() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let app = App::seeded(5).await;
        let game_id = app.bots_only(key, &["steady", "random"]).await;
        assert_eq!(app.status(&game_id).await, Status::Over, "{key}");
        let game = app.service.games().load(&game_id).await.expect("a game");
        let first = game.started().expect("it began").0;
        let mut browser = Pages::of(app.service.clone()).browser();
        for eye in ["", "&eye=open", "&eye=2"] {
            let span = [first, game.step().0];
            let pages = visit(&mut browser, game_id.as_str(), span, eye).await;
            assert!(pages.len() > 10, "{key}{eye}: {} steps", pages.len());
            assert_eq!(silent(&pages), 0, "{key}{eye}: of {}", pages.len());
        }
        // The other steps can be shown as well, and even they name the seat that acted.
        let every = format!("/games/{game_id}?at={first}&eye=open&every=1");
        let every = walk(&mut browser, &every, MANY).await;
        assert!(silent(&every) * 10 <= every.len(), "{key}: {} of {}", silent(&every), every.len());
        // A replay skips them, so after the same number of pages it is at least as far.
        let open = format!("/games/{game_id}?at={first}&eye=open");
        let only = walk(&mut browser, &open, if at_night() { MANY } else { FEW }).await;
        assert!(only.len() >= FEW && every.len() >= only.len(), "{key}: {} pages", only.len());
        let last = only.len() - 1;
        assert!(step_shown(&only[last]) >= step_shown(&every[last]), "{key}");
    }
}

/// Returns the number of the step that a page shows.
fn step_shown(page: &Page) -> u64 {
    let shown = page.text(".when .where strong").expect("a step");
    shown.rsplit(' ').next().expect("a number").parse().expect("a number")
}

#[tokio::test]
async fn private_narration_is_public_after_the_game() {
    let app = App::seeded(5).await;
    let game_id = app.bots_only(TITLE, &["steady", "random"]).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let news: Vec<_> = game.log.metadata().map(|one| one.seq).collect();
    let told = game.narration().narrate_revealed(&news).expect("it is over");
    let text = |told: &[ravenpost::service::game::history::story::NarratedEvent]| -> Vec<String> {
        told.iter().flat_map(|one| &one.narration).map(|one| one.text.clone()).collect()
    };
    let (all, watched) = (
        text(&told),
        text(&game.narration().record(ravenpost_rules::Viewer::Spectator).expect("told")),
    );
    assert!(all.iter().any(|one| !watched.contains(one)), "hands are open");
    let spoken = all.iter().find(|one| one.starts_with("You ") || one.contains(" your "));
    assert_eq!(spoken, None, "nobody is spoken to");
    let (_, _, running) = app.pair(TITLE).await;
    let running = app.service.games().load(&running).await.expect("a game");
    assert!(
        running.narration().narrate_revealed(&[]).is_err(),
        "hands are closed while it goes on"
    );
}

/// Plays until the first seat is prompted again after others have acted. Returns the step of its
/// last order before that.
async fn comes_round(app: &mut App, game_id: &GameId) -> u64 {
    let mut own = 0;
    for given in 0..60 {
        let game = app.service.games().load(game_id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let others = game.orders().last_order(Seat(1)).map_or(0, |step| step.0);
        if given > 8 && seat == Seat(1) && others > 0 && game.step().0 > others {
            own = others;
            break;
        }
        let order = app.some_order(game_id, seat).await;
        app.order(game_id, seat, &order).await.expect("legal");
    }
    assert!(own > 0, "others did something");
    own
}

#[tokio::test]
async fn replay_begins_with_the_own_last_order_and_chat() {
    let mut app = App::seeded(3).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let own = comes_round(&mut app, &game).await;
    let say = ravenpost::service::talk::say::OutgoingMessage {
        game: game.clone(),
        by: ann,
        to: ravenpost::service::talk::say::To::Table,
        at_step: None,
        words: "I shall sail north".to_owned(),
        key: crate::harness::app::fresh(),
    };
    app.service.chat().say(app.now, say).await.expect("said");
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    // One click from the news.
    let page = ann.get(&format!("/games/{game}")).await;
    let from = page.ok().all(".doors a[href*='own=']", "href").first().expect("a way").clone();
    assert!(from.contains(&format!("own={own}")), "{from}: {own}");
    let steps = walk(&mut ann, &from, MANY).await;
    assert!(steps[0].words().contains("Your last move"), "{}", steps[0].words());
    assert!(!steps[0].texts(".when .log li").is_empty());
    assert!(steps[0].all(".when a[aria-label=First]", "href").is_empty(), "nothing comes before");
    for page in &steps[1..] {
        assert!(page.all(".when a[rel=prev]", "href")[0].contains(&format!("own={own}")));
    }
    // A step of another seat or an unknown step does not start such a replay, and neither do other
    // viewers.
    let mut watcher = pages.browser();
    for address in
        [&from, &format!("/games/{game}?at=5&own=99"), &format!("/games/{game}?at=5&own=1")]
    {
        let page = watcher.get(address).await;
        assert!(!page.ok().words().contains("Your last move"), "{address}");
    }
    assert_eq!(ann.get(&format!("/games/{game}?at=5&own=x")).await.status, 400);
}

#[tokio::test]
async fn all_draws_are_described_with_their_proof() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let app = App::seeded(4).await;
        let game = app.bots_only(key, &["steady", "random"]).await;
        let mut browser = Pages::of(app.service.clone()).browser();
        let page = browser.get(&format!("/games/{game}/luck")).await;
        let rows = page.ok().texts("[aria-label=Draws] tbody tr");
        assert!(rows.iter().any(|row| row.contains(" drew ")), "{key}: {rows:?}");
        assert!(!rows.iter().any(|row| row.contains("differs")), "{key}");
        let proof = page.all("[aria-label=Draws] td a[href*=draw]", "href");
        let last = browser.get(proof.last().expect("a proof")).await;
        assert!(last.ok().words().contains("All steps at once"), "{key}");
    }
    // While the game runs, no draws are shown, but the game's page links to both pages.
    let app = App::seeded(4).await;
    let (_, _, game) = app.pair(TITLE).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/games/{game}/luck")).await;
    assert!(page.ok().texts("[aria-label=Draws]").is_empty());
    let sources = browser.get(&format!("/games/{game}")).await.texts(".doors a");
    assert!(
        ["Audit", "Fairness"].iter().all(|source| sources.iter().any(|one| one == source)),
        "{sources:?}"
    );
}

#[tokio::test]
async fn audit_shows_its_verdict_first() {
    let app = App::seeded(4).await;
    let game = app.bots_only(TITLE, &["steady", "random"]).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let audit = format!("/games/{game}/audit");
    let page = browser.get(&audit).await;
    assert!(page.ok().words().contains("No problems found"), "{}", page.words());
    assert!(page.all("details[open]", "open").is_empty(), "all of it is folded");
    for asked in ["?receipts=1", "?page=1", "?seat=1", "?kind=ordered"] {
        let page = browser.get(&format!("{audit}{asked}")).await;
        assert_eq!(page.ok().all("details[open]", "open").len(), 1, "{asked}");
    }
}
