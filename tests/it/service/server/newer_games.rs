//! A game that a newer version continued with an unknown act. Pages, emails and clocks leave it
//! alone, and copies and moves preserve it unchanged. All other games continue.

use std::sync::Arc;

use chrono::Duration;
use ravenpost::config::Config;
use ravenpost::mail::doctor::{Visit, examine};
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::post::compose::Composed;
use ravenpost::service::post::unknown_kinds::known_kinds;
use ravenpost::service::table::join_table::Join;
use ravenpost::titles;
use ravenpost_log::chain::Chain;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::status::CONDUCT;
use ravenpost_log::{GameId, NewEvent};
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::games::{self, GameRow};
use ravenpost_store::lists::{deadlines, nodes, settings};
use ravenpost_store::log::commit::{Change, Commit};
use ravenpost_store::log::{audit, events, secrets};
use ravenpost_store::post::incoming::IncomingState;
use ravenpost_store::post::outbox::{self, Kinds, OutboxState, QueuedEmail};
use ravenpost_store::writes;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::mail::outgoing::whole_games::sent;
use crate::mail::playing::replies::ByMail;
use crate::mail::setup::doctor::FakeDns;
use crate::pages::session;
use crate::service::TITLE;
use crate::service::server::two_nodes::starting::wait_until_gone_at;

/// A title whose rules did not change.
const OTHER: &str = "bardagi";

/// Stores an unknown act, as a newer version would, and restarts the service.
pub async fn store_newer_act(app: &mut App, game: &GameId) {
    does(app, game, "danced", "{\"Danced\":{\"twice\":true}}").await;
}

async fn does(app: &mut App, game_id: &GameId, kind: &str, act: &str) {
    let game = app.service.games().load(game_id).await.expect("a game");
    let reader = app.service.store().read();
    let secret = secrets::get(reader, game_id).await.expect("a secret").try_into().ok();
    let opened = game.events().next().expect("it was opened").act.clone();
    let chain = Chain::of(game_id, opened.as_bytes(), secret).expect("its chain");
    let new = NewEvent {
        at: app.now,
        kind: kind.to_owned(),
        seat: None,
        act: act.to_owned(),
        known: "*".to_owned(),
        facts: NOTHING.to_owned(),
        draws: NOTHING.to_owned(),
        nonce: [7; 16],
    };
    let event = Arc::new(new.linked(&chain, &game.tip));
    let row = games::get(reader, game_id).await.expect("a row");
    let row = GameRow { version: event.seq, head: event.hash, ..row };
    let waiting = deadlines::of_game(reader, game_id).await.expect("clocks");
    let change = Change {
        row: &row,
        after: game.last_seq(),
        events: &[event],
        waiting: &waiting,
        answered: None,
        emails: &[],
    };
    app.service.store().commit(Commit::of(&change)).await.expect("stored");
    app.restart_with_seed(9);
}

/// Whether the service reports the game as continued by a newer version, and nothing as damaged.
async fn is_left_alone(app: &App, game: &GameId) -> bool {
    let why = app.service.games().load(game).await.map(drop).expect_err("it cannot be read");
    let health = app.service.monitoring().health(app.now).await.expect("readable");
    assert_eq!((health.games_damaged, health.games_ahead), (0, 1), "{why}");
    why.is_ahead() && why.to_string().contains("newer version")
}

