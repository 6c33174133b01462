//! An erasure is killed at twenty points. When repeated, it completes: no byte of the person's data
//! remains in any file, and no table waits for the erased person.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::lists::rewrite;
use ravenpost_store::log::audit;
use ravenpost_store::people::{organisers, players};
use ravenpost_store::post::incoming::{self, Arrival, Found, IncomingState, Outcome};
use ravenpost_store::{PlayerId, Store};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;
use crate::service::people::erasure::{command, erase, holds};
use crate::service::table::rewinds::play;

const KILLS: u32 = 20;
const BACKUPS: &str = "backups";
const BACKUP: &str = "ravenpost-20261101T090000Z.db";
const ADDRESS: &str = "annelise@example.org";
/// Strings that only her data contains.
const TRACES: [&str; 6] =
    ["annelise", "first-wish", "second-wish", "zanzibar", "192.0.2.77", "before.example"];

/// A server on which Annelise has left traces everywhere, and its folder.
struct Here {
    games: Vec<GameId>,
    bo: PlayerId,
    folder: tempfile::TempDir,
}

async fn here() -> Here {
    let mut app = App::answered(4).await;
    let (ann, bo) =
        (app.player_at("annelise", "annelise@before.example").await, app.player("bo").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        // She also organises these tables.
        let game = app.open_table(TITLE, ann, 2).await;
        app.service.tables().join_table(app.now, &game, bo, Join::default()).await.expect("a seat");
        play(&mut app, &game, 5).await;
        games.push(game);
    }
    let words = "greetings from zanzibar".to_owned();
    let say = OutgoingMessage {
        game: games[0].clone(),
        by: ann,
        to: To::Table,
        words,
        key: fresh(),
        at_step: None,
    };
    app.service.chat().say(app.now, say).await.expect("said");
    addresses(&app, ann).await;
    emails_in(&app).await;
    for email in app.emails_of("bo").await {
        app.now += chrono::Duration::minutes(10);
        if app.written(&email).await.is_ok() {
            app.send(&email).await;
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    app.service.store().backup(&folder.path().join("ravenpost.db")).await.expect("a copy");
    let spool = folder.path().join("incoming/new");
    std::fs::create_dir_all(&spool).expect("a folder");
    let email = format!("Return-Path: <{ADDRESS}>\r\nFrom: Annelise <{ADDRESS}>\r\n\r\npass\r\n");
    std::fs::write(spool.join("1.letter"), email).expect("written");
    Here { games, bo, folder }
}

/// She has changed her address, requested two further changes, cancelled one of them, and requested
/// sign-in links.
async fn addresses(app: &App, ann: PlayerId) {
    let store = app.service.store();
    let player = || async { players::get(store.read(), ann).await.expect("she is here") };
    let old = player().await;
    for address in [old.address.as_str(), ADDRESS] {
        app.service
            .accounts()
            .ask_sign_in(app.now, address, "a cookie", "Firefox on Linux", "192.0.2.77")
            .await
            .expect("asked");
    }
    app.service.players().ask_new_address(app.now, &old, ADDRESS).await.expect("asked");
    let token = |kind| async move {
        let queued = app.queued(kind).await;
        let payload: serde_json::Value = serde_json::from_str(&queued.payload).expect("JSON");
        payload["token"].as_str().expect("a token").to_owned()
    };
    for kind in [
        ravenpost::emails::NotificationKind::AddressChangeNew,
        ravenpost::emails::NotificationKind::AddressChangeOld,
    ] {
        let token = token(kind).await;
        app.service.players().answer_request(app.now, &token, true, None).await.expect("agreed");
    }
    let player = player().await;
    assert_eq!(player.address, ADDRESS);
    app.service
        .players()
        .ask_new_address(app.now, &player, "first-wish@example.org")
        .await
        .expect("asked");
    app.service.players().withdraw_request(ann).await.expect("withdrawn");
    // This request is still pending.
    app.service
        .players()
        .ask_new_address(app.now, &player, "second-wish@example.org")
        .await
        .expect("asked");
}

/// Bo's inbound emails quote her: one is processed and base64-encoded, one is still queued.
async fn emails_in(app: &App) {
    use data_encoding::BASE64;
    let now = app.now;
    let quote = format!("pass\r\n> Annelise <{ADDRESS}> wrote:\r\n> greetings\r\n");
    let encoded = BASE64.encode(b"greetings from zanzibar");
    let arrival = |recipient: &str, body: &str| Arrival {
        source: "spool",
        uid: None,
        recipient: recipient.to_owned(),
        raw: format!("From: bo@example.org\r\n\r\n{body}").into_bytes(),
        at: now,
    };
    let (done, waits) = (arrival("o-abc@reply.raven.example", &encoded), arrival(ADDRESS, &quote));
    let job = app.service.store().write(move |tx| {
        Box::pin(async move {
            let id = incoming::add(tx, &done).await?.expect("it is new");
            let (state, note) = (IncomingState::Done, "taken".to_owned());
            let found = Found { sender: Some("bo@example.org".into()), ..Found::default() };
            incoming::settle(tx, id, &Outcome { state, found, note, answer: None, at: now })
                .await?;
            incoming::add(tx, &waits).await
        })
    });
    job.await.expect("kept");
}

fn copied(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().expect("a folder");
    std::fs::copy(from.join("ravenpost.db"), to.path().join("ravenpost.db")).expect("a copy");
    std::fs::create_dir_all(to.path().join("incoming/new")).expect("a folder");
    let email = "incoming/new/1.letter";
    std::fs::copy(from.join(email), to.path().join(email)).expect("a copy");
    let backups = to.path().join(BACKUPS);
    std::fs::create_dir(&backups).expect("a folder");
    std::fs::copy(from.join("ravenpost.db"), backups.join(BACKUP)).expect("a backup");
    to
}

/// No trace of her is in any file except the earlier backup, and all tables continue.
async fn gone(data: &Path, here: &Here) {
    let backups = data.join(BACKUPS);
    assert_eq!(std::fs::read_dir(&backups).expect("a folder").count(), 1);
    assert!(holds(&backups, ADDRESS), "a backup is nobody's to change");
    std::fs::remove_dir_all(&backups).expect("removed");
    for trace in TRACES {
        assert!(!holds(data, trace), "{trace} is still there");
    }
    assert!(holds(data, "bo@example.org"), "nobody else's went");
    let mut app = App::on(&data.join("ravenpost.db"), chrono::Utc::now()).await;
    let report = audit::whole(app.service.store().read(), |_| {}).await.expect("readable");
    assert!(report.broken.is_empty(), "{report:?}");
    for game_id in &here.games {
        let game = app.service.games().load(game_id).await.expect("a game");
        assert_eq!(game.people, [(Seat(2), here.bo)], "her seat is nobody's");
        assert!(
            !game.status.seats.manned(Seat(1)) || !game.seats().awaited_seats().contains(&Seat(1))
        );
        let organiser = organisers::of_game(app.service.store().read(), game_id).await;
        assert_eq!(organiser.expect("readable"), None);
        for _ in 0..3 {
            app.service.clocks().tick(app.now).await.expect("a tick");
        }
        let version = app.version(game_id).await;
        play(&mut app, game_id, 1).await;
        assert!(app.version(game_id).await > version, "Bo plays on");
    }
    let waiting = incoming::new(app.service.store().read(), 0, 9).await.expect("readable");
    assert_eq!(waiting.len(), 1, "what Bo wrote is still to be dealt with");
    app.service.store().close().await;
}

#[tokio::test]
async fn killed_erasure_completes_when_repeated() {
    let here = here().await;
    for trace in TRACES.iter().filter(|trace| **trace != "192.0.2.77") {
        assert!(holds(here.folder.path(), trace), "{trace} is there before");
    }
    assert!(!holds(here.folder.path(), "192.0.2.77"), "nobody's network is kept as such");
    let whole = copied(here.folder.path());
    let start = Instant::now();
    let (code, told) = erase(whole.path(), &[ADDRESS, "--really"]);
    let took = start.elapsed();
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("from 1 stored emails of others") && told.contains("from the person"),
        "{told}"
    );
    gone(whole.path(), &here).await;

    let mut finished = 0;
    for kill in 0..KILLS {
        let data = copied(here.folder.path());
        let mut erasing = command(data.path(), &[ADDRESS, "--really"]);
        erasing.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = erasing.spawn().expect("the program");
        let time = took * kill / KILLS + Duration::from_millis(1);
        let _ = tokio::time::timeout(time, std::future::pending::<()>()).await;
        let _ = child.kill();
        child.wait().expect("it is over");
        let (code, told) = erase(data.path(), &[ADDRESS, "--really"]);
        let nobody = told.contains("no such player");
        assert!(code == Some(0) || nobody, "kill {kill}: {told}");
        finished += usize::from(told.contains("had been interrupted"));
        gone(data.path(), &here).await;
    }
    println!(
        "{KILLS} kills over {took:?}, {finished} with nothing left but the file to write anew"
    );
}

#[tokio::test]
async fn data_left_in_the_file_is_erased_at_the_next_start() {
    let here = here().await;
    let data = copied(here.folder.path());
    let path = data.path().join("ravenpost.db");
    let app = App::on(&path, chrono::Utc::now()).await;
    let kept = app.service.data_of(ADDRESS).await.expect("she is here");
    assert_eq!(kept.leaves.len(), 3);
    app.service.erase(app.now, &kept).await.expect("erased");
    app.service.store().close().await;
    std::fs::remove_file(data.path().join("incoming/new/1.letter")).expect("dealt with");
    let looking = Store::open_read_only(&path).await.expect("there");
    assert!(rewrite::is_queued(looking.read()).await.expect("readable"), "it is still to be done");
    looking.close().await;
    let store = Store::open(&path).await.expect("opened");
    assert!(!rewrite::is_queued(store.read()).await.expect("readable"), "and it was done");
    store.close().await;
    gone(data.path(), &here).await;
}
