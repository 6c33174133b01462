//! Unsubscribing by email: the address in List-Unsubscribe has the same effect as the unsubscribe
//! link.

use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming;

use crate::mail::outgoing::lint::{fields, kind, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

/// The unsubscribe address in an email's header.
fn stop_to(got: &ReceivedEmail) -> String {
    let fields = fields(&got.message);
    let list = only(&fields, "List-Unsubscribe").to_owned();
    let mail = list.split_once("<mailto:").expect("an address").1;
    mail.split(['?', '>']).next().expect("an address").to_owned()
}

/// Whether it is a turn email.
fn asks(got: &ReceivedEmail) -> bool {
    matches!(kind(&got.message), NotificationKind::YourTurn | NotificationKind::GameStarted)
}

impl ByMail {
    async fn choices(&self, address: &str) -> MailChoices {
        let player = players::by_address(self.app.service.store().read(), address).await;
        MailChoices::of(&player.expect("a store").expect("a player").mail)
    }

    /// Delivers an unsubscribe request as mail programs generate it.
    fn bring(&self, to: &str, from: &str) {
        let text = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: stop\r\nAuto-Submitted: auto-generated\r\n\
             Precedence: bulk\r\n\r\nThis letter was written by a program.\r\n"
        );
        let envelope = Envelope { sender: Some(from.to_owned()), recipient: Some(to.to_owned()) };
        self.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    }
}

#[tokio::test]
async fn stop_address_stops_emails_of_that_kind_and_table() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let (who, got) = emails.iter().find(|(_, got)| asks(got)).expect("a turn");
    assert!(only(&fields(&got.message), "List-Unsubscribe").starts_with("<http"));
    let other = emails.iter().find(|(to, _)| to != who).expect("somebody else").0.clone();
    let to = stop_to(got);
    assert!(to.starts_with("u-"), "{to}");
    // The sender does not matter: as with the link, the address is the authorisation.
    table.bring(&to, "robot@mail.example");
    assert_eq!(table.round().await, 1);
    let choices = table.choices(who).await;
    assert!(!choices.wants_of(MailTopic::Turns, Some(&table.game)));
    assert!(choices.wants(MailTopic::Turns), "other tables are not meant");
    assert_eq!(table.choices(&other).await, MailChoices::default());
    let confirmed = table.emails().await;
    let [(to_whom, said)] = confirmed.as_slice() else { panic!("{} emails", confirmed.len()) };
    assert_eq!(to_whom, who, "whose emails they are");
    assert!(
        said.message.replace("\r\n", " ").contains("You will get no more turn and vote emails"),
        "{}",
        said.message
    );
    let head = fields(&said.message);
    assert!(only(&head, "Subject").starts_with("Re: "), "{}", only(&head, "Subject"));
    assert_eq!(only(&head, "In-Reply-To"), only(&fields(&got.message), "Message-ID"));
    assert!(!head.iter().any(|(name, _)| name == "Reply-To"), "no program goes on with it");
    // The second time, nothing changes and nothing is confirmed.
    let text = format!("From: {who}\r\nTo: {to}\r\nMessage-ID: <2@x.example>\r\n\r\nstop\r\n");
    table.spool().put(&Envelope::default(), text.as_bytes()).expect("it is kept");
    assert_eq!(table.round().await, 1);
    assert!(table.emails().await.is_empty(), "once is enough");
    // The last turn email still works.
    let before = table.version().await;
    table.answer(who, got, "1");
    table.round().await;
    assert!(table.version().await > before, "the order was taken");
    let done =
        incoming::list(table.app.service.store().read(), incoming::IncomingState::Done, 9).await;
    let done = done.expect("a list");
    assert_eq!(done.len(), 3);
    assert_eq!(done[0].found.game.as_ref(), Some(&table.game));
}

#[tokio::test]
async fn unknown_stop_address_and_bounces_stop_nothing() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let (who, got) = emails.iter().find(|(_, got)| asks(got)).expect("a turn");
    let to = stop_to(got);
    table.bring(&format!("u-{}@reply.raven.example", "a".repeat(26)), who);
    // A key for one purpose does not work under the prefix of another.
    table.bring(&to.replacen("u-", "o-", 1), who);
    let orders = only(&fields(&got.message), "Reply-To").to_owned();
    table.bring(&orders.replacen("o-", "u-", 1), who);
    let text = crate::mail::playing::replies::returned(&to, got, "5.1.1");
    let envelope = Envelope { sender: None, recipient: Some(to) };
    table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    assert_eq!(table.round().await, 4);
    assert_eq!(table.choices(who).await, MailChoices::default());
}

/// The doctor's test email to the server itself is recorded and has no other effect. Email from
/// strangers to such an address is not stored.
#[tokio::test]
async fn test_email_is_recorded_by_key_and_never_answered() {
    let table = ByMail::new("gotlandia").await;
    table.emails().await;
    let service = &table.app.service;
    let probe = service.settings().answers.as_ref().expect("read").probe().expect("a key");
    let after = incoming::last(service.store().read()).await.expect("a number");
    table.bring(&probe.address, "post@raven.example");
    assert_eq!(table.round().await, 1);
    let noted = incoming::keyed(service.store().read(), after, &probe.hash).await;
    let noted = noted.expect("a store").expect("it is there");
    assert_eq!((noted.state, noted.source.as_str()), (incoming::IncomingState::Ignored, "spool"));
    assert_eq!(noted.raw, None);
    assert_eq!(noted.found.verdict.as_deref(), Some("unchecked"));
    assert!(table.emails().await.is_empty());
}