#[tokio::test]
async fn newer_game_is_left_alone_and_others_continue() {
    let mut app = App::seeded(5).await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let other = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &other, bob, Join::default())
        .await
        .expect("a free seat");
    let secret = session(&app, "ann").await;
    store_newer_act(&mut app, &game).await;
    assert!(is_left_alone(&app, &game).await);

    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&secret);
    let page = browser.get(&format!("/games/{game}")).await;
    assert_eq!(page.status, 503, "{}", page.words());
    assert_eq!(page.header("retry-after"), Some("60"));
    let words = page.words();
    assert!(words.contains("Temporarily unavailable") && words.contains("new version"), "{words}");
    browser.get(&format!("/games/{other}")).await.ok();
    assert!(browser.get("/my-games").await.ok().words().contains("Reload the page in a minute"));
    let seat = app.service.games().load(&other).await.expect("a game").seats().awaited_seats()[0];
    let order = app.some_order(&other, seat).await;
    app.order(&other, seat, &order).await.expect("taken");

    let (store, now) = (app.service.store().clone(), app.now);
    let reader = store.read();
    let clocks = deadlines::of_game(reader, &game).await.expect("clocks");
    let head = events::head(reader, &game).await.expect("a head");
    app.service.clocks().heartbeat(now).await.expect("a beat");
    let late = now + Duration::days(4);
    let before = app.version(&other).await;
    for _ in 0..3 {
        app.service.clocks().tick(late).await.expect("a tick");
    }
    assert!(app.version(&other).await > before, "the other's time is up");
    assert_eq!(app.service.clocks().tick(late).await.expect("a tick").games, 0, "for ever due");
    assert_eq!(deadlines::of_game(reader, &game).await.expect("clocks"), clocks);
    assert_eq!(events::head(reader, &game).await.expect("a head"), head);

    let done = app.service.games().rebuild(|_| ()).await.expect("made anew");
    assert_eq!(done.damaged, []);
    let [(id, why)] = &done.newer[..] else { panic!("{done:?}") };
    assert!(*id == game && why.contains("newer version"), "{why}");
    assert_eq!(deadlines::of_game(reader, &game).await.expect("clocks"), clocks, "it keeps them");
    let refused =
        app.service.archive().export(&game, Viewer::Spectator).await.expect_err("not as it is");
    assert!(refused.is_ahead(), "{refused}");
    let audited = app.service.fairness().audit_game(&game).await.expect_err("it cannot be judged");
    assert!(matches!(&audited, ServiceError::Damaged { newer: true, .. }), "{audited}");
    // The chain of hashes is still valid, so the whole log has a root.
    let report = audit::whole(reader, |_| ()).await.expect("readable");
    assert!(report.root().is_some(), "{:?}", report.broken);
    app.service.archive().seal(late).await.expect("a seal");
}

/// The session of an admin.
async fn admin_session(app: &App) -> String {
    let secret = session(app, "olga").await;
    app.appoint(app.player_of("olga").await).await;
    secret
}

/// The admin sees how many such games there are, and the first of them.
#[tokio::test]
async fn admin_sees_games_of_newer_versions() {
    let mut app = App::seeded(5).await;
    let (_, _, first) = app.pair(TITLE).await;
    let ann = app.player_of("ann").await;
    let mut games = vec![first];
    for _ in 0..6 {
        games.push(app.table(TITLE, ann, &["random"]).await);
    }
    let secret = admin_session(&app).await;
    let words = async |app: &App| {
        let mut browser = Pages::of(app.service.clone()).browser().signed_in(&secret);
        browser.get("/admin/outbound").await.ok().words()
    };
    let listed = async |app: &App| {
        let mut browser = Pages::of(app.service.clone()).browser().signed_in(&secret);
        browser.get("/admin/outbound").await.ok().text("#newer-games")
    };
    assert_eq!(listed(&app).await, None, "there is none yet");
    store_newer_act(&mut app, &games[0]).await;
    app.service.games().load(&games[0]).await.map(drop).expect_err("it is the newer program's");
    let said = words(&app).await;
    assert!(listed(&app).await.expect("a notice").contains("1 game"), "{said}");
    assert!(said.contains(games[0].as_str()) && said.contains("Danced"), "{said}");
    assert!(!said.contains("cannot be read:") && !said.contains(" more"), "{said}");
    for game in &games[1..] {
        store_newer_act(&mut app, game).await;
    }
    for game in &games {
        app.service.games().load(game).await.map(drop).expect_err("it is the newer program's");
    }
    let said = words(&app).await;
    assert!(listed(&app).await.expect("a notice").contains("7 games"), "{said}");
    let named = games.iter().filter(|game| said.contains(game.as_str())).count();
    assert!(named == 5 && said.contains("and 2 more"), "{said}");
}

