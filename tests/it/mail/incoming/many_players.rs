//! Twelve players write emails at the same time. Each is notified of what concerns it, and no
//! player sees another's lines before the last sheet is closed.

use std::collections::BTreeMap;

use chrono::Duration;
use mail_parser::MessageParser;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::Act;
use ravenpost_rules::{Seat, Table};

use crate::harness::app::App;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

const PEOPLE: [&str; 12] =
    ["ann", "bo", "cy", "di", "ed", "flo", "gus", "hal", "ida", "jon", "kim", "lea"];

/// The text of an email.
fn text(got: &ReceivedEmail) -> String {
    let message = MessageParser::default().parse(got.message.as_bytes()).expect("an email");
    message.body_text(0).expect("a text").replace("\r\n", "\n")
}

/// Joins wrapped lines: a long line of a sheet takes two lines in an email.
fn run_on(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A table of twelve players, and who sits where.
async fn crowd() -> (ByMail, BTreeMap<Seat, String>) {
    let app = App::answered(12).await;
    let ann = app.player(PEOPLE[0]).await;
    let options = [("map", "britannia"), ("homelands", "random")];
    let table = options.into_iter().fold(Table::of(12), |table, (id, value)| table.with(id, value));
    let game_id = app.table_of("scharz", ann, &[], table).await;
    for name in &PEOPLE[1..] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, player, Join::default())
            .await
            .expect("a seat");
    }
    let game = app.service.games().load(&game_id).await.expect("the game");
    let mut seats = BTreeMap::new();
    for (seat, player) in &game.people {
        seats.insert(*seat, app.stored_player(*player).await.address);
    }
    (ByMail::at(app, game_id), seats)
}

/// A legal line for the seat's open sheet.
async fn line(table: &ByMail, seat: Seat) -> Option<String> {
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let legal = game.true_position().legal(seat).orders;
    legal.into_iter().find(|order| !order.starts_with("done"))
}

/// Each prompted player writes a line and closes the sheet. Returns the number of lines.
async fn phase(
    table: &ByMail,
    seats: &BTreeMap<Seat, String>,
    emails: &[(String, ReceivedEmail)],
) -> usize {
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let asked: Vec<Seat> = game.seats().awaited().iter().map(|one| one.seat).collect();
    let before = game.last_seq();
    let mut lines = BTreeMap::new();
    let mut heard: Vec<(Seat, String)> = Vec::new();
    for seat in &asked {
        let who = &seats[seat];
        let (_, email) = emails.iter().rev().find(|(to, _)| to == who).expect("it is asked");
        let line = line(table, *seat).await;
        let close = if line.is_some() { "done" } else { "done anyway" };
        let words = line.iter().map(String::as_str).chain([close]).collect::<Vec<_>>();
        table.answer(who, email, &words.join("\n"));
        assert_eq!(table.round().await, 1);
        lines.extend(line.map(|line| (*seat, line)));
        heard.extend(table.emails().await.iter().map(|(_, got)| (*seat, run_on(&text(got)))));
    }
    // Players who answered before the last one saw no other player's line.
    let last = asked.last().expect("somebody was asked");
    for (seat, email) in heard.iter().filter(|(seat, _)| seat != last) {
        let foreign =
            lines.iter().filter(|(other, line)| *other != seat && lines.get(seat) != Some(line));
        for (other, line) in foreign {
            assert!(!email.contains(line.as_str()), "{seat:?} reads {other:?}'s {line}:\n{email}");
        }
    }
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let done = game.log.iter().filter(|entry| entry.event.seq > before).filter(
        |entry| matches!(entry.act, Act::Ordered { order, .. } if order.starts_with("done")),
    );
    assert_eq!(done.count(), asked.len(), "everybody closed a sheet");
    lines.len()
}

#[tokio::test]
async fn twelve_players_play_two_rounds_by_email() {
    let (mut table, seats) = crowd().await;
    assert_eq!(seats.len(), 12);
    let (mut written, mut extracts, mut told) = (0, 0, String::new());
    for _ in 0..7 {
        table.app.passes(Duration::minutes(10)).await;
        let emails = table.emails().await;
        let long = |got: &ReceivedEmail| text(got).contains("ABOUT YOU");
        extracts += emails.iter().filter(|(_, got)| long(got)).count();
        // Pick by name, because emails are sent in no particular order.
        let first = emails.iter().filter(|(_, got)| long(got)).min_by_key(|(to, _)| to.clone());
        told = first.map_or(told, |(_, got)| text(got));
        written += phase(&table, &seats, &emails).await;
    }
    assert!(written > 60, "{written} lines");
    assert!(extracts > 12, "{extracts} of the emails have an extract");
    let told = told.replace(table.game.as_str(), "GAME");
    let story = told.split("ABOUT YOU").nth(1).expect("it has an extract");
    let touched = story.trim_start().split("\n\n").next().unwrap_or_default();
    assert!(touched.lines().filter(|line| line.starts_with("- ")).count() <= 10, "{touched}");
    insta::assert_snapshot!("crowd", touched);
}
