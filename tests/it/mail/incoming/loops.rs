//! Autoresponders: neither they nor another Ravenpost server are answered endlessly, and nothing
//! they write is an order.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_store::post::outbox;

use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

/// Header fields that programs add to automatic replies; the last one adds none.
const MARKS: [&str; 4] =
    ["Auto-Submitted: auto-replied\r\n", "X-Autoreply: yes\r\n", "Precedence: auto_reply\r\n", ""];

impl ByMail {
    /// An autoresponder replies for an absent player.
    fn away(&self, from: &str, email: &ReceivedEmail, number: usize, mark: &str) {
        let fields = fields(&email.message);
        let (to, id) = (only(&fields, "Reply-To"), only(&fields, "Message-ID"));
        let text = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: {}\r\n\
             Message-ID: <away.{number}@a.example>\r\nIn-Reply-To: {id}\r\n{mark}\r\n\
             Thank you for your letter.\r\n\r\nI am away until 21 December and will read it \
             then.\r\nIf it cannot wait, please write to my colleague.\r\n\r\nYours,\r\nBo\r\n",
            only(&fields, "Subject")
        );
        let envelope = Envelope { sender: Some(from.into()), recipient: Some(to.into()) };
        self.spool().put(&envelope, text.as_bytes()).expect("it is kept");
    }
}

#[tokio::test]
async fn autoresponder_is_answered_once_a_day() {
    for mark in MARKS {
        let mut table = ByMail::new("gotlandia").await;
        let mut number = 0;
        for _ in 0..30 * 2 {
            table.app.passes(Duration::hours(12)).await;
            // Replies go back and forth as fast as emails are delivered. Without one, nothing
            // happens until the next half day.
            for _ in 0..3 {
                let before = number;
                for (to, got) in table.emails().await {
                    if to == "bo@example.org" && got.message.contains("\r\nReply-To:") {
                        number += 1;
                        table.away(&to, &got, number, mark);
                    }
                }
                if number == before {
                    break;
                }
                table.round().await;
            }
        }
        assert!(number >= 8, "{mark}: {number} emails were answered by the program");
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        let ordered = |act: &Act| matches!(act, Act::Ordered { via: Via::Email, .. });
        assert!(!game.log.iter().any(|entry| ordered(entry.act)), "{mark}: an order was taken");
        let store = table.app.service.store();
        let emails = outbox::of_game(store.read(), &table.game, u32::MAX).await.expect("readable");
        let mut days: BTreeMap<_, usize> = BTreeMap::new();
        for email in emails.iter().filter(|email| email.queued.kind == "reply_result") {
            *days.entry(email.queued.at.date_naive()).or_default() += 1;
        }
        assert!(days.values().all(|answers| *answers <= 1), "{mark}: {days:?}");
        assert_eq!(days.is_empty(), !mark.is_empty(), "{mark}: {days:?}");
    }
}

impl ByMail {
    /// How many answers the sender gets to these emails, and the last one.
    async fn answers(&self, who: &str, email: &ReceivedEmail, words: &[String]) -> (usize, String) {
        for words in words {
            self.answer(who, email, words);
            self.round().await;
        }
        let mut own: Vec<_> = self.emails().await;
        own.retain(|(to, got)| to == who && got.message.contains("auto-replied"));
        (own.len(), own.pop().map(|(_, got)| got.message).unwrap_or_default())
    }
}

/// An awaited player may retry until the order is right: the eleventh mistake is answered like the
/// first, but there is a limit.
#[tokio::test]
async fn awaited_player_gets_an_answer_to_every_mistake() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let words: Vec<String> = (0..104).map(|number| format!("play moon {number}")).collect();
    assert_eq!(table.answers(&who, &turn, &words[..24]).await.0, 24);
    // Texts that are not orders are answered too, as long as the prompt is open.
    let other: Vec<String> = (0..6).map(|number| format!("what now {number}?")).collect();
    assert_eq!(table.answers(&who, &turn, &other).await.0, 6);
    let (rest, last) = table.answers(&who, &turn, &words[24..]).await;
    assert_eq!(rest, 70);
    assert!(last.contains("hundredth email"), "a sender who gets no more replies is told: {last}");
    let before = table.version().await;
    table.answer(&who, &turn, "1");
    table.round().await;
    assert!(table.version().await > before, "an order is taken ever after");
    assert_eq!(table.emails().await.iter().filter(|(to, _)| *to == who).count(), 1);
}

/// Players who are not awaited and send no order get ten answers a day, and thirty views of the
/// game.
#[tokio::test]
async fn other_players_get_ten_refusals_and_thirty_views() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let seat = {
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        game.seats().awaited()[0].seat
    };
    for _ in 0..20 {
        if table
            .app
            .service
            .games()
            .load(&table.game)
            .await
            .expect("the game")
            .seats()
            .wait(seat)
            .is_none()
        {
            break;
        }
        let order = table.app.some_order(&table.game, seat).await;
        table.app.order(&table.game, seat, &order).await.expect("legal");
    }
    table.emails().await;
    let words: Vec<String> = (0..12).map(|number| format!("thank you {number}")).collect();
    let (answers, last) = table.answers(&who, &turn, &words).await;
    assert_eq!(answers, 10);
    assert!(last.contains("tenth email today"), "{last}");
    let looks: Vec<String> = (0..32).map(|number| format!("show orders x{number}")).collect();
    assert_eq!(table.answers(&who, &turn, &looks).await.0, 30);
}

/// A rejected move may be sent repeatedly; a line without a command only a few times.
#[tokio::test]
async fn awaited_player_gets_repeated_answers_to_one_mistake() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    // Spaces make the emails differ, but not their content.
    let slips: Vec<String> =
        (0..5).map(|blanks| format!("play moon{}", " ".repeat(blanks))).collect();
    assert_eq!(table.answers(&who, &turn, &slips).await.0, 5);
    let shows: Vec<String> = (0..40).map(|blanks| format!("show{}", " ".repeat(blanks))).collect();
    assert_eq!(table.answers(&who, &turn, &shows).await.0, 40);
    let words: Vec<String> = (0..5).map(|blanks| format!("hm{}", " ".repeat(blanks))).collect();
    assert_eq!(table.answers(&who, &turn, &words).await.0, 3);
}

/// Emails of one server go to an address of the other: neither answers, even if a relay on the way
/// removes the auto-reply header fields.
#[tokio::test]
async fn two_servers_do_not_answer_each_other() {
    let (here, there) = (ByMail::new("gotlandia").await, ByMail::new("gotlandia").await);
    let (_, mine) = here.turn().await;
    let (_, theirs) = there.turn().await;
    for marked in [true, false] {
        for (to, email, other) in [(&there, &mine, &theirs), (&here, &theirs, &mine)] {
            let address = only(&fields(&other.message), "Reply-To").to_owned();
            let lines = email.message.split("\r\n").filter(|line| {
                marked || !(line.starts_with("X-") || line.starts_with("Auto-Submitted"))
            });
            let text = lines.collect::<Vec<_>>().join("\r\n");
            let sender = Some("post@raven.example".to_owned());
            let envelope = Envelope { sender, recipient: Some(address) };
            to.spool().put(&envelope, text.as_bytes()).expect("it is kept");
            let before = to.version().await;
            assert_eq!(to.round().await, 1);
            assert_eq!(to.version().await, before);
            let said = to.emails().await;
            let answered = said.iter().any(|(_, got)| got.message.contains("auto-replied"));
            assert!(!answered, "a server was answered");
        }
    }
}
