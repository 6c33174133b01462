//! Impossible forks: of themselves, of each other, of a fork, of something that is not a game. The
//! import refuses such files, and a stored one harms no other game.

use ravenpost::service::archive::verify::verify;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::act::{Consent, Fork, Opening, Pace};
use ravenpost_log::chain::{self, Chain};
use ravenpost_log::export::file::{self, Event, ExportScope, FORMAT, Header, Line};
use ravenpost_log::{Act, GameId, NewEvent, StoredEvent};
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Table, Visibility};
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::log::secrets;
use ravenpost_store::{Change, Commit};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

const SECRET: [u8; 32] = [7; 32];

fn id(number: u8) -> GameId {
    GameId::from_bytes([number; 12])
}

/// A fork of a game by its number, from the public view.
fn of(game: u8) -> Fork {
    let game = id(game).to_string();
    Fork {
        game,
        step: Step(4),
        hash: String::new(),
        viewer: None,
        same_players: true,
        spectator: true,
    }
}

/// The opening of a public table that claims to be a fork.
fn opened(app: &App, game_id: &GameId, fork: Fork) -> (StoredEvent, Game) {
    let opening = Opening {
        title: TITLE.to_owned(),
        name: "Forged".to_owned(),
        table: Table::of(2),
        pace: Pace::of(None),
        public: true,
        commitment: DrawInputs::commitment(&SECRET),
        chain: chain::NEWEST,
        fork: Some(fork),
        consent: Consent::All,
        rules: ravenpost::titles::find(TITLE).expect("a title").about().version,
        conduct: ravenpost_log::table::status::CONDUCT,
        organiser: None,
        epoch: ravenpost_rules::dice::Epoch([0; 32]),
    };
    let act = serde_json::to_string(&Act::Opened(Box::new(opening))).expect("plain data");
    let chain = Chain::of(game_id, act.as_bytes(), Some(SECRET)).expect("a chain");
    let new = NewEvent {
        at: app.now,
        kind: "opened".to_owned(),
        seat: None,
        act,
        known: Visibility::Everybody.code().to_string(),
        facts: "[]".to_owned(),
        draws: "[]".to_owned(),
        nonce: [3; 16],
    };
    let event = new.linked(&chain, &chain.genesis());
    let game = Game::fold(game_id, &[event.clone().into()]).expect("it folds");
    (event, game)
}

/// A file with such a game, as another server would export it to continue elsewhere.
fn written(app: &App, game_id: &GameId, fork: Fork) -> String {
    let (event, game) = opened(app, game_id, fork);
    let header = Header {
        version: FORMAT,
        game: game_id.to_string(),
        title: TITLE.to_owned(),
        name: "Forged".to_owned(),
        view: ExportScope::Whole,
        step: Step(1),
        head: game.tip.shown,
        chain: chain::NEWEST,
        running_until: Some(app.now.timestamp_millis()),
        secret: Some(data_encoding::HEXLOWER.encode(&SECRET)),
    };
    let line = Line::Event(Event {
        number: Seq(1),
        at: event.at.timestamp_millis(),
        kind: event.kind,
        seat: None,
        act: event.act,
        visibility: event.known,
        facts: event.facts,
        draws: event.draws,
        nonce: data_encoding::HEXLOWER.encode(&event.nonce),
        hash: event.hash,
    });
    file::write(header, [line])
}

/// Puts such a game into the database, as an unchecked import would have done.
async fn stands(app: &App, game_id: &GameId, fork: Fork) {
    let (event, game) = opened(app, game_id, fork);
    let row = GameRow {
        id: game_id.clone(),
        title: TITLE.to_owned(),
        name: "Forged".to_owned(),
        status: game.status.state,
        seats: 2,
        public: true,
        opened_at: app.now,
        changed_at: app.now,
        version: Seq(1),
        head: game.tip.head.hash,
    };
    let change = Change {
        row: &row,
        after: Seq::NONE,
        events: &[event.into()],
        waiting: &[],
        answered: None,
        emails: &[],
    };
    app.service.store().commit(Commit::of(&change)).await.expect("stored");
    let game_id = game_id.clone();
    let kept = app
        .service
        .store()
        .write(move |conn| Box::pin(async move { secrets::put(conn, &game_id, &SECRET).await }));
    kept.await.expect("kept");
}

