//! Chat of several tables in one email: recipients, timing, no repetitions; and replies to it.

use std::collections::BTreeSet;

use chrono::Duration;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::mail::outgoing::{Failure, Memory, SmtpStep, Transport};
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::people::mail_pace::MailPace;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::post::outbox::{self, OutboxState};
use ravenpost_store::talk::messages::Span;
use ravenpost_store::talk::progress::{self, TalkProgress};
use ravenpost_store::{PlayerId, writes};

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::lint::{fields, kind, only};
use crate::mail::outgoing::whole_games::by;
use crate::mail::playing::digest::three_tables;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

const ANN: usize = 0;
const BO: usize = 1;
const CLEO: usize = 2;

/// Ann, Bo and Cleo at two tables that have not started, so there are no other emails.
struct Tables {
    mail: ByMail,
    people: [PlayerId; 3],
    winter: GameId,
    spring: GameId,
}

impl Tables {
    async fn new() -> Tables {
        let mut app = App::answered(7).await;
        let people = [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
        let mut games = Vec::new();
        for name in ["Winter harbour", "Spring market"] {
            let new = NewTable { name: name.to_owned(), ..app.plain("gotlandia", 4) };
            let tables = app.service.tables();
            let game = tables.open_table(app.now, Some(people[ANN]), &new).await.expect("a table");
            for player in &people[1..] {
                let join = Join::default();
                tables.join_table(app.now, &game, *player, join).await.expect("a seat");
            }
            games.push(game);
        }
        app.now += Duration::minutes(5);
        let [winter, spring] = games.try_into().expect("two tables");
        let tables = Tables { mail: ByMail::at(app, winter.clone()), people, winter, spring };
        // The notifications about joining.
        tables.mail.emails().await;
        tables
    }

    async fn say(&self, game: &GameId, by: usize, to: To, words: &str) {
        say(&self.mail.app, game, self.people[by], to, words).await;
    }

    /// The emails sent after some minutes, by recipient.
    async fn after(&mut self, minutes: i64) -> Vec<(String, ReceivedEmail)> {
        self.mail.app.now += Duration::minutes(minutes);
        let mut emails = self.mail.emails().await;
        emails.sort_by_key(|(to, _)| to.clone());
        emails
    }

    async fn chooses(&self, who: usize, change: fn(MailChoices) -> MailChoices) {
        let players = self.mail.app.service.players();
        players.choose_mail(self.people[who], change).await.expect("chosen");
    }

    /// The texts that a player can read at a table.
    async fn texts(&self, game: &GameId, who: usize) -> Vec<String> {
        let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 100 };
        let chat = self.mail.app.service.chat();
        let read = chat.talk_for(game, Some(self.people[who]), span).await.expect("readable");
        read.into_iter().map(|said| said.words.text).collect()
    }
}

pub(super) async fn say(app: &App, game: &GameId, by: PlayerId, to: To, words: &str) {
    let (game, words) = (game.clone(), words.to_owned());
    let say = OutgoingMessage { game, by, to, words, key: fresh(), at_step: None };
    app.service.chat().say(app.now, say).await.expect("said");
}

fn names(emails: &[(String, ReceivedEmail)]) -> Vec<&str> {
    emails.iter().map(|(to, _)| to.split('@').next().unwrap_or_default()).collect()
}

/// Whether an email to that player contains the words.
fn has(emails: &[(String, ReceivedEmail)], name: &str, words: &str) -> bool {
    let own = emails.iter().filter(|(to, _)| to.starts_with(name));
    own.into_iter().any(|(_, got)| got.message.contains(words))
}

