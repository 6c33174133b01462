//! Preferences on joining: private to the seat, and its first instruction when the game begins.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::game::table::preferences::ReceivedPreference;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Table, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::people::preferences;

use crate::harness::app::{App, fresh};
use crate::service::time::moments::{came, drawn, holds, load_game};

const TITLE: &str = "scharz";
const BOB: Seat = Seat(2);
const WISH: &str = "wish samnium etruria";

fn preference(line: &str) -> ReceivedPreference {
    ReceivedPreference { line: line.to_owned(), by_email: false }
}

fn joins(line: &str) -> Join {
    Join { preference: preference(line), ..Join::default() }
}

/// A table of three at which Ann sits.
async fn opened(app: &App) -> GameId {
    let ann = app.player("ann").await;
    let new = NewTable { pace: drawn(), ..app.plain(TITLE, 3) };
    app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table")
}

async fn sits(app: &App, game: &GameId, name: &str, line: &str) -> PlayerId {
    let player = app.player(name).await;
    app.service.tables().join_table(app.now, game, player, joins(line)).await.expect("a free seat");
    player
}

fn refused(why: ServiceError) -> String {
    let ServiceError::Refused(why) = why else { panic!("{why:?}") };
    why.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

async fn kept(app: &App, game: &GameId) -> Vec<(u8, String)> {
    let all = preferences::of_game(app.service.store().read(), game).await.expect("readable");
    all.into_iter().map(|one| (one.seat.0, one.order)).collect()
}

#[tokio::test]
async fn preference_answers_the_first_prompt_at_its_moment() {
    let mut app = App::seeded(3).await;
    let game = opened(&app).await;
    sits(&app, &game, "bob", "Wish Samnium, etruria").await;
    assert_eq!(kept(&app, &game).await, [(2, WISH.to_owned())]);
    let before = load_game(&app, &game).await;
    assert!(before.events().all(|event| !event.act.contains("samnium")), "no log has it");
    sits(&app, &game, "carol", "").await;
    assert_eq!(kept(&app, &game).await, [], "the log has it now");
    let begun = load_game(&app, &game).await;
    let moment = begun.clocks().moment(BOB).expect("it is asked");
    assert!(moment > app.now && moment <= app.now + Duration::minutes(30), "{moment}");
    assert_eq!(app.service.clocks().next_due().await.expect("asked"), Some(moment));
    let span = moment - app.now;
    app.passes(span).await;
    assert_eq!(came(&app, &game, BOB, Via::Instruction).await, [moment]);
    for seat in [Seat(1), Seat(3)] {
        app.order(&game, seat, "done anyway").await.expect("closed");
    }
    app.passes(Duration::minutes(10)).await;
    let now = load_game(&app, &game).await;
    assert!(
        now.seats().wait(BOB).is_some_and(|wait| wait.decision == "settle"),
        "{:?}",
        now.status.clocks.waits
    );
    let board = app.shown(&game, Viewer::Spectator).await;
    let board: serde_json::Value = serde_json::from_str(&board).expect("JSON");
    assert!(board["seats"][1]["home"].as_str().expect("a home").contains("samnium"), "{board}");
    holds(&app, &game).await;
}

#[tokio::test]
async fn preference_can_be_changed_and_belongs_to_the_seat() {
    let app = App::seeded(3).await;
    let game = opened(&app).await;
    let ann = app.player_of("ann").await;
    let say = async |player, line: &str| {
        app.service.tables().change_preference(&game, player, &preference(line)).await
    };
    assert_eq!(say(ann, "wish samnium").await.expect("kept"), Some("wish samnium".to_owned()));
    let bob = sits(&app, &game, "bob", WISH).await;
    say(bob, "wish latium").await.expect("kept");
    assert_eq!(
        kept(&app, &game).await,
        [(1, "wish samnium".to_owned()), (2, "wish latium".to_owned())]
    );
    assert_eq!(say(ann, "wish").await.expect("taken away"), None);
    app.service.tables().leave_seat(app.now, &game, bob, &fresh()).await.expect("left");
    assert_eq!(kept(&app, &game).await, []);
    let stranger = app.player("eve").await;
    say(stranger, WISH).await.expect_err("she does not sit there");
    // The next player in the seat has no preferences.
    let dora = sits(&app, &game, "dora", "").await;
    sits(&app, &game, "carol", "").await;
    let begun = load_game(&app, &game).await;
    assert!(begun.log.iter().all(|entry| !matches!(entry.act, Act::Ordered { .. })));
    assert!(refused(say(dora, WISH).await.expect_err("too late")).contains("has started"));
    holds(&app, &game).await;
}

#[tokio::test]
async fn invalid_preference_is_refused_with_a_reason() {
    let app = App::seeded(3).await;
    let game = opened(&app).await;
    let bob = app.player("bob").await;
    let mut told = Vec::new();
    for line in ["wish boii", "wish latium latium", "wish atlantis", "pick latium", "hello"] {
        let join = app.service.tables().join_table(app.now, &game, bob, joins(line)).await;
        told.push(refused(join.expect_err(line)));
    }
    assert!(told[0].contains("only these: Etruria, Latium and Samnium and Campania"), "{told:?}");
    assert!(told[1].contains("name each homeland only once"), "{told:?}");
    assert!(told[2].contains("atlantis"), "{told:?}");
    assert!(told[3..].iter().all(|one| one.contains("write \"wish\" and your choice")), "{told:?}");
    assert_eq!(load_game(&app, &game).await.seat_of(bob), None, "nor does he sit there");

    let ann = app.player_of("ann").await;
    let dealt = Table::of(3).with("homelands", "random");
    let dealt = NewTable { table: dealt, ..app.plain(TITLE, 3) };
    for new in [dealt, app.plain("gotlandia", 3)] {
        let other =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        assert_eq!(load_game(&app, &other).await.seats().preference(), None);
        let join = app.service.tables().join_table(app.now, &other, bob, joins(WISH)).await;
        let why = refused(join.expect_err("nothing to wish for"));
        assert!(why.contains("has no choices to make before it starts"), "{why}");
    }
}

#[tokio::test]
async fn preference_against_bots_answers_at_once() {
    let app = App::seeded(3).await;
    let game = opened(&app).await;
    let ann = app.player_of("ann").await;
    app.service
        .tables()
        .change_preference(&game, ann, &preference("wish samnium"))
        .await
        .expect("kept");
    for seat in [2, 3] {
        let key = fresh();
        let bot = app.service.tables().seat_bot(app.now, &game, ann, Seat(seat), "steady", &key);
        bot.await.expect("a bot sits there");
    }
    let begun = load_game(&app, &game).await;
    assert_eq!(begun.status.state, Status::Running);
    assert!(begun.seats().wait(Seat(1)).is_some_and(|wait| wait.decision == "settle"));
    assert!(app.shown(&game, Viewer::Spectator).await.contains("samnium"));
    holds(&app, &game).await;
}

/// A preference set on one node takes effect on another.
#[tokio::test]
async fn last_preference_counts_on_every_node() {
    let Some([one, other]) = App::nodes().await else { return };
    let game = opened(&one).await;
    let bob = sits(&one, &game, "bob", WISH).await;
    assert_eq!(load_game(&other, &game).await.status.seats.free().len(), 1);
    one.service
        .tables()
        .change_preference(&game, bob, &preference("wish samnium"))
        .await
        .expect("kept");
    sits(&other, &game, "carol", "").await;
    let begun = load_game(&one, &game).await;
    let left = begun.log.iter().filter_map(|entry| match entry.act {
        Act::Ordered { order, .. } => Some(order.clone()),
        _ => None,
    });
    assert_eq!(left.collect::<Vec<_>>(), ["wish samnium"]);
    holds(&one, &game).await;
}

#[tokio::test]
async fn fork_starts_at_its_step_without_preferences() {
    let mut app = App::seeded(3).await;
    let game = opened(&app).await;
    let ann = app.player_of("ann").await;
    sits(&app, &game, "bob", WISH).await;
    sits(&app, &game, "carol", "").await;
    let step = app.step(&game).await;
    let fork = NewFork { of: game.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, ann, &fork, &fresh()).await.expect("a fork");
    assert_eq!(load_game(&app, &fork).await.seats().preference(), None);
    app.passes(Duration::minutes(40)).await;
    assert_eq!(came(&app, &game, BOB, Via::Instruction).await.len(), 1, "the game itself goes on");
}