/// Emails about the game stay queued without attempts, and inbound replies stay queued unchanged.
#[tokio::test]
async fn emails_about_a_newer_game_stay_queued() {
    let mut table = ByMail::new(TITLE).await;
    let (who, email) = table.turn().await;
    let game = table.game.clone();
    table.app.until_turn_email(&game).await;
    store_newer_act(&mut table.app, &game).await;
    table.app.now += Duration::minutes(30);
    let store = table.app.service.store().clone();
    let waiting = async || {
        let all = outbox::list(store.read(), OutboxState::Waiting, 99).await.expect("a list");
        all.into_iter().filter(|one| one.queued.game.as_ref() == Some(&game)).collect::<Vec<_>>()
    };
    let before = waiting().await;
    assert!(!before.is_empty(), "an email is owed");
    assert_eq!(sent(&table.app).await, [], "nobody here could write it");
    let after = waiting().await;
    assert_eq!(after.len(), before.len(), "it was dropped or given up");
    assert!(after.iter().all(|one| one.attempts == 0), "its try counts");

    table.answer(&who, &email, "1");
    for _ in 0..12 {
        assert_eq!(table.round().await, 0);
    }
    let came = table.stand(IncomingState::New).await;
    assert_eq!(came.iter().map(|one| one.tries).collect::<Vec<_>>(), [0], "it is given up");
    assert_eq!(table.stand(IncomingState::Held).await.len(), 0);
}

/// After a downgrade by one release, the program continues a game by its own rules if it can read
/// all of its events.
#[tokio::test]
async fn newer_rules_are_left_alone_until_activated() {
    let app = App::seeded(6).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let versions = titles::versions();
    let mut newer = versions.clone();
    newer.insert(TITLE, versions[TITLE] + 1);
    assert_eq!(app.service.rules_versions().follow_rules(app.now, &newer).await.expect("noted"), 1);
    assert!(is_left_alone(&app, &game_id).await);
    assert_eq!(
        app.service.rules_versions().follow_rules(app.now, &versions).await.expect("noted"),
        1
    );
    let game = app.service.games().load(&game_id).await.expect("it goes on");
    assert_eq!(game.status.rules, versions[TITLE]);
}

/// Nodes of two versions never serve the same game: a new node waits until the others have stopped.
#[tokio::test]
async fn node_with_other_rules_waits_for_the_active_ones() {
    let Some([here, there]) = App::nodes().await else { return };
    let versions = titles::versions();
    here.service.rules_versions().follow_rules(here.now, &versions).await.expect("noted");
    let mut newer = versions.clone();
    newer.insert(TITLE, versions[TITLE] + 1);
    let others = async |rules, now| {
        there.service.rules_versions().conflicting_nodes(now, rules).await.expect("asked")
    };
    assert_eq!(others(&newer, here.now).await, [""; 0], "nobody is up");
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert_eq!(others(&newer, here.now).await, [here.service.node()]);
    assert_eq!(others(&versions, here.now).await, [""; 0], "those are its own");
    let later = here.now + Duration::seconds(31);
    let node = here.service.node().to_owned();
    assert_eq!(others(&newer, later).await, [node.as_str()], "it answers pages still");
    here.service.store().close().await;
    wait_until_gone_at(&there, &node).await;
    assert_eq!(others(&newer, later).await, [""; 0], "it is gone");
}

