//! Moving a whole server as files: exported at one point in time, verified and imported elsewhere.
//! Each game continues unchanged, and no player loses time. Altered files are reported.

use std::fs;
use std::path::Path;

use chrono::{Duration, SubsecRound};
use ravenpost::service::ServiceError;
use ravenpost::service::archive::moving::KnownPeople;
use ravenpost::service::archive::moving::folder::check;
use ravenpost::service::archive::moving::index::{Index, IndexEntry, NAME, PastSeat};
use ravenpost::service::archive::moving::pack::Packed;
use ravenpost::service::archive::moving::unpack::{OldSeals, Unpacked};
use ravenpost::service::archive::saved_email_answers::{LogAnswer, SealAnswer};
use ravenpost::service::archive::verify::verify;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::act::Pace;
use ravenpost_log::email::saved::SavedEmail;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::log::{audit, events, unsealed};
use ravenpost_store::people::{organisers, players, seat_holders};
use tempfile::TempDir;

use crate::harness::app::{App, fresh};
use crate::harness::folder::folder;
use crate::service::table::rewinds::{play, propose};

/// A server with games of all kinds.
pub struct World {
    pub app: App,
    ann: PlayerId,
    running: Vec<GameId>,
    waiting: GameId,
    finished: GameId,
    fork: GameId,
    frozen: GameId,
    vote: GameId,
}

