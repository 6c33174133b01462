//! Emails from other people: forged ones do nothing, whatever key and sender they have, and answers
//! only ever go to the seat's own address.
//!
//! Tries two thousand forgeries; `RAVENPOST_FORGERIES=100000` tries more.

use ravenpost::service::reply::{Reply, ReplyLine, SenderVerdict};
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_store::people::players;
use ravenpost_store::post::keys;
use ravenpost_store::post::outbox::{self, OutboxEmail};
use ravenpost_store::{PlayerId, token_hash};

use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::whole_games::sent_by;
use crate::mail::playing::replies::ByMail;

/// The queued emails that answer inbound ones.
async fn answers(table: &ByMail) -> Vec<OutboxEmail> {
    let all = outbox::of_game(table.app.service.store().read(), &table.game, u32::MAX).await;
    let all = all.expect("readable").into_iter();
    all.filter(|email| ["reply_result", "reply_notice"].contains(&email.queued.kind.as_str()))
        .collect()
}

/// How many orders came by email.
async fn by_mail(table: &ByMail) -> usize {
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    let mail = |act: &Act| matches!(act, Act::Ordered { via: Via::Email, .. });
    game.log.iter().filter(|entry| mail(entry.act)).count()
}

/// The key in an address: the part between `o-` and `@`.
fn key(address: &str) -> &str {
    address.split('@').next().and_then(|local| local.split_once('-')).expect("a key").1
}

fn reply(number: usize, from: &str, to: Vec<String>, lines: &[&str]) -> Reply {
    let line = |line: &&str| ReplyLine {
        raw: (*line).to_owned(),
        plain: (*line).to_owned(),
        begins_paragraph: false,
        lines: 1,
    };
    Reply {
        id: 0,
        sha: token_hash(format!("{number}")),
        message_id: Some(format!("{number}@forger.example")),
        from: Some(from.to_owned()),
        verdict: SenderVerdict::NoGate,
        vouched: false,
        recipients: to,
        answers: Vec::new(),
        lines: lines.iter().map(line).collect(),
        omitted: Vec::new(),
        unread: None,
        sealed: false,
    }
}

/// What a player has: an address, a player id, and the addresses in the last email.
struct Side {
    address: String,
    player: PlayerId,
    /// The address for replies to the last email.
    orders: String,
    /// The envelope sender of the last email.
    bounce: String,
}

async fn sides(table: &ByMail) -> Vec<Side> {
    let (memory, emails) = sent_by(&table.app).await;
    let mut sides = Vec::new();
    for name in ["ann@example.org", "bo@example.org"] {
        let own = emails.iter().rev().find(|(to, message)| {
            to == name && fields(message).iter().any(|(field, _)| field == "Reply-To")
        });
        let orders = only(&fields(&own.expect("an email").1), "Reply-To").to_owned();
        let senders = memory.senders();
        let bounce = senders.iter().rev().find(|(to, _)| to == name).expect("a sender").1.clone();
        let player = players::by_address(table.app.service.store().read(), name).await;
        let player = player.expect("a store").expect("a player").id;
        sides.push(Side { address: name.to_owned(), player, orders, bounce });
    }
    sides
}

#[tokio::test]
async fn forged_emails_give_no_orders() {
    let many = std::env::var("RAVENPOST_FORGERIES").ok().and_then(|many| many.parse().ok());
    let many: usize = many.unwrap_or(2000);
    let table = ByMail::new("gotlandia").await;
    let old = sides(&table).await;
    // Ann's reply key is revoked.
    let (ann, now) = (old[0].player, table.app.now);
    let end = table
        .app
        .service
        .store()
        .write(move |tx| Box::pin(async move { keys::end_of_player(tx, ann, now).await }));
    end.await.expect("written");
    let before = table.version().await;
    let [ann, bo] = old.as_slice() else { panic!("two people") };
    for number in 0..many {
        let guess = data_encoding::BASE32_NOPAD.encode(&token_hash(format!("guess {number}")));
        let guess = guess[..26].to_lowercase();
        let domain = "reply.raven.example";
        let (from, to) = match number % 7 {
            0 => (&ann.address, "post@raven.example".to_owned()),
            1 => (&ann.address, ann.orders.clone()),
            2 => (&ann.address, bo.orders.clone()),
            3 => (&bo.address, ann.orders.clone()),
            4 => (&bo.address, format!("o-{guess}@{domain}")),
            5 => (&"eve@example.org".to_owned(), bo.orders.clone()),
            _ => (&bo.address, format!("o-{}@{domain}", key(&bo.bounce))),
        };
        let words = format!("{}", number % 9 + 1);
        let forged = reply(number, from, vec![to], &[&words, "undo", "leave for good"]);
        table.app.service.replies().answer_reply(table.app.now, &forged).await.expect("dealt with");
    }
    assert_eq!(table.version().await, before, "nothing was taken");
    assert_eq!(by_mail(&table).await, 0);
    // Only replies to the revoked key are answered, only to its owner, and only a few times.
    let answers = answers(&table).await;
    assert!(answers.iter().all(|email| email.queued.to_player == Some(ann.player)));
    assert_eq!(answers.len(), 3, "the same is refused three times a day");

    // The one correct email is accepted.
    let good = reply(many, &bo.address, vec![bo.orders.clone()], &["show"]);
    table.app.service.replies().answer_reply(table.app.now, &good).await.expect("dealt with");
    assert_eq!(self::answers(&table).await.len(), 4);
}

/// A forwarded email, or one with other recipients, reveals nothing to anyone but the seat.
#[tokio::test]
async fn answers_go_only_to_the_seat() {
    let table = ByMail::new("gotlandia").await;
    let sides = sides(&table).await;
    let words = ["show", "show hand", "show orders", "help", "show at 2", "say", "fly"];
    for number in 0..1000 {
        let (own, other) = (&sides[number % 2], &sides[(number + 1) % 2]);
        let from =
            ["eve@example.org", &other.address, &own.address, "ANN@example.org "][number % 4];
        let mut to = vec![own.orders.clone(), other.address.clone(), "eve@example.org".into()];
        to.rotate_left(number % 3);
        let passed = reply(number, from, to, &[words[number % words.len()]]);
        table.app.service.replies().answer_reply(table.app.now, &passed).await.expect("dealt with");
    }
    let mut answered = 0;
    for email in answers(&table).await {
        assert_eq!(email.queued.address, None, "where it goes is the player's address, then");
        let player = email.queued.to_player.expect("a player");
        let side = sides.iter().find(|side| side.player == player).expect("one of the two");
        let game = table.app.service.games().load(&table.game).await.expect("the game");
        assert_eq!(game.seat_of(side.player), email.queued.seat, "one's own seat");
        answered += 1;
    }
    let most = 2 * (10 + 30 + 100);
    assert!((2..=most).contains(&answered), "{answered} answers: so many a day to each at most");
}
