//! An IMAP mailbox as a mail source: each new email comes in once, whatever is interrupted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::config::{Config, Tls};
use ravenpost::mail::incoming::imap::{self, Imap, ImapError, ImapStep, Mailbox};
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::Spool;
use ravenpost::service::Service;
use ravenpost_store::lists::leases::{self, Lease};
use ravenpost_store::post::incoming::{self, IncomingState};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::harness::app::App;
use crate::harness::at_night;
use crate::mail::incoming::dovecot::Dovecot;
use crate::mail::playing::replies::{ByMail, ReceivedEmail, answered};
use crate::mail::until;

/// A mailbox that is watched until this is dropped.
pub struct WatchedMailbox {
    pub imap: Imap,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl WatchedMailbox {
    fn of(table: &ByMail, mailbox: Mailbox) -> WatchedMailbox {
        WatchedMailbox::for_service(&table.app.service, mailbox)
    }

    pub fn for_service(service: &Service, mailbox: Mailbox) -> WatchedMailbox {
        WatchedMailbox::at(service, mailbox, Utc::now)
    }

    fn at(
        service: &Service,
        mailbox: Mailbox,
        now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static,
    ) -> WatchedMailbox {
        let (imap, watcher) = Imap::new(mailbox, service.clone(), Trust::default(), Arc::new(now));
        let (stop, stopped) = watch::channel(false);
        WatchedMailbox { imap, stop, task: tokio::spawn(watcher.run(stopped)) }
    }

    async fn ends(self) {
        self.stop.send(true).expect("it hears");
        self.task.await.expect("it ends");
    }
}

/// The player whose turn it is, and the turn email.
async fn asked(table: &ByMail) -> (String, ReceivedEmail) {
    let emails = table.emails().await;
    emails.into_iter().find(|(_, got)| got.message.contains("turn")).expect("a turn")
}

#[tokio::test]
async fn new_mailbox_email_is_processed_once_and_old_ignored() {
    let (table, dovecot) = (ByMail::new("gotlandia").await, Dovecot::new().await);
    let (who, turn) = asked(&table).await;
    // Old email in an existing mailbox is ignored.
    dovecot.put(&answered(&who, &turn, "1\n").1);
    let begun = table.version().await;
    let watched = WatchedMailbox::of(&table, dovecot.mailbox(Tls::None, "secret"));
    watched.imap.look().await.expect("it can be read");
    assert_eq!(table.round().await, 0);

    // The mailbox itself notifies us, without polling.
    dovecot.put(&answered(&who, &turn, "1").1);
    until(async || table.round().await == 1).await;
    let taken = table.version().await;
    assert!(taken > begun, "the order was taken");
    watched.ends().await;

    // Email that arrives while no one watches is found later, once.
    dovecot.put(&answered(&who, &turn, "help").1);
    let watched = WatchedMailbox::of(&table, dovecot.mailbox(Tls::Tls, "secret"));
    watched.imap.look().await.expect("it can be read");
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, taken);
    watched.imap.look().await.expect("it can be read");
    assert_eq!(table.round().await, 0);
    let store = table.app.service.store();
    let done = incoming::list(store.read(), IncomingState::Done, 9).await.expect("a list");
    assert_eq!(done.len(), 2);
    assert!(done.iter().all(|email| email.source == "imap"));
    watched.ends().await;
}

#[tokio::test]
async fn emails_are_recognised_after_a_uidvalidity_change() {
    let (table, mut dovecot) = (ByMail::new("gotlandia").await, Dovecot::new().await);
    let (who, turn) = asked(&table).await;
    let watched = WatchedMailbox::of(&table, dovecot.mailbox(Tls::None, "secret"));
    watched.imap.look().await.expect("it can be read");
    dovecot.put(&answered(&who, &turn, "1").1);
    watched.imap.look().await.expect("it can be read");
    assert_eq!(table.round().await, 1);
    let taken = table.version().await;
    dovecot.renumber().await;
    dovecot.put(&answered(&who, &turn, "show").1);
    // The checkpoint became invalid with the old UIDs; the next check uses the new ones.
    until(async || watched.imap.look().await.is_ok()).await;
    assert_eq!(table.round().await, 1, "only the new one");
    assert_eq!(table.version().await, taken);
    watched.ends().await;
}

