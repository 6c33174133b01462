//! Every kind of email about one table, as it is really sent. Each reader has one thread by
//! References and one subject, answers keep the subject they reply to, all have a List-Id, and the
//! footer says what its link stops.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use mail_parser::MessageParser;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost::mail::outgoing::{Failure, Memory, Transport};
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_rules::Seat;

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::jwz::{self, Threaded};
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::whole_games::by;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use crate::service::table::ending::propose_end;
use crate::service::table::replacements::miss_two_deadlines;
use crate::service::table::rewinds::{play, propose, vote};

/// Emails about no table, or about several.
const APART: [NotificationKind; 8] = [
    NotificationKind::SignIn,
    NotificationKind::AddressChangeNew,
    NotificationKind::AddressChangeOld,
    NotificationKind::Probe,
    NotificationKind::DailySeals,
    NotificationKind::AdminMail,
    NotificationKind::Digest,
    NotificationKind::ApiToken,
];
const EVE: &str = "eve@example.net";

/// A three-player table and all emails sent so far, with their recipients.
struct Table {
    mail: ByMail,
    left: Vec<(String, String)>,
}

/// The kind of an email, which its Message-ID begins with.
fn kind(message: &str) -> NotificationKind {
    let id = only(&fields(message), "Message-ID").trim_start_matches('<').to_owned();
    let key = id.split('.').next().unwrap_or_default().replace('-', "_");
    NotificationKind::find(&key).unwrap_or_else(|| panic!("{id} is of no kind"))
}

impl Table {
    /// Advances the clock and sends what is due.
    async fn post(&mut self, minutes: i64) {
        self.mail.app.passes(Duration::minutes(minutes)).await;
        self.left.extend(self.mail.emails().await.into_iter().map(|(to, got)| (to, got.message)));
    }

    /// The last email of these kinds to a recipient.
    fn last(&self, who: &str, kinds: &[NotificationKind]) -> ReceivedEmail {
        let own = self.left.iter().rev().filter(|(to, _)| to == who);
        let found = own.map(|(_, message)| message).find(|message| kinds.contains(&kind(message)));
        ReceivedEmail { message: found.unwrap_or_else(|| panic!("no {kinds:?} to {who}")).clone() }
    }

    /// Replies to an email and collects the answer.
    async fn answers(&mut self, who: &str, email: &ReceivedEmail, words: &str) {
        self.mail.answer(who, email, words);
        assert_eq!(self.mail.round().await, 1);
        self.post(0).await;
    }

    /// The awaited seat and its player's address.
    async fn awaited(&self) -> (Seat, String) {
        let game = self.mail.app.service.games().load(&self.mail.game).await.expect("the game");
        let seat = game.seats().awaited()[0].seat;
        let (_, player) = game.people.iter().find(|(held, _)| *held == seat).expect("a person");
        (seat, self.mail.app.stored_player(*player).await.address)
    }

    async fn offers(&self, seat: Seat) -> Vec<String> {
        let game = self.mail.app.service.games().load(&self.mail.game).await.expect("the game");
        let groups = game.true_position().offers(seat);
        groups.iter().flat_map(|group| &group.offers).map(|offer| offer.order.clone()).collect()
    }

    async fn begins() -> Table {
        let app = App::answered(1).await;
        let (ann, bo) = (app.player("ann").await, app.player("bo").await);
        let game = app.open_table("gotlandia", ann, 3).await;
        app.service.tables().join_table(app.now, &game, bo, Join::default()).await.expect("a seat");
        let (cy, key) = ("cy@example.org", fresh());
        let asked = app.service.tables().invite_by_mail(app.now, &game, ann, "Ann", cy, &key);
        asked.await.expect("invited");
        let mut table = Table { mail: ByMail::at(app, game), left: Vec::new() };
        table.post(5).await;
        let invitation = table.last("cy@example.org", &[NotificationKind::Invitation]);
        table.answers("cy@example.org", &invitation, "Gladly, what do I do?").await;
        table.answers("cy@example.org", &invitation, "join").await;
        table
    }

