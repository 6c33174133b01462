//! A game that a newer program has gone on with, by an act that nobody here knows: it is left alone
//! by pages, letters and clocks, and goes through copies and moves as it is. All others go on.

use std::sync::Arc;

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::table::join_table::Join;
use ravenpost::titles;
use ravenpost_log::chain::Chain;
use ravenpost_log::event::NOTHING;
use ravenpost_log::{GameId, NewEvent};
use ravenpost_rules::Viewer;
use ravenpost_store::lists::deadlines;
use ravenpost_store::lists::games::{self, GameRow};
use ravenpost_store::log::commit::{Change, Commit};
use ravenpost_store::log::{audit, events, secrets};
use ravenpost_store::post::incoming::IncomingState;
use ravenpost_store::post::outbox::{self, OutboxState};
use sqlx::Executor;

use super::TITLE;
use super::two_nodes::starting::connection;
use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::mail::replies::ByMail;
use crate::mail::whole::sent;
use crate::pages::session;

/// Stores an act that no program knows yet, as a newer one would; this one starts anew after it.
async fn dances(app: &mut App, game: &GameId) {
    let live = app.service.live(game).await.expect("a game");
    let reader = app.service.store().read();
    let secret = secrets::get(reader, game).await.expect("a secret").try_into().ok();
    let opened = live.events().next().expect("it was opened").act.clone();
    let chain = Chain::of(game, opened.as_bytes(), secret).expect("its chain");
    let new = NewEvent {
        at: app.now,
        kind: "danced".to_owned(),
        seat: None,
        act: "{\"Danced\":{\"twice\":true}}".to_owned(),
        known: "*".to_owned(),
        facts: NOTHING.to_owned(),
        draws: NOTHING.to_owned(),
        nonce: Some([7; 16]),
    };
    let event = Arc::new(new.linked(&chain, &live.tip));
    let row = games::get(reader, game).await.expect("a row");
    let row = GameRow { version: event.seq, head: event.hash, ..row };
    let waiting = deadlines::of_game(reader, game).await.expect("clocks");
    let change = Change {
        row: &row,
        after: live.last_seq(),
        events: &[event],
        waiting: &waiting,
        answered: None,
        letters: &[],
    };
    app.service.store().commit(Commit::of(&change)).await.expect("stored");
    app.begun_anew(9);
}

/// Whether the service says that a newer program has gone on with it, and nothing is wrong.
async fn is_left_alone(app: &App, game: &GameId) -> bool {
    let why = app.service.live(game).await.map(drop).expect_err("it cannot be read");
    let health = app.service.health(app.now).await.expect("readable");
    assert_eq!((health.games_damaged, health.games_ahead), (0, 1), "{why}");
    why.is_ahead() && why.to_string().contains("newer version")
}

#[tokio::test]
async fn pages_and_clocks_leave_it_alone_and_all_others_go_on() {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let other = app.open_table(TITLE, ann, 2).await;
    app.service.join_table(app.now, &other, bob, Join::default()).await.expect("a free seat");
    let secret = session(&app, "ann").await;
    dances(&mut app, &game).await;
    assert!(is_left_alone(&app, &game).await);

    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&secret);
    let page = browser.get(&format!("/games/{game}")).await;
    assert_eq!(page.status, 503, "{}", page.words());
    assert_eq!(page.header("retry-after"), Some("60"));
    let words = page.words();
    assert!(words.contains("Not just now") && words.contains("newer version"), "{words}");
    browser.get(&format!("/games/{other}")).await.ok();
    assert!(browser.get("/my-games").await.ok().words().contains("cannot be read just now"));
    let seat = app.service.live(&other).await.expect("a game").awaited_seats()[0];
    let order = app.some_order(&other, seat).await;
    app.order(&other, seat, &order).await.expect("taken");

    let (store, now) = (app.service.store().clone(), app.now);
    let reader = store.read();
    let clocks = deadlines::of_game(reader, &game).await.expect("clocks");
    let head = events::head(reader, &game).await.expect("a head");
    app.service.heartbeat(now).await.expect("a beat");
    let late = now + Duration::days(4);
    let before = app.version(&other).await;
    for _ in 0..3 {
        app.service.tick(late).await.expect("a tick");
    }
    assert!(app.version(&other).await > before, "the other's time is up");
    assert_eq!(app.service.tick(late).await.expect("a tick").games, 0, "for ever due");
    assert_eq!(deadlines::of_game(reader, &game).await.expect("clocks"), clocks);
    assert_eq!(events::head(reader, &game).await.expect("a head"), head);

    let done = app.service.rebuild(|_| ()).await.expect("made anew");
    assert!(done.damaged.iter().all(|(id, why)| *id == game && why.contains("newer version")));
    let refused = app.service.export(&game, Viewer::Watcher).await.expect_err("not as it is");
    assert!(refused.is_ahead(), "{refused}");
    let audited = app.service.audit_game(&game).await.expect_err("it cannot be judged");
    assert!(matches!(&audited, ServiceError::Damaged { newer: true, .. }), "{audited}");
    // Its chain holds all the same: the whole log has its root.
    let report = audit::whole(reader, |_| ()).await.expect("readable");
    assert!(report.root().is_some(), "{:?}", report.broken);
    app.service.seal(late).await.expect("a seal");
}