#[tokio::test]
async fn oversized_email_is_noted_and_left_in_the_mailbox() {
    let (table, dovecot) = (ByMail::new("gotlandia").await, Dovecot::new().await);
    let (who, turn) = asked(&table).await;
    let watched = WatchedMailbox::of(&table, dovecot.mailbox(Tls::Starttls, "secret"));
    watched.imap.look().await.expect("it can be read");
    let (_, email) = answered(&who, &turn, "1");
    dovecot.put(&format!("{email}\r\n{}", "a photograph\r\n".repeat(400_000)));
    dovecot.put(&answered(&who, &turn, "help").1);
    watched.imap.look().await.expect("it can be read");
    assert_eq!(table.round().await, 1, "the one behind it");
    let store = table.app.service.store();
    let left = incoming::list(store.read(), IncomingState::Ignored, 9).await.expect("a list");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].note.as_deref(), Some("not fetched: 5 MB is too large"));
    assert_eq!(incoming::get(store.read(), left[0].id).await.expect("known").raw, None);
    watched.ends().await;
}

/// A player's turn is not lost while a provider's mailbox is down, but deadlines do not wait for it
/// indefinitely.
#[tokio::test]
async fn no_deadline_passes_while_the_mailbox_is_down() {
    let (mut table, mut dovecot) = (ByMail::new("gotlandia").await, Dovecot::new().await);
    let (who, turn) = asked(&table).await;
    // Later than any deadline here, so the deadline passes as soon as nothing holds it up.
    table.app.now += TimeDelta::days(4);
    let late = table.app.now;
    let watched =
        WatchedMailbox::at(&table.app.service, dovecot.mailbox(Tls::None, "secret"), move || late);
    watched.imap.look().await.expect("it can be read");
    let intake = Intake::new(table.app.service.clone(), table.spool(), Trust::default())
        .with_imap(Some(watched.imap.clone()));
    let before = table.version().await;
    dovecot.stop();
    until(async || {
        intake.round_before_deadlines(late).await.expect("noted");
        !table.app.service.clocks().sources_down().await.expect("a list").is_empty()
    })
    .await;
    let shut = table.app.service.clocks().sources_down().await.expect("a list");
    assert_eq!(shut[0].source, "imap");
    // An order arrives in time but cannot be fetched.
    dovecot.put(&answered(&who, &turn, "1").1);
    intake.round_before_deadlines(late).await.expect("noted");
    assert!(table.app.service.clocks().tick(late).await.expect("a tick").held);
    assert_eq!(table.version().await, before, "no deadline passed");
    dovecot.start().await;
    until(async || {
        intake.round_before_deadlines(late).await.expect("noted");
        table.app.service.clocks().sources_down().await.expect("a list").is_empty()
    })
    .await;
    let game = table.app.service.games().load(&table.game).await.expect("the game");
    assert!(game.last_seq() > before, "and the order counts");
    assert!(!table.app.service.clocks().tick(late).await.expect("a tick").held);
    watched.ends().await;
}

#[tokio::test]
async fn mailbox_errors_are_distinguished() {
    let dovecot = Dovecot::new().await;
    for tls in [Tls::None, Tls::Starttls, Tls::Tls] {
        let mailbox = dovecot.mailbox(tls, "secret");
        let mut line = imap::call(&mailbox).await.expect("it lets us in");
        assert!(!imap::holds(&mut line, &mailbox, "a@b.example").await.expect("it can be read"));
        let Err(wrong) = imap::call(&dovecot.mailbox(tls, "guess")).await else {
            panic!("a wrong password opens nothing")
        };
        assert!(matches!(wrong, ImapError::Said(ImapStep::SignIn, _)), "{wrong}");
    }
    dovecot.put("From: a@b.example\r\nTo: <p-x@reply.example>\r\n\r\n");
    let mut mailbox = dovecot.mailbox(Tls::None, "secret");
    let mut line = imap::call(&mailbox).await.expect("it lets us in");
    assert!(imap::holds(&mut line, &mailbox, "p-x@reply.example").await.expect("it can be read"));
    mailbox.folder = "Elsewhere".into();
    let wrong = imap::holds(&mut line, &mailbox, "a").await.expect_err("no such folder");
    assert!(matches!(wrong, ImapError::Said(ImapStep::Folder, _)), "{wrong}");

    // A server with an untrusted certificate, and one without TLS.
    let mut config = Config::default();
    (config.mail.imap_host, config.mail.imap_username) = ("localhost".into(), "raven".into());
    config.mail.imap_port = dovecot.mailbox(Tls::Tls, "").port;
    let stranger = Mailbox::of(&config).expect("good settings").expect("a mailbox");
    let Err(wrong) = imap::call(&stranger).await else { panic!("a stranger is not called") };
    assert!(matches!(wrong, ImapError::Said(ImapStep::Protect, _)), "{wrong}");
    config.mail.imap_host = "imap.example.org".into();
    config.mail.imap_tls = Tls::None;
    assert!(Mailbox::of(&config).is_err(), "no password goes over the net in the clear");
}

async fn lease(app: &App) -> Option<Lease> {
    leases::of(app.service.store().read(), "imap_mailbox").await.expect("asked")
}