    /// Accepted, refused and partly refused orders, an order by another player, messages, and a
    /// clock.
    async fn is_played(&mut self) {
        let turn = [
            NotificationKind::YourTurn,
            NotificationKind::GameStarted,
            NotificationKind::ReplyResult,
        ];
        let (seat, who) = self.awaited().await;
        let asked = self.last(&who, &turn);
        self.answers(&who, &asked, "fly to the moon").await;
        self.answers(EVE, &asked, "1").await;
        self.answers(&who, &asked, "say all: well met").await;
        self.post(15).await;
        let order = self.offers(seat).await.remove(0);
        self.answers(&who, &asked, &format!("{order}\nfly to the moon")).await;
        let stop = only(&fields(&asked.message), "List-Unsubscribe").to_owned();
        let stop = stop.split("<mailto:").nth(1).expect("an address").split(['?', '>']).next();
        let stop = stop.expect("an address").to_owned();
        for _ in 0..30 {
            self.post(3 * 60).await;
        }
        let text = format!("From: {who}\r\nTo: {stop}\r\nSubject: stop\r\n\r\nstop\r\n");
        let envelope = Envelope { sender: Some(who.clone()), recipient: Some(stop) };
        self.mail.spool().put(&envelope, text.as_bytes()).expect("kept");
        self.mail.round().await;
        self.post(0).await;
        // Turn emails back on.
        let player = self.mail.app.player_of(who.split('@').next().expect("a name")).await;
        let game = self.mail.game.to_string();
        let again = move |choices: ravenpost::service::people::mail_choices::MailChoices| {
            choices.with(MailTopic::Turns, Some(&game), true)
        };
        self.mail.app.service.players().choose_mail(player, again).await.expect("chosen");
    }

    /// An order is undone after the next player was notified of their turn.
    async fn takes_back(&mut self) {
        for _ in 0..40 {
            let (seat, _) = self.awaited().await;
            play(&mut self.mail.app, &self.mail.game.clone(), 1).await;
            self.post(5).await;
            let app = &self.mail.app;
            let game = app.service.games().load(&self.mail.game).await.expect("the game");
            let giver = game.people.iter().find(|(held, _)| *held == seat).expect("a person").1;
            if app
                .service
                .play()
                .take_back_last(app.now, &self.mail.game, seat, giver, &fresh())
                .await
                .is_ok()
            {
                self.post(5).await;
            }
            if self.left.iter().any(|(_, message)| kind(message) == NotificationKind::OrderUndone) {
                return;
            }
        }
        panic!("nothing was ever taken back");
    }

    /// Plays on until several steps in a row ask a single seat. The others then learn of a rewind
    /// by an email of its own, because they get no turn email that includes it.
    async fn until_one_is_asked(&mut self) {
        let game = self.mail.game.clone();
        let mut alone = 0;
        for _ in 0..200 {
            play(&mut self.mail.app, &game, 1).await;
            let now = self.mail.app.service.games().load(&game).await.expect("the game");
            alone = if now.seats().awaited_seats().len() == 1 { alone + 1 } else { 0 };
            if alone == 6 {
                return;
            }
        }
        panic!("seats are always asked together");
    }

    /// A rejected vote, a successful rewind vote, and a fork.
    async fn votes(&mut self) {
        let game = self.mail.game.clone();
        let [ann, bo, cy] = self.people().await;
        for (by, agrees) in [(ann, false), (bo, true)] {
            self.until_one_is_asked().await;
            self.post(5).await;
            let app = &self.mail.app;
            let to = app.service.games().load(&game).await.expect("the game").step() - 2;
            propose(app, &game, by, to).await;
            self.post(5).await;
            let others = [ann, bo, cy].into_iter().filter(|other| *other != by);
            for other in others.take(if agrees { 2 } else { 1 }) {
                vote(&self.mail.app, &game, other, agrees).await;
            }
            self.post(5).await;
        }
        let app = &self.mail.app;
        let step = app.service.games().load(&game).await.expect("the game").step();
        let fork = NewFork { of: game, step, way: Way::Together };
        app.service.tables().fork(app.now, bo, &fork, &fresh()).await.expect("opened");
        self.post(5).await;
    }

