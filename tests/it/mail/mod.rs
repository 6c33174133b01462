//! Sending: a real outbox, a simulated clock, and misbehaving mail servers.

pub mod incoming;
pub mod outgoing;
pub mod playing;
mod reading;
pub mod setup;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::emails::YourTurn;
use ravenpost::mail::outgoing::{Composed, EmailSource, Memory, SendLoop, Transport, Writer};
use ravenpost_store::Store;
use ravenpost_store::post::outbox::{self, QueuedEmail, Schedule};
use tempfile::TempDir;

use crate::emails::samples::{self, Names};
use crate::harness::engine;
use crate::harness::folder::folder;

/// When a relay status change was reported, and whether the relay was down.
type Narration = (DateTime<Utc>, bool);

/// Renders turn emails, each time with different text, and knows which are obsolete.
#[derive(Clone, Default)]
pub struct TestRenderer {
    overtaken: Arc<Mutex<BTreeSet<String>>>,
    given_up: Arc<Mutex<Vec<String>>>,
    written: Arc<AtomicUsize>,
    /// Reported changes of the relay's status.
    told: Arc<Mutex<Vec<Narration>>>,
}

impl EmailSource for TestRenderer {
    async fn write(&self, _now: DateTime<Utc>, queued: &QueuedEmail) -> Result<Composed, String> {
        if self.overtaken.lock().unwrap().contains(&queued.message_id) {
            return Ok(Composed::Dropped("the game has changed since"));
        }
        assert!(!queued.message_id.starts_with("panics"), "writing it breaks off");
        let count = self.written.fetch_add(1, Ordering::Relaxed);
        let names = Names { table: format!("Table {count}"), ..Names::default() };
        let email = YourTurn { ..samples::your_turn(&names) }.compose();
        let address = queued.address.clone().ok_or("no address")?;
        Ok(Composed::Ready {
            gathers: Vec::new(),
            address,
            email: Box::new(email),
            opens: ravenpost::service::post::reply_keys::ReplyKeys::default(),
        })
    }

    async fn relay(&self, now: DateTime<Utc>, down: bool) {
        let mut told = self.told.lock().unwrap();
        if told.last().is_none_or(|last| last.1 != down) {
            told.push((now, down));
        }
    }

    async fn gave_up(&self, _now: DateTime<Utc>, email: &outbox::OutboxEmail, why: &str) {
        self.given_up.lock().unwrap().push(format!("{}: {why}", email.queued.message_id));
    }
}

/// An outbox with a sender and a manual clock.
pub struct Post {
    pub store: Store,
    pub scribe: TestRenderer,
    now: Arc<AtomicI64>,
    _folder: TempDir,
}

impl Post {
    pub async fn new() -> Post {
        let folder = folder();
        let store = engine::open_file(&folder.path().join("ravenpost.db")).await;
        let start = samples::moment("2025-11-20T09:00:00Z").timestamp();
        let now = Arc::new(AtomicI64::new(start));
        Post { store, scribe: TestRenderer::default(), now, _folder: folder }
    }

    /// The same with a database shared by several nodes; `None` without PostgreSQL.
    pub async fn shared() -> Option<Post> {
        let folder = folder();
        let path = folder.path().join("ravenpost.db");
        let address = engine::address(&path).await?;
        let store = Store::connect(&address, &path).await.unwrap();
        Some(Post { store, _folder: folder, ..Post::new().await })
    }

    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.now.load(Ordering::Relaxed), 0).unwrap()
    }

    pub fn passes(&self, time: TimeDelta) {
        self.now.fetch_add(time.num_seconds(), Ordering::Relaxed);
    }

    pub fn sender(&self, transport: Transport) -> SendLoop<TestRenderer> {
        let now = Arc::clone(&self.now);
        let clock =
            Arc::new(move || DateTime::from_timestamp(now.load(Ordering::Relaxed), 0).unwrap());
        let (scribe, store) = (self.scribe.clone(), self.store.clone());
        SendLoop::new(scribe, store, writer(), transport, Schedule::default(), clock)
    }

    pub fn to_memory(&self) -> (Memory, SendLoop<TestRenderer>) {
        let memory = Memory::default();
        let sender = self.sender(Transport::Memory(memory.clone()));
        (memory, sender)
    }

    /// Queues an email that is due now.
    pub async fn owe(&self, name: &str, address: &str) -> i64 {
        let queued = QueuedEmail {
            message_id: format!("{name}@raven.example"),
            to_player: None,
            address: Some(address.to_owned()),
            kind: "your_turn".into(),
            game: None,
            seat: None,
            seq: None,
            payload: "{}".into(),
            references: "thread.1.g1@raven.example".into(),
            at: self.now(),
            due_at: self.now(),
        };
        self.store
            .write(move |conn| Box::pin(async move { outbox::owe(conn, &queued).await }))
            .await
            .unwrap()
    }

    pub async fn row(&self, id: i64) -> outbox::OutboxEmail {
        outbox::get(self.store.read(), id).await.unwrap()
    }
}

pub fn writer() -> Writer {
    Writer {
        from: "Ravenpost <post@raven.example>".parse().unwrap(),
        domain: "raven.example".into(),
        envelope_from: None,
        signer: None,
    }
}

/// Waits for something that another task or program is about to do. The timeout of a minute is a
/// safeguard, not a performance limit.
pub async fn until(mut done: impl AsyncFnMut() -> bool) {
    let (start, mut look) = (Instant::now(), tokio::time::interval(Duration::from_millis(20)));
    while !done().await {
        assert!(start.elapsed() < Duration::from_secs(60), "it was waited for in vain");
        look.tick().await;
    }
}