/// A node that slept while others activated new rules decides nothing by its own rules.
#[tokio::test]
async fn waking_node_with_other_rules_stands_aside() {
    let Some([mut here, _]) = App::nodes().await else { return };
    let (_, _, game) = here.pair(TITLE).await;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    let seat = here.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
    let order = here.some_order(&game, seat).await;
    rules_are(&here, "{}").await;
    here.now += Duration::seconds(5);
    here.service.clocks().heartbeat(here.now).await.expect("no beat");
    let refused = here.order(&game, seat, &order).await.expect_err("others decide");
    assert!(matches!(refused, ServiceError::Store(why) if why.passing()), "it is tried again");
    assert!(here.service.clocks().tick(here.now + Duration::days(9)).await.expect("a tick").held);
    let health = here.service.monitoring().health(here.now).await.expect("readable");
    assert!(
        health.trouble.is_some_and(|why| why.contains("another version of the rules")),
        "it is not ready"
    );
    here.service.games().load(&game).await.expect("pages are shown");
    rules_are(&here, &own_rules()).await;
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.order(&game, seat, &order).await.expect("the rules in force are its own");
}

async fn rules_are(app: &App, rules: &str) {
    let rules = rules.to_owned();
    let store = app.service.store();
    let job =
        store.write(writes!(|tx| settings::set(tx, settings::Key::RulesVersions, &rules).await));
    job.await.expect("noted");
}

fn own_rules() -> String {
    serde_json::to_string(&titles::versions()).expect("JSON")
}

/// Marks a game as continued by a newer version with its own rules, or reverts that. The nodes here
/// use their own rules throughout.
async fn mark_continued_by_newer_rules(app: &App, is: bool) {
    let mut versions = titles::versions();
    if is {
        versions.insert(TITLE, versions[TITLE] + 1);
    }
    rules_are(app, "").await;
    app.service.rules_versions().follow_rules(app.now, &versions).await.expect("noted");
    rules_are(app, &own_rules()).await;
}

async fn outages(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count()
}

/// Two nodes, one game that a newer version has continued, and one that all can read.
async fn newer_and_readable_game() -> Option<([App; 2], [GameId; 2])> {
    let [here, there] = App::nodes().await?;
    let (ann, bob, game) = here.pair(TITLE).await;
    let known = here.open_table(OTHER, ann, 2).await;
    here.service
        .tables()
        .join_table(here.now, &known, bob, Join::default())
        .await
        .expect("a free seat");
    mark_continued_by_newer_rules(&here, true).await;
    here.service.games().load(&game).await.map(drop).expect_err("it is the newer program's");
    Some(([here, there], [game, known]))
}

/// An outage of all nodes is compensated once in each game, by whichever version can read it.
#[tokio::test]
async fn outage_ends_when_newer_games_are_compensated_too() {
    let Some(([mut here, there], [game, known])) = newer_and_readable_game().await else {
        return;
    };
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.now += Duration::minutes(20);
    for _ in 0..3 {
        here.service.clocks().heartbeat(here.now).await.expect("a beat");
        here.now += Duration::seconds(11);
    }
    assert_eq!(outages(&here, &known).await, 1);
    assert_eq!(nodes::open(here.service.store().read()).await.expect("asked").len(), 1);
    let (ann, bob) = (here.player_of("ann").await, here.player_of("bob").await);
    let new = here.open_table(OTHER, ann, 2).await;
    here.service
        .tables()
        .join_table(here.now, &new, bob, Join::default())
        .await
        .expect("a free seat");
    // The newer version arrives; one node that can read the game is enough.
    for _ in 0..3 {
        here.now += Duration::seconds(40);
        here.service.clocks().heartbeat(here.now).await.expect("a beat");
    }
    mark_continued_by_newer_rules(&here, false).await;
    there.service.clocks().heartbeat(here.now).await.expect("a beat");
    assert_eq!(nodes::open(here.service.store().read()).await.expect("asked").len(), 0);
    let all = [outages(&there, &game).await, outages(&there, &known).await];
    assert_eq!(all, [1, 1], "each is given it back once");
    assert_eq!(outages(&there, &new).await, 0, "what came later has lost nothing");
}

