//! Games by email alone, without any page. The service sends through a real Postfix into mailboxes,
//! where three mail programs read the emails and reply. Postfix pipes the replies into `ravenpost
//! mail receive`, or they reach a mailbox that is read by IMAP. The players know only what their
//! emails say.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::config::Tls;
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::titles;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::post::outbox;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

use crate::harness::app::{App, fresh};
use crate::harness::at_night;
use crate::mail::incoming::dovecot::Dovecot;
use crate::mail::incoming::imap::WatchedMailbox;
use crate::mail::outgoing::postfix::{PEOPLE, Postfix};
use crate::mail::outgoing::whole_games::{by, with_pictures};
use crate::mail::reading::programs::{Program, Read};

const NAMES: [&str; 3] = ["ann", "bo", "cy"];
/// How many rounds of emails have pictures by day.
const PICTURED: usize = 12;

/// A player with a mail program.
struct Person {
    name: &'static str,
    program: Program,
    /// How many emails of the mailbox have been read.
    read: usize,
    /// The last prompt that is not answered yet.
    asked: Option<Read>,
    /// Replies written, and how many in a row were refused.
    written: usize,
    refused: usize,
    ended: bool,
}

impl Person {
    fn address(&self) -> String {
        format!("{}@{PEOPLE}", self.name)
    }

    /// Reads a new email.
    fn look(&mut self, email: Read) {
        let is = |kind: &str| email.message_id.starts_with(&format!("{kind}."));
        if is("reply_result") {
            let good = email.text.contains("Everything worked.");
            self.refused = if good { 0 } else { self.refused + 1 };
            assert!(self.refused < 9, "{} is always refused:\n{}", self.name, email.text);
        }
        self.ended |= is("game_over");
        if is("invitation") || email.fallback().is_some() {
            self.asked = Some(email);
        }
    }

    /// The reply to a prompt.
    fn words(&self, email: &Read) -> String {
        if email.message_id.starts_with("invitation.") {
            return format!("Hello {}! Yes please, join", self.name);
        }
        let numbers = email.numbers();
        let fallback = email.fallback().expect("it asks");
        match numbers.len() {
            0 => fallback,
            _ if self.refused > 2 => fallback,
            many => {
                let chance = (self.written * 7919 + self.name.len() * 104_729) % many;
                numbers[chance].to_string()
            }
        }
    }
}

/// A table whose players only have mail programs.
struct Alone {
    app: App,
    game: GameId,
    /// The mailbox for replies, if they do not come through the pipe.
    mailbox: Option<(Dovecot, WatchedMailbox)>,
    postfix: Postfix,
    people: Vec<Person>,
    /// How often emails were delivered.
    delivered: usize,
    /// A connection for counting emails without reading their messages.
    conn: SqliteConnection,
}

impl Alone {
    /// Ann opens a table and invites the others by email; the last of them is new to the server.
    async fn new(title: &str, seats: usize) -> Alone {
        let app = App::answered(7).await;
        let names = &NAMES[..seats];
        let postfix = Postfix::start(names);
        let ann = app.player_at("ann", &format!("ann@{PEOPLE}")).await;
        let seats = u8::try_from(seats).expect("a small table");
        let game = app.private_table(title, ann, seats).await;
        for name in &names[1..] {
            let to = format!("{name}@{PEOPLE}");
            let key = fresh();
            let asked = app.service.tables().invite_by_mail(app.now, &game, ann, "Ann", &to, &key);
            asked.await.expect("invited");
        }
        let person = |(name, program): (&&'static str, Program)| Person {
            name,
            program,
            read: 0,
            asked: None,
            written: 0,
            refused: 0,
            ended: false,
        };
        let people = names.iter().zip(Program::ALL).map(person).collect();
        let options = SqliteConnectOptions::new().filename(app.service.store().path());
        let conn = options.read_only(true).connect().await.expect("the file is there");
        Alone { app, game, mailbox: None, postfix, people, delivered: 0, conn }
    }

    /// Sends replies to a mailbox from now on.
    async fn with_a_mailbox(mut self) -> Alone {
        let dovecot = Dovecot::new().await;
        let watched =
            WatchedMailbox::for_service(&self.app.service, dovecot.mailbox(Tls::Tls, "secret"));
        watched.imap.look().await.expect("it can be read");
        self.mailbox = Some((dovecot, watched));
        self
    }

    /// Sends what is due and waits until all of it is in the mailboxes.
    async fn deliver(&mut self) {
        let relay = self.postfix.relay();
        let sent = match self.delivered < PICTURED || at_night() {
            true => with_pictures(&self.app, relay).pass().await,
            false => by(&self.app, relay).pass().await,
        };
        sent.expect("the outbox can be read");
        self.delivered += 1;
        let sent: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE state = 'sent'")
            .fetch_one(&mut self.conn)
            .await
            .expect("readable");
        let sent = usize::try_from(sent).expect("a number");
        let names: Vec<&str> = self.people.iter().map(|person| person.name).collect();
        let all = || names.iter().map(|name| self.postfix.count(name)).sum::<usize>();
        self.postfix.until("emails to people", || all() == sent).await;
        for person in &mut self.people {
            for raw in self.postfix.emails_after(person.name, person.read) {
                person.read += 1;
                person.look(Read::of(&raw));
            }
        }
    }

