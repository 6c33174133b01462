//! Reply keys expire when their prompt is answered, when the player or address changes, when emails
//! are stopped, and when the server is restored from a backup. A reply to an expired email from the
//! right address is answered with the reason. If the seat is still the sender's, that answer can be
//! replied to.

use chrono::Duration;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost_store::people::players;
use ravenpost_store::post::{incoming, keys};
use ravenpost_store::{PlayerId, token_hash};

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::lint::{fields, kind, only};
use crate::mail::outgoing::whole_games::sent;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

const RESULT: NotificationKind = NotificationKind::ReplyResult;

fn reply_to(email: &ReceivedEmail) -> String {
    only(&fields(&email.message), "Reply-To").to_owned()
}

async fn is_dead(table: &ByMail, email: &ReceivedEmail) -> bool {
    let address = reply_to(email);
    let key = address.split(['-', '@']).nth(1).expect("a key");
    let found = keys::find(table.app.service.store().read(), &token_hash(key)).await;
    found.expect("readable").expect("a key that was made").dead_at.is_some()
}

async fn player(table: &ByMail, address: &str) -> PlayerId {
    let found = players::by_address(table.app.service.store().read(), address).await;
    found.expect("readable").expect("a player").id
}

impl ByMail {
    /// Replies, and returns the server's answer.
    async fn answered(
        &self,
        from: &str,
        email: &ReceivedEmail,
        words: &str,
    ) -> Option<ReceivedEmail> {
        self.answer(from, email, words);
        assert_eq!(self.round().await, 1);
        self.emails().await.into_iter().rev().find(|(to, _)| to == from).map(|(_, got)| got)
    }

    /// An expired email does nothing, and the server answers with one that works.
    async fn assert_expired_but_answered(&self, from: &str, email: &ReceivedEmail) {
        let before = self.version().await;
        let answer = self.answered(from, email, "1").await.expect("an answer");
        assert_eq!(self.version().await, before, "a dead key gave an order");
        assert!(answer.message.contains("Reply to this email instead"), "{}", answer.message);
        let taken = self.answered(from, &answer, "1").await.expect("an answer");
        assert!(taken.message.contains("Everything worked"), "{}", taken.message);
        assert!(self.version().await > before, "the new key gives orders");
    }
}

#[tokio::test]
async fn answered_prompt_rejects_orders_and_links_to_the_next() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    // Play continues on the page until the same seat is prompted again.
    let seat = table.app.service.games().load(&table.game).await.expect("a game").seats().awaited()
        [0]
    .seat;
    let game = table.game.clone();
    let mut others = 0;
    for _ in 0..60 {
        table.app.now += Duration::minutes(1);
        let awaited =
            table.app.service.games().load(&game).await.expect("a game").seats().awaited()[0].seat;
        if awaited == seat && others > 0 {
            break;
        }
        others += usize::from(awaited != seat);
        let order = table.app.some_order(&game, awaited).await;
        table.app.order(&game, awaited, &order).await.expect("legal");
    }
    assert!(others > 0, "the other seat was asked as well");
    table.emails().await;
    let before = table.version().await;
    let answer = table.answered(&who, &turn, "1").await.expect("an answer");
    assert_eq!(table.version().await, before);
    assert!(answer.message.contains("Reply to this one"), "{}", answer.message);
    let taken = table.answered(&who, &answer, "1").await.expect("an answer");
    assert!(taken.message.contains("Everything worked"), "{}", taken.message);
}

