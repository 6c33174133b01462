//! Past steps: the timeline, differences, viewpoints and automatic replay.

use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// Plays a game between bots to its end.
async fn over(app: &App, title: &str) -> GameId {
    let game = app.bots_only(title, &["steady", "random"]).await;
    assert_eq!(app.status(&game).await, Status::Over, "{title}");
    game
}

/// The maximum number of steps visited.
const MANY: u64 = 80;

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// Returns the value of a query field.
fn field(address: &str, name: &str) -> Option<String> {
    let query = address.split_once('?')?.1.split('#').next()?;
    let mut fields = query.split('&').filter_map(|field| field.split_once('='));
    fields.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

#[tokio::test]
async fn finished_game_can_be_replayed_from_every_seat() {
    for title in ravenpost::titles::all() {
        let app = App::seeded(5).await;
        let game = over(&app, title.about().key).await;
        check_links_reach_every_step(&app, &game).await;
        check_every_viewpoint(&app, &game).await;
    }
}

async fn check_links_reach_every_step(app: &App, game: &GameId) {
    let last = app.service.games().load(game).await.expect("a game").step();
    let mut browser = Pages::of(app.service.clone()).browser();
    let end = browser.get(&format!("/games/{game}")).await;
    let first = end.ok().all(".when a", "href").first().expect("a way to the first").clone();
    let (mut page, mut seen) = (browser.get(&first).await, 1_u64);
    let mut turns = std::collections::BTreeSet::new();
    while let Some(next) = page.all(".when a[rel=next]", "href").first().cloned() {
        if seen == MANY {
            break;
        }
        turns.extend(page.texts(".turns .here"));
        page = browser.get(&next).await;
        seen += 1;
    }
    let reached = number(&page.text(".where strong").expect("a step")["Step ".len()..]);
    assert!(seen == MANY || last - 1 == reached, "the end is reached: {reached} of {last}");
    assert!(seen > 20 && turns.len() > 1, "{seen} steps, {turns:?}");
}

async fn check_every_viewpoint(app: &App, game_id: &GameId) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let mut browser = Pages::of(app.service.clone()).browser();
    let at = game.step().0 / 2;
    let page = browser.get(&format!("/games/{game_id}?at={at}")).await;
    assert!(page.ok().words().contains("as it was shown then"));
    let eyes = page.all(".eyes a", "href");
    assert_eq!(eyes.len(), 2 + usize::from(game.status.table.seats), "{eyes:?}");
    for eye in &eyes {
        let seen = browser.get(eye).await;
        assert!(seen.ok().all(".eyes strong", "aria-current") == ["true"], "{eye}");
        let onward = seen.all(".when a[rel=next]", "href");
        assert_eq!(field(&onward[0], "eye"), field(eye, "eye"), "the eye is kept");
    }
    let then = game.history().at(game.log.end_of(Step(at))).expect("folds");
    let open = browser.get(&format!("/games/{game_id}?at={at}&eye=open")).await;
    for seat in Seat::all(game.status.table.seats) {
        for panel in then.true_position().present(Viewer::Seat(seat)).own {
            assert!(open.words().contains(&panel.title), "{seat}'s {}", panel.title);
        }
    }
}

