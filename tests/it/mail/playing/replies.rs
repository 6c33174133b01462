//! Replies to emails: a game played from a mail program, through the real service and the spool.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::Duration;
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming;
use ravenpost_store::talk::messages::Span;
use tempfile::TempDir;

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::whole_games::{sent, sent_by};

/// A table whose two players only have mail programs.
pub struct ByMail {
    pub app: App,
    pub game: GameId,
    folder: TempDir,
}

/// An email that a player received.
pub struct ReceivedEmail {
    pub message: String,
}

impl ByMail {
    pub async fn new(title: &str) -> ByMail {
        ByMail::of(App::answered(1).await, title).await
    }

    async fn of(app: App, title: &str) -> ByMail {
        let ann = app.player("ann").await;
        let bo = app.player("bo").await;
        let game = app.open_table(title, ann, 2).await;
        app.service
            .tables()
            .join_table(app.now, &game, bo, Join::default())
            .await
            .expect("a free seat");
        ByMail::at(app, game)
    }

    /// The same, with replies going to a mailbox that also has other email.
    pub async fn in_mailbox(title: &str, mail: &ravenpost::config::Mail) -> ByMail {
        let mut app = App::answered(1).await;
        let answers = ravenpost::service::post::reply_address::Answers {
            domain: mail.reply_domain.clone(),
            mailbox: Some(mail.reply_mailbox.clone()),
        };
        let settings = app.service.settings().clone();
        let settings = ravenpost::service::Settings { answers: Some(answers), ..settings };
        let (store, entropy) = (app.service.store().clone(), Entropy::seeded(1));
        app.service = ravenpost::service::Service::with_entropy(store, settings, entropy);
        ByMail::of(app, title).await
    }

    /// A game of that service.
    pub fn at(app: App, game: GameId) -> ByMail {
        ByMail { app, game, folder: folder() }
    }

    pub fn spool(&self) -> Spool {
        Spool::at(self.spool_folder())
    }

    pub fn spool_folder(&self) -> std::path::PathBuf {
        self.folder.path().join("incoming")
    }

    /// The emails that were just sent, with their recipients.
    pub async fn emails(&self) -> Vec<(String, ReceivedEmail)> {
        sent(&self.app)
            .await
            .into_iter()
            .map(|(to, message)| (to, ReceivedEmail { message }))
            .collect()
    }

    /// Replies like a mail program: the text above, the quote below.
    pub fn answer(&self, from: &str, email: &ReceivedEmail, words: &str) {
        let (to, text) = answered(from, email, words);
        let envelope = Envelope { sender: Some(from.to_owned()), recipient: Some(to) };
        self.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    }

    pub async fn round(&self) -> usize {
        self.round_behind(Trust::default()).await
    }

    /// The same behind a mail server that checks senders.
    pub async fn round_behind(&self, trust: Trust) -> usize {
        let intake = Intake::new(self.app.service.clone(), self.spool(), trust);
        intake.round(self.app.now).await.expect("the clerk works")
    }

    /// The turn email of the awaited player, with its recipient.
    pub async fn turn(&self) -> (String, ReceivedEmail) {
        let game = self.app.service.games().load(&self.game).await.expect("the game");
        let seat = game.seats().awaited().first().expect("somebody is awaited").seat;
        let (_, player) = game.people.iter().find(|(held, _)| *held == seat).expect("a person");
        let address = self.app.stored_player(*player).await.address;
        let own = self.emails().await.into_iter().rev().find(|(to, _)| *to == address);
        own.expect("an email asks")
    }

    /// Inbound emails in this state.
    pub async fn stand(&self, state: incoming::IncomingState) -> Vec<incoming::Incoming> {
        incoming::list(self.app.service.store().read(), state, 99).await.expect("a list")
    }

    pub async fn version(&self) -> Seq {
        self.app.service.games().load(&self.game).await.expect("the game").last_seq()
    }
}

/// A reply as a mail program writes it, and its recipient.
pub(in crate::mail) fn answered(
    from: &str,
    email: &ReceivedEmail,
    words: &str,
) -> (String, String) {
    let fields = fields(&email.message);
    let (to, id) = (only(&fields, "Reply-To"), only(&fields, "Message-ID"));
    let answered = id.trim_start_matches('<').split('@').next().unwrap_or_default();
    let mut text = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: Re: your turn\r\n\
         Message-ID: <{}.{answered}@phone.example>\r\nIn-Reply-To: {id}\r\n\
         Date: Thu, 20 Nov 2025 10:00:00 +0100\r\n\r\n",
        words.len()
    );
    let _ = write!(text, "{words}\r\n\r\n");
    text.push_str("On Thu, 20 Nov 2025 at 09:00, Ravenpost <raven@raven.example> wrote:\r\n");
    text.push_str("> Write your orders above this line\r\n>\r\n> Hello,\r\n>\r\n> 1. pass\r\n");
    (to.trim().to_owned(), text)
}