/// The node that watches the mailbox.
async fn holder(app: &App) -> Option<String> {
    lease(app).await.map(|lease| lease.holder)
}

/// One of two nodes stays connected to the mailbox. The other checks on request, and can take over
/// at once when the first shuts down.
#[tokio::test]
async fn one_of_two_nodes_watches_the_mailbox() {
    let Some([here, there]) = App::nodes().await else { return };
    let dovecot = Dovecot::new().await;
    let of =
        |app: &App| WatchedMailbox::for_service(&app.service, dovecot.mailbox(Tls::None, "secret"));
    let first = of(&here);
    until(async || holder(&here).await.is_some_and(|holder| holder == here.service.node())).await;
    let second = of(&there);
    second.imap.look().await.expect("it can be read");
    assert_eq!(holder(&here).await.as_deref(), Some(here.service.node()), "it is the first one's");
    first.ends().await;
    // By then the other node may hold the lease.
    assert_ne!(holder(&here).await.as_deref(), Some(here.service.node()), "who is gone watches it");
    second.ends().await;
}

/// A killed node releases nothing: replies in the mailbox wait a minute until another node takes
/// over.
#[tokio::test]
async fn mailbox_of_a_killed_node_is_taken_over_in_a_minute() {
    let Some([here, there]) = App::nodes().await else { return };
    let dovecot = Dovecot::new().await;
    let mailbox = || dovecot.mailbox(Tls::None, "secret");
    let first = WatchedMailbox::for_service(&here.service, mailbox());
    until(async || holder(&here).await.is_some_and(|holder| holder == here.service.node())).await;
    first.task.abort();
    let later = || Utc::now() + TimeDelta::seconds(61);
    let second = WatchedMailbox::at(&there.service, mailbox(), later);
    until(async || holder(&here).await.is_some_and(|holder| holder == there.service.node())).await;
    second.ends().await;
}

/// The node keeps its lease even if it sends nothing to the mail server for minutes. It renews the
/// lease every twenty seconds: by day one renewal is awaited, with `RAVENPOST_NIGHT` five.
#[tokio::test]
async fn idle_node_keeps_the_mailbox_lease() {
    let Some([here, _]) = App::nodes().await else { return };
    let (dovecot, begun) = (Dovecot::new().await, Instant::now());
    // Each call advances the clock by two seconds.
    let clock = move || Utc::now() + TimeDelta::from_std(begun.elapsed()).expect("short");
    let watched = WatchedMailbox::at(&here.service, dovecot.mailbox(Tls::None, "secret"), clock);
    let (mut kept, mut look) = (0, tokio::time::interval(Duration::from_millis(200)));
    let mut last = None;
    while kept < if at_night() { 5 } else { 1 } {
        look.tick().await;
        assert!(begun.elapsed() < Duration::from_secs(200), "it does not keep it");
        let Some(lease) = lease(&here).await else { continue };
        assert!(lease.until > clock(), "anybody may have it");
        kept += usize::from(last.is_some_and(|last| lease.until > last));
        last = Some(lease.until);
    }
    watched.ends().await;
}

/// A node that cannot reach the mailbox reports the failure, so that no deadline passes, and leaves
/// the lease to others.
#[tokio::test]
async fn node_that_cannot_reach_the_mailbox_releases_it() {
    let Some([here, there]) = App::nodes().await else { return };
    let (dovecot, folder) = (Dovecot::new().await, tempfile::tempdir().expect("a folder"));
    let nowhere = Mailbox { port: 1, ..dovecot.mailbox(Tls::None, "secret") };
    let first = WatchedMailbox::for_service(&here.service, nowhere);
    let spool = Spool::at(folder.path().join("incoming"));
    let intake = Intake::new(here.service.clone(), spool, Trust::default())
        .with_imap(Some(first.imap.clone()));
    until(async || !here.service.clocks().sources_down().await.expect("a list").is_empty()).await;
    // The watching task holds it briefly at each of its own attempts.
    until(async || {
        let free = holder(&here).await.is_none();
        assert!(!intake.round_before_deadlines(Utc::now()).await.expect("noted"), "it was seen");
        free && holder(&here).await.is_none()
    })
    .await;
    let second = WatchedMailbox::for_service(&there.service, dovecot.mailbox(Tls::None, "secret"));
    until(async || here.service.clocks().sources_down().await.expect("a list").is_empty()).await;
    assert_eq!(holder(&here).await.as_deref(), Some(there.service.node()));
    intake.round_before_deadlines(Utc::now()).await.expect("looked");
    assert!(
        here.service.clocks().sources_down().await.expect("a list").is_empty(),
        "no news of the others"
    );
    first.ends().await;
    second.ends().await;
}
