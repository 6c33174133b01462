//! Emails of real games through the real service: recipients and header fields.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ravenpost::emails::NotificationKind;
use ravenpost::mail::incoming::reading::OURS;
use ravenpost::mail::outgoing::{Composed, EmailSource, Failure, Memory, SendLoop, Transport};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::{Service, Settings};
use ravenpost::titles;
use ravenpost_metrics::labels::Delivery;
use ravenpost_store::Store;
use ravenpost_store::post::outbox::{self, OutboxEmail, OutboxState, QueuedEmail, Schedule};

use crate::harness::app::App;
use crate::mail::outgoing::lint::{fields, kind, only};
use crate::mail::writer;

/// The service without the pictures in its emails. Drawing them takes much longer than everything
/// else, and few tests look at them.
#[derive(Clone)]
pub struct WithoutPictures(Service);

impl EmailSource for WithoutPictures {
    async fn write(&self, now: DateTime<Utc>, queued: &QueuedEmail) -> Result<Composed, String> {
        let mut composed = EmailSource::write(&self.0, now, queued).await?;
        if let Composed::Ready { email, .. } = &mut composed {
            email.picture = None;
        }
        Ok(composed)
    }

    async fn gave_up(&self, now: DateTime<Utc>, email: &OutboxEmail, why: &str) {
        EmailSource::gave_up(&self.0, now, email, why).await;
    }

    fn rests(&self) -> bool {
        EmailSource::rests(&self.0)
    }

    fn sends(&self, now: DateTime<Utc>, trouble: Option<String>) {
        EmailSource::sends(&self.0, now, trouble);
    }

    fn attempted(&self, address: &str, result: Delivery) {
        EmailSource::attempted(&self.0, address, result);
    }

    async fn relay(&self, now: DateTime<Utc>, down: bool) {
        EmailSource::relay(&self.0, now, down).await;
    }
}

fn send_loop<S: EmailSource>(source: S, app: &App, transport: Transport) -> SendLoop<S> {
    let (store, now) = (app.service.store().clone(), app.now);
    SendLoop::new(source, store, writer(), transport, Schedule::default(), Arc::new(move || now))
}

/// A sender of the service's emails, without pictures, with this transport.
pub fn by(app: &App, transport: Transport) -> SendLoop<WithoutPictures> {
    send_loop(WithoutPictures(app.service.clone()), app, transport)
}

/// The same with the pictures.
pub fn with_pictures(app: &App, transport: Transport) -> SendLoop<Service> {
    send_loop(app.service.clone(), app, transport)
}

fn sender(app: &App) -> (Memory, SendLoop<Service>) {
    let memory = Memory::default();
    let sender = with_pictures(app, Transport::Memory(memory.clone()));
    (memory, sender)
}

/// The messages that were sent, with their recipients.
fn texts(memory: &Memory) -> Vec<(String, String)> {
    let text = |(to, bytes): (String, Vec<u8>)| (to, String::from_utf8(bytes).expect("ASCII"));
    memory.taken().into_iter().map(text).collect()
}

/// Processes what is due on a server that only stores its emails for viewing.
pub async fn keep(app: &App) {
    by(app, Transport::Local).pass().await.expect("the outbox can be read");
}

/// Sends what is due, without pictures, and returns recipient and message of each email.
pub async fn sent(app: &App) -> Vec<(String, String)> {
    sent_by(app).await.1
}

/// The same, with the transport.
pub async fn sent_by(app: &App) -> (Memory, Vec<(String, String)>) {
    let memory = Memory::default();
    let sender = by(app, Transport::Memory(memory.clone()));
    sender.pass().await.expect("the outbox can be read");
    let emails = texts(&memory);
    (memory, emails)
}

async fn sent_with_pictures(app: &App) -> Vec<(String, String)> {
    let (memory, sender) = sender(app);
    sender.pass().await.expect("the outbox can be read");
    texts(&memory)
}

fn title() -> &'static str {
    titles::all()[0].about().key
}

/// From opening to end of a game, every email has its header fields, and each seat one thread.
#[tokio::test]
async fn whole_game_has_correct_email_headers_and_threads() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let bo = app.player("bo").await;
    let game = app.open_table(title(), ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, bo, Join::default())
        .await
        .expect("a free seat");
    let mut all = sent_with_pictures(&app).await;
    for _ in 0..6 {
        app.passes(Duration::hours(40)).await;
        all.extend(sent_with_pictures(&app).await);
    }
    let kinds: Vec<String> =
        all.iter().map(|(_, message)| only(&fields(message), OURS).to_owned()).collect();
    for kind in [
        NotificationKind::YourTurn,
        NotificationKind::GameStarted,
        NotificationKind::DeadlinePassed,
    ] {
        assert!(kinds.iter().any(|one| one == kind.key()), "{kind:?} is not among {kinds:?}");
    }
    threads(&all);
    let mut ids = Vec::new();
    for (to, message) in &all {
        let fields = fields(message);
        assert_eq!(only(&fields, "To"), format!("<{to}>"));
        assert_eq!(only(&fields, "Auto-Submitted"), "auto-generated");
        assert!(only(&fields, "List-Unsubscribe").starts_with("<http"));
        assert!(only(&fields, "List-Id").contains(&format!("<{game}.")));
        ids.push(only(&fields, "Message-ID").to_owned());
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "every email has a Message-ID of its own");
}