#[tokio::test]
async fn order_by_number_is_accepted_and_confirmed() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let mine = |(_, got): &&(String, ReceivedEmail)| got.message.contains("turn");
    let (who, turn) = emails.iter().find(mine).expect("somebody is awaited");
    let before = table.version().await;
    table.answer(who, turn, "1");
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > before, "the order was taken");
    let answers = table.emails().await;
    let (_, answer) = answers.iter().find(|(to, _)| to == who).expect("an answer");
    assert!(answer.message.contains("Everything worked"), "{}", answer.message);
    assert!(only(&fields(&answer.message), "Reply-To").contains("@reply.raven.example"));

    // The same email again has no effect and gets no second answer.
    let settled = table.version().await;
    table.answer(who, turn, "1");
    assert_eq!(table.round().await, 0);
    assert_eq!(table.version().await, settled);
}

/// An email lists at most 24 moves with their numbers, but every move has one.
#[tokio::test]
async fn number_of_a_move_that_is_not_in_the_email_is_accepted() {
    let table = ByMail::new("bardagi").await;
    let (who, turn) = &table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let seat = game.seats().awaited()[0].seat;
    let groups = game.true_position().offers(seat);
    let last: usize = groups.iter().map(|group| group.offers.len()).sum();
    assert!(last > 24, "{last} moves");
    let before = table.version().await;
    table.answer(who, turn, &last.to_string());
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > before, "the order was taken");
}

#[tokio::test]
async fn other_senders_have_no_effect() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let (_, turn) = emails.iter().find(|(_, got)| got.message.contains("turn")).expect("a turn");
    let before = table.version().await;
    table.answer("eve@example.org", turn, "1");
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, before);
    let held =
        incoming::list(table.app.service.store().read(), incoming::IncomingState::Held, 9).await;
    let held = held.expect("a list");
    assert_eq!(held.len(), 1);
    let note = held[0].note.clone().expect("a reason");
    assert_eq!(note, "it was not sent from your own address");
}

/// Whether an email can be replied to.
fn answerable(got: &ReceivedEmail) -> bool {
    fields(&got.message).iter().any(|(name, _)| name == "Reply-To")
}

/// Ten rounds of every title, by two players who never open a browser.
#[tokio::test]
async fn every_title_is_playable_by_replies() {
    for title in ravenpost::titles::all() {
        let mut table = ByMail::new(title.about().key).await;
        let mut last: BTreeMap<String, ReceivedEmail> = BTreeMap::new();
        let mut taken = 0;
        for _ in 0..40 {
            table.app.passes(Duration::minutes(5)).await;
            for (to, got) in table.emails().await {
                if answerable(&got) {
                    last.insert(to, got);
                }
            }
            let game = table.app.service.games().load(&table.game).await.expect("the game");
            let Some(one) = game.seats().awaited().into_iter().next() else { break };
            let player =
                game.people.iter().find(|(seat, _)| *seat == one.seat).expect("a person").1;
            let address = table.app.stored_player(player).await.address;
            let before = game.last_seq();
            let order =
                game.true_position().offers(one.seat).iter().any(|group| !group.offers.is_empty());
            let words = if order { "1" } else { &game.true_position().fallback(one.seat) };
            table.answer(&address, &last[&address], words);
            assert_eq!(table.round().await, 1);
            let after = table.version().await;
            let answer = table.emails().await.into_iter().find(|(to, _)| *to == address);
            let (_, answer) = answer.expect("an answer");
            assert!(after > before, "{}: {words}: {}", title.about().key, answer.message);
            last.insert(address, answer);
            taken += 1;
        }
        assert!(taken >= 10, "{}: {taken} orders", title.about().key);
    }
}

#[tokio::test]
async fn unreadable_line_is_named_and_stops_the_rest() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = &table.turn().await;
    let before = table.version().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let order =
        game.true_position().offers(game.seats().awaited()[0].seat)[0].offers[0].order.clone();
    let words = format!("say to mars: luck\nend say\n{order} moon\n1\nshow orders\nhelp");
    table.answer(who, turn, &words);
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, before, "nothing was taken");
    let answers = table.emails().await;
    let (_, answer) = answers.iter().find(|(to, _)| to == who).expect("an answer");
    for words in ["no player is called \"mars\"", "moon", "Not played, because"] {
        assert!(answer.message.contains(words), "{words}: {}", answer.message);
    }
}

