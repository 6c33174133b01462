//! Erasing a person: the listed data goes, while games and other people's data stay, and the name
//! is no longer in the database file.

use std::path::Path;
use std::process::{Command, Output};

use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::harness::folder::folder;
use crate::service::TITLE;

pub fn command(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.arg("erase").args(words).arg("--data").arg(data).env_clear();
    command
}

pub fn erase(data: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output: Output = command(data, words).output().expect("the program");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// Whether any file in the folder contains this text, ignoring case.
pub fn holds(folder: &Path, words: &str) -> bool {
    std::fs::read_dir(folder).expect("a folder").flatten().any(|file| match file.path() {
        room if room.is_dir() => holds(&room, words),
        path => {
            let bytes = std::fs::read(path).expect("readable").to_ascii_lowercase();
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        }
    })
}

#[tokio::test]
async fn erased_person_is_removed_and_games_stay() {
    let mut app = App::seeded(4).await;
    let (ann, bo) = (app.player("annelise").await, app.player("bo").await);
    let game_id = app.open_table(TITLE, bo, 2).await;
    let join = ravenpost::service::table::join_table::Join::default();
    app.service.tables().join_table(app.now, &game_id, ann, join).await.expect("a seat");
    for _ in 0..4 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let (game, words) = (game_id.clone(), "greetings from zanzibar".to_owned());
    let (by, to) = (ann, To::Table);
    let say = OutgoingMessage { game, by, to, words, key: fresh(), at_step: None };
    app.service.chat().say(app.now, say).await.expect("said");
    // An email to Bo that names her.
    let mut named = 0;
    for email in app.emails_of("bo").await {
        let written = app.written(&email).await;
        named += usize::from(written.is_ok_and(|email| email.text.contains("annelise")));
        app.now += chrono::Duration::minutes(10);
        if app.written(&email).await.is_ok() {
            app.send(&email).await;
        }
    }
    assert!(named > 0, "Bo is told of her");
    let events = app.service.games().load(&game_id).await.expect("a game").last_seq();
    let folder = folder();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).expect("a folder");
    app.service.store().backup(&data.join("ravenpost.db")).await.expect("a copy");
    assert!(holds(&data, "annelise@example.org") && holds(&data, "zanzibar"));

    let (code, told) = erase(&data, &["nobody@example.org", "--really"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("no such player"), "{told}");
    let (code, told) = erase(&data, &["Annelise@Example.org"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("removed: 1 chat messages") && told.contains("nothing was changed"),
        "{told}"
    );
    assert!(told.contains(&format!("vacated: the seat in game {game_id}")), "{told}");
    assert!(holds(&data, "annelise@example.org"), "listing changes nothing");

    // Databases that were put below the folder by hand contain her too.
    let old = data.join("before/2025");
    std::fs::create_dir_all(&old).expect("a folder");
    std::fs::copy(data.join("ravenpost.db"), old.join("copy.sqlite")).expect("a copy");
    std::fs::write(old.join("readme.txt"), "no database").expect("a file");
    let (code, told) = erase(&data, &["Annelise@Example.org", "--really"]);
    assert_eq!(code, Some(0), "{told}");
    let left: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("LEFT  ")).collect();
    assert_eq!(left, [old.join("copy.sqlite").display().to_string()], "{told}");
    std::fs::remove_dir_all(data.join("before")).expect("deleted");
    assert!(told.contains("ERASED annelise@example.org") && told.contains("0 broken"), "{told}");
    assert!(!holds(&data, "annelise"), "the name is gone from the file");
    assert!(!holds(&data, "zanzibar"), "and so are the words");
    assert!(holds(&data, "bo@example.org"), "nobody else's went");

    let mut after = App::on(&data.join("ravenpost.db"), app.now).await;
    let game = after.service.games().load(&game_id).await.expect("the game stands");
    assert!(game.last_seq() > events, "the seat was given up by an event");
    assert_eq!(game.seat_of(bo), Some(Seat(1)));
    assert_eq!(game.seat_of(ann), None);
    let order = after.some_order(&game_id, Seat(1)).await;
    if game.seats().awaited_seats().contains(&Seat(1)) {
        after.order(&game_id, Seat(1), &order).await.expect("Bo plays on");
    }
    after.service.store().close().await;
    let (code, told) = erase(&data, &["annelise@example.org", "--really"]);
    assert_eq!(code, Some(1), "there is nobody any more: {told}");
}
