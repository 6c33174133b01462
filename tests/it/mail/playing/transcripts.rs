//! Answers to inbound emails, as readers see them: snapshots for review.

use std::collections::BTreeMap;

use mail_parser::MessageParser;

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Viewer;

/// The text of an email without its long lists and without parts that vary between runs.
fn text(table: &ByMail, got: &ReceivedEmail) -> String {
    let message = MessageParser::default().parse(got.message.as_bytes()).expect("an email");
    let text = message.body_text(0).expect("a text").replace("\r\n", "\n");
    let text = text.replace(table.game.as_str(), "GAME");
    let (before, rest) = match text.split_once("POSSIBLE MOVES") {
        Some((before, rest)) => (before.to_owned(), rest),
        None => (text.clone(), ""),
    };
    let end = rest.split_once("HOW TO REPLY").map(|(_, end)| end).unwrap_or_default();
    let mut kept = format!("Subject: {}\n\n{before}", message.subject().unwrap_or_default());
    if !end.is_empty() {
        kept.push_str("[orders]\n\nHOW TO REPLY");
        kept.push_str(end.split("THE BOARD").next().unwrap_or_default());
    }
    let lines = kept.lines().map(|line| match is_hash(line.trim()) {
        true => line.replace(line.trim(), "HASH"),
        false => line.trim_end().to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a line is only a hash, which varies between runs.
fn is_hash(line: &str) -> bool {
    line.len() == 64 && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ByMail {
    /// The answer to a reply.
    async fn answer_to(&self, who: &str, email: &ReceivedEmail, words: &str) -> String {
        self.answer(who, email, words);
        assert_eq!(self.round().await, 1);
        let answers = self.emails().await;
        let (_, answer) = answers.iter().rev().find(|(to, _)| to == who).expect("an answer");
        text(self, answer)
    }
}

#[tokio::test]
async fn answers_match_their_snapshots() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let first = {
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let seat = game.seats().awaited()[0].seat;
        game.true_position().offers(seat)[0].offers[0].order.clone()
    };
    insta::assert_snapshot!("nothing", table.answer_to(&who, &turn, "").await);
    insta::assert_snapshot!("bad", table.answer_to(&who, &turn, "fly to the moon").await);
    insta::assert_snapshot!("help", table.answer_to(&who, &turn, "help").await);
    insta::assert_snapshot!("leave", table.answer_to(&who, &turn, "leave").await);
    let partial = format!("{first}; fly to the moon");
    insta::assert_snapshot!("partial", table.answer_to(&who, &turn, &partial).await);
    table.answer(&who, &turn, "undo");
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await;
    let (_, newest) = answers.into_iter().rev().find(|(to, _)| *to == who).expect("an answer");
    insta::assert_snapshot!("undone", text(&table, &newest));
    insta::assert_snapshot!("good", table.answer_to(&who, &newest, "1").await);
    insta::assert_snapshot!("late", table.answer_to(&who, &turn, "1\n\nThanks!").await);
    insta::assert_snapshot!("left", table.answer_to(&who, &turn, "leave for good").await);
    insta::assert_snapshot!("gone", table.answer_to(&who, &turn, "show").await);
}

/// Two programs wrap a long line in different ways; both give the same order.
#[tokio::test]
async fn order_wrapped_by_a_mail_program_is_one_order() {
    for mark in ["format=flowed", "quoted-printable"] {
        let table = ByMail::new("thingvellir").await;
        let (who, turn) = table.turn().await;
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let seat = game.seats().awaited()[0].seat;
        let offers = game.true_position().offers(seat);
        let order = offers.iter().flat_map(|group| &group.offers).map(|offer| &offer.order);
        let order = order.max_by_key(|order| order.len()).expect("an order").clone();
        let (head, tail) = order.rsplit_once(' ').expect("more than one word");
        let (kind, body) = match mark {
            "format=flowed" => {
                ("text/plain; format=flowed\r\nX-A: b".to_owned(), format!("{head} \r\n{tail}"))
            }
            _ => (
                format!("text/plain; charset=utf-8\r\nContent-Transfer-Encoding: {mark}"),
                format!("{head}=20=\r\n{tail}"),
            ),
        };
        let to = only(&fields(&turn.message), "Reply-To").to_owned();
        let text = format!(
            "From: {who}\r\nTo: {to}\r\nMessage-ID: <1@x.example>\r\nMIME-Version: 1.0\r\n\
             Content-Type: {kind}\r\n\r\n{body}\r\n"
        );
        table.spool().put(&Default::default(), text.as_bytes()).expect("kept");
        let before = table.version().await;
        table.round().await;
        let said = table.emails().await.pop().map(|(_, got)| got.message).unwrap_or_default();
        assert!(table.version().await > before, "{mark}: {order}: {said}");
    }
}

/// An invited player may join, decline or write something else, and gets an answer each time.
#[tokio::test]
async fn answers_to_an_invitation_match_their_snapshots() {
    let mut table = ByMail::new("gotlandia").await;
    let app = &table.app;
    let ann = app.player_of("ann").await;
    let open = app.private_table("gotlandia", ann, 3).await;
    for name in ["cy", "di"] {
        let to = format!("{name}@example.org");
        let key = fresh();
        let asked = app.service.tables().invite_by_mail(app.now, &open, ann, "Ann", &to, &key);
        asked.await.expect("invited");
    }
    let emails = table.emails().await;
    let invited = |who: &str| {
        let found = emails.iter().find(|(to, _)| to == who).expect("an invitation");
        ReceivedEmail { message: found.1.message.clone() }
    };
    let (cy, di) = (invited("cy@example.org"), invited("di@example.org"));
    table.game = open;
    let unclear = table.answer_to("cy@example.org", &cy, "Gladly, what do I do?").await;
    insta::assert_snapshot!("invited_unclear", unclear);
    insta::assert_snapshot!(
        "invited_joined",
        table.answer_to("cy@example.org", &cy, "Join.").await
    );
    insta::assert_snapshot!("invited_again", table.answer_to("cy@example.org", &cy, "join!").await);
    insta::assert_snapshot!(
        "invited_declined",
        table.answer_to("di@example.org", &di, "decline").await
    );
    let last = table.answer_to("di@example.org", &di, "join").await;
    assert!(flat(&last).contains("has been used, has expired or was withdrawn"), "{last}");

    // The question about what was meant can be answered.
    let app = &table.app;
    let (ed_at, key) = ("ed@example.org", fresh());
    let asked = app.service.tables().invite_by_mail(app.now, &table.game, ann, "Ann", ed_at, &key);
    asked.await.expect("invited");
    let ed = table.emails().await.pop().expect("an invitation").1;
    table.answer(ed_at, &ed, "Yes please");
    table.round().await;
    let question = table.emails().await.pop().expect("a question").1;
    insta::assert_snapshot!("invited_last", table.answer_to(ed_at, &question, "join").await);
    assert_eq!(table.app.status(&table.game).await, Status::Running);
    let again = table.emails().await;
    assert!(again.iter().all(|(to, _)| to != ed_at), "one email says it");
}

/// The prompts of others are private: a player who has answered only learns who is still writing.
#[tokio::test]
async fn answered_player_learns_who_is_pending_but_no_prompts() {
    let app = App::answered(1).await;
    let ann = app.player("ann").await;
    let game_id = app.open_table("scharz", ann, 3).await;
    for name in ["bo", "cy"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, player, Default::default())
            .await
            .expect("a seat");
    }
    let mut table = ByMail::at(app, game_id);
    let mut last: BTreeMap<String, ReceivedEmail> = BTreeMap::new();
    for _ in 0..30 {
        table.app.passes(chrono::Duration::minutes(5)).await;
        last.extend(table.emails().await);
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let one = game.seats().awaited().into_iter().next().expect("somebody is awaited");
        let (_, player) = game.people.iter().find(|(seat, _)| *seat == one.seat).expect("a person");
        let address = table.app.stored_player(*player).await.address;
        let order =
            game.true_position().offers(one.seat).iter().any(|group| !group.offers.is_empty());
        let words = if order { "1".to_owned() } else { game.true_position().fallback(one.seat) };
        table.answer(&address, &last[&address], &words);
        assert_eq!(table.round().await, 1);
        let emails = table.emails().await;
        let (_, answer) = emails.iter().rev().find(|(to, _)| *to == address).expect("an answer");
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let others = &game.status.clocks.waits;
        let asked = others.values().any(|wait| wait.ask.is_question());
        if others.contains_key(&one.seat) || !asked {
            last.extend(emails);
            continue;
        }
        let text = flat(&text(&table, answer));
        assert!(text.contains("Your move is in.") && text.contains(" not moved yet"), "{text}");
        for wait in others.values() {
            let ask = wait.ask.to(Viewer::Spectator);
            assert!(!text.contains(ask), "{ask}: {text}");
        }
        return;
    }
    panic!("nobody ever waited for others");
}