#[tokio::test]
async fn chat_of_two_tables_is_one_email_after_a_pause() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    assert!(tables.after(3).await.is_empty());
    tables.say(&spring, ANN, To::Seats(vec![Seat(2)]), "A truce?").await;
    // Cleo's tables have been quiet for five minutes.
    let emails = tables.after(3).await;
    assert_eq!(names(&emails), ["cleo"]);
    assert_eq!(kind(&emails[0].1.message), NotificationKind::ChatMessage);
    assert!(!has(&emails, "cleo", "truce"), "she does not know of private messages");
    tables.say(&spring, CLEO, To::Table, "Hello both").await;
    let emails = tables.after(5).await;
    assert_eq!(names(&emails), ["ann", "bo"]);
    let own: Vec<&ReceivedEmail> = emails.iter().map(|(_, got)| got).collect();
    assert_eq!(kind(&own[0].message), NotificationKind::ChatMessage, "a single table");
    assert_eq!(kind(&own[1].message), NotificationKind::Digest);
    for words in ["Good evening", "A truce?", "Hello both"] {
        assert!(has(&emails, "bo", words), "{words}");
    }
    assert!(!has(&emails, "ann", "truce"), "one's own words are no news");
    assert!(only(&fields(&own[1].message), "Reply-To").contains("o-"));

    tables.say(&spring, ANN, To::Table, "And a second thing").await;
    tables.say(&winter, ANN, To::Table, "Here, too").await;
    assert!(tables.after(10).await.iter().all(|(to, _)| !to.starts_with("bo")), "not so soon");
    let emails = tables.after(25).await;
    assert!(has(&emails, "bo", "second thing") && has(&emails, "bo", "Here, too"));
    for words in ["Good evening", "A truce?", "Hello both"] {
        assert!(!has(&emails, "bo", words), "{words} was in the last email");
    }
    assert!(tables.after(120).await.is_empty());
}

#[tokio::test]
async fn a_long_conversation_is_reported_within_half_an_hour() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    let mut waited = 0;
    loop {
        let game = if waited % 2 == 0 { &winter } else { &spring };
        tables.say(game, ANN, To::Table, "one more word").await;
        waited += 1;
        if has(&tables.after(2).await, "bo", "one more word") {
            break;
        }
        assert!(waited < 20, "it waits for ever");
    }
    assert!(waited >= 14, "it did not wait for a pause");
}

#[tokio::test]
async fn daily_table_does_not_hurry_chat_of_others() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    let daily = winter.to_string();
    let change = move |choices: MailChoices| {
        choices.paced(MailTopic::Turns, Some(&daily), Some(MailPace::Daily))
    };
    let players = tables.mail.app.service.players();
    players.choose_mail(tables.people[BO], change).await.expect("chosen");
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    for _ in 0..7 {
        assert!(!has(&tables.after(10).await, "bo", "Good evening"), "it waits for the day");
    }
    tables.say(&spring, ANN, To::Table, "Is it spring?").await;
    assert!(!has(&tables.after(3).await, "bo", "spring"));
    tables.say(&spring, ANN, To::Table, "Is it spring yet?").await;
    assert!(!has(&tables.after(3).await, "bo", "spring"), "she has just written");
    assert!(has(&tables.after(5).await, "bo", "Is it spring yet?"));
}

#[tokio::test]
async fn messages_after_gathering_stay_for_the_next_email() {
    let tables = Tables::new().await;
    let (winter, bo) = (tables.winter.clone(), tables.people[BO]);
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    let store = tables.mail.app.service.store();
    let kind = NotificationKind::ChatMessage.key();
    let waiting = outbox::list(store.read(), OutboxState::Waiting, 100).await.expect("readable");
    let is_his = |email: &&outbox::OutboxEmail| {
        email.queued.kind == kind && email.queued.to_player == Some(bo)
    };
    let email = waiting.iter().find(is_his).expect("an email").id;
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 1 };
    let read = tables.mail.app.service.chat().talk_for(&winter, Some(bo), span).await;
    let last = read.expect("readable")[0].words.id;
    for (upto, behind) in [(last, false), (last - 1, true)] {
        let sent = [TalkProgress { game: winter.clone(), player: bo, upto, gathered: Some(email) }];
        let job = store.write(writes!(|tx| progress::is_behind(tx, email, kind, &sent).await));
        assert_eq!(job.await.expect("readable"), behind);
    }
    // One's own words are no news, nor are those to others.
    tables.say(&winter, BO, To::Table, "Hello").await;
    tables.say(&winter, ANN, To::Seats(vec![Seat(3)]), "A truce?").await;
    let sent = [TalkProgress { game: winter, player: bo, upto: last, gathered: Some(email) }];
    let job = store.write(writes!(|tx| progress::is_behind(tx, email, kind, &sent).await));
    assert!(!job.await.expect("readable"));
}