async fn seated(app: &App, title: &str, ann: PlayerId, bob: PlayerId) -> GameId {
    let game = app.open_table(title, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    game
}

pub async fn world() -> World {
    let mut app = App::seeded(31).await;
    app.service.clocks().heartbeat(app.now).await.expect("awake");
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let mut running = Vec::new();
    for title in ravenpost::titles::all() {
        let game = seated(&app, title.about().key, ann, bob).await;
        play(&mut app, &game, 6).await;
        running.push(game);
    }
    let waiting = app.open_table("gotlandia", bob, 2).await;
    let finished = app.bots_only("bardagi", &["random", "random"]).await;
    while app.status(&finished).await != Status::Over {
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    let parent = app.service.games().load(&running[0]).await.expect("a game");
    let step = parent.history().changed_before(parent.step()).expect("a step before");
    let way = Way::Alone { bot: "steady".to_owned() };
    let new = NewFork { of: running[0].clone(), step, way };
    let fork = app.service.tables().fork(app.now, ann, &new, &fresh()).await.expect("forked");
    let frozen = seated(&app, "gotlandia", ann, bob).await;
    play(&mut app, &frozen, 4).await;
    let stop = Measure::Freeze { reason: "Blue is in hospital".to_owned() };
    app.service.tables().moderate(app.now, &frozen, ann, &stop, &fresh()).await.expect("stopped");
    let vote = seated(&app, "gotlandia", ann, bob).await;
    play(&mut app, &vote, 6).await;
    let to = app.service.games().load(&vote).await.expect("a game").step() - 2;
    assert!(!propose(&app, &vote, ann, to).await, "Bob is asked");
    app.service.archive().seal(app.now).await.expect("sealed");
    World { app, ann, running, waiting, finished, fork, frozen, vote }
}

/// Exports all games of a server to a new folder.
pub async fn packed(app: &App, people: bool) -> (TempDir, Packed) {
    let dir = folder();
    let packed =
        app.service.archive().export_all(app.now, dir.path(), people).await.expect("written");
    (dir, packed)
}

async fn taken(app: &App, dir: &Path) -> Unpacked {
    app.service
        .archive()
        .import_all(app.now, dir, "the old machine", KnownPeople::Sit)
        .await
        .expect("taken in")
}

fn refused(done: Result<Unpacked, ServiceError>) -> String {
    match done {
        Err(ServiceError::Refused(why)) => why[0].to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

/// Verifies each game, and the whole log with its seals.
async fn sound(app: &App) {
    for game in events::games(app.service.store().read(), None, 1000).await.expect("readable") {
        let audited = app.service.fairness().audit_game(&game).await.expect("looked over");
        assert!(audited.clean(), "{audited:?}");
    }
    let report = audit::whole(app.service.store().read(), |_| ()).await.expect("readable");
    assert!(report.broken.is_empty(), "{report:?}");
    let last = chrono::NaiveDate::MAX;
    let unsealed = unsealed::all(app.service.store().read(), last).await.expect("readable");
    assert!(unsealed.is_empty(), "{unsealed:?}");
    let before = app.derived().await;
    app.service.games().rebuild(|_| ()).await.expect("rebuilt");
    assert_eq!(app.derived().await, before, "what is derived is what the log says");
}

#[tokio::test]
async fn server_moves_with_accounts_and_games_continue() {
    let World { app: mut old, ann, running, waiting, finished, fork, frozen, vote } = world().await;
    let (dir, packed) = packed(&old, true).await;
    let four = ravenpost::titles::all().len();
    assert_eq!((packed.games, packed.people, packed.seals), (four + 5, 2, 1));
    let folder = check(dir.path()).map_err(|faults| format!("{faults:?}")).expect("it holds");
    assert_eq!((folder.running, folder.index.games.len()), (packed.running, four + 5));

    // The new server knows Ann under another name; a day has passed.
    let mut new = App::seeded(77).await;
    new.player_at("stranger", "stranger@example.org").await;
    let here = new.player_at("annika", "Ann@example.org").await;
    new.now = old.now + Duration::days(1);
    let done = taken(&new, dir.path()).await;
    assert_eq!((done.taken, done.before, done.here, done.new), (four + 5, 0, 1, 1));
    assert_eq!((done.otherwise.len(), done.seals), (0, OldSeals::Taken(1)));
    sound(&new).await;
    let reader = new.service.store().read();
    assert_eq!(players::get(reader, here).await.expect("here").name, "annika", "kept as it was");
    assert_eq!(organisers::of_game(reader, &frozen).await.expect("readable"), Some(here));
    let held = seat_holders::of_game(reader, &running[0]).await.expect("readable");
    let bob = new.player_of("bob").await;
    assert_eq!(held.iter().map(|held| held.player).collect::<Vec<_>>(), [Some(here), Some(bob)]);

    // Finished games are identical, row by row; the others only begin an epoch.
    let (before, after) = (old.derived().await, new.derived().await);
    let rows = |all: &[String]| -> Vec<String> {
        all.iter().filter(|row| row.contains(finished.as_str())).cloned().collect()
    };
    assert!(!rows(&before).is_empty() && rows(&before) == rows(&after));
    let is = new.service.games().load(&waiting).await.expect("a game");
    let was = old.service.games().load(&waiting).await.expect("a game");
    assert_eq!(
        (is.last_seq(), &is.status.seats.slots),
        (was.last_seq() + 1, &was.status.seats.slots)
    );
    assert_eq!(is.epochs.renewals().count(), 1);
    // Time in transit does not count against any clock.
    for game_id in &running {
        let was = old.service.games().load(game_id).await.expect("a game");
        let is = new.service.games().load(game_id).await.expect("a game");
        // Hidden future draws are made again, as after every epoch.
        for seat in Seat::all(was.status.table.seats) {
            let shown = |game_id: &ravenpost::service::game::core::folded::Game| {
                game_id.true_position().present(Viewer::Seat(seat))
            };
            assert_eq!(format!("{:?}", shown(&was)), format!("{:?}", shown(&is)));
        }
        for (seat, wait) in &was.status.clocks.waits {
            let moved = is.status.clocks.waits[seat].due.zip(wait.due).map(|(is, was)| is - was);
            let way = new.now.trunc_subsecs(3) - old.now.trunc_subsecs(3);
            assert_eq!(moved, Some(way), "{}", was.title.about().key);
        }
    }
    let was = old.service.games().load(&vote).await.expect("a game");
    let is = new.service.games().load(&vote).await.expect("a game");
    let until = |game: &ravenpost::service::game::core::folded::Game| {
        game.status.stops.proposal.clone().unwrap().until
    };
    assert_eq!(until(&is) - until(&was), Duration::days(1));
    // After the server's first heartbeat, the time is compensated only once.
    new.service.clocks().heartbeat(new.now + Duration::hours(1)).await.expect("awake");
    new.now += Duration::hours(1);
    for game_id in running.iter().chain([&fork]) {
        let version = new.version(game_id).await;
        play(&mut new, game_id, 1).await;
        assert!(new.version(game_id).await > version, "the game goes on");
    }
    crate::service::table::rewinds::vote(&new, &vote, bob, true).await;
    let tables = new.service.tables();
    tables.moderate(new.now, &frozen, here, &Measure::Thaw, &fresh()).await.expect("goes on");
    tables.join_table(new.now, &waiting, here, Join::default()).await.expect("a free seat");
    tables.fork(new.now, here, &freely(&finished), &fresh()).await.expect("forked");
    new.passes(Duration::days(4)).await;
    sound(&new).await;
    let _ = (ann, old.passes(Duration::zero()).await);
}

#[tokio::test]
async fn without_accounts_the_admin_reassigns_seats() {
    let mut old = App::seeded(8).await;
    let (_, _, game) = old.pair("gotlandia").await;
    play(&mut old, &game, 6).await;
    let (dir, _) = packed(&old, false).await;
    let mut new = App::seeded(9).await;
    taken(&new, dir.path()).await;
    let [ann, bob] = [new.player("ann").await, new.player("bob").await];
    for player in [ann, bob] {
        let join = new.service.tables().join_table(new.now, &game, player, Join::default()).await;
        assert!(join.is_err(), "the seats are kept, whoever says the old name");
    }
    let link =
        new.service.accounts().admin_link(new.now, "host@example.org").await.expect("readable");
    let token = link.as_ref().and_then(|link| link.rsplit('/').next()).expect("a link");
    let session =
        new.service.accounts().sign_in_by_link(new.now, token, "a cookie", "a browser").await;
    let session = session.expect("in");
    let host = new
        .service
        .accounts()
        .signed(new.now, &session)
        .await
        .expect("readable")
        .expect("in")
        .player;
    for (seat, player) in [(Seat(1), ann), (Seat(2), bob)] {
        let reason = "The server has moved".to_owned();
        let given = Replacement { seat, instead: Instead::Invited, reason };
        let by_others =
            new.service.tables().replace(new.now, &game, player, &given, &fresh()).await;
        assert!(by_others.is_err(), "nobody takes a seat");
        new.service
            .tables()
            .replace(new.now, &game, host.id, &given, &fresh())
            .await
            .expect("given");
        let link = new.service.tables().invite_by_link(new.now, &game, host.id, &fresh()).await;
        let link = link.expect("the admin invites");
        let invitation =
            new.service.tables().read_invitation(new.now, &link.token).await.expect("readable");
        assert!(invitation.is_some(), "{link:?}");
        let join = Join { invited: true, key: Some(fresh()), ..Join::default() };
        new.service
            .tables()
            .join_table(new.now, &game, player, join)
            .await
            .expect("their seat again");
        assert_eq!(
            new.service.games().load(&game).await.expect("a game").seat_of(player),
            Some(seat)
        );
    }
    play(&mut new, &game, 4).await;
    sound(&new).await;
}

/// A free fork from the fifth step of a finished game, against a bot.
fn freely(of: &GameId) -> NewFork {
    let bots = vec![(Seat(2), "random".to_owned())];
    let way = Way::Freely { own_seat: Some(Seat(1)), bots, pace: Pace::of(None) };
    NewFork { of: of.clone(), step: Step(5), way }
}

#[tokio::test]
async fn saved_emails_verify_on_the_new_server() {
    let mut old = App::seeded(6).await;
    let (_, _, game) = old.pair("gotlandia").await;
    old.service.archive().seal(old.now).await.expect("sealed");
    let (_, queued) = old.until_turn_email(&game).await;
    let email = SavedEmail::read(&old.written(&queued).await.expect("sent").text);
    assert_eq!((email.heads.len(), email.seals.len()), (1, 1), "{email:?}");
    let (dir, _) = packed(&old, false).await;
    let mut new = App::seeded(7).await;
    taken(&new, dir.path()).await;
    for later in [0, 1] {
        new.now += Duration::days(later);
        new.service.archive().seal(new.now).await.expect("sealed");
        let answers = new.service.archive().answers_email(&email).await.expect("readable");
        assert!(matches!(answers[..], [LogAnswer::Holds(..)]), "{answers:?}");
        let seals = new.service.archive().answers_seals(&email).await.expect("readable");
        assert_eq!(seals, [SealAnswer::Holds(1)]);
    }
    sound(&new).await;
    // Existing seals of the new server stay, and the proof in an email about a game remains valid.
    let other = App::seeded(8).await;
    other.player("somebody").await;
    let own = other.bots_only("gotlandia", &["random", "random"]).await;
    other.service.archive().seal(other.now).await.expect("sealed");
    assert_eq!(taken(&other, dir.path()).await.seals, OldSeals::Left);
    let answers = other.service.archive().answers_email(&email).await.expect("readable");
    assert!(matches!(answers[..], [LogAnswer::Holds(..)]) && own != game);
    sound(&other).await;
}

#[tokio::test]
async fn without_accounts_seats_stay_and_clocks_run() {
    let World { app: old, running, frozen, .. } = world().await;
    let (dir, told) = packed(&old, false).await;
    assert_eq!(told.people, 0);
    for file in fs::read_dir(dir.path()).expect("a folder").flatten() {
        let text = fs::read_to_string(file.path()).expect("readable");
        assert!(!text.contains("example.org"), "{:?} names somebody", file.file_name());
    }
    let mut new = App::seeded(5).await;
    new.now = old.now;
    taken(&new, dir.path()).await;
    for game_id in running.iter().chain([&frozen]) {
        let game = new.service.games().load(game_id).await.expect("a game");
        assert!(game.people.is_empty() && game.status.seats.manned(Seat(1)), "kept, and not free");
        let organiser = organisers::of_game(new.service.store().read(), game_id).await;
        assert_eq!(organiser.expect("readable"), None);
    }
    let version = new.version(&running[0]).await;
    new.passes(Duration::days(4)).await;
    let game = new.service.games().load(&running[0]).await.expect("a game");
    let lapsed = game.log.after(version).any(|entry| matches!(entry.act, Act::TimedOut { .. }));
    assert!(lapsed, "the fallback plays when time is up");
    sound(&new).await;
}

#[tokio::test]
async fn interrupted_import_resumes_and_keeps_other_history() {
    let World { app: old, running, finished, waiting, .. } = world().await;
    let (dir, told) = packed(&old, true).await;
    let whole = |game: &GameId| fs::read_to_string(dir.path().join(format!("{game}.jsonl")));
    let mut new = App::seeded(5).await;
    new.now = old.now + Duration::hours(2);
    // An interrupted import of three games; then the old server stayed in use for one of them.
    for game in [&running[0], &finished, &waiting] {
        let text = whole(game).expect("written");
        new.service.archive().import(new.now, &text, "the old machine").await.expect("taken in");
    }
    play(&mut new, &running[0], 2).await;
    let version = new.version(&running[0]).await;
    let again = taken(&new, dir.path()).await;
    assert_eq!((again.taken, again.before), (told.games - 3, 3));
    assert_eq!(new.version(&running[0]).await, version, "it is left alone");
    let third = taken(&new, dir.path()).await;
    assert_eq!((third.taken, third.before, third.here), (0, told.games, 2));
    assert_eq!(third.seals, OldSeals::Before);
    sound(&new).await;
    // The old server was not stopped: its copy of the game diverged from the imported one.
    let mut old = old;
    play(&mut old, &running[0], 2).await;
    let (dir, _) = packed(&old, true).await;
    let done = taken(&new, dir.path()).await;
    assert_eq!(done.otherwise, std::slice::from_ref(&running[0]));
    assert_eq!((done.taken, done.before), (0, told.games - 1));
    sound(&new).await;
}

/// Changes the index and rewrites it with a matching end.
fn reindexed(dir: &Path, change: impl FnOnce(&mut Index)) {
    let text = fs::read_to_string(dir.join(NAME)).expect("an index");
    let mut index = Index::read(&text).expect("it holds");
    change(&mut index);
    fs::write(dir.join(NAME), index.write()).expect("written");
}

/// Changes a copy of a folder and returns the reported faults. Nothing of it is imported.
async fn changed(dir: &Path, change: impl FnOnce(&Path)) -> String {
    let copy = folder();
    for file in fs::read_dir(dir).expect("a folder").flatten() {
        fs::copy(file.path(), copy.path().join(file.file_name())).expect("copied");
    }
    change(copy.path());
    let faults = check(copy.path()).err().expect("it does not hold");
    let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let new = App::seeded(5).await;
    let why = refused(
        new.service.archive().import_all(new.now, copy.path(), "nowhere", KnownPeople::Ask).await,
    );
    assert_eq!(why, told);
    let games = events::games(new.service.store().read(), None, 1).await.expect("readable");
    assert!(games.is_empty(), "nothing was changed");
    told
}

#[tokio::test]
async fn every_change_in_transit_is_named() {
    let World { app: old, running, finished, waiting, .. } = world().await;
    let (dir, _) = packed(&old, true).await;
    let (dir, one, two) =
        (dir.path(), format!("{}.jsonl", running[0]), format!("{finished}.jsonl"));
    let swap = |at: &Path| {
        fs::rename(at.join(&one), at.join("x")).expect("moved");
        fs::rename(at.join(&two), at.join(&one)).expect("moved");
        fs::rename(at.join("x"), at.join(&two)).expect("moved");
    };
    let told = changed(dir, swap).await;
    assert!(told.contains(&format!("{one}: does not match the hash in the index")), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");
    // Swapped in the index as well.
    let both = |at: &Path| {
        swap(at);
        reindexed(at, |index| {
            let place = |name: &str| index.games.iter().position(|entry| entry.file == name);
            let (first, second) = (place(&one).expect("there"), place(&two).expect("there"));
            let (a, b) = (index.games[first].clone(), index.games[second].clone());
            index.games[first] = IndexEntry { file: one.clone(), ..b };
            index.games[second] = IndexEntry { file: two.clone(), ..a };
        });
    };
    assert!(changed(dir, both).await.contains(&format!("{one}: contains game {finished}")));
    let told = changed(dir, |at| fs::remove_file(at.join(&one)).expect("removed")).await;
    assert!(told.starts_with(&one) && told.lines().count() == 1, "{told}");
    let extra = |at: &Path| fs::write(at.join("extra.jsonl"), "x").expect("written");
    assert_eq!(changed(dir, extra).await, "extra.jsonl: is not listed in the index");
    let line = |at: &Path| {
        let text = fs::read_to_string(at.join(NAME)).expect("an index");
        fs::write(at.join(NAME), text.replacen("ann@example.org", "eve@example.org", 1)).unwrap();
    };
    assert!(changed(dir, line).await.contains("were changed after the export"));
    let gone = |at: &Path| fs::remove_file(at.join(NAME)).expect("removed");
    assert!(changed(dir, gone).await.starts_with(NAME));
    for (what, change) in [
        ("lists a different number of games", 0),
        ("\"../x.jsonl\" is not a game file", 1),
        ("twice", 2),
        ("the seal of 2026-11-20 does not match", 3),
        ("cannot belong to ann@example.org", 4),
        ("is not an email address", 5),
        ("which is missing", 6),
        ("does not end as stated in the index", 7),
        ("format version 9", 8),
        ("only part of a game", 9),
        ("cannot have left seat 9", 10),
        ("cannot have left seat", 11),
    ] {
        let part =
            old.service.archive().export(&running[0], ravenpost_rules::Viewer::Spectator).await;
        let part = part.expect("written");
        let told = changed(dir, |at| {
            if change == 9 {
                fs::write(at.join(&one), &part).expect("written");
            }
            reindexed(at, |index| tamper(index, change, &one, &part));
        });
        let told = told.await;
        assert!(told.contains(what), "{what}: {told}");
    }
    let lacks = changed(dir, |at| {
        let path = at.join(format!("{waiting}.jsonl"));
        let text = fs::read_to_string(&path).expect("a file");
        let text = text.replace("gotlandia", "chess");
        fs::write(&path, &text).expect("written");
        let name = format!("{waiting}.jsonl");
        reindexed(at, |index| fit(index, &name, &text));
    });
    assert!(lacks.await.contains(&format!("{waiting}.jsonl: ")));
}

/// Sets the hash of a file in the index.
fn fit(index: &mut Index, name: &str, text: &str) {
    use sha2::{Digest, Sha256};
    let entry = index.games.iter_mut().find(|entry| entry.file == name).expect("there");
    entry.sha256 = data_encoding::HEXLOWER.encode(&Sha256::digest(text.as_bytes()));
}

fn tamper(index: &mut Index, change: usize, one: &str, part: &str) {
    match change {
        0 => drop(index.games.pop()),
        1 => index.games[0].file = "../x.jsonl".to_owned(),
        2 => index.games[1] = index.games[0].clone(),
        3 => index.seals[0].ends[0].1 += 1,
        4 => index.people[0].seats[0].seat = Seat(9),
        5 => index.people[0].address = "nobody".to_owned(),
        10 => {
            let held = index.people[0].seats[0].clone();
            let (game, seat, since) = (held.game, Seat(9), held.since);
            index.people[0].former_seats.push(PastSeat { game, seat, since, until: since });
        }
        11 => {
            let held = index.people[0].seats[0].clone();
            let (game, seat, since) = (held.game, held.seat, held.since);
            index.people[0].former_seats.push(PastSeat { game, seat, since, until: since - 1 });
        }
        6 => index.people[0].organises.push("elsewhere".to_owned()),
        7 => index.games.iter_mut().find(|entry| entry.file == one).unwrap().step += 1,
        8 => index.server.version = 9,
        _ => fit(index, one, part),
    }
}

#[tokio::test]
async fn export_under_load_is_an_exact_prefix() {
    let mut app = App::seeded(4).await;
    let (_, _, game) = app.pair("gotlandia").await;
    play(&mut app, &game, 5).await;
    let dir = folder();
    let (service, now, path) = (app.service.clone(), app.now, dir.path().to_owned());
    let writing = tokio::spawn(async move {
        service.archive().export_all(now, &path, false).await.expect("written")
    });
    while !writing.is_finished() {
        play(&mut app, &game, 1).await;
    }
    play(&mut app, &game, 3).await;
    writing.await.expect("no panic");
    let text = fs::read_to_string(dir.path().join(format!("{game}.jsonl"))).expect("written");
    let inside = verify(&text).expect("it holds").whole.expect("whole");
    let log = events::history(app.service.store().read(), &game).await.expect("readable");
    assert!(inside.log.len() < log.len(), "the game went on");
    for (written, stored) in inside.log.iter().zip(&log) {
        assert_eq!((written.seq, written.hash), (stored.seq, stored.hash));
    }
}

#[tokio::test]
async fn export_folder_is_written_once_and_completely() {
    let app = App::seeded(4).await;
    app.pair("gotlandia").await;
    let (dir, _) = packed(&app, false).await;
    let again = app.service.archive().export_all(app.now, dir.path(), false).await;
    assert!(again.unwrap_err().to_string().contains("is not empty"));
    // An interrupted export leaves no index, so the folder is invalid.
    fs::remove_file(dir.path().join(NAME)).expect("removed");
    let fault = check(dir.path()).err().expect("no index").remove(0);
    assert!(fault.to_string().contains(NAME), "{fault}");
    let modes = fs::read_dir(dir.path()).expect("a folder").flatten();
    for file in modes {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o077, 0);
    }
}

#[tokio::test]
async fn existing_players_are_not_seated_unasked() {
    let mut old = App::seeded(8).await;
    let (_, _, game) = old.pair("gotlandia").await;
    play(&mut old, &game, 4).await;
    let (dir, _) = packed(&old, true).await;
    let people = |app: &App| {
        let (store, game) = (app.service.store().clone(), game.clone());
        async move {
            let held = seat_holders::of_game(store.read(), &game).await.expect("readable");
            held.into_iter().map(|held| held.player).collect::<Vec<_>>()
        }
    };
    for known in [KnownPeople::Ask, KnownPeople::Stay, KnownPeople::Sit] {
        let mut new = App::seeded(9).await;
        new.now += Duration::days(3);
        let ann = new.player("ann").await;
        let done = new.service.archive().import_all(new.now, dir.path(), "elsewhere", known).await;
        if known == KnownPeople::Ask {
            let why = refused(done);
            assert!(why.contains("1 of its players are already registered"), "{why}");
            let all = players::count(new.service.store().read()).await.expect("readable");
            let games = events::games(new.service.store().read(), None, 9).await;
            assert_eq!((all, games.expect("readable").len()), (1, 0), "nothing was changed");
            continue;
        }
        done.expect("taken in");
        let bob = new.player_of("bob").await;
        let sits = (known == KnownPeople::Sit).then_some(ann);
        let expected: Vec<_> = [sits, Some(bob)].into_iter().filter(|one| one.is_some()).collect();
        assert_eq!(people(&new).await, expected);
        // When an interrupted import is repeated, it does not ask about players that it has
        // imported itself.
        let again = new.service.archive().import_all(new.now, dir.path(), "elsewhere", known).await;
        assert_eq!(again.expect("nothing to do").before, 1);
    }
}