    /// All prompted players reply. Returns how many did.
    async fn answer(&mut self) -> usize {
        let mut written = 0;
        for person in &mut self.people {
            let Some(email) = person.asked.take() else { continue };
            person.written += 1;
            written += 1;
            let (from, words) = (person.address(), person.words(&email));
            let message = person.program.answer(&from, &email, &words, person.written);
            let to = email.reply_to.as_deref().expect("it can be answered");
            match &self.mailbox {
                Some((dovecot, _)) => dovecot.put(&message),
                None => self.postfix.send(&from, to, &message),
            }
        }
        let spool = self.postfix.spool();
        if let Some((_, watched)) = &self.mailbox {
            watched.imap.look().await.expect("it can be read");
        } else {
            let lie = || spool.waiting().expect("the folder can be read").len();
            self.postfix.until("answers", || lie() == written).await;
        }
        let intake = Intake::new(self.app.service.clone(), spool.clone(), Trust::default());
        assert_eq!(intake.round(self.app.now).await.expect("the clerk works"), written);
        written
    }

    /// Plays that many rounds of emails, or to the end.
    async fn play(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.app.passes(Duration::minutes(5)).await;
            self.deliver().await;
            if self.app.status(&self.game).await == Status::Over {
                return;
            }
            let answers = self.answer().await;
            assert!(answers > 0, "nobody knows from an email what to do:\n{}", self.log().await);
        }
    }

    /// The state of all emails and the log of the mail server, for failure messages.
    async fn log(&self) -> String {
        let emails = outbox::of_game(self.app.service.store().read(), &self.game, 99).await;
        let emails = emails.expect("readable").into_iter().map(|email| {
            let why = email.last_error.unwrap_or_default();
            format!("{:?} {} {why}", email.state, email.queued.message_id)
        });
        emails.collect::<Vec<_>>().join("\n") + "\n" + &self.postfix.log()
    }

    /// The number of orders by seat; all of them must have come by email.
    async fn orders(&self) -> BTreeMap<u8, usize> {
        let game = self.app.service.games().load(&self.game).await.expect("the game");
        let mut orders = BTreeMap::new();
        for entry in game.log.iter() {
            match &entry.act {
                Act::Ordered { seat, via, .. } => {
                    assert_eq!(*via, Via::Email, "event {}", entry.event.seq);
                    *orders.entry(seat.0).or_default() += 1;
                }
                Act::TimedOut { .. } => {
                    panic!("somebody's time ran out: event {}", entry.event.seq)
                }
                _ => {}
            }
        }
        orders
    }
}

#[tokio::test]
async fn gotlandia_is_playable_by_email_alone() {
    to_the_score(Alone::new("gotlandia", 3).await).await;
}

/// Plays the first rounds by default; `RAVENPOST_NIGHT` plays to the end.
#[tokio::test]
async fn imap_mailbox_suffices_for_a_game() {
    let mut table = Alone::new("gotlandia", 3).await.with_a_mailbox().await;
    if at_night() {
        return to_the_score(table).await;
    }
    table.play(12).await;
    let orders = table.orders().await;
    assert!(orders.len() == 3 && orders.values().sum::<usize>() >= 10, "{orders:?}");
}

async fn to_the_score(mut table: Alone) {
    table.play(2000).await;
    assert_eq!(table.app.status(&table.game).await, Status::Over);
    assert_eq!(table.orders().await.len(), 3);
    for person in &table.people {
        assert!(person.ended, "{} was not told how it ended", person.name);
        println!("{}: {} emails read, {} written", person.name, person.read, person.written);
    }
}

/// Plays some turns of each by default; `RAVENPOST_NIGHT` plays them to the end.
#[tokio::test]
async fn every_other_title_is_playable_by_email_alone() {
    let night = at_night();
    for title in titles::all().iter().filter(|title| title.about().key != "gotlandia") {
        let (least, most) = title.about().seats;
        let seats = 3.clamp(least, most);
        let mut table = Alone::new(title.about().key, seats.into()).await;
        table.play(if night { 5000 } else { 12 }).await;
        let over = table.app.status(&table.game).await == Status::Over;
        assert!(over || !night, "{}: it never ended", title.about().key);
        let orders = table.orders().await;
        let given: usize = orders.values().sum();
        assert!(given >= 10, "{}: {orders:?}", title.about().key);
        println!("{}: {orders:?}", title.about().key);
    }
}