#[tokio::test]
async fn unsubscribed_chat_is_not_in_the_digest() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    let (app, now) = (&tables.mail.app, tables.mail.app.now);
    app.service.chat().mute(now, &spring, tables.people[BO], Seat(1), true).await.expect("muted");
    tables.chooses(CLEO, MailChoices::with_none).await;
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Table, "Is it spring?").await;
    let emails = tables.after(10).await;
    assert_eq!(names(&emails), ["bo"]);
    assert_eq!(kind(&emails[0].1.message), NotificationKind::ChatMessage);
    assert!(!has(&emails, "bo", "spring"), "he muted her at that table");

    // Chat of one table is switched off after it was said.
    tables.say(&winter, CLEO, To::Table, "It is late").await;
    tables.say(&spring, CLEO, To::Table, "Is it spring yet?").await;
    let off = spring.to_string();
    let change = move |choices: MailChoices| choices.with(MailTopic::Chat, Some(&off), false);
    let players = tables.mail.app.service.players();
    players.choose_mail(tables.people[BO], change).await.expect("chosen");
    let emails = tables.after(40).await;
    assert!(has(&emails, "bo", "It is late") && !has(&emails, "bo", "spring"));
    assert!(has(&emails, "ann", "It is late") && has(&emails, "ann", "spring"));
}

#[tokio::test]
async fn a_reply_to_chat_of_several_tables_reaches_the_table_it_names() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Seats(vec![Seat(2)]), "A truce?").await;
    let emails = tables.after(10).await;
    let (_, digest) = emails.iter().find(|(to, _)| to.starts_with("bo")).expect("an email");
    assert_eq!(kind(&digest.message), NotificationKind::Digest);

    // Without a name, nobody reads it.
    tables.mail.answer("bo@example.org", digest, "say all: hello there");
    assert_eq!(tables.mail.round().await, 1);
    for game in [&winter, &spring] {
        assert!(!tables.texts(game, ANN).await.contains(&"hello there".to_owned()));
    }
    let asked = tables.after(0).await;
    assert_eq!(names(&asked), ["bo"], "he is asked which game");

    let words = "Winter harbour: say all: hello at last\nspring: say ann: agreed\n";
    tables.mail.answer("bo@example.org", digest, words);
    assert_eq!(tables.mail.round().await, 1);
    assert_eq!(tables.texts(&winter, CLEO).await, ["Good evening", "hello at last"]);
    assert_eq!(tables.texts(&spring, ANN).await, ["A truce?", "agreed"]);
    assert!(tables.texts(&spring, CLEO).await.is_empty(), "it was private");

    // From elsewhere, nothing is sent.
    tables.mail.answer("eve@example.net", digest, "Winter harbour: say all: I am Bo");
    tables.mail.round().await;
    assert_eq!(tables.texts(&winter, CLEO).await.len(), 2);
}

/// Nothing in an email that the relay refuses for good was received.
#[tokio::test]
async fn messages_in_a_refused_email_are_sent_again() {
    let mut tables = Tables::new().await;
    let (winter, spring, bo) = (tables.winter.clone(), tables.spring.clone(), tables.people[BO]);
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Table, "Is it spring?").await;
    tables.mail.app.now += Duration::minutes(10);
    let memory = Memory::default();
    let refused = Failure { step: Some(SmtpStep::Text), ..Failure::lasting("554 refused") };
    memory.refuse("bo@example.org", refused);
    let sender = by(&tables.mail.app, Transport::Memory(memory));
    sender.pass().await.expect("the outbox can be read");
    let store = tables.mail.app.service.store();
    let failed = outbox::list(store.read(), OutboxState::Failed, 100).await.expect("readable");
    let own = failed.iter().filter(|email| email.queued.to_player == Some(bo));
    let games: BTreeSet<&str> =
        own.filter_map(|email| email.queued.game.as_ref()).map(GameId::as_str).collect();
    assert_eq!(games, BTreeSet::from([winter.as_str(), spring.as_str()]), "both were in it");
    for game in [&winter, &spring] {
        let emails = outbox::of_game(store.read(), game, 100).await.expect("readable");
        let told = |email: &outbox::OutboxEmail| {
            email.queued.kind == NotificationKind::EmailUndelivered.key()
        };
        assert!(emails.iter().any(told), "its organiser is told");
        tables.say(game, ANN, To::Table, "Still here?").await;
    }
    let emails = tables.after(40).await;
    assert!(has(&emails, "bo", "Good evening") && has(&emails, "bo", "Is it spring?"));
}

