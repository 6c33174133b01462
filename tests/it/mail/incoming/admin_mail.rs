//! Email to `postmaster` and `abuse` of the reply domain is forwarded to the admin.

use ravenpost::mail::incoming::spool::Envelope;
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::reply::Known;
use ravenpost::service::{Service, Settings};
use ravenpost_store::post::incoming::IncomingState;

use crate::mail::playing::replies::ByMail;

const ADMIN: &str = "root@example.net";
const ABUSE: &str = "abuse@reply.raven.example";

/// A table on a server with that admin.
async fn table(admin: &str) -> ByMail {
    let mut table = ByMail::new("gotlandia").await;
    table.emails().await;
    let settings = table.app.service.settings().clone();
    let settings = Settings { admin: admin.to_owned(), ..settings };
    let (store, entropy) = (table.app.service.store().clone(), Entropy::seeded(7));
    table.app.service = Service::with_entropy(store, settings, entropy);
    table
}

/// Receives an email and returns the emails forwarded so far.
async fn comes(table: &ByMail, to: &str, head: &str, number: usize) -> Vec<String> {
    let text = format!(
        "From: complaints@example.org\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n\
         Subject: Unwanted email\r\n{head}\r\nPlease stop it.\r\n\r\n-- \r\nThe abuse desk\r\n"
    );
    let envelope = Envelope { sender: None, recipient: Some(to.to_owned()) };
    table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    assert_eq!(table.round().await, 1);
    let forwarded = table.emails().await.into_iter().filter(|(to, _)| to == ADMIN);
    forwarded.map(|(_, got)| got.message).collect()
}

#[tokio::test]
async fn postmaster_and_abuse_mail_reaches_the_admin() {
    let table = table(ADMIN).await;
    let service = &table.app.service;
    for address in [ABUSE, "Postmaster@Reply.Raven.example", "postmaster"] {
        assert_eq!(service.inbox().knows(address).await.expect("known"), Known::Admin, "{address}");
    }
    for address in ["webmaster@reply.raven.example", "postmaster@raven.example", "abuse@x.example"]
    {
        assert_eq!(
            service.inbox().knows(address).await.expect("known"),
            Known::Nobody,
            "{address}"
        );
    }
    // Automatic abuse reports are forwarded too.
    for (number, head) in ["", "Auto-Submitted: auto-generated\r\n"].into_iter().enumerate() {
        let forwarded = comes(&table, ABUSE, head, number).await;
        assert_eq!(forwarded.len(), 1, "{head}");
        for words in ["complaints@example.org", "Unwanted email", "Please stop it.", "abuse desk"] {
            assert!(forwarded[0].contains(words), "{words}: {}", forwarded[0]);
        }
    }
    let known = table.stand(IncomingState::Done).await;
    assert!(known.iter().all(|email| email.found.game.is_none()));
}

#[tokio::test]
async fn admin_gets_twenty_a_day_and_no_loops() {
    let table = table(ADMIN).await;
    let round = "X-Ravenpost-Notification: admin_mail\r\n";
    assert_eq!(comes(&table, ABUSE, round, 99).await.len(), 0);
    let mut forwarded = 0;
    for number in 0..25 {
        forwarded += comes(&table, ABUSE, "", number).await.len();
    }
    assert_eq!(forwarded, 20);
    assert_eq!(table.stand(IncomingState::Ignored).await.len(), 6);
}

#[tokio::test]
async fn without_an_external_admin_abuse_mail_is_refused() {
    for admin in ["admin@localhost", "postmaster@reply.raven.example"] {
        let table = table(admin).await;
        let known = table.app.service.inbox().knows(ABUSE).await.expect("known");
        assert_eq!(known, Known::Nobody, "{admin}");
    }
}
