//! Emails that may be forged are held until their player confirms them.

use chrono::Duration;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost_store::post::incoming::{self, IncomingState};

use crate::harness::browser::Pages;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail, answered};
use crate::pages::session;

const EVE: &str = "eve@example.net";

/// A table at which an email is held: who was prompted, the prompt, and the confirmation request.
async fn held(words: &str) -> (ByMail, String, ReceivedEmail, ReceivedEmail) {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    table.answer(EVE, &turn, words);
    assert_eq!(table.round().await, 1);
    let mut emails = table.emails().await;
    assert_eq!(emails.len(), 1, "one email, to the seat's own address");
    let (to, question) = emails.remove(0);
    assert_eq!(to, who);
    (table, who, turn, question)
}

#[tokio::test]
async fn held_email_is_processed_when_its_player_confirms() {
    let (table, who, _, question) = held("1").await;
    for words in ["Did you write this?", EVE, "| 1", "\"again\"", "/held"] {
        assert!(question.message.contains(words), "{words}: {}", question.message);
    }
    assert_eq!(only(&fields(&question.message), "Auto-Submitted").trim(), "auto-replied");
    let before = table.version().await;
    table.answer(&who, &question, "again");
    assert_eq!(table.round().await, 2, "the word, and the email that it sets free");
    assert!(table.version().await > before, "the order was taken");
    let answers = table.emails().await;
    assert_eq!(answers.len(), 1, "one answer for both");
    assert_eq!(answers[0].0, who, "not to whoever wrote it");
    assert!(answers[0].1.message.contains("Everything worked"));

    table.answer(&who, &question, "again, please\nagain");
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await;
    assert!(answers[0].1.message.contains("has already been processed"));
}

#[tokio::test]
async fn address_is_confirmed_once() {
    let (table, who, turn, question) = held("1").await;
    table.answer(&who, &question, "again");
    table.round().await;
    let before = table.version().await;
    table.answer(EVE, &turn, "note: it counts\nsay all: hello");
    assert_eq!(table.round().await, 1);
    assert!(table.stand(IncomingState::Held).await.is_empty(), "nobody is asked again");
    let answers = table.emails().await;
    assert!(answers.iter().all(|(to, _)| to != EVE), "answers go to the own address");
    assert!(answers.iter().any(|(to, _)| *to == who));
    assert!(table.version().await >= before);

    // A second address also needs confirmation.
    table.answer("mallory@example.net", &turn, "show");
    table.round().await;
    assert_eq!(table.stand(IncomingState::Held).await.len(), 1);
}

#[tokio::test]
async fn disowned_address_is_not_remembered() {
    let (table, who, turn, question) = held("1").await;
    table.answer(&who, &question, "decline");
    table.round().await;
    table.answer(EVE, &turn, "2");
    table.round().await;
    assert_eq!(table.stand(IncomingState::Held).await.len(), 1);
}

/// A mail server without DKIM or SPF never passes authentication. Its users can still play, because
/// only they received the key in the question.
#[tokio::test]
async fn reader_of_the_seats_email_can_confirm_without_dkim() {
    let gate = || Trust { authserv_id: Some("mx.raven.example".into()), ..Trust::default() };
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let before = table.version().await;
    table.answer(&who, &turn, "1");
    table.round_behind(gate()).await;
    assert_eq!(table.version().await, before);
    assert_eq!(table.stand(IncomingState::Held).await.len(), 1);
    let (_, question) = table.emails().await.remove(0);
    table.answer(&who, &question, "Again.");
    table.round_behind(gate()).await;
    assert!(table.version().await > before);
}

#[tokio::test]
async fn confirmation_takes_no_orders_and_can_be_declined() {
    let (table, who, _, question) = held("1").await;
    let before = table.version().await;
    table.answer(&who, &question, "1");
    table.round().await;
    let answers = table.emails().await;
    assert!(answers[0].1.message.contains("Reply with the word"), "{}", answers[0].1.message);
    assert_eq!(table.stand(IncomingState::Held).await.len(), 1);
    // A third party who also has the question's address still gets nothing.
    table.answer("mallory@example.net", &question, "again");
    table.round().await;
    assert_eq!(table.emails().await.len(), 0);
    table.answer(&who, &question, "decline");
    table.round().await;
    assert_eq!(table.stand(IncomingState::Held).await.len(), 0);
    assert_eq!(table.emails().await.len(), 0, "nobody waits for an answer");
    assert_eq!(table.version().await, before);
}