#[tokio::test]
async fn fork_of_itself_or_of_nothing_is_refused() {
    let app = App::new().await;
    verify(&written(&app, &id(1), of(2)))
        .expect("a fork of a game that is not on this server holds");
    for (fork, why) in [
        (of(1), "a fork of itself"),
        (Fork { game: "../etc".to_owned(), ..of(2) }, "it is a fork of an invalid game id"),
        (Fork { step: Step::NONE, ..of(2) }, "forked from step 0"),
        (Fork { viewer: Some(Seat(200)), ..of(2) }, "a table of 2 has no seat 200"),
    ] {
        let text = written(&app, &id(1), fork);
        let wrong = verify(&text).expect_err("found out").to_string();
        assert!(wrong.contains(why), "{wrong}");
        let taken = app.service.archive().import(app.now, &text, "nowhere").await;
        assert!(taken.expect_err("not taken in").to_string().contains(why));
    }
}

#[tokio::test]
async fn fork_of_a_fork_is_refused_in_any_order() {
    let app = App::seeded(51).await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["steady"]).await;
    let step = app.service.games().load(&game).await.expect("a game").step();
    let way = Way::Alone { bot: "steady".to_owned() };
    let new = NewFork { of: game.clone(), step, way };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    let again = Fork { game: fork.to_string(), ..of(2) };
    let taken =
        app.service.archive().import(app.now, &written(&app, &id(1), again), "nowhere").await;
    assert!(taken.expect_err("refused").to_string().contains("a fork of a fork"));
    // The other way round: first the fork, then the game it claims as origin.
    app.service
        .archive()
        .import(app.now, &written(&app, &id(3), of(4)), "nowhere")
        .await
        .expect("taken in");
    let taken =
        app.service.archive().import(app.now, &written(&app, &id(4), of(5)), "nowhere").await;
    assert!(taken.expect_err("refused").to_string().contains("a fork of a fork"));
}

#[tokio::test]
async fn circular_forks_are_listed_and_audited_but_never_begin() {
    let app = App::seeded(52).await;
    for (game_id, fork) in [(1, 1), (2, 3), (3, 2), (4, 2)] {
        stands(&app, &id(game_id), of(fork)).await;
    }
    let ann = app.player("ann").await;
    let sound = app.open_table(TITLE, ann, 2).await;
    // A second process with none of them in memory.
    let settings = ravenpost::service::Settings::default();
    let other = ravenpost::service::Service::new(app.service.store().clone(), settings);
    let lobby = other.play().lobby().await.expect("a list");
    assert_eq!(lobby.open.len(), 5, "those and the one that is sound");
    assert!(lobby.open.iter().any(|listed| listed.row.id == sound));
    for game_id in 1..=4 {
        other.fairness().audit_game(&id(game_id)).await.expect("looked over");
        let game = other.games().load(&id(game_id)).await.expect("a game");
        assert!(game.begins.is_none(), "it is known from nowhere");
        let join = Join::default();
        other
            .tables()
            .join_table(app.now, &id(game_id), ann, join.clone())
            .await
            .expect("a seat is free");
        let bob = app.player(&format!("bob{game_id}")).await;
        let last = other.tables().join_table(app.now, &id(game_id), bob, join).await;
        assert!(last.expect_err("refused").to_string().contains("is not on this server"));
    }
}

/// A file that claims to continue from the full state of a game on this server reveals nothing
/// about it.
#[tokio::test]
async fn imported_fork_cannot_copy_a_running_game() {
    let app = App::seeded(53).await;
    let (_, bob, game) = app.pair(TITLE).await;
    let step = app.service.games().load(&game).await.expect("a game").step();
    let truly =
        Fork { game: game.to_string(), step, same_players: false, spectator: false, ..of(2) };
    let text = written(&app, &id(1), truly);
    app.service.archive().import(app.now, &text, "nowhere").await.expect("it holds by itself");
    let cleo = app.player("cleo").await;
    for (who, begins) in [(bob, false), (cleo, true)] {
        let joined = app.service.tables().join_table(app.now, &id(1), who, Join::default()).await;
        assert_eq!(joined.is_err(), begins, "{joined:?}");
    }
    assert!(!app.service.games().load(&id(1)).await.expect("a game").has_started());
}
