//! Games by mail alone: nobody opens a page. The service's letters go out through a real Postfix
//! into boxes, three mail programs read them there and answer, and Postfix pipes the answers into
//! `ravenpost mail receive`, or they come to a mailbox that is read by IMAP. What people do they
//! take from their letters and from nothing else.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::config::Tls;
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::titles;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::post::outbox::{self, OutboxState};

use super::dovecot::Dovecot;
use super::imap::Watched;
use super::postfix::{PEOPLE, Postfix};
use super::programs::{Program, Read};
use super::whole::by;
use crate::harness::app::{App, fresh};
use crate::harness::at_night;

const NAMES: [&str; 3] = ["ann", "bo", "cy"];

/// Somebody with a mail program.
struct Person {
    name: &'static str,
    program: Program,
    /// How many letters of the box are read.
    read: usize,
    /// The last letter that asked something and is not answered yet.
    asked: Option<Read>,
    /// Letters written, and how many of them in a row were refused.
    written: usize,
    refused: usize,
    ended: bool,
}

impl Person {
    fn address(&self) -> String {
        format!("{}@{PEOPLE}", self.name)
    }

    /// Looks at a letter that has come.
    fn look(&mut self, letter: Read) {
        let is = |kind: &str| letter.message_id.starts_with(&format!("{kind}."));
        if is("reply_result") {
            let good = letter.text.contains("Everything you asked for was done.");
            self.refused = if good { 0 } else { self.refused + 1 };
            assert!(self.refused < 9, "{} is always refused:\n{}", self.name, letter.text);
        }
        self.ended |= is("game_over");
        if is("invitation") || letter.fallback().is_some() {
            self.asked = Some(letter);
        }
    }

    /// What is written to the letter that asks.
    fn words(&self, letter: &Read) -> String {
        if letter.message_id.starts_with("invitation.") {
            return "join".to_owned();
        }
        let numbers = letter.numbers();
        let fallback = letter.fallback().expect("it asks");
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

/// A table whose people only have mail programs.
struct Alone {
    app: App,
    game: GameId,
    /// Where answers come in, if not by the pipe.
    mailbox: Option<(Dovecot, Watched)>,
    postfix: Postfix,
    people: Vec<Person>,
}

impl Alone {
    /// Ann opens a table; the others are invited by letter, the last of them has never been here.
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
            let asked = app.service.invite_by_mail(app.now, &game, ann, "Ann", &to, &key);
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
        Alone { app, game, mailbox: None, postfix, people }
    }

    /// From now on answers come to a mailbox.
    async fn with_a_mailbox(mut self) -> Alone {
        let dovecot = Dovecot::new().await;
        let watched = Watched::for_service(&self.app.service, dovecot.mailbox(Tls::Tls, "secret"));
        watched.imap.look().await.expect("it can be read");
        self.mailbox = Some((dovecot, watched));
        self
    }

    /// Sends what is due, and waits until all of it lies in the boxes.
    async fn deliver(&mut self) {
        by(&self.app, self.postfix.relay()).pass().await.expect("the outbox can be read");
        let store = self.app.service.store();
        let sent =
            outbox::list(store.read(), OutboxState::Sent, u32::MAX).await.expect("readable").len();
        let names: Vec<&str> = self.people.iter().map(|person| person.name).collect();
        let all = || names.iter().map(|name| self.postfix.letters(name).len()).sum::<usize>();
        self.postfix.until("letters to people", || all() == sent).await;
        for person in &mut self.people {
            for raw in self.postfix.letters(person.name).iter().skip(person.read) {
                person.read += 1;
                person.look(Read::of(raw));
            }
        }
    }

    /// Everybody who is asked answers; tells how many did.
    async fn answer(&mut self) -> usize {
        let mut written = 0;
        for person in &mut self.people {
            let Some(letter) = person.asked.take() else { continue };
            person.written += 1;
            written += 1;
            let (from, words) = (person.address(), person.words(&letter));
            let message = person.program.answer(&from, &letter, &words, person.written);
            let to = letter.reply_to.as_deref().expect("it can be answered");
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

    /// Plays so many rounds of letters, or to the end.
    async fn play(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.app.passes(Duration::minutes(5)).await;
            self.deliver().await;
            if self.app.status(&self.game).await == Status::Over {
                return;
            }
            let answers = self.answer().await;
            assert!(answers > 0, "nobody knows from a letter what to do:\n{}", self.log().await);
        }
    }

    /// What became of all letters, and what the mail server says.
    async fn log(&self) -> String {
        let letters = outbox::of_game(self.app.service.store().read(), &self.game, 99).await;
        let letters = letters.expect("readable").into_iter().map(|letter| {
            let why = letter.last_error.unwrap_or_default();
            format!("{:?} {} {why}", letter.state, letter.owed.message_id)
        });
        letters.collect::<Vec<_>>().join("\n") + "\n" + &self.postfix.log()
    }

    /// Orders by seat; every one came by mail.
    async fn orders(&self) -> BTreeMap<u8, usize> {
        let live = self.app.service.live(&self.game).await.expect("the game");
        let mut orders = BTreeMap::new();
        for entry in live.log.iter() {
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
async fn three_people_play_gotlandia_from_the_invitation_to_the_score_by_mail_alone() {
    to_the_score(Alone::new("gotlandia", 3).await).await;
}

/// By day the first rounds; RAVENPOST_NIGHT plays to the end.
#[tokio::test]
async fn the_same_through_a_mailbox_that_is_read_by_imap() {
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
        println!("{}: {} letters read, {} written", person.name, person.read, person.written);
    }
}

/// By day some turns of each; RAVENPOST_NIGHT plays them to their ends.
#[tokio::test]
async fn every_other_title_can_be_played_by_mail_alone() {
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