    /// Emails to Cy bounce; Bo stops answering and loses the seat; the others end the game.
    async fn ends(&mut self) {
        let game = self.mail.game.clone();
        let [ann, _, cy] = self.people().await;
        play(&mut self.mail.app, &game, 6).await;
        self.mail.app.passes(Duration::hours(60)).await;
        let memory = Memory::default();
        memory.refuse("cy@example.org", Failure::lasting("550 5.1.1 unknown"));
        let relay = by(&self.mail.app, Transport::Memory(memory.clone()));
        relay.pass().await.expect("the outbox can be read");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("ASCII");
        self.left.extend(memory.taken().into_iter().map(|(to, bytes)| (to, text(bytes))));
        self.post(5).await;
        miss_two_deadlines(&mut self.mail.app, &game, Seat(2)).await;
        self.post(5).await;
        let app = &self.mail.app;
        let asked = Replacement {
            seat: Seat(2),
            instead: Instead::Anybody,
            reason: "No answer for two months".to_owned(),
        };
        app.service.tables().replace(app.now, &game, ann, &asked, &fresh()).await.expect("given");
        self.post(5).await;
        self.post(31 * 24 * 60).await;
        propose_end(&self.mail.app, &game, ann, &[1, 1, 1]).await.expect("put to the vote");
        vote(&self.mail.app, &game, cy, true).await;
        self.post(5).await;
    }

    async fn people(&self) -> [ravenpost_store::PlayerId; 3] {
        let app = &self.mail.app;
        [app.player_of("ann").await, app.player_of("bo").await, app.player_of("cy").await]
    }
}

