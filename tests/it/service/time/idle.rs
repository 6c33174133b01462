//! Idle tables: all members are warned first, a click keeps the table, and otherwise it is closed,
//! or ends without a result.

use chrono::Duration;
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::lists::games;

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

async fn warnings(app: &App, game_id: &GameId) -> usize {
    let game = app.service.games().load(game_id).await.expect("a game");
    game.log.iter().filter(|entry| matches!(entry.act, Act::ClosureAnnounced { .. })).count()
}

async fn after(app: &mut App, days: i64) {
    app.now += Duration::days(days);
    app.service.members().see_to_idle_tables(app.now).await.expect("seen to");
}

async fn sound(app: &App, game: &GameId) {
    let audited = app.service.fairness().audit_game(game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn unjoined_table_is_closed_a_week_after_its_warning() {
    let mut app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    after(&mut app, 29).await;
    assert_eq!(warnings(&app, &game).await, 0, "not yet");
    after(&mut app, 1).await;
    after(&mut app, 0).await;
    assert_eq!(warnings(&app, &game).await, 1, "once");
    assert_eq!(app.emails_queued("ann").await, ["organiser_action"]);
    let queued = app.emails_of("ann").await.remove(0);
    let email = app.written(&queued).await.expect("it is true");
    let text = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = (app.now + Duration::days(7)).format("%-d %B %Y").to_string();
    assert!(text.contains(&end), "{end}: {text}");
    after(&mut app, 6).await;
    assert_eq!(app.status(&game).await, Status::Open);
    after(&mut app, 1).await;
    assert_eq!(app.status(&game).await, Status::Cancelled);
    sound(&app, &game).await;
}

/// A table opened for others begins without players: the organiser is warned, can keep it, and is
/// notified when it is closed.
#[tokio::test]
async fn table_without_players_warns_its_organiser() {
    let mut app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let new = NewTable { own_seat: None, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    after(&mut app, 29).await;
    assert_eq!(warnings(&app, &game).await, 0, "not yet");
    after(&mut app, 1).await;
    after(&mut app, 0).await;
    assert_eq!(warnings(&app, &game).await, 1, "once");
    assert_eq!(app.emails_queued("ann").await, ["organiser_action"]);
    let queued = app.emails_of("ann").await.remove(0);
    let email = app.written(&queued).await.expect("it is true");
    let text = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in
        ["it will be cancelled on", "click the button on its page", "you organise this game"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    app.service.tables().keep_table(app.now, &game, ann, &fresh()).await.expect("kept");
    after(&mut app, 29).await;
    assert_eq!((app.status(&game).await, warnings(&app, &game).await), (Status::Open, 1));
    after(&mut app, 1).await;
    after(&mut app, 7).await;
    assert_eq!(app.status(&game).await, Status::Cancelled);
    let queued = app.emails_of("ann").await.remove(0);
    let email = app.written(&queued).await.expect("it is true");
    assert!(
        email.text.contains("There was no activity after everyone had been warned"),
        "{}",
        email.text
    );
    assert!(!email.text.contains("The organiser cancelled it"), "{}", email.text);
    sound(&app, &game).await;
}

/// A table without players and organiser is also closed; its page has announced it.
#[tokio::test]
async fn table_without_players_and_organiser_is_closed() {
    let mut app = App::seeded(4).await;
    let new = NewTable { own_seat: None, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, None, &new).await.expect("a table");
    after(&mut app, 30).await;
    assert_eq!(warnings(&app, &game).await, 1);
    after(&mut app, 7).await;
    assert_eq!(app.status(&game).await, Status::Cancelled);
    sound(&app, &game).await;
}

/// However many tables are idle, the oldest gets its turn: they are read by id, a few at a time,
/// until none is left.
#[tokio::test]
async fn all_idle_tables_are_processed_in_order() {
    let app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(app.open_table(TITLE, ann, 2).await);
    }
    let (mut found, mut last) = (Vec::new(), None);
    loop {
        let reader = app.service.store().read();
        let some =
            games::unchanged(reader, app.now, app.now, last.as_ref(), 2).await.expect("read");
        let Some(end) = some.last().cloned() else { break };
        assert!(some.len() <= 2);
        (found, last) = ([found, some].concat(), Some(end));
    }
    all.sort_unstable();
    assert_eq!(found, all);
}

#[tokio::test]
async fn joining_keeps_a_warned_table() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 3).await;
    after(&mut app, 30).await;
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    after(&mut app, 20).await;
    assert_eq!(app.status(&game).await, Status::Open, "somebody came");
    after(&mut app, 10).await;
    assert_eq!(warnings(&app, &game).await, 2, "and a month later nobody since");
    sound(&app, &game).await;
}

#[tokio::test]
async fn game_played_only_by_the_clock_ends_after_a_warning() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let pace = Pace::of(Some(60 * 86_400));
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.tables().join_table(app.now, &game_id, bob, Join::default()).await.expect("a seat");
    app.passes(Duration::days(60)).await;
    assert_eq!(warnings(&app, &game_id).await, 1, "with the deadline that nobody kept");
    app.passes(Duration::days(13)).await;
    assert_eq!(app.status(&game_id).await, Status::Running);
    after(&mut app, 1).await;
    assert_eq!(app.status(&game_id).await, Status::Over);
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.status.agreed, Some(Vec::new()), "no result");
    sound(&app, &game_id).await;
}

