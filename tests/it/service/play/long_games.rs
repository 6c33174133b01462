//! Long games: how much of them is cached in memory, and that nothing is missing.

use std::sync::Arc;

use ravenpost::service::{Service, Settings};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::harness::app::App;
use crate::service::TITLE;
use crate::service::integrity::seals::change;
use crate::service::table::rewinds::{back, holds, key, play, vote};

/// A game of Ann and Bob with about that many events. Almost all of them are standing instructions
/// that Ann gives and withdraws.
pub async fn long(app: &mut App, events: u64) -> GameId {
    let (_, _, game) = app.pair(TITLE).await;
    let begun = app.service.games().load(&game).await.expect("a game").last_seq();
    for number in begun.0..events {
        let order = ["standing grow never", "standing grow always"][usize::from(number % 2 == 0)];
        app.order(&game, Seat(1), order).await.expect("taken");
    }
    game
}

/// Orders and the default page of a long game only need the recent events; the rest stays packed.
#[tokio::test]
async fn default_page_of_a_long_game_reads_no_old_events() {
    let mut app = App::new().await;
    let game_id = long(&mut app, 400).await;
    let ann = app.player_of("ann").await;
    for reader in [Some(ann), None] {
        let presentation =
            app.service.play().read_game(&game_id, reader, None).await.expect("a sight");
        let game = &presentation.game;
        assert!(game.log.is_packed() && !game.log.is_loose());
        assert!(game.log.weight() < 400 * 420, "{} bytes", game.log.weight());
        assert!(game.orders().may_take_back(Seat(1)).is_some());
        assert_eq!(
            (game.orders().last_order(Seat(2)), game.history().changed_after(game.step())),
            (None, None)
        );
        assert!(game.history().changed_before(game.step()).is_none() && game.has_started());
        let last = game.orders().may_take_back(Seat(1)).map(|last| game.orders().mark(&last));
        assert_eq!(last, Some(format!("{}.{}", game.step(), game.last_seq() - game.step().0)));
        assert_eq!(game.log.unpacked(), 0, "for {reader:?}");
        let told = presentation.story(presentation.recent(40)).expect("a story");
        assert_eq!(told.len(), if reader.is_some() { 300 } else { 4 });
    }
    // A full read unpacks the events only for its caller.
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!(game.last_seq(), game.events().count() as u64);
    assert!(game.log.unpacked() > 0);
    assert_eq!(app.service.games().load(&game_id).await.expect("a game").log.unpacked(), 0);
    holds(&app, &game_id).await;
}

/// Reading a log in parts gives the same result as reading it whole. This holds with undos and
/// rewinds across part boundaries, and with a gap at any position.
#[tokio::test]
async fn long_log_read_in_parts_is_the_same() {
    let mut app = App::seeded(4).await;
    let game_id = long(&mut app, 1_000).await;
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    for number in 0..30 {
        let order = ["standing grow never", "standing grow always"][number % 2];
        app.order(&game_id, Seat(1), order).await.expect("taken");
        if number % 3 == 0 {
            let key = key(&format!("last {number}"));
            app.service
                .play()
                .take_back_last(app.now, &game_id, Seat(1), ann, &key)
                .await
                .expect("back");
        }
    }
    play(&mut app, &game_id, 6).await;
    let asked = app
        .service
        .votes()
        .propose_rewind(app.now, &game_id, ann, &back(Step(6)), &key("back"))
        .await;
    assert!(!asked.expect("put to the vote"));
    vote(&app, &game_id, bob, true).await;
    let events = app.service.games().load(&game_id).await.expect("a game").last_seq();
    assert!(events > Seq(1_024), "only {events} events");
    app.restart_with_seed(4);
    holds(&app, &game_id).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert_eq!((game.last_seq(), game.log.is_packed()), (events, true));

    let file = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = file.connect().await.expect("the file is there");
    // From the end backwards, because the first gap is reported. A gap longer than a part is
    // reported at the last event.
    for (gone, after) in
        [("= 1030", 1_031), ("= 1024", 1_025), ("= 500", 501), ("BETWEEN 4 AND 1035", events.0)]
    {
        let cut = format!("DELETE FROM event WHERE game = '{game_id}' AND seq {gone}");
        change(&mut conn, &cut).await;
        app.restart_with_seed(5);
        let why = app.service.games().load(&game_id).await.err().map(|why| why.to_string());
        let lacks = format!("lacks an event before event {after}");
        assert!(why.as_ref().is_some_and(|why| why.contains(&lacks)), "{gone}: {why:?}");
    }
}

/// A gap longer than a part begins where a full part ends: the empty part is not taken for the end
/// of the log.
#[tokio::test]
async fn gap_after_a_full_part_is_not_the_end_of_the_log() {
    let mut app = App::seeded(6).await;
    let game = long(&mut app, 2_100).await;
    let file = SqliteConnectOptions::new().filename(app.service.store().path());
    let mut conn = file.connect().await.expect("the file is there");
    let cut = format!("DELETE FROM event WHERE game = '{game}' AND seq BETWEEN 1025 AND 2099");
    change(&mut conn, &cut).await;
    app.restart_with_seed(7);
    let why = app.service.games().load(&game).await.err().map(|why| why.to_string());
    assert!(why.as_ref().is_some_and(|why| why.contains("before event 2100")), "{why:?}");
}

/// The cache of games is limited by bytes, however many games are read.
#[tokio::test]
async fn cache_is_limited_by_bytes_and_not_by_games() {
    let app = App::new().await;
    let mut games = Vec::new();
    for _ in 0..12 {
        games.push(app.bots_only(TITLE, &["random", "random"]).await);
    }
    let memory = 250_000;
    let settings = Settings { memory, ..Settings::default() };
    let service = Service::new(app.service.store().clone(), settings);
    let mut whole = 0;
    for game_id in games.iter().chain(&games) {
        let game = service.games().load(game_id).await.expect("a game");
        assert_eq!(
            game.last_seq(),
            app.service.games().load(game_id).await.expect("a game").last_seq()
        );
        whole += game.memory().weight();
        assert!(
            service.cached_count() <= memory.max(game.memory().weight() + 100),
            "{}",
            service.cached_count()
        );
    }
    assert!(whole > 4 * memory, "{whole} bytes do not all find room");
}

/// An audit result is cached for all requests. It equals that of a full audit, even after new
/// events.
#[tokio::test]
async fn verdict_is_cached_until_the_next_event() {
    let mut app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    for round in 0..8 {
        let first = app.service.fairness().verdict(&game).await.expect("looked over");
        let again = app.service.fairness().verdict(&game).await.expect("looked over");
        assert!(Arc::ptr_eq(&first, &again), "nothing has come since");
        let whole = app.service.fairness().audit_game(&game).await.expect("looked over");
        assert!(whole.clean(), "{whole:?}");
        assert_eq!(format!("{:?}", first.audited), format!("{whole:?}"), "in round {round}");
        match round {
            3 | 6 => {
                let (back, key) = (back(Step(6)), key(&format!("back in round {round}")));
                let asked =
                    app.service.votes().propose_rewind(app.now, &game, ann, &back, &key).await;
                assert!(!asked.expect("put to the vote"));
                vote(&app, &game, app.player_of("bob").await, true).await;
            }
            _ => play(&mut app, &game, 3).await,
        }
    }
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    let verdict = app.service.fairness().verdict(&over).await.expect("looked over");
    assert!(verdict.dice.as_ref().is_some_and(|dice| dice.holds() && !dice.draws.is_empty()));
}