#[tokio::test]
async fn address_change_invalidates_keys_and_stopping_does_not() {
    for everywhere in [true, false] {
        let table = ByMail::new("gotlandia").await;
        let (who, turn) = table.turn().await;
        let whose = player(&table, &who).await;
        let at = (!everywhere).then(|| table.game.to_string());
        let stop = move |choices: ravenpost::service::people::mail_choices::MailChoices| {
            choices.with(MailTopic::Turns, at.as_deref(), false)
        };
        table.app.service.players().choose_mail(whose, stop).await.expect("chosen");
        assert!(!is_dead(&table, &turn).await, "it is in hand");
        let taken = table.answered(&who, &turn, "1").await.expect("an answer");
        assert!(taken.message.contains("Everything worked"), "{}", taken.message);
    }
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let whose = player(&table, &who).await;
    let stored = table.app.stored_player(whose).await;
    table
        .app
        .service
        .players()
        .ask_new_address(table.app.now, &stored, "new@new.example")
        .await
        .expect("asked");
    for kind in [NotificationKind::AddressChangeNew, NotificationKind::AddressChangeOld] {
        let queued = table.app.queued(kind).await;
        let email = table.app.written(&queued).await.expect("an email");
        let link = email.text.lines().find(|line| line.contains("/address/")).expect("a link");
        let token = link.rsplit('/').next().expect("a token");
        table
            .app
            .service
            .players()
            .answer_request(table.app.now, token, true, None)
            .await
            .expect("agreed");
    }
    assert!(is_dead(&table, &turn).await);
    table.emails().await;
    let before = table.version().await;
    assert!(table.answered(&who, &turn, "1").await.is_none(), "the old address is a stranger's");
    assert_eq!(table.version().await, before);
    table.assert_expired_but_answered("new@new.example", &turn).await;
}

#[tokio::test]
async fn replaced_player_is_notified_and_cannot_order() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let whose = player(&table, &who).await;
    let key = fresh();
    let left = table.app.service.tables().leave_seat(table.app.now, &table.game, whose, &key);
    left.await.expect("left");
    assert!(is_dead(&table, &turn).await);
    table.emails().await;
    let before = table.version().await;
    let answer = table.answered(&who, &turn, "1").await.expect("an answer");
    assert!(answer.message.contains("you are no longer in this game"), "{}", answer.message);
    assert!(!answer.message.contains("\r\nReply-To:"), "there is nothing to be answered");
    assert_eq!(table.version().await, before);
    // Other addresses get no answer.
    assert!(table.answered("eve@example.org", &turn, "show").await.is_none());
}

/// With an unknown key, as after a restore, or at the server's general address. The same notice is
/// sent once a day, so each reply is about a table of its own.
#[tokio::test]
async fn former_player_is_notified_whatever_the_address() {
    let unknown = format!("o-{}@reply.raven.example", "b".repeat(26));
    let general = "raven@raven.example";
    assert!(is_notified(None, &unknown).await);
    assert!(is_notified(None, general).await);
    assert!(!is_notified(Some("eve@example.org"), &unknown).await);
    assert!(!is_notified(Some("eve@example.org"), general).await);
}

/// Whether a notice answers a reply to the email of a seat that its player has left. It comes from
/// the player, unless another sender is given.
async fn is_notified(from: Option<&str>, to: &str) -> bool {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let whose = player(&table, &who).await;
    let key = fresh();
    let left = table.app.service.tables().leave_seat(table.app.now, &table.game, whose, &key);
    left.await.expect("left");
    table.emails().await;
    let before = table.version().await;
    let id = only(&fields(&turn.message), "Message-ID").to_owned();
    let from = from.unwrap_or(&who);
    let text = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: Re: x\r\nMessage-ID: <1@x.example>\r\n\
         In-Reply-To: {id}\r\n\r\n1\r\n"
    );
    table.spool().put(&Envelope::default(), text.as_bytes()).expect("kept");
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, before);
    table
        .emails()
        .await
        .iter()
        .any(|(to, got)| to == from && kind(&got.message) == NotificationKind::ReplyNotice)
}