/// The text of an email about several tables belongs to all of them.
#[tokio::test]
async fn erased_person_is_removed_from_chat_digests() {
    let mut tables = Tables::new().await;
    let (winter, bo) = (tables.winter.clone(), tables.people[BO]);
    let app = &tables.mail.app;
    let zenobia = app.player("zenobia").await;
    let autumn = app.open_table("gotlandia", zenobia, 4).await;
    let joined = app.service.tables();
    joined.join_table(app.now, &autumn, bo, Join::default()).await.expect("a seat");
    tables.after(5).await;
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    say(&tables.mail.app, &autumn, zenobia, To::Table, "Greetings from zanzibar").await;
    let emails = tables.after(10).await;
    assert!(has(&emails, "bo", "zanzibar") && has(&emails, "bo", "Good evening"));
    // The email contains the name that she had then.
    let service = &tables.mail.app.service;
    service.players().choose_name(zenobia, "Yolanda", "UTC").await.expect("renamed");
    let texts = async || {
        let emails = outbox::list(service.store().read(), OutboxState::Sent, 100).await;
        let mut texts = Vec::new();
        for email in emails.expect("readable") {
            let email = outbox::get(service.store().read(), email.id).await.expect("readable");
            texts.extend(email.finished.map(|finished| finished.text));
        }
        texts
    };
    let holds = |texts: &[String]| {
        texts.iter().filter(|text| text.contains("zanzibar") || text.contains("zenobia")).count()
    };
    assert!(holds(&texts().await) > 0);
    let data = service.data_of("zenobia@example.org").await.expect("a person");
    service.erase(tables.mail.app.now, &data).await.expect("erased");
    assert_eq!(holds(&texts().await), 0);
}

/// A player who writes of another table does not make it one of the email's.
#[tokio::test]
async fn link_in_a_message_adds_no_table_to_the_email() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    let app = &tables.mail.app;
    let new = NewTable { name: "Autumn fair".to_owned(), ..app.plain("gotlandia", 4) };
    let opened = app.service.tables().open_table(app.now, Some(tables.people[ANN]), &new).await;
    let autumn = opened.expect("a table");
    let joined = app.service.tables();
    joined.join_table(app.now, &autumn, tables.people[BO], Join::default()).await.expect("a seat");
    tables.after(5).await;
    let words = format!("As in x/games/{autumn} and at /games/{autumn}");
    tables.say(&winter, ANN, To::Table, &words).await;
    tables.say(&spring, ANN, To::Table, "Good evening").await;
    let emails = tables.after(10).await;
    let (_, digest) = emails.iter().find(|(to, _)| to.starts_with("bo")).expect("an email");
    assert_eq!(kind(&digest.message), NotificationKind::Digest);
    assert!(digest.message.replace("=\r\n", "").contains(autumn.as_str()));
    let words = "Autumn fair: say all: hello\nWinter harbour: say all: hello\n";
    tables.mail.answer("bo@example.org", digest, words);
    assert_eq!(tables.mail.round().await, 1);
    assert!(tables.texts(&autumn, ANN).await.is_empty());
    assert!(tables.texts(&winter, CLEO).await.contains(&"hello".to_owned()));
}

#[tokio::test]
async fn reply_about_a_former_table_is_answered() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Table, "Good evening").await;
    let emails = tables.after(10).await;
    let (_, digest) = emails.iter().find(|(to, _)| to.starts_with("bo")).expect("an email");
    assert_eq!(kind(&digest.message), NotificationKind::Digest);
    let expected = [
        (&spring, "Spring market: say all: hello", NotificationKind::ReplyResult),
        (&spring, "show spring", NotificationKind::ReplyNotice),
        (&winter, "winter: say all: hello, too", NotificationKind::ReplyNotice),
    ];
    for (game, words, answer) in expected {
        let (app, bo) = (&tables.mail.app, tables.people[BO]);
        let game = app.service.games().load(game).await.expect("a game");
        if game.seat_of(bo).is_some() {
            let left = app.service.tables().leave_seat(app.now, &game.id, bo, &fresh()).await;
            left.expect("left");
            tables.after(5).await;
        }
        tables.mail.answer("bo@example.org", digest, words);
        assert_eq!(tables.mail.round().await, 1);
        let answers = tables.after(0).await;
        assert_eq!(names(&answers), ["bo"], "{words}");
        assert_eq!(kind(&answers[0].1.message), answer, "{words}");
        assert!(has(&answers, "bo", "no longer in this game"), "{words}");
        assert!(!tables.texts(&game.id, ANN).await.iter().any(|said| said.contains("hello")));
    }
}