/// Someone who has a key cannot make us send its player an unlimited number of emails.
#[tokio::test]
async fn confirmation_requests_are_limited_per_day() {
    let (mut table, _, turn, _) = held("1").await;
    for (sender, words, emails) in [
        (EVE, "2", 0),
        ("one@example.net", "http://evil.example says pass", 1),
        ("two@example.net", "3", 1),
        ("three@example.net", "4", 0),
    ] {
        table.answer(sender, &turn, words);
        table.round().await;
        let asked = table.emails().await;
        assert_eq!(asked.len(), emails, "{sender}");
        for (_, question) in asked {
            assert!(!question.message.contains("evil.example"), "{}", question.message);
        }
    }
    assert_eq!(table.stand(IncomingState::Held).await.len(), 5, "all wait on the page");
    table.app.now += Duration::days(15);
    table.app.service.tidy_up(table.app.now).await.expect("tidied");
    assert_eq!(table.stand(IncomingState::Held).await.len(), 0);
    let ignored = table.stand(IncomingState::Ignored).await;
    let note = ignored[0].note.clone().unwrap_or_default();
    assert!(note.ends_with(", and the player did not confirm it"), "{note}");
}

#[tokio::test]
async fn confirmation_works_on_the_page_too() {
    let (table, who, _, _) = held("1").await;
    let before = table.version().await;
    let (name, other) = if who.starts_with("ann") { ("ann", "bo") } else { ("bo", "ann") };
    let pages = Pages::of(table.app.service.clone());
    let mut stranger = pages.browser().signed_in(&session(&table.app, other).await);
    assert!(!stranger.get("/held").await.ok().body.contains(EVE), "it is not for them");
    let mut browser = pages.browser().signed_in(&session(&table.app, name).await);
    assert!(browser.get("/my-games").await.ok().body.contains("href=\"/held\""));
    let page = browser.get("/held").await;
    assert!(page.ok().body.contains(EVE));
    let held = table.stand(IncomingState::Held).await[0].id;
    let action = format!("/held/{held}");

    // Submitted by another user with their own form token, it does nothing.
    let theirs = stranger.get("/settings").await.form("/settings").fields[0].1.clone();
    stranger.post(&action, &format!("token={theirs}&do=vouch")).await;
    assert_eq!(table.stand(IncomingState::Held).await.len(), 1);

    let done = browser.send(&page, &action, &[("do", "vouch")]).await;
    assert!(done.body.contains("Your email is being processed"), "{}", done.body);
    let twice = browser.send(&page, &action, &[("do", "disown")]).await;
    assert!(twice.body.contains("That email was already handled"), "{}", twice.body);
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > before);
}

/// Someone who has a key sends email all day, from ever new addresses.
#[tokio::test]
async fn at_most_twenty_emails_are_held_per_seat() {
    let table = ByMail::new("gotlandia").await;
    let (_, turn) = table.turn().await;
    for number in 0..25 {
        table.answer(&format!("eve{number}@example.net"), &turn, &format!("1 {number}"));
    }
    assert_eq!(table.round().await, 25);
    assert_eq!(table.stand(IncomingState::Held).await.len(), 20);
    let ignored = table.stand(IncomingState::Ignored).await;
    assert_eq!(ignored.len(), 5);
    let why = ignored[0].note.as_deref().unwrap_or_default();
    assert!(why.contains("too many replies for this seat are on hold"), "{why}");
}

/// Emails with pictures, at the maximum size: they are processed normally, and the stored part is
/// bounded, both in the spool and in the database.
#[tokio::test]
async fn stored_part_of_held_emails_is_bounded() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let before = table.version().await;
    let (to, plain) = answered(&who, &turn, "1");
    let (head, words) = plain.split_once("\r\n\r\n").expect("a head");
    for number in 0..30 {
        let words = if number == 0 { words } else { "Nothing to say" };
        let head = head.replace("Message-ID: <", &format!("Message-ID: <{number}."));
        let picture = "QUJD".repeat(19) + "\r\n";
        let text = format!(
            "{head}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n\
             --cut\r\nContent-Type: text/plain\r\n\r\n{words}\r\n--cut\r\nContent-Type: image/png\
             \r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n--cut--\r\n",
            picture.repeat(10_000)
        );
        let envelope = Envelope { sender: Some(who.clone()), recipient: Some(to.clone()) };
        let place = table.spool().put(&envelope, text.as_bytes()).expect("it is kept");
        assert!(std::fs::metadata(place).expect("a file").len() <= 257 * 1024, "at the door");
    }
    assert_eq!(table.round().await, 30);
    assert!(table.version().await > before, "the order above the picture was taken");
    let store = table.app.service.store();
    let (mut kept, mut bytes) = (0, 0);
    for email in table.stand(IncomingState::Done).await {
        let email = incoming::get(store.read(), email.id).await.expect("readable");
        let length = email.raw.map_or(0, |raw| raw.len());
        assert!(length <= 64 * 1024, "{length}");
        kept += usize::from(length > 0);
        bytes += length;
    }
    assert_eq!(kept, 20, "the last ones");
    assert!(bytes < 64 * 1024, "{bytes} bytes of thirty emails of a few words");
}