#[tokio::test]
async fn differences_are_described_and_highlighted() {
    let app = App::seeded(5).await;
    let game_id = over(&app, TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let mut browser = Pages::of(app.service.clone()).browser();
    let (mut told, mut ringed) = (0, 0);
    for step in 20..60 {
        let page = browser.get(&format!("/games/{game_id}?at={step}")).await;
        told += page.ok().texts(".compared .changes li").len();
        ringed += page.body.matches("class=\"b-last\"").count();
    }
    assert!(told > 40 && ringed > 10, "{told} told, {ringed} ringed");
    // Compare with any other step, earlier or later. A step does not differ from itself.
    let whole = format!("/games/{game_id}?at={}&from=4", game.step());
    let page = browser.get(&whole).await;
    assert!(page.ok().words().contains("Changes since step 4"), "{}", page.words());
    let page = browser.get(&format!("/games/{game_id}?at=30&from=40")).await;
    assert!(page.ok().words().contains("Changes from here to step 40"), "{}", page.words());
    let page = browser.get(&format!("/games/{game_id}?at=30&from=30")).await;
    assert!(page.ok().texts(".compared").is_empty());
}

#[tokio::test]
async fn running_game_cannot_be_viewed_as_another_seat() {
    let app = App::seeded(7).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    for asked in ["eye=open", "eye=1", "eye=2", "at=4&eye=open", "at=4&eye=2", "from=2&eye=1"] {
        let page = ann.get(&format!("/games/{game}?{asked}")).await;
        assert_eq!(page.status, 409, "{asked}");
        assert!(page.words().contains("when the game is over"), "{}", page.words());
    }
    let page = ann.get(&format!("/games/{game}")).await;
    assert!(page.ok().texts(".eyes").is_empty());
}

/// A vote that was sealed at the step shown is known later.
#[tokio::test]
async fn past_steps_show_what_is_known_now() {
    for title in ravenpost::titles::all() {
        let mut app = App::seeded(7).await;
        let (_, _, game_id) = app.pair(title.about().key).await;
        for _ in 0..24 {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
            let order = app.some_order(&game_id, seat).await;
            app.order(&game_id, seat, &order).await.expect("legal");
        }
        let pages = Pages::of(app.service.clone());
        let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
        let game = app.service.games().load(&game_id).await.expect("a game");
        let at = game.started().expect("it began");
        let then = ann.get(&format!("/games/{game_id}?at={at}")).await;
        assert!(then.ok().texts(".since").is_empty());
        let now = then.all(".eyes a", "href").first().expect("another eye").clone();
        assert!(now.contains("eye=now"), "{now}");
        let now = ann.get(&now).await;
        let since = game.narration().light_since(Viewer::Seat(Seat(1)), at).expect("told");
        assert!(!since.is_empty(), "{}: something came to light", title.about().key);
        // Nothing is shown that the log has not narrated to the same viewer at that step.
        let story = game.narration().story(Viewer::Seat(Seat(1)), Seq::NONE).expect("told");
        for light in &since {
            let steps = story.iter().filter(|step| step.step == light.step);
            let heard: Vec<_> =
                steps.flat_map(|step| &step.narration).map(|told| &told.text).collect();
            let new = light.narration.iter().find(|told| !heard.contains(&&told.text));
            assert!(new.is_none(), "{}, step {}: {new:?}", title.about().key, light.step);
        }
        let told = now.ok().texts(".since tbody th");
        let steps: Vec<String> = since.iter().map(|light| light.step.to_string()).collect();
        assert_eq!(told, steps, "{}", title.about().key);
        let board = |page: &Page| page.text(".board-text").expect("a board in words");
        assert_eq!(board(&now), board(&then), "the board is what it was");
        let last = ann.get(&format!("/games/{game_id}?at={}&eye=now", game.step())).await;
        let since = last.ok().text("details.since").is_some();
        assert!(since && last.texts("details.since th").is_empty());
    }
}

#[tokio::test]
async fn nonexistent_steps_are_refused_with_a_reason() {
    let app = App::seeded(7).await;
    let (_, _, game) = app.pair(TITLE).await;
    let last = app.service.games().load(&game).await.expect("a game").step();
    let mut browser = Pages::of(app.service.clone()).browser();
    let past = format!("at={}", last + 1);
    let from = format!("at={last}&from={}", last + 7);
    let refused = [
        ("at=0", 409, "Steps are numbered from 1"),
        (past.as_str(), 409, "the last one is step"),
        (from.as_str(), 409, "the last one is step"),
        ("at=18446744073709551615", 409, "the last one is step"),
        ("at=18446744073709551616", 400, "step must be a number"),
        ("at=-1", 400, "step must be a number"),
        ("at=2&from=x", 400, "step must be a number"),
        ("eye=x", 400, "view is"),
        ("eye=999", 400, "view is"),
    ];
    for (asked, status, why) in refused {
        let page = browser.get(&format!("/games/{game}?{asked}")).await;
        assert_eq!(page.status, status, "{asked}");
        assert!(page.words().contains(why), "{asked}: {}", page.words());
    }
    // Empty fields of the timeline's form have no effect.
    browser.get(&format!("/games/{game}?at={last}&from=")).await.ok();
}

#[tokio::test]
async fn replay_runs_to_the_end_and_stops() {
    let app = App::seeded(8).await;
    let game = over(&app, TITLE).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let page = browser.get(&format!("/games/{game}")).await;
    assert_eq!(page.ok().header("refresh"), None);
    let begin = page.all(".when .history a", "href");
    let begin = begin.iter().find(|link| link.contains("play=")).expect("a way to begin");
    let mut page = browser.get(begin).await;
    let mut steps = Vec::new();
    while let Some(refresh) = page.ok().header("refresh").map(str::to_owned) {
        let (seconds, next) = refresh.split_once(";url=").expect("a moment and an address");
        assert!((2..=60).contains(&number(seconds)), "{refresh}");
        assert!(page.texts(".when .history a").contains(&"Stop".to_owned()));
        steps.push(number(&field(next, "at").expect("a step")));
        page = browser.get(next).await;
    }
    assert!(steps.is_sorted() && steps.len() > 20, "{steps:?}");
    assert!(page.all(".when a[rel=next]", "href").is_empty(), "it went to the end");
    // The delay has a minimum, whatever the query says.
    let page = browser.get(&format!("/games/{game}?at=9&play=0")).await;
    assert!(page.header("refresh").is_some_and(|refresh| refresh.starts_with("2;")));
    let page = browser.get(&format!("/games/{game}?at=9&play=x")).await;
    assert_eq!(page.ok().header("refresh"), None);
}

#[tokio::test]
async fn own_last_order_and_the_view_before_it_are_linked() {
    let mut app = App::seeded(9).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    for _ in 0..12 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    let own = game.orders().last_order(Seat(1)).expect("Ann has ordered");
    let page = ann.get(&format!("/games/{game_id}?tab=history")).await;
    let jumps = page.ok().all(".steps details .linkrow a", "href");
    assert_eq!(field(&jumps[0], "at"), Some(own.to_string()));
    assert_eq!(
        field(&jumps[1], "at"),
        game.history().changed_before(own).map(|step| step.to_string())
    );
    assert!(ann.get(&jumps[1]).await.ok().words().contains("as you knew it then"));
    let mut watcher = pages.browser();
    let page = watcher.get(&format!("/games/{game_id}?tab=history")).await;
    assert!(page.ok().all(".steps details .linkrow a", "href").is_empty());
}

/// The viewer's own prompt is a sentence about "you", so their seat is not named before it.
#[tokio::test]
async fn own_prompt_of_the_past_stands_without_a_name() {
    let mut app = App::seeded(6).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let waits = &game.status.clocks.waits;
    for _ in 0..6 {
        let now = app.service.games().load(&game_id).await.expect("a game");
        let seat = now.seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let then = format!("/games/{game_id}?at={}", game.step());
    let pages = Pages::of(app.service.clone());
    for (name, seat) in [("ann", Seat(1)), ("bob", Seat(2))] {
        let mut browser = pages.browser().signed_in(&session(&app, name).await);
        let page = browser.get(&then).await;
        let asked = waits.values().map(|wait| wait.ask.after_name(Viewer::Seat(seat)).to_owned());
        let asked: Vec<String> = asked.collect();
        assert_eq!(page.ok().texts(".clock .what > span:not(.chip, .seat)"), asked);
        let named = waits.len() - usize::from(waits.contains_key(&seat));
        assert_eq!(page.all(".clock .what > .seat > .chip", "class").len(), named);
    }
    let spectator = pages.browser().get(&then).await;
    let named = spectator.ok().all(".clock .what > .seat > .chip", "class").len();
    assert!(named > 0 && named == waits.len(), "{named}");
}