/// A command about the writer names no table.
#[tokio::test]
async fn reply_to_several_tables_changes_the_senders_settings() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Table, "Good evening").await;
    let emails = tables.after(10).await;
    let (_, digest) = emails.iter().find(|(to, _)| to.starts_with("bo")).expect("an email");
    tables.mail.answer("bo@example.org", digest, "emails off\nzone Europe/Oslo\ngames");
    assert_eq!(tables.mail.round().await, 1);
    let bo = tables.mail.app.stored_player(tables.people[BO]).await;
    assert_eq!(bo.zone, "Europe/Oslo");
    let choices = MailChoices::of(&bo.mail);
    assert!(MailTopic::ALL.iter().all(|&topic| !choices.wants(topic)));
    // The answer comes all the same, with both games.
    let answer = tables.after(0).await;
    assert_eq!(names(&answer), ["bo"]);
    assert!(answer[0].1.message.contains(winter.as_str()));
    assert!(answer[0].1.message.contains(spring.as_str()));
}

/// The link and the address in the header field stop the same emails.
#[tokio::test]
async fn unsubscribing_from_chat_of_several_tables_stops_all_chat() {
    let mut tables = Tables::new().await;
    let (winter, spring) = (tables.winter.clone(), tables.spring.clone());
    tables.say(&winter, ANN, To::Table, "Good evening").await;
    tables.say(&spring, ANN, To::Table, "Good evening").await;
    let emails = tables.after(10).await;
    let (_, digest) = emails.iter().find(|(to, _)| to.starts_with("bo")).expect("an email");
    let leave = only(&fields(&digest.message), "List-Unsubscribe").to_owned();
    let token = leave.split("/stop/").nth(1).and_then(|rest| rest.split('>').next());
    let players = tables.mail.app.service.players();
    let link = players.read_stop_token(token.expect("a token")).await.expect("a store");
    let link = link.expect("our link");
    assert_eq!((link.topic, link.game), (MailTopic::Chat, None));

    let stop = leave.split("<mailto:").nth(1).and_then(|rest| rest.split('?').next());
    let stop = stop.expect("an address").to_owned();
    let text = format!("From: bo@example.org\r\nTo: {stop}\r\nSubject: stop\r\n\r\nstop\r\n");
    let envelope = ravenpost::mail::incoming::spool::Envelope {
        sender: Some("bo@example.org".to_owned()),
        recipient: Some(stop),
    };
    tables.mail.spool().put(&envelope, text.as_bytes()).expect("kept");
    tables.mail.round().await;
    let choices = tables.mail.app.stored_player(tables.people[BO]).await.mail;
    let choices = MailChoices::of(&choices);
    assert!(!choices.wants_of(MailTopic::Chat, Some(&winter)));
    assert!(!choices.wants_of(MailTopic::Chat, Some(&spring)));
    assert!(choices.wants(MailTopic::Turns));
}

#[tokio::test]
async fn daily_digest_includes_chat() {
    let (mut table, _, games) = three_tables(MailPace::Daily).await;
    let bo = table.player("bo").await;
    say(&table.app, &games[0], bo, To::Table, "Good evening").await;
    say(&table.app, &games[2], bo, To::Seats(vec![Seat(1)]), "A truce?").await;
    table.app.now += Duration::hours(2);
    assert!(table.emails_to_ann().await.is_empty());
    table.app.now = "2026-11-21T06:00:00Z".parse().expect("a moment");
    let emails = table.emails_to_ann().await;
    assert_eq!(emails.len(), 1);
    for words in ["Good evening", "A truce?"] {
        assert!(emails[0].message.contains(words), "{words}");
    }
    table.app.now += Duration::minutes(30);
    assert!(table.emails_to_ann().await.is_empty(), "told once");
}
