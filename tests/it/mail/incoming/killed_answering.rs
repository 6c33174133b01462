//! Kills the real program repeatedly while emails come in and are answered: no order is lost or
//! done twice, and each email gets one answer.
//!
//! Kills three times; `RAVENPOST_KILLS=100` kills more often.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost::service::post::reply_address::Answers;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Table};
use ravenpost_store::people::players::{self, NewPlayer};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::post::{incoming, outbox};
use ravenpost_store::{Store, token_hash};

use crate::program::serve::Server;

/// Emails that are queued at each kill.
const EACH: usize = 4;
/// An email that takes longer than this counts as lost. A safeguard, not a performance limit.
const LOST: Duration = Duration::from_secs(120);

/// A game whose first decision can be answered by email.
struct Asked {
    game: GameId,
    from: String,
    to: String,
}

impl Asked {
    /// The reply, as it arrives by one of several routes.
    fn email(&self, way: usize) -> String {
        format!(
            "Received: from phone by mx{way}.example; Fri, 20 Nov 2026 10:00:00 +0100\r\n\
             From: {}\r\nTo: {}\r\nMessage-ID: <{}@phone.example>\r\n\r\n1\r\n",
            self.from, self.to, self.game
        )
    }
}

/// Creates two-player tables whose games have just begun, each with a key for the awaited seat.
async fn tables(folder: &Path, many: usize) -> Vec<Asked> {
    let store = Store::open(&folder.join("ravenpost.db")).await.unwrap();
    let most = u64::MAX;
    let settings = Settings { tables_a_day: most, acts_an_hour: most, ..Settings::default() };
    let service = Service::new(store.clone(), settings);
    let answers = Answers { domain: "reply.raven.example".to_owned(), mailbox: None };
    let now = chrono::Utc::now();
    let mut tables = Vec::new();
    for table in 0..many {
        let mut people = Vec::new();
        for name in ["ann", "bo"] {
            let new = NewPlayer {
                address: format!("{name}{table}@example.org"),
                name: name.to_owned(),
                zone: "UTC".to_owned(),
                at: now,
            };
            let add = store.write(move |tx| Box::pin(async move { players::add(tx, &new).await }));
            people.push(add.await.unwrap());
        }
        let new = NewTable {
            title: "gotlandia".to_owned(),
            name: format!("Table {table}"),
            table: Table::of(2),
            pace: Pace::of(Some(3 * 86_400)),
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: Vec::new(),
        };
        let game_id = service.tables().open_table(now, Some(people[0]), &new).await.unwrap();
        service.tables().join_table(now, &game_id, people[1], Join::default()).await.unwrap();
        let game = service.games().load(&game_id).await.unwrap();
        let seat = game.seats().awaited()[0].seat;
        let player = game.people.iter().find(|(held, _)| *held == seat).unwrap().1;
        let from = players::get(store.read(), player).await.unwrap().address;
        let text = data_encoding::BASE32_NOPAD.encode(&token_hash(format!("key {table}")));
        let text = text[..26].to_lowercase();
        let key = Key {
            hash: token_hash(&text),
            purpose: Purpose::Orders,
            email: None,
            player: Some(player),
            address: from.clone(),
            game: Some(game_id.clone()),
            seat: Some(seat),
            asked_seq: game.seats().wait(seat).map(|wait| wait.asked_at),
            known_seq: Some(game.last_seq()),
            invitation: None,
            held: None,
            made_at: now,
            dead_at: None,
        };
        let add = store.write(move |tx| Box::pin(async move { keys::add(tx, &key).await }));
        add.await.unwrap();
        tables.push(Asked { game: game_id, from, to: answers.address(Purpose::Orders, &text) });
    }
    store.close().await;
    tables
}

/// Waits until at most `left` emails are unprocessed.
async fn until(folder: &Path, left: usize) {
    let spool = Spool::at(folder.join("incoming"));
    let store = Store::open_read_only(&folder.join("ravenpost.db")).await.unwrap();
    let (start, mut look) = (Instant::now(), tokio::time::interval(Duration::from_millis(2)));
    loop {
        look.tick().await;
        let new = incoming::new(store.read(), 0, u32::MAX).await.unwrap().len();
        if new + spool.waiting().unwrap().len() <= left {
            break;
        }
        assert!(start.elapsed() < LOST, "emails are not seen to");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_while_answering_lose_and_duplicate_nothing() {
    let kills = std::env::var("RAVENPOST_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: usize = kills.unwrap_or(3);
    let data = tempfile::tempdir().unwrap();
    let tables = tables(data.path(), (kills + 1) * EACH).await;
    let spool = Spool::at(data.path().join("incoming"));
    let settings = [
        ("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example"),
        ("RAVENPOST__MAIL__TRANSPORT", "local"),
    ];
    for (round, asked) in tables.chunks(EACH).enumerate() {
        for asked in asked {
            // Every email arrives by two routes.
            for way in 0..2 {
                let envelope = Envelope { sender: None, recipient: Some(asked.to.clone()) };
                let envelope = Envelope { sender: Some(asked.from.clone()), ..envelope };
                spool.put(&envelope, asked.email(way).as_bytes()).unwrap();
            }
        }
        let server = Server::start_with("serve", data.path(), &settings);
        match round < kills {
            true => {
                until(data.path(), EACH * 2 - round % (EACH * 2)).await;
                server.stop("-KILL");
            }
            false => {
                until(data.path(), 0).await;
                assert_eq!(server.stop("-TERM").code(), Some(0));
            }
        }
    }

    let store = Store::open(&data.path().join("ravenpost.db")).await.unwrap();
    let service = Service::new(store.clone(), Settings::default());
    let mut wrong = BTreeMap::new();
    for asked in &tables {
        let game = service.games().load(&asked.game).await.unwrap();
        let mail = |act: &Act| matches!(act, Act::Ordered { via: Via::Email, .. });
        let orders = game.log.iter().filter(|entry| mail(entry.act)).count();
        let emails = outbox::of_game(store.read(), &asked.game, u32::MAX).await.unwrap();
        let answers = emails.iter().filter(|email| email.queued.kind == "reply_result").count();
        if (orders, answers) != (1, 1) {
            wrong.insert(asked.game.to_string(), (orders, answers));
        }
    }
    assert!(wrong.is_empty(), "orders and answers: {wrong:?}");
    println!("{kills} kills, {} emails, each twice: 0 lost, 0 doubled", tables.len());
}