#[tokio::test]
async fn order_keeps_a_game_without_deadlines() {
    let mut app = App::seeded(4).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace: Pace::of(None), ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    after(&mut app, 119).await;
    assert_eq!(warnings(&app, &game).await, 0, "who is in no hurry is not hurried");
    after(&mut app, 1).await;
    assert_eq!(warnings(&app, &game).await, 1);
    let order = app.some_order(&game, Seat(1)).await;
    app.order(&game, Seat(1), &order).await.expect("legal");
    after(&mut app, 14).await;
    assert_eq!(app.status(&game).await, Status::Running);
    sound(&app, &game).await;
}

/// After the warning, players and the organiser can keep an open table with a click.
#[tokio::test]
async fn only_players_and_the_organiser_can_keep_a_table() {
    for plays in [true, false] {
        let mut app = App::seeded(4).await;
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let carol = app.player("carol").await;
        let own_seat = plays.then_some(Seat(1));
        let new = NewTable { own_seat, ..app.plain(TITLE, 3) };
        let game_id =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        app.service
            .tables()
            .join_table(app.now, &game_id, carol, Join::default())
            .await
            .expect("a seat");
        let early = app.service.tables().keep_table(app.now, &game_id, ann, &fresh()).await;
        assert!(early.expect_err("too early").to_string().contains("not due to be closed"));
        after(&mut app, 30).await;
        let stranger = app.service.tables().keep_table(app.now, &game_id, bob, &fresh()).await;
        stranger.expect_err("nobody of theirs");
        after(&mut app, 6).await;
        let key = fresh();
        for _ in 0..2 {
            app.service
                .tables()
                .keep_table(app.now, &game_id, ann, &key)
                .await
                .expect("kept, once");
        }
        let game = app.service.games().load(&game_id).await.expect("a game");
        let kept =
            game.log.iter().filter(|entry| matches!(entry.act, Act::KeptOpen { .. })).count();
        assert_eq!((kept, game.status.closes), (1, None));
        after(&mut app, 29).await;
        assert_eq!((app.status(&game_id).await, warnings(&app, &game_id).await), (Status::Open, 1));
        after(&mut app, 1).await;
        assert_eq!(warnings(&app, &game_id).await, 2, "and is warned anew");
        sound(&app, &game_id).await;
    }
}

/// A round only checks tables that may need action, not every table every hour. The cost depends on
/// the work to be done, not on the number of idle tables.
#[tokio::test]
async fn round_checks_an_idle_table_only_when_due() {
    let mut app = App::seeded(4).await;
    let ann = app.player("ann").await;
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(app.open_table(TITLE, ann, 2).await);
    }
    app.now += Duration::days(8);
    let mut looked = Vec::new();
    for _ in 0..48 {
        looked.push(app.service.members().see_to_idle_tables(app.now).await.expect("seen to"));
        app.now += Duration::hours(1);
    }
    assert_eq!((looked[0], looked.iter().sum::<u64>()), (20, 20), "{looked:?}");
    // This survives a restart of the service.
    app.restart_with_seed(5);
    assert_eq!(app.service.members().see_to_idle_tables(app.now).await.expect("seen to"), 0);
    app.now += Duration::days(20);
    assert_eq!(app.service.members().see_to_idle_tables(app.now).await.expect("seen to"), 20);
    for game in &games {
        assert_eq!(warnings(&app, game).await, 1);
    }
    after(&mut app, 7).await;
    for game in &games {
        assert_eq!(app.status(game).await, Status::Cancelled);
    }
}

/// The cost of a round on a server with thousands of tables: `RAVENPOST_TABLES=3000` plays and
/// prints it.
#[tokio::test]
async fn measure_a_round_over_idle_tables() {
    let wanted = std::env::var("RAVENPOST_TABLES").ok().and_then(|number| number.parse().ok());
    let tables: u64 = wanted.unwrap_or(12);
    let mut app = App::seeded(4).await;
    // Two players open all of them, more than the default limits allow.
    let settings = app.service.settings().clone();
    let settings = Settings { tables_a_day: tables, acts_an_hour: tables * 9, ..settings };
    let (store, entropy) = (app.service.store().clone(), Entropy::seeded(4));
    app.service = Service::with_entropy(store, settings, entropy);
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    for _ in 0..tables {
        let new = NewTable { pace: Pace::of(None), ..app.plain(TITLE, 2) };
        let game_id =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        app.service
            .tables()
            .join_table(app.now, &game_id, bob, Join::default())
            .await
            .expect("a seat");
        for seat in [1, 2] {
            let game = app.service.games().load(&game_id).await.expect("a game");
            if game.seats().wait(Seat(seat)).is_some() {
                let order = app.some_order(&game_id, Seat(seat)).await;
                app.order(&game_id, Seat(seat), &order).await.expect("legal");
            }
        }
    }
    // A tick and a round on these days: nothing is due, each table is checked once, all are warned,
    // nothing again, and all end.
    let days = [("nothing", 1, 0), ("a first look", 7, tables), ("nothing", 1, 0)];
    let days = days.into_iter().chain([("warnings", 112, tables), ("nothing", 1, 0)]);
    for (what, days, expected) in days.chain([("the end", 30, tables), ("nothing", 30, 0)]) {
        app.now += Duration::days(days);
        let began = std::time::Instant::now();
        app.service.clocks().tick(app.now).await.expect("a tick");
        app.service.clocks().next_due().await.expect("asked");
        let ticked = began.elapsed();
        let began = std::time::Instant::now();
        let looked = app.service.members().see_to_idle_tables(app.now).await.expect("seen to");
        let round = began.elapsed();
        println!("{tables} tables, {what}: tick {ticked:?}; round {round:?}, {looked} looked at");
        assert_eq!(looked, expected, "{what}");
    }
}
