//! Emails that exceed the size limit: the rest is not read, and the sender is informed.

use ravenpost::mail::incoming::spool::Envelope;

use crate::mail::playing::replies::{ByMail, answered};
use crate::mail::reading::programs::Read;

/// More than any mail source stores of one email.
const LONG: usize = 300 * 1024;

/// Builds a body from the table's first legal orders.
type Words<'w> = &'w dyn Fn(&[String]) -> String;

/// Sends an email with that body and extra header fields. Returns the number of new events and the
/// text of the answer.
async fn written(fields: &str, body: Words<'_>) -> (u64, String) {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let groups = game.true_position().offers(game.seats().awaited()[0].seat);
    let offers = groups.iter().flat_map(|group| &group.offers);
    let orders: Vec<String> = offers.map(|offer| offer.order.clone()).collect();
    let (to, text) = answered(&who, &turn, "");
    let (head, _) = text.split_once("\r\n\r\n").expect("a head");
    let email = format!("{head}\r\n{fields}\r\n{}", body(&orders).replace('\n', "\r\n"));
    let envelope = Envelope { sender: Some(who.clone()), recipient: Some(to) };
    table.spool().put(&envelope, email.as_bytes()).expect("kept");
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await.into_iter().filter(|(to, got)| {
        *to == who && Read::of(got.message.as_bytes()).message_id.starts_with("reply_result.")
    });
    let answers: Vec<Read> = answers.map(|(_, got)| Read::of(got.message.as_bytes())).collect();
    assert_eq!(answers.len(), 1, "one answer");
    let flat = answers[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    (table.version().await.0 - game.last_seq().0, flat)
}

/// Few lines with many words: fewer lines than the limit.
fn winter() -> String {
    let line = "what a long winter ".repeat(50) + "\n";
    line.repeat(LONG / line.len())
}

fn file(kind: &str) -> String {
    let line = "QUJD".repeat(19) + "\n";
    format!("Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{}", line.repeat(4000))
}

const PLAIN: &str = "Content-Type: text/plain; charset=utf-8\n\n";

fn mixed(parts: &[&str]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("--cut\n{part}\n")).collect();
    format!("{}--cut--\n", parts.concat())
}

const MIXED: &str = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=cut\r\n";
const RELATED: &str = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=cut\r\n";

#[tokio::test]
async fn truncated_text_is_reported() {
    let (events, told) = written("", &|orders| format!("{}\n\n{}", orders[0], winter())).await;
    assert!(events > 0, "{told}");
    assert!(told.contains("is too long: only the first"), "{told}");
    // No order is taken from text whose end was not read.
    let press = |orders: &[String]| format!("say all: so\n\n{}\n\n{}", winter(), orders[0]);
    let (events, told) = written("", &press).await;
    assert_eq!(events, 0, "{told}");
    assert!(told.contains("is too long: only the first"), "{told}");
}

/// An email that is only long because of its quoted text is read completely.
#[tokio::test]
async fn truncated_quote_is_not_reported() {
    let mark = ravenpost::emails::MARK;
    let (events, told) =
        written("", &|orders| format!("{}\n\n{mark}\n\n{}", orders[0], winter())).await;
    assert!(events > 0, "{told}");
    assert!(!told.contains("too long"), "{told}");
}

#[tokio::test]
async fn text_truncated_below_a_picture_is_reported() {
    let photo = file("image/jpeg");
    let body = |orders: &[String]| {
        mixed(&[&format!("{PLAIN}{}\n", orders[0]), &photo, &format!("{PLAIN}{}\n", orders[1])])
    };
    let (events, told) = written(MIXED, &body).await;
    assert!(events > 0, "{told}");
    assert!(told.contains("because of a picture or file"), "{told}");
    // Images of an HTML email come after its text.
    let (events, told) = written(RELATED, &body).await;
    assert!(events > 0, "{told}");
    assert!(!told.contains("too long"), "{told}");
}