/// What is owed about it waits without a try, and an answer that came in waits as it came.
#[tokio::test]
async fn letters_both_ways_wait_for_whoever_knows_it() {
    let mut table = ByMail::new(TITLE).await;
    let (who, letter) = table.turn().await;
    let game = table.game.clone();
    table.app.until_turn_letter(&game).await;
    dances(&mut table.app, &game).await;
    table.app.now += Duration::minutes(30);
    let store = table.app.service.store().clone();
    let waiting = async || {
        let all = outbox::list(store.read(), OutboxState::Waiting, 99).await.expect("a list");
        all.into_iter().filter(|one| one.owed.game.as_ref() == Some(&game)).collect::<Vec<_>>()
    };
    let before = waiting().await;
    assert!(!before.is_empty(), "a letter is owed");
    assert_eq!(sent(&table.app).await, [], "nobody here could write it");
    let after = waiting().await;
    assert_eq!(after.len(), before.len(), "it was dropped or given up");
    assert!(after.iter().all(|one| one.attempts == 0), "its try counts");

    table.answer(&who, &letter, "1");
    for _ in 0..12 {
        assert_eq!(table.round().await, 0);
    }
    let came = table.stand(IncomingState::New).await;
    assert_eq!(came.iter().map(|one| one.tries).collect::<Vec<_>>(), [0], "it is given up");
    assert_eq!(table.stand(IncomingState::Held).await.len(), 0);
}

/// A program that was put back by one release goes on by its own rules where it can read all.
#[tokio::test]
async fn newer_rules_are_left_alone_until_this_program_says_by_which_it_goes_on() {
    let app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    let versions = titles::versions();
    let mut newer = versions.clone();
    newer.insert(TITLE, versions[TITLE] + 1);
    assert_eq!(app.service.follow_rules(app.now, &newer).await.expect("noted"), 1);
    assert!(is_left_alone(&app, &game).await);
    assert_eq!(app.service.follow_rules(app.now, &versions).await.expect("noted"), 1);
    let live = app.service.live(&game).await.expect("it goes on");
    assert_eq!(live.course.rules, versions[TITLE]);
}

/// Nodes of two versions decide no game both: the one that comes waits for the others' end.
#[tokio::test]
async fn a_node_with_other_rules_waits_until_nobody_serves_by_those_in_force() {
    let Some([here, there]) = App::nodes().await else { return };
    let versions = titles::versions();
    here.service.follow_rules(here.now, &versions).await.expect("noted");
    let mut newer = versions.clone();
    newer.insert(TITLE, versions[TITLE] + 1);
    let others = async |rules, now| {
        there.service.others_follow_other_rules(now, rules).await.expect("asked")
    };
    assert_eq!(others(&newer, here.now).await, [""; 0], "nobody is up");
    here.service.heartbeat(here.now).await.expect("a beat");
    assert_eq!(others(&newer, here.now).await, [here.service.node()]);
    assert_eq!(others(&versions, here.now).await, [""; 0], "those are its own");
    // A program from before nodes said by which rules they go.
    let mut conn = connection(&here).await;
    conn.execute(sqlx::raw_sql("UPDATE node SET rules = NULL")).await.expect("noted");
    assert_eq!(others(&newer, here.now).await, [here.service.node()]);
    let later = here.now + Duration::seconds(31);
    assert_eq!(others(&newer, later).await, [""; 0], "it is gone");
}
