//! Letters of ours that come back in shapes of which not even the address is as it should be.

use ravenpost::mail::incoming::spool::Envelope;
use ravenpost_store::people::players;

use super::lint::{fields, only};
use super::replies::ByMail;
use super::whole::sent_by;

/// A letter of a mail server out of those that are read (`tests/letters_in/bounces`), as it comes
/// to that address, without the copy of ours that would name its key.
fn came(file: &str, to: &str) -> String {
    let path = format!("{}/tests/letters_in/bounces/{file}.eml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a letter");
    let text = text.split("------ This is a copy").next().unwrap_or_default().to_owned();
    let known = text.lines().find_map(|line| line.strip_prefix("Delivered-To: "));
    let known = known.expect("an address").trim().to_owned();
    text.replace(&known, to)
}

/// Exim writes to where answers go, Exchange in words only; both tell of the letter whose address
/// it was, and of no other.
#[tokio::test]
async fn what_exim_and_exchange_send_back_stops_mail_as_any_bounce_does() {
    for (file, to_answers) in
        [("exim-unknown", true), ("exim-unknown", false), ("exchange-words", false)]
    {
        let table = ByMail::new("gotlandia").await;
        let (memory, letters) = sent_by(&table.app).await;
        let (who, message) = letters.first().expect("a letter");
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
        assert!(stopped(who).await, "{file}: letters still go there");
        let other = if who.starts_with("ann") { "bo@example.org" } else { "ann@example.org" };
        assert!(!stopped(other).await, "{file}: nobody else is meant");
        let answers = table.letters().await;
        assert!(answers.iter().all(|(to, _)| to != who), "{file}: no server is answered");
    }
}
