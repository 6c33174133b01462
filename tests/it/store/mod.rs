//! The store on real files: acknowledged data is there, refused data is not, and the log never
//! changes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost_log::chain::{Chain, Tip};
use ravenpost_log::{GameId, Head, NewEvent, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::lists::games;
use ravenpost_store::log::{events, secrets};
use ravenpost_store::post::outbox;
use ravenpost_store::{Change, Commit, Store, StoreError, Tx, writes};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

use crate::harness::engine;
use crate::harness::folder::folder;

/// Writes to the store: `writing!(store, conn => { ...; Ok(result) })`.
macro_rules! writing {
    ($store:expr, $conn:ident => $body:block) => {
        $store.write(writes!(|$conn| $body)).await
    };
}

mod backups;
mod crash;
mod damage;
mod derived;
mod failing_disk;
mod files;
mod log;
mod people;
mod pooler;
mod post;
mod postgres;
mod statements;
mod writing;

/// A store in its own folder, which is removed on drop.
struct Here {
    store: Store,
    folder: TempDir,
}

impl Here {
    async fn new() -> Here {
        let folder = folder();
        let store = engine::open(&folder.path().join("data/ravenpost.db")).await;
        Here { store, folder }
    }

    /// Closes the store and opens the same file again.
    async fn reopen(self) -> Here {
        self.store.close().await;
        let store = engine::open(self.store.path()).await;
        Here { store, ..self }
    }

    /// The events for which emails are queued.
    async fn emails(&self) -> BTreeSet<(GameId, Seq)> {
        emails(&self.store).await
    }

    /// Appends one event and queues its email.
    async fn play(&self, game: &GameId, after: Seq) -> Result<Seq, StoreError> {
        let game = game.clone();
        self.store.write(writes!(|tx| play(tx, &game, after).await)).await
    }
}

/// A raw connection to a file, for what the store would never do.
async fn raw(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    options.connect().await.unwrap()
}

/// Adds events to a game as a decision does.
async fn append(
    tx: &mut Tx,
    game: &GameId,
    after: Seq,
    new: &[NewEvent],
) -> Result<Head, StoreError> {
    let mut head = Head { seq: after, ..events::head(&mut *tx, game).await? };
    if after == Seq::NONE {
        secrets::put(tx, game, &SECRET).await?;
    }
    let mut all = Vec::new();
    for event in new {
        let event = stored(event.clone(), game, head);
        head = Head { seq: event.seq, hash: event.hash };
        all.push(Arc::new(event));
    }
    let (row, waiting, emails) = (&game_row(game, head), &[], &[]);
    let change = Change { row, after, events: &all, waiting, answered: None, emails };
    Commit::of(&change).store(tx).await.map(|_| head)
}

async fn play(tx: &mut Tx, game: &GameId, after: Seq) -> Result<Seq, StoreError> {
    let head = append(tx, game, after, &[event((after + 1).0)]).await?;
    outbox::owe(tx, &email(game, head.seq)).await?;
    Ok(head.seq)
}

async fn emails(store: &Store) -> BTreeSet<(GameId, Seq)> {
    let found = outbox::list(store.read(), outbox::OutboxState::Waiting, u32::MAX).await.unwrap();
    let count = found.len();
    let told: BTreeSet<_> =
        found.into_iter().map(|row| (row.queued.game.unwrap(), row.queued.seq.unwrap())).collect();
    assert_eq!(told.len(), count, "two emails tell of one event");
    told
}

fn moment(seconds: u64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap()
        + TimeDelta::seconds(i64::try_from(seconds).unwrap())
}

/// The secret of every game here.
const SECRET: [u8; 32] = [7; 32];

/// The first act of every game here.
fn opening() -> String {
    let commitment = DrawInputs::commitment(&SECRET);
    format!(r#"{{"Opened":{{"chain":1,"table":{{"seats":4}},"commitment":"{commitment}"}}}}"#)
}

/// An event chained to that head, where all events are public.
fn stored(event: NewEvent, game: &GameId, head: Head) -> StoredEvent {
    let chain = Chain::of(game, opening().as_bytes(), Some(SECRET)).unwrap();
    event.linked(&chain, &Tip { head, step: Step(head.seq.0), shown: head.hash, at: i64::MIN })
}

/// An event of realistic size; the first one opens the game.
fn event(number: u64) -> NewEvent {
    let (at, known, nonce) = (moment(number), "*".to_owned(), [number as u8; 16]);
    if number == 1 {
        let (facts, draws) = ("[]".to_owned(), "[]".to_owned());
        let (kind, act) = ("opened".to_owned(), opening());
        return NewEvent { at, kind, seat: None, act, known, facts, draws, nonce };
    }
    let seat = Seat(u8::try_from(number % 4).unwrap() + 1);
    let order = format!("build rute {number}");
    let act = serde_json::json!({"Ordered": {"seat": seat, "order": order, "via": "Page"}});
    let facts = serde_json::json!([
        {"Paid": {"seat": seat, "silver": 2, "wood": 1}},
        {"Built": {"seat": seat, "area": "rute", "kind": "farmstead"}},
        {"Turned": {"to": seat.next(4)}},
    ]);
    NewEvent {
        at,
        kind: "ordered".into(),
        seat: Some(seat),
        act: act.to_string(),
        known,
        facts: facts.to_string(),
        draws: "[]".into(),
        nonce,
    }
}

fn email(game: &GameId, seq: Seq) -> outbox::QueuedEmail {
    outbox::QueuedEmail {
        message_id: format!("{game}.{seq}@ravenpost.test"),
        to_player: None,
        address: Some("red@example.org".into()),
        kind: "turn".into(),
        game: Some(game.clone()),
        seat: Some(Seat(1)),
        seq: Some(seq),
        payload: "{}".into(),
        references: String::new(),
        at: moment(seq.0),
        due_at: moment(seq.0),
    }
}

fn game_row(game: &GameId, head: Head) -> games::GameRow {
    games::GameRow {
        id: game.clone(),
        title: "gotlandia".into(),
        name: "Midsummer".into(),
        status: ravenpost_log::table::status::Status::Running,
        seats: 4,
        opened_at: moment(0),
        changed_at: moment(head.seq.0),
        version: head.seq,
        head: head.hash,
        public: true,
    }
}