/// If no newer version arrives, the outage must not stay open. Otherwise it would be merged with
/// the next one, and all games would be compensated for the time in between.
#[tokio::test]
async fn outage_of_unreadable_games_ends_after_ten_minutes() {
    let Some(([mut here, _there], [_, known])) = newer_and_readable_game().await else {
        return;
    };
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    here.now += Duration::minutes(20);
    for _ in 0..80 {
        here.service.clocks().heartbeat(here.now).await.expect("a beat");
        here.now += Duration::seconds(10);
    }
    assert_eq!(nodes::open(here.service.store().read()).await.expect("asked").len(), 0);
    here.now += Duration::minutes(3);
    let due = |game: &Game| game.status.clocks.waits.values().filter_map(|wait| wait.due).min();
    let before = due(&here.service.games().load(&known).await.expect("readable"));
    here.restart_with_seed(3);
    here.service.clocks().comes_back(here.now).await.expect("it starts");
    here.service.clocks().heartbeat(here.now).await.expect("a beat");
    let after = due(&here.service.games().load(&known).await.expect("readable"));
    let given = after.zip(before).map(|(after, before)| after - before).expect("deadlines");
    assert!(given <= Duration::minutes(4), "{given} is more than the second outage was");
}

/// Compensation for email outages is also left to the newer version, and does not hold up other
/// games.
#[tokio::test]
async fn relay_outage_is_compensated_by_a_version_that_can_read() {
    let Some(([mut here, there], [game, known])) = newer_and_readable_game().await else {
        return;
    };
    here.service.clocks().relay_is_down(here.now).await.expect("noted");
    here.now += Duration::minutes(20);
    here.service.clocks().relay_answers(here.now).await.expect("noted");
    assert_eq!(here.service.clocks().relay_down_since().await.expect("asked"), None);
    assert_eq!(outages(&here, &known).await, 1);
    mark_continued_by_newer_rules(&here, false).await;
    there.service.clocks().heartbeat(here.now + Duration::seconds(5)).await.expect("a beat");
    assert_eq!([outages(&there, &game).await, outages(&there, &known).await], [1, 1]);
    assert_eq!(nodes::open(here.service.store().read()).await.expect("asked").len(), 0);
}

/// An email of an unknown kind is left for the newer version, which can claim it at once.
#[tokio::test]
async fn email_of_an_unknown_kind_waits_and_is_reported() {
    let mut app = App::seeded(5).await;
    app.pair(TITLE).await;
    let secret = admin_session(&app).await;
    let first = app.emails_of("ann").await.remove(0);
    let (message_id, kind) = ("newer@raven.example".to_owned(), "valentine".to_owned());
    let (due_at, to_player) = (app.now, Some(app.player_of("olga").await));
    let queued = QueuedEmail { message_id, kind, to_player, at: due_at, due_at, ..first };
    let store = app.service.store().clone();
    let job = store.write(writes!(|tx| outbox::owe(tx, &queued).await));
    let email = job.await.expect("owed");
    app.now += Duration::minutes(59);
    let config = Config::default();
    let named = async |app: &App| {
        let visit = Visit {
            config: &config,
            to: None,
            now: app.now,
            store: Some(store.clone()),
            patience: std::time::Duration::ZERO,
            files: Vec::new(),
        };
        let said = examine(&visit, &FakeDns::well()).await.to_string();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        said.contains("\"valentine\"")
    };
    let left = [sent(&app).await, sent(&app).await].concat();
    assert!(left.iter().any(|(to, _)| to == "ann@example.org"), "others leave: {left:?}");
    assert!(left.iter().all(|(_, text)| !text.contains("newer@raven.example")), "{left:?}");
    let row = outbox::get(store.read(), email).await.expect("an email");
    assert_eq!((row.state, row.attempts, row.queued.due_at), (OutboxState::Waiting, 0, due_at));
    let judged = app.service.composing().finish_email(app.now, &row.queued).await.expect("judged");
    assert!(matches!(judged, Composed::Later(then) if then > app.now), "it is left for later");
    let next = outbox::next_moment(store.read(), &known_kinds()).await.expect("asked");
    assert!(next.is_none_or(|next| next > app.now), "it is looked at again and again");
    assert!(!named(&app).await, "it may be up in a moment");
    app.now += Duration::minutes(2);
    assert!(named(&app).await);
    let mut browser = Pages::of(app.service.clone()).browser().signed_in(&secret);
    let page = browser.get("/admin/outbound").await;
    let notice = page.ok().text(".unknown-kind").expect("a notice");
    assert!(notice.contains("\u{201c}valentine\u{201d}"), "{notice}");
    let loose = app.service.loose_rows().await.expect("looked");
    assert!(matches!(&loose[..], [row] if row.newer && row.table == "outbox"), "{loose:?}");
    let newer = Kinds::of(["valentine", "your_turn"]);
    let due = outbox::due(store.read(), app.now, 9, false, &newer).await.expect("asked");
    assert_eq!(due, [email], "the newer program has it at once");
}