#[tokio::test]
async fn restored_server_recognises_replies_to_its_emails() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, first) = table.turn().await;
    let copy = tempfile::tempdir().expect("a folder");
    let path = copy.path().join("ravenpost.db");
    table.app.service.store().backup(&path).await.expect("a copy");
    let later = table.answered(&who, &first, "1").await.expect("an answer");
    table.app.now += Duration::minutes(9);

    let back = App::on(&path, table.app.now).await;
    let version = back.version(&table.game).await;
    assert!(version < table.version().await);
    let spool = Spool::at(copy.path().join("incoming"));
    let intake = Intake::new(back.service.clone(), spool.clone(), Trust::default());
    let message_id = only(&fields(&later.message), "Message-ID").to_owned();
    for (number, (from, answers, told)) in [
        ("eve@example.org", message_id.as_str(), false),
        (who.as_str(), "<somebody.else@elsewhere.example>", false),
        (who.as_str(), message_id.as_str(), true),
    ]
    .into_iter()
    .enumerate()
    {
        sent(&back).await;
        let to = reply_to(&later);
        let text = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: x\r\nMessage-ID: <{number}@x.example>\r\n\
             In-Reply-To: {answers}\r\n\r\n1\r\n"
        );
        let envelope = Envelope { sender: Some(from.to_owned()), recipient: Some(to) };
        spool.put(&envelope, text.as_bytes()).expect("kept");
        assert_eq!(intake.round(back.now).await.expect("works"), 1);
        let answers = sent(&back).await;
        let told_now = answers.iter().any(|(to, message)| {
            *to == who
                && message.contains("restored from a backup")
                && message.contains("Reply-To:")
        });
        assert_eq!(told_now, told, "{from}: {answers:?}");
    }
    assert_eq!(back.version(&table.game).await, version, "the email's key is unknown");
}

/// The same email received by two routes is processed and answered once, although each server on
/// the way adds headers.
#[tokio::test]
async fn email_received_by_two_routes_is_processed_once() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let before = table.version().await;
    let to = reply_to(&turn);
    for way in ["mx1.example", "mx2.example", "mx3.example"] {
        let text = format!(
            "Received: from phone by {way}; Fri, 20 Nov 2026 10:00:00 +0100\r\nFrom: {who}\r\n\
             To: {to}\r\nSubject: Re: x\r\nMessage-ID: <one@phone.example>\r\n\r\n1\r\n"
        );
        let envelope = Envelope { sender: Some(who.clone()), recipient: Some(to.clone()) };
        table.spool().put(&envelope, text.as_bytes()).expect("kept");
        assert_eq!(table.round().await, 1);
    }
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let orders = game.log.iter().skip(usize::try_from(before.0).expect("few"));
    assert_eq!(orders.filter(|entry| entry.has_facts()).count(), 1, "one order was taken");
    let answers = table.emails().await;
    assert_eq!(answers.iter().filter(|(_, got)| got.message.contains("You wrote as")).count(), 1);
    let done = table.stand(incoming::IncomingState::Done).await;
    assert_eq!(done.iter().filter(|email| email.answer.is_none()).count(), 2);
}

/// A copy that arrives after others have moved is not answered again either.
#[tokio::test]
async fn late_copy_of_an_email_is_not_answered_again() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let to = reply_to(&turn);
    let arrives = async |table: &ByMail, way: &str| {
        let text = format!(
            "Received: from phone by {way}; Fri, 20 Nov 2026 10:00:00 +0100\r\nFrom: {who}\r\n\
             To: {to}\r\nSubject: Re: x\r\nMessage-ID: <one@phone.example>\r\n\r\n1\r\n"
        );
        let envelope = Envelope { sender: Some(who.clone()), recipient: Some(to.clone()) };
        table.spool().put(&envelope, text.as_bytes()).expect("kept");
        assert_eq!(table.round().await, 1);
        let emails = table.emails().await;
        let results = emails.iter().filter(|(_, got)| kind(&got.message) == RESULT);
        results.count()
    };
    assert_eq!(arrives(&table, "mx1.example").await, 1);
    let game = table.game.clone();
    for _ in 0..4 {
        table.app.now += Duration::minutes(1);
        let now = table.app.service.games().load(&game).await.expect("a game");
        let seat = now.seats().awaited_seats()[0];
        let order = table.app.some_order(&game, seat).await;
        table.app.order(&game, seat, &order).await.expect("legal");
    }
    table.emails().await;
    let before = table.version().await;
    assert_eq!(arrives(&table, "mx2.example").await, 0);
    assert_eq!(table.version().await, before, "the late copy gave an order");
    let done = table.stand(incoming::IncomingState::Done).await;
    let answered: Vec<bool> = done.iter().map(|email| email.answer.is_some()).collect();
    assert_eq!(answered.iter().filter(|answered| **answered).count(), 1, "{answered:?}");
}