/// Another table that is cancelled before it begins.
async fn closed(table: &mut Table) {
    let app = &table.mail.app;
    let [ann, bo, _] = table.people().await;
    // Mail programs would join tables of the same name.
    let new = NewTable { name: "Another evening".to_owned(), ..app.plain("gotlandia", 3) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.tables().join_table(app.now, &game, bo, Join::default()).await.expect("a seat");
    app.service.tables().close_table(app.now, &game, ann, &fresh()).await.expect("closed");
    table.post(5).await;
}

#[tokio::test]
async fn every_kind_of_email_is_in_its_tables_thread() {
    let mut table = Table::begins().await;
    table.is_played().await;
    table.takes_back().await;
    table.votes().await;
    closed(&mut table).await;
    table.ends().await;
    let seen: BTreeSet<&str> = table.left.iter().map(|(_, message)| kind(message).key()).collect();
    for kind in NotificationKind::ALL {
        assert_ne!(seen.contains(kind.key()), APART.contains(&kind), "{kind:?} of {seen:?}");
    }
    let mut readers: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for (to, message) in &table.left {
        let list = only(&fields(message), "List-Id").to_owned();
        assert!(list.contains('<'), "{list}");
        readers.entry((to.clone(), list)).or_default().push(message);
    }
    assert_eq!(readers.len(), 4, "three readers of one table, and who did not close the other");
    for emails in readers.values() {
        threaded(emails);
    }
    one_thread_per_table(&table.left);
    for (_, message) in &table.left {
        check_unsubscribe_footer(&table.mail.app, message).await;
    }
}

/// An independent algorithm finds one thread for each reader and table. An invitation may have its
/// own, because it was sent before the reader had a seat.
fn one_thread_per_table(all: &[(String, String)]) {
    let value = |message: &str, name: &str| {
        let fields = fields(message);
        let found = fields.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let mut readers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (to, message) in all {
        readers.entry(to).or_default().push(message);
    }
    for (reader, emails) in readers {
        let heads: Vec<Threaded> = emails
            .iter()
            .map(|message| Threaded {
                id: value(message, "Message-ID"),
                references: value(message, "References")
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect(),
                subject: value(message, "Subject"),
            })
            .collect();
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for thread in jwz::threads(&heads) {
            let own: Vec<&str> = thread.iter().map(|at| emails[*at]).collect();
            let lists: BTreeSet<String> =
                own.iter().map(|message| value(message, "List-Id")).collect();
            assert_eq!(lists.len(), 1, "{reader}: {lists:?} in one thread");
            if !own.iter().any(|message| kind(message) == NotificationKind::Invitation) {
                let list = lists.into_iter().next().unwrap_or_default();
                *found.entry(list).or_default() += 1;
            }
        }
        assert!(found.values().all(|count| *count == 1), "{reader}: {found:?}");
    }
}

/// Checks the thread of one reader's emails about one table.
fn threaded(emails: &[&str]) {
    let mut had: BTreeMap<String, String> = BTreeMap::new();
    let (mut root, mut invited, mut known) = (None, None, None::<String>);
    for message in emails {
        let (kind, fields) = (kind(message), fields(message));
        let value = |name: &str| {
            let found = fields.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let (id, subject) = (value("Message-ID"), value("Subject"));
        let refs: Vec<String> = value("References").split_whitespace().map(str::to_owned).collect();
        assert_eq!(value("In-Reply-To"), refs.last().cloned().unwrap_or_default(), "{subject}");
        // A player who is only invited has no seat, and so no thread yet.
        let begins = if root.is_none() { &invited } else { &root };
        let first = refs.first().cloned();
        assert!(first == *begins || (first.is_none() && root.is_none()), "{subject}: {refs:?}");
        let above = match kind.answers_email() {
            // The email that is answered comes last, after the email of ours to which it replied.
            true if kind != NotificationKind::ReplyOnHold
                && !refs.last().is_some_and(|id| had.contains_key(id)) =>
            {
                refs.iter().rev().nth(1)
            }
            true => refs.last().filter(|id| had.contains_key(*id)),
            false => {
                assert!(refs.iter().all(|id| had.contains_key(id)), "{subject}: {refs:?}");
                refs.last()
            }
        };
        let answers = matches!(kind, NotificationKind::ReplyResult | NotificationKind::ReplyNotice);
        assert_eq!(subject.starts_with("Re: "), answers, "{subject}");
        if answers {
            let above = above.and_then(|id| had.get(id)).expect("an email of ours");
            assert_eq!(subject.trim_start_matches("Re: "), above.trim_start_matches("Re: "));
        }
        match kind {
            NotificationKind::Invitation => invited = Some(id.clone()),
            NotificationKind::ReplyNotice if root.is_none() => {}
            _ => root = root.or_else(|| Some(id.clone())),
        }
        // Mail programs show emails with the same subject as one conversation.
        let named = subject.trim_start_matches("Re: ").to_owned();
        if kind != NotificationKind::Invitation && kind != NotificationKind::ReplyNotice {
            assert_eq!(*known.get_or_insert_with(|| named.clone()), named);
        }
        had.insert(id, subject);
    }
}

/// The footer says what its link does, and that it only affects this table.
async fn check_unsubscribe_footer(app: &App, message: &str) {
    let read = MessageParser::default().parse(message.as_bytes()).expect("an email");
    let text = read.body_text(0).expect("a text");
    let Some((_, rest)) = text.split_once("/stop/") else {
        assert_eq!(kind(message).topic(), None, "{text}");
        return;
    };
    let token = rest.split_whitespace().next().expect("a token");
    let link =
        app.service.players().read_stop_token(token).await.expect("a store").expect("our link");
    assert_eq!(Some(link.topic), kind(message).topic());
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let foot = match link.topic {
        MailTopic::Invitations => "Stop all invitations:".to_owned(),
        topic => format!("Stop {} (this game only):", topic.words()),
    };
    assert!(flat.contains(&foot), "{foot}: {flat}");
    assert_eq!(link.game.is_some(), link.topic != MailTopic::Invitations);
    assert!(only(&fields(message), "List-Unsubscribe").contains(token));
}
