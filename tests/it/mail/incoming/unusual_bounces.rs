//! Unusual bounces of our emails, in which not even the recipient address is as expected.

use ravenpost::mail::incoming::spool::Envelope;
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::{Service, Settings};
use ravenpost_store::people::players;

use crate::harness::app::App;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::whole_games::sent_by;
use crate::mail::playing::replies::ByMail;

/// A recorded bounce (`tests/inbound/bounces`), addressed to `to`, without the copy of our email
/// that would contain its key.
fn came(file: &str, to: &str) -> String {
    let path = format!("{}/tests/inbound/bounces/{file}.eml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an email");
    let text = text.split("------ This is a copy").next().unwrap_or_default().to_owned();
    let known = text.lines().find_map(|line| line.strip_prefix("Delivered-To: "));
    let known = known.expect("an address").trim().to_owned();
    text.replace(&known, to)
}

/// Exim writes to the reply address, and Exchange uses plain text only. Both identify the email
/// whose address was used, and no other.
#[tokio::test]
async fn exim_and_exchange_bounces_stop_mail() {
    for (file, to_answers) in
        [("exim-unknown", true), ("exim-unknown", false), ("exchange-words", false)]
    {
        let table = ByMail::new("gotlandia").await;
        let (memory, emails) = sent_by(&table.app).await;
        let (who, message) = emails.first().expect("an email");
        let senders = memory.senders();
        let (_, sender) = senders.iter().find(|(brought, _)| brought == who).expect("its sender");
        let to = match to_answers {
            true => only(&fields(message), "Reply-To").trim().to_owned(),
            false => sender.clone(),
        };
        let store = table.app.service.store();
        let stopped = async |name: &str| {
            let player = players::by_address(store.read(), name).await.expect("a store");
            player.expect("a player").stopped_at.is_some()
        };
        let text = came(file, &to);
        assert!(text.contains(&to), "{text}");
        let envelope = Envelope { sender: None, recipient: Some(to) };
        table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
        assert_eq!(table.round().await, 1);
        assert!(stopped(who).await, "{file}: emails still go there");
        let other = if who.starts_with("ann") { "bo@example.org" } else { "ann@example.org" };
        assert!(!stopped(other).await, "{file}: nobody else is meant");
        let answers = table.emails().await;
        assert!(answers.iter().all(|(to, _)| to != who), "{file}: no server is answered");
    }
}

/// If the relay only accepts the From address as envelope sender, the reply key in the copy of our
/// email identifies it.
#[tokio::test]
async fn bounce_is_identified_by_the_reply_address_in_its_copy() {
    let mut app = App::answered(1).await;
    let settings = Settings { bounce_addresses: false, ..app.service.settings().clone() };
    let (store, entropy) = (app.service.store().clone(), Entropy::seeded(1));
    app.service = Service::with_entropy(store, settings, entropy);
    let ann = app.player("ann").await;
    let bo = app.player("bo").await;
    let game = app.open_table("gotlandia", ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, bo, Join::default())
        .await
        .expect("a free seat");
    let table = ByMail::at(app, game);
    let (memory, emails) = sent_by(&table.app).await;
    assert!(memory.senders().iter().all(|(_, sender)| sender == "post@raven.example"));
    let answerable = emails.iter().find(|(_, message)| message.contains("Reply-To"));
    let (who, message) = answerable.expect("an email that can be answered");
    let head = message.split("\r\n\r\n").next().expect("a head");
    let bounce = format!(
        "From: MAILER-DAEMON@mx.example.org\r\nTo: post@raven.example\r\nSubject: failure\r\n\
         MIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=cut\r\n\r\n\
         --cut\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; {who}\r\n\
         Action: failed\r\nStatus: 5.1.1\r\n\r\n\
         --cut\r\nContent-Type: text/rfc822-headers\r\n\r\n{head}\r\n\r\n--cut--\r\n"
    );
    let envelope = Envelope { sender: None, recipient: Some("post@raven.example".to_owned()) };
    table.spool().put(&envelope, bounce.as_bytes()).expect("it is kept");
    assert_eq!(table.round().await, 1);
    let player = players::by_address(table.app.service.store().read(), who).await;
    let player = player.expect("a store").expect("a player");
    assert!(player.stopped_at.is_some(), "email still goes there");
}