/// A copy of that game, opened by a version with newer conduct rules.
async fn of_a_newer_conduct(app: &mut App, known: &GameId) -> GameId {
    let (game, store) = (ravenpost_store::random_game_id(), app.service.store());
    let secret = secrets::get(store.read(), known).await.expect("a secret");
    let opened = app.service.games().load(known).await.expect("a game").events().next().cloned();
    let opened = opened.expect("it was opened");
    let own = format!(r#""conduct":{CONDUCT}"#);
    let act = opened.act.replacen(&own, &format!(r#""conduct":{}"#, CONDUCT + 1), 1);
    let bytes = <[u8; 32]>::try_from(secret).expect("32 bytes");
    let chain = Chain::of(&game, act.as_bytes(), Some(bytes)).expect("its chain");
    let new = NewEvent {
        at: app.now,
        kind: opened.kind.clone(),
        seat: None,
        act,
        known: "*".to_owned(),
        facts: NOTHING.to_owned(),
        draws: NOTHING.to_owned(),
        nonce: [9; 16],
    };
    let event = Arc::new(new.linked(&chain, &chain.genesis()));
    let row = games::get(store.read(), known).await.expect("a row");
    let row = GameRow { id: game.clone(), version: event.seq, head: event.hash, ..row };
    let id = game.clone();
    let done = store.write(writes!(|tx| {
        secrets::put(tx, &id, &bytes).await?;
        let change = Change {
            row: &row,
            after: Seq::NONE,
            events: &[event],
            waiting: &[],
            answered: None,
            emails: &[],
        };
        Commit::of(&change).store(tx).await.map(drop)
    }));
    done.await.expect("stored");
    app.restart_with_seed(9);
    game
}

/// A game with unknown conduct rules stays with the newer version, whatever rules this program
/// activates.
#[tokio::test]
async fn rules_of_a_game_with_newer_conduct_are_not_recorded() {
    let mut app = App::seeded(6).await;
    let (_, _, known) = app.pair(TITLE).await;
    let game = of_a_newer_conduct(&mut app, &known).await;
    let head = events::head(app.service.store().read(), &game).await.expect("a head");
    let mut other = titles::versions();
    other.insert(TITLE, other[TITLE] + 1);
    let followed =
        app.service.rules_versions().follow_rules(app.now, &other).await.expect("looked");
    assert_eq!(followed, 1, "the other game, which is known here");
    assert_eq!(events::head(app.service.store().read(), &game).await.expect("a head"), head);
    assert!(is_left_alone(&app, &game).await);
}

/// Giving up a seat takes an act, which this program cannot write in that game.
#[tokio::test]
async fn player_in_a_newer_game_is_not_erased() {
    let mut app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    store_newer_act(&mut app, &game).await;
    let why = app.service.data_of("ann@example.org").await.map(drop).expect_err("not here");
    let why = why.to_string();
    assert!(why.contains("newer version") && why.contains(game.as_str()), "{why}");
}