/// Messages are sent once, to their recipients only; notes are private.
#[tokio::test]
async fn messages_and_notes_by_email_are_stored() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = &table.turn().await;
    let before = table.version().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let own = *game.seats().awaited_seats().first().expect("somebody is awaited");
    let other = if own == Seat(1) { Seat(2) } else { Seat(1) };
    let name = game.called(other).name;
    table.answer(
        who,
        turn,
        &format!("Say to {name}: a truce?\nsay all: hello\nend say\nnote he is weak"),
    );
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, before, "no event knows of it");
    let answer = table.emails().await.into_iter().find(|(to, _)| to == who).expect("an answer").1;
    for words in [&format!("Sent to {name}:"), "Sent to all players:", "Private note added at step"]
    {
        assert!(answer.message.contains(words), "{words}: {}", answer.message);
    }
    let player = |seat: Seat| game.people.iter().find(|(held, _)| *held == seat).expect("one").1;
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 9 };
    let heard = table.app.service.chat().talk_for(&table.game, Some(player(other)), span).await;
    let heard: Vec<String> =
        heard.expect("readable").into_iter().map(|one| one.words.text).collect();
    assert_eq!(heard, ["a truce?", "hello"]);
    for (seat, count) in [(own, 1), (other, 0)] {
        let notes = table.app.service.chat().notes_for(&table.game, player(seat)).await;
        assert_eq!(notes.expect("readable").len(), count);
    }
}

/// After an undo, the prompt of the earlier email is pending again, so its numbers are valid.
#[tokio::test]
async fn numbers_are_valid_after_an_undo_but_not_an_order() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = &table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let seat = game.seats().awaited()[0].seat;
    let order = game.true_position().offers(seat)[0].offers[1].order.clone();
    let id = table.game.clone();
    table.app.order(&id, seat, &order).await.expect("legal");
    let played = table.version().await;
    table.answer(who, turn, "2");
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, played, "something else is asked");
    table.answer(who, turn, "undo");
    assert_eq!(table.round().await, 1);
    let undone = table.version().await;
    assert!(undone > played);
    table.answer(who, turn, "1\n\nThanks!");
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > undone, "the prompt is the same");
}

/// A bounce message for an email that could not be delivered.
pub(in crate::mail) fn returned(to: &str, email: &ReceivedEmail, status: &str) -> String {
    let id = only(&fields(&email.message), "Message-ID").to_owned();
    format!(
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: {to}\r\nSubject: Undelivered\r\n\
         Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; \
         report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
         The letter could not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ann@example.org\r\n\
         Action: failed\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 {status} no such user\r\n\
         \r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {id}\r\n\r\n--b--\r\n"
    )
}

/// Bounces only count at the email's own return address, and a repeated one counts once.
#[tokio::test]
async fn bounce_stops_mail_to_a_missing_address() {
    let table = ByMail::new("gotlandia").await;
    let (memory, emails) = sent_by(&table.app).await;
    let (to, message) = emails.first().expect("an email");
    let got = &ReceivedEmail { message: message.clone() };
    let senders = memory.senders();
    let (_, sender) = senders.iter().find(|(brought, _)| brought == to).expect("its sender");
    assert!(sender.starts_with("b-"), "{sender}");
    let player = players::by_address(table.app.service.store().read(), to).await;
    let player = player.expect("a store").expect("a player").id;
    let stopped = async || table.app.stored_player(player).await.stopped_at.is_some();
    let bounce = async |to: &str| {
        let envelope = Envelope { sender: None, recipient: Some(to.to_owned()) };
        let text = returned(to, got, "5.1.1");
        table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
        assert_eq!(table.round().await, 1);
    };
    bounce("postmaster@raven.example").await;
    bounce(&format!("b-{}@reply.raven.example", "a".repeat(26))).await;
    assert!(!stopped().await, "anybody could have written these");
    bounce(sender).await;
    assert!(stopped().await);
}

/// Email from strangers is not stored.
#[tokio::test]
async fn emails_without_a_valid_key_are_not_stored() {
    let table = ByMail::new("gotlandia").await;
    let store = table.app.service.store();
    for (at, to) in
        ["post@raven.example".to_owned(), format!("o-{}@reply.raven.example", "b".repeat(26))]
            .into_iter()
            .enumerate()
    {
        let envelope = Envelope { sender: Some("eve@example.org".into()), recipient: Some(to) };
        let text = format!("From: eve@example.org\r\n\r\n{}\r\n", "win ".repeat(1000 + at));
        table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    }
    assert_eq!(table.round().await, 2);
    let ignored =
        incoming::list(store.read(), incoming::IncomingState::Ignored, 9).await.expect("a list");
    assert_eq!(ignored.len(), 2);
    for email in ignored {
        let whole = incoming::get(store.read(), email.id).await.expect("it is known");
        assert_eq!(whole.raw, None, "{:?}", whole.note);
    }
    table.app.service.tidy_up(table.app.now + Duration::days(61)).await.expect("tidied");
    let ignored =
        incoming::list(store.read(), incoming::IncomingState::Ignored, 9).await.expect("a list");
    assert!(ignored.is_empty());
}
