//! Players who left a seat before their server moved: a former holder who takes the seat again on
//! the new server gets no new time, and everyone else is a newcomer.

use chrono::Duration;
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::table::join_table::Join;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::seat_holders;

use crate::harness::app::{App, fresh};
use crate::program::server_moves::packed;

const BLUE: Seat = Seat(2);

/// A game whose second player has left. Anyone may take the seat.
async fn left() -> (App, GameId) {
    let app = App::seeded(12).await;
    let ann = app.player("ann").await;
    let game = app.open_table("gotlandia", ann, 3).await;
    let tables = app.service.tables();
    let bob = app.player("bob").await;
    for player in [bob, app.player("cid").await] {
        tables.join_table(app.now, &game, player, Join::default()).await.expect("a free seat");
    }
    tables.leave_seat(app.now, &game, bob, &fresh()).await.expect("left");
    let reason = "He has left".to_owned();
    let open = Replacement { seat: BLUE, instead: Instead::Anybody, reason };
    tables.replace(app.now, &game, ann, &open, &fresh()).await.expect("open");
    (app, game)
}

/// Takes the seat, and returns whether the log says that the player had it before.
async fn takes(app: &App, game: &GameId, player: PlayerId) -> Option<bool> {
    let join = app.service.tables().join_table(app.now, game, player, Join::default());
    assert_eq!(join.await.expect("the free seat"), BLUE);
    let loaded = app.service.games().load(game).await.expect("a game");
    let taken = loaded.log.iter().filter_map(|entry| match entry.act {
        Act::TakenOver { seat: BLUE, returning, .. } => Some(*returning),
        _ => None,
    });
    taken.collect::<Vec<_>>().pop()
}

#[tokio::test]
async fn former_seat_holder_is_known_on_the_new_server() {
    let (old, game) = left().await;
    let (dir, _) = packed(&old, true).await;
    for (name, returning) in [("bob", true), ("eve", false)] {
        let mut new = App::seeded(13).await;
        new.now = old.now + Duration::hours(2);
        for taken in [1, 0] {
            let archive = new.service.archive();
            let done = archive.import_all(new.now, dir.path(), "elsewhere", KnownPeople::Ask).await;
            assert_eq!(done.expect("taken in").taken, taken);
        }
        let bob = new.player_of("bob").await;
        let held = seat_holders::ever_of(new.service.store().read(), bob).await.expect("readable");
        let was = seat_holders::ever_of(old.service.store().read(), old.player_of("bob").await);
        assert_eq!(held, was.await.expect("readable"), "once, although it was imported twice");
        let player = if name == "bob" { bob } else { new.player(name).await };
        assert_eq!(takes(&new, &game, player).await, Some(returning), "{name}");
        let audit = new.service.fairness().audit_game(&game).await;
        assert!(audit.expect("audited").clean());
    }
}

/// An account that was not asked is connected with no seat of another server.
#[tokio::test]
async fn nothing_is_announced_about_unlinked_players() {
    let (old, game) = left().await;
    let (dir, _) = packed(&old, true).await;
    let mut new = App::seeded(13).await;
    new.now = old.now + Duration::hours(2);
    let bob = new.player("bob").await;
    let archive = new.service.archive();
    let done = archive.import_all(new.now, dir.path(), "elsewhere", KnownPeople::Stay).await;
    assert_eq!(done.expect("taken in").taken, 1);
    let held = seat_holders::ever_of(new.service.store().read(), bob).await.expect("readable");
    assert!(held.is_empty(), "{held:?}");
    assert_eq!(takes(&new, &game, bob).await, Some(false));
}
