//! Kills the real program repeatedly while its emails leave for a real mail server. No email is
//! lost, and each kill causes at most one duplicate of an email that was being sent, with the same
//! bytes.
//!
//! Kills three times; `RAVENPOST_KILLS=20` kills more often.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::Utc;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::titles;
use ravenpost_log::act::Pace;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::Store;
use ravenpost_store::people::players::{self, NewPlayer};
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::mail::outgoing::smtp::Sink;
use crate::program::serve::Server;

/// Approximate number of emails sent before the next kill.
const EACH: usize = 4;
/// Emails transmitted at the same time.
const ON_THE_WIRE: usize = 8;

/// Creates two-player tables whose games have just begun, with all emails queued, and returns their
/// names.
async fn tables_with_queued_emails(folder: &Path, tables: usize) -> Vec<String> {
    let store = Store::open(&folder.join("ravenpost.db")).await.unwrap();
    let service = Service::new(store.clone(), Settings::default());
    let now = chrono::Utc::now();
    for table in 0..tables {
        let mut people = Vec::new();
        for name in ["ann", "bo"] {
            let new = NewPlayer {
                address: format!("{name}{table}@d{table}.example"),
                name: name.to_owned(),
                zone: "UTC".to_owned(),
                at: now,
            };
            let add =
                store.write(move |conn| Box::pin(async move { players::add(conn, &new).await }));
            people.push(add.await.unwrap());
        }
        let new = NewTable {
            title: titles::all()[0].about().key.to_owned(),
            name: format!("Table {table}"),
            table: Table::of(2),
            pace: Pace::of(Some(3 * 86_400)),
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: Vec::new(),
        };
        let game = service.tables().open_table(now, Some(people[0]), &new).await.unwrap();
        service.tables().join_table(now, &game, people[1], Join::default()).await.unwrap();
    }
    let emails = outbox::list(store.read(), OutboxState::Waiting, u32::MAX).await.unwrap();
    store.close().await;
    emails.into_iter().map(|email| email.queued.message_id).collect()
}

/// Waits until the queue is empty.
async fn empty(folder: &Path) {
    let store = Store::open_read_only(&folder.join("ravenpost.db")).await.unwrap();
    let mut look = tokio::time::interval(Duration::from_millis(50));
    loop {
        look.tick().await;
        let counts = outbox::counts(store.read(), Utc::now()).await.unwrap();
        if counts.waiting + counts.sending == 0 {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_while_sending_lose_no_email() {
    let kills = std::env::var("RAVENPOST_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: usize = kills.unwrap_or(3);
    let data = tempfile::tempdir().unwrap();
    let queued = tables_with_queued_emails(data.path(), 4 + kills * EACH / 4).await;
    let sink = Sink::new(&[]);
    let port = sink.port.to_string();
    let settings = [
        ("RAVENPOST__MAIL__TRANSPORT", "smtp"),
        ("RAVENPOST__MAIL__SMTP_HOST", "localhost"),
        ("RAVENPOST__MAIL__SMTP_PORT", &port),
        ("RAVENPOST__MAIL__SMTP_TLS", "none"),
    ];
    for kill in 0..kills {
        let server = Server::start_with("serve", data.path(), &settings);
        sink.takes(1 + kill % EACH).await;
        server.stop("-KILL");
    }
    // Asked to stop while it renders and sends emails, it shuts down cleanly and soon.
    let server = Server::start_with("serve", data.path(), &settings);
    sink.takes(2).await;
    let asked = Instant::now();
    assert_eq!(server.stop("-TERM").code(), Some(0));
    println!("asked to stop, it was gone after {:?}", asked.elapsed());
    let start = Instant::now();
    let server = Server::start_with("serve", data.path(), &settings);
    empty(data.path()).await;
    let waited = start.elapsed();
    assert_eq!(server.stop("-TERM").code(), Some(0));

    let mut arrived: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for (_, message) in sink.taken() {
        let text = String::from_utf8(message.clone()).unwrap();
        let id = text.split("Message-ID: <").nth(1).unwrap().split('>').next().unwrap();
        arrived.entry(id.to_owned()).or_default().push(message);
    }
    let mut more = 0;
    for id in &queued {
        let copies = arrived.get(id).unwrap_or_else(|| panic!("{id} is lost"));
        assert!(copies.len() <= 1 + kills, "{id} arrived {} times", copies.len());
        assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} is not always the same");
        more += copies.len() - 1;
    }
    assert!(more <= kills * ON_THE_WIRE, "{more} more copies: not only of what was on the wire");
    println!("{kills} kills, {} emails: 0 lost, {more} more copies", queued.len());
    println!("all were out {waited:?} after the last start");
}