/// Every email but a reader's first refers to emails that this reader has. Reminders and the like
/// follow the turn email, and all have the same subject.
fn threads(all: &[(String, String)]) {
    let field = |message: &str, name: &str| {
        let fields = fields(message);
        let found = fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    for reader in ["ann@example.org", "bo@example.org"] {
        let own: Vec<&String> =
            all.iter().filter(|(to, _)| to == reader).map(|(_, message)| message).collect();
        let mut had: Vec<(String, String)> = Vec::new();
        let mut replies = 0;
        for message in own {
            let refs: Vec<String> =
                field(message, "References").split_whitespace().map(ToOwned::to_owned).collect();
            assert_eq!(refs.first(), had.first().map(|(id, _)| id), "the first email is the root");
            for id in &refs {
                assert!(had.iter().any(|(known, _)| known == id), "{id} is nobody's email");
            }
            assert_eq!(field(message, "In-Reply-To"), refs.last().cloned().unwrap_or_default());
            let subject = field(message, "Subject");
            assert!(had.iter().all(|(_, known)| *known == subject), "{subject} is another one");
            replies += usize::from(refs.len() > 1);
            had.push((field(message, "Message-ID"), subject));
        }
        assert!(replies > 0, "{reader} had a reminder");
    }
}

#[tokio::test]
async fn answered_turn_is_not_announced() {
    let mut app = App::new().await;
    let (_, _, game) = app.pair(title()).await;
    sent(&app).await;
    let (seat, queued) = app.until_turn_email(&game).await;
    app.now += Duration::minutes(2);
    assert!(sent(&app).await.is_empty(), "the reader may be at the page");
    app.now += Duration::minutes(2);
    // The relay is down while the reader plays.
    let (memory, first) = sender(&app);
    memory.refuse("", Failure::passing("not now"));
    first.pass().await.expect("the outbox can be read");
    app.now += Duration::minutes(5);
    let order = app.some_order(&game, seat).await;
    app.order(&game, seat, &order).await.expect("taken");
    let ids: Vec<String> = sent(&app)
        .await
        .iter()
        .map(|(_, message)| only(&fields(message), "Message-ID").to_owned())
        .collect();
    assert!(!ids.contains(&format!("<{}>", queued.message_id)), "{ids:?}");
}

#[tokio::test]
async fn message_ids_keep_the_domain_of_the_first_start() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("ravenpost.db");
    for domain in ["first.example", "second.example"] {
        let store = Store::open(&path).await.expect("the store opens");
        let settings = Settings { mail_domain: domain.to_owned(), ..Settings::default() };
        let service = Service::new(store, settings);
        let now = "2026-11-20T09:00:00Z".parse().expect("a moment");
        service
            .accounts()
            .ask_sign_in(now, "ann@example.org", domain, "test", "::1")
            .await
            .expect("asked");
        let emails = outbox::list(service.store().read(), OutboxState::Waiting, 10).await;
        for email in emails.expect("readable") {
            assert!(email.queued.message_id.ends_with("@first.example"), "{email:?}");
        }
        service.store().close().await;
    }
}

#[tokio::test]
async fn organiser_is_notified_of_undelivered_emails() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let bo = app.player("bo").await;
    let game = app.open_table(title(), ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &game, bo, Join::default())
        .await
        .expect("a free seat");
    let (memory, sender) = sender(&app);
    memory.refuse("bo@example.org", Failure::lasting("550 5.1.1 <bo@example.org> unknown"));
    sender.pass().await.expect("the outbox can be read");
    let dead =
        outbox::list(app.service.store().read(), OutboxState::Failed, 10).await.expect("readable");
    assert!(!dead.is_empty());
    let told: Vec<String> = memory
        .taken()
        .into_iter()
        .filter(|(to, _)| to == "ann@example.org")
        .map(|(_, bytes)| String::from_utf8(bytes).expect("ASCII"))
        .filter(|message| kind(message) == NotificationKind::EmailUndelivered)
        .collect();
    assert_eq!(told.len(), 1, "once a day, not once an email");
    assert!(told[0].contains("550 5.1.1 (address) unknown"));
    assert!(!told[0].contains("bo@example.org"), "his address stays his own");
}
