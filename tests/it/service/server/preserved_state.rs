//! Clock and table state is preserved by forks (as far as it applies), moves to another server, and
//! backups: sealed sheets, a current vacation, a warning.

use chrono::{DateTime, Duration, SubsecRound, Utc};
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::vacation::Dates;
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::Leave;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;

use crate::harness::acts::count;
use crate::harness::app::{App, fresh};
use crate::harness::folder::folder;
use crate::service::TITLE;
use crate::service::table::rewinds::play;

const HOUR: u32 = 3_600;
const TEN: Duration = Duration::minutes(10);
const BLUE: Seat = Seat(2);

fn pace() -> Pace {
    let vacation = Some(Leave { days: 10, stops_clock: true });
    Pace { vacation, ..Pace::of(Some(48 * HOUR)).sealed_for(600) }
}

/// A three-player game that begins with a simultaneous decision.
async fn table(title: &str) -> (App, GameId) {
    let mut app = App::seeded(3).await;
    app.now = "2026-11-20T09:00:00Z".parse().expect("a Friday");
    app.service.clocks().heartbeat(app.now).await.expect("awake");
    let ann = app.player("ann").await;
    let new = NewTable { pace: pace(), ..app.plain(title, 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in ["bob", "carol"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game, player, Join::default())
            .await
            .expect("a seat");
    }
    (app, game)
}

async fn sealed() -> (App, GameId) {
    let (mut app, game) = table("gotlandia").await;
    for seat in [1, 2, 3] {
        let order = app.some_order(&game, Seat(seat)).await;
        app.order(&game, Seat(seat), &order).await.expect("legal");
    }
    assert_eq!(opens(&app, &game).await, Some(app.now + TEN));
    (app, game)
}

async fn load_game(app: &App, game: &GameId) -> Game {
    Game::clone(&app.service.games().load(game).await.expect("a game"))
}

async fn opens(app: &App, game: &GameId) -> Option<DateTime<Utc>> {
    load_game(app, game).await.status.clocks.opens.map(|opens| opens.at)
}

async fn holds(app: &App, game_id: &GameId) {
    let game = load_game(app, game_id).await;
    let log: Vec<_> = game.events().cloned().collect();
    let folded = Game::fold(game_id, &log).expect("it folds");
    assert_eq!(folded.status.clocks.waits, game.status.clocks.waits);
    assert_eq!(folded.status.clocks.opens, game.status.clocks.opens);
    assert_eq!(folded.status.vacations, game.status.vacations);
    let audited = app.service.fairness().audit_game(game_id).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

/// The server restored from a backup at the same moment.
async fn restored(app: &App, folder: &tempfile::TempDir) -> App {
    let path = folder.path().join("copy.db");
    app.service.store().backup(&path).await.expect("copied");
    App::on(&path, app.now).await
}

/// Another server that has imported all games of this one, that much later.
async fn moved(app: &App, later: Duration) -> App {
    let dir = folder();
    app.service.archive().export_all(app.now, dir.path(), true).await.expect("written");
    let mut new = App::seeded(77).await;
    new.now = app.now + later;
    let all =
        new.service.archive().import_all(new.now, dir.path(), "the old machine", KnownPeople::Sit);
    all.await.expect("taken in");
    new
}

#[tokio::test]
async fn sealed_sheets_are_revealed_after_a_restore_or_import() {
    let (app, game) = sealed().await;
    let folder = folder();
    let mut copy = restored(&app, &folder).await;
    assert_eq!(opens(&copy, &game).await, Some(app.now + TEN));
    copy.passes(TEN).await;
    assert_eq!(count(&copy, &game, "orders-revealed").await, 1);
    assert!(!load_game(&copy, &game).await.seats().awaited_seats().is_empty(), "the game goes on");
    holds(&copy, &game).await;

    let mut new = moved(&app, Duration::days(1)).await;
    let at = opens(&new, &game).await.expect("still sealed");
    let way = new.now.trunc_subsecs(3) - app.now.trunc_subsecs(3);
    assert_eq!(at, app.now + TEN + way, "the way between counts for nothing");
    new.passes(TEN).await;
    assert_eq!(count(&new, &game, "orders-revealed").await, 1);
    assert!(!load_game(&new, &game).await.seats().awaited_seats().is_empty(), "the game goes on");
    holds(&new, &game).await;
}

/// A fork from the step at which all seats have sealed reveals the orders, because it has no one to
/// prompt.
#[tokio::test]
async fn fork_from_sealed_sheets_goes_on() {
    let (mut app, game) = sealed().await;
    let (step, ann) = (app.step(&game).await, app.player_of("ann").await);
    let way = Way::Alone { bot: "steady".to_owned() };
    let new = NewFork { of: game.clone(), step, way };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    let alone = load_game(&app, &fork).await;
    assert_eq!(alone.status.state, Status::Running);
    assert!(!alone.seats().awaited_seats().is_empty(), "somebody is asked");
    holds(&app, &fork).await;
    let new = NewFork { of: game.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    for name in ["bob", "carol"] {
        let player = app.player_of(name).await;
        app.service
            .tables()
            .join_table(app.now, &fork, player, Join::default())
            .await
            .expect("a seat");
    }
    let together = load_game(&app, &fork).await;
    assert_eq!(together.status.state, Status::Running);
    assert!(!together.seats().awaited_seats().is_empty(), "somebody is asked");
    holds(&app, &fork).await;
    app.passes(TEN).await;
    assert_eq!(count(&app, &game, "orders-revealed").await, 1, "the game itself is opened as ever");
}

/// Blue is the only awaited seat and on vacation from today.
async fn away() -> (App, GameId) {
    let (mut app, game) = table(TITLE).await;
    for _ in 0..100 {
        let now = load_game(&app, &game).await;
        if now.seats().wait(BLUE).is_some_and(|wait| !wait.together) {
            break;
        }
        play(&mut app, &game, 1).await;
        app.passes(TEN).await;
    }
    let first = app.now.format("%Y-%m-%d").to_string();
    let last = (app.now + Duration::days(3)).format("%Y-%m-%d").to_string();
    let (dates, bob) = (Dates { first, last }, app.player_of("bob").await);
    let zone = ravenpost::zone::Zone::or_utc("Europe/Stockholm");
    let gone =
        app.service.tables().go_on_vacation(app.now, &game, bob, &dates, zone, &fresh()).await;
    gone.expect("booked");
    app.passes(Duration::hours(1)).await;
    assert_eq!(count(&app, &game, "vacation-started").await, 1);
    assert!(
        load_game(&app, &game).await.seats().wait(BLUE).is_some_and(|wait| wait.held.is_some())
    );
    (app, game)
}

#[tokio::test]
async fn vacation_moves_with_the_game_but_not_into_its_fork() {
    let (mut app, game_id) = away().await;
    let before = load_game(&app, &game_id).await;
    let folder = folder();
    let copy = restored(&app, &folder).await;
    let kept = load_game(&copy, &game_id).await;
    assert_eq!(
        (&kept.status.vacations, &kept.status.clocks.waits),
        (&before.status.vacations, &before.status.clocks.waits)
    );
    let bob = copy.player_of("bob").await;
    copy.service
        .tables()
        .return_from_vacation(copy.now, &game_id, bob, &fresh())
        .await
        .expect("back");
    holds(&copy, &game_id).await;

    let new = moved(&app, Duration::days(1)).await;
    let taken = load_game(&new, &game_id).await;
    assert_eq!(
        taken.status.vacations, before.status.vacations,
        "the days are days of the calendar"
    );
    let [was, is] = [&before, &taken]
        .map(|game| game.seats().wait(BLUE).and_then(|wait| wait.due).expect("asked"));
    assert!(is >= was && is <= was + Duration::days(1), "{was}, {is}");
    holds(&new, &game_id).await;
    let bob = new.player_of("bob").await;
    new.service
        .tables()
        .return_from_vacation(new.now, &game_id, bob, &fresh())
        .await
        .expect("back");
    let left = load_game(&new, &game_id).await.status.vacation_left(BLUE).expect("some");
    assert!(left > Duration::days(7) && left < Duration::days(10), "{left}");
    holds(&new, &game_id).await;

    let (step, ann) = (app.step(&game_id).await, app.player_of("ann").await);
    let fork = NewFork { of: game_id.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, ann, &fork, &fresh()).await.expect("forked");
    for name in ["bob", "carol"] {
        let player = app.player_of(name).await;
        app.service
            .tables()
            .join_table(app.now, &fork, player, Join::default())
            .await
            .expect("a seat");
    }
    let forked = load_game(&app, &fork).await;
    assert!(forked.status.vacations.all.is_empty(), "a new player has all vacation days");
    assert_eq!(forked.status.vacation_left(BLUE), Some(Duration::days(10)));
    let wait = forked.seats().wait(BLUE).cloned().expect("asked there as well");
    assert_eq!(wait.due, Some(app.now.trunc_subsecs(3) + Duration::hours(48)));
    holds(&app, &fork).await;
    app.passes(Duration::hours(49)).await;
    assert_eq!(count(&app, &game_id, "timed-out").await, count(&copy, &game_id, "timed-out").await);
}

/// A fork that waits for players is a table of its own: it is warned and closed separately, and the
/// original game continues.
#[tokio::test]
async fn empty_fork_is_warned_and_closed_like_any_table() {
    let (mut app, game) = table(TITLE).await;
    play(&mut app, &game, 3).await;
    let (step, ann) = (app.step(&game).await, app.player_of("ann").await);
    let new = NewFork { of: game.clone(), step, way: Way::Together };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    let warned = |act: &Act| matches!(act, Act::ClosureAnnounced { .. });
    for (days, warnings, status) in [
        (29, 0, Status::Open),
        (1, 1, Status::Open),
        (6, 1, Status::Open),
        (1, 1, Status::Cancelled),
    ] {
        app.now += Duration::days(days);
        app.service.members().see_to_idle_tables(app.now).await.expect("seen to");
        let now = load_game(&app, &fork).await;
        let told = now.log.iter().filter(|entry| warned(entry.act)).count();
        assert_eq!((told, now.status.state), (warnings, status), "after {days} days more");
    }
    holds(&app, &fork).await;
    assert_eq!(app.status(&game).await, Status::Running);
    let bob = app.player_of("bob").await;
    let late = app.service.tables().join_table(app.now, &fork, bob, Join::default()).await;
    late.expect_err("the table is closed");
}
