//! Players who use pages and emails, whatever happens to the nodes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chrono::Utc;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost::service::Idempotency;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_rules::Dice;
use ravenpost_store::PlayerId;
use tokio::time::interval;

use super::cards;
use super::client::{Answer, Client};
use super::history::{Told, What};
use super::operations::{self, Deed, Use, between};
use crate::mail::incoming::dovecot::Dovecot;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::smtp::Sink;

/// The games with their players, and all responses.
#[derive(Default)]
pub struct World {
    pub tables: Mutex<Vec<Table>>,
    pub told: Mutex<Vec<Told>>,
    pub stops: AtomicBool,
}

/// A game whose players use pages.
#[derive(Clone)]
pub struct Table {
    pub game: GameId,
    pub people: Vec<PlayerId>,
}

/// A signed-in player.
#[derive(Clone)]
pub struct Person {
    pub id: PlayerId,
    pub secret: String,
}

impl Person {
    fn client(&self, port: u16) -> Client {
        Client { port, cookie: format!("ravenpost={}", self.secret) }
    }

    /// Plays all games of this player until the end.
    pub async fn plays(self, world: Arc<World>, port: u16) {
        let (client, mut turn) = (self.client(port), 0);
        let mut dice = Dice::seeded(self.id.0.unsigned_abs());
        let mut breath = interval(Duration::from_millis(40));
        while !world.stops.load(Ordering::SeqCst) {
            breath.tick().await;
            let own: Vec<GameId> = {
                let tables = world.tables.lock().expect("no holder panics");
                let own = tables.iter().filter(|table| table.people.contains(&self.id));
                own.map(|table| table.game.clone()).collect()
            };
            turn += 1;
            if let Some(game) = own.get(turn % own.len().max(1)) {
                self.looks(&client, &world, game, &mut dice).await;
            }
        }
    }

    /// Requests a game's page and does what is to be done there.
    async fn looks(&self, client: &Client, world: &World, game: &GameId, dice: &mut Dice) {
        let Some((page, step)) = shown(client, world, game, Some(self.id)).await else { return };
        if let Some(deed) = operations::chosen(&page, step, dice) {
            self.does(client, world, game, step, &deed).await;
        }
    }

    /// Posts a form, and retries until there is an answer.
    async fn does(&self, client: &Client, world: &World, game: &GameId, seen: u64, deed: &Deed) {
        let (called, key, by) = (Instant::now(), forms::random(), deed.by);
        let own = Idempotency::of(self.id, game, by.key(), &key);
        let mut what = What::Unknown(by, own.clone());
        let mut patience = interval(Duration::from_millis(200));
        while called.elapsed() < Duration::from_secs(45) {
            patience.tick().await;
            let token = forms::token(&self.secret);
            let mut fields = vec![("token", token.as_str()), ("key", key.as_str())];
            fields.extend(deed.fields.iter().map(|(name, value)| (*name, value.as_str())));
            let answer = client.post(&format!("/games/{game}/{}", by.page()), &fields).await;
            // A timeout or a rate limit is not a decision, so retry. Actions that send emails to
            // others are limited per hour and are not retried.
            let judged = |status: u16| match status {
                408 => false,
                429 => matches!(by, Use::Propose | Use::Organise | Use::Away),
                _ => (200..500).contains(&status),
            };
            match answer {
                Some(Answer { status: 303, location, .. })
                    if by.done().iter().any(|told| location.contains(told)) =>
                {
                    what = What::Taken(by, own);
                }
                Some(Answer { status, location, body }) if judged(status) => {
                    let said = between(&body, "role=\"alert\"", "</ul>").unwrap_or("");
                    let said = format!("{by:?} {:?}: {status} {location} {said}", deed.fields);
                    what = What::Refused { by, seen, said };
                }
                _ => continue,
            }
            break;
        }
        tell(world, game, called, what);
    }
}

/// An anonymous spectator who views every game in turn.
pub async fn watches(world: Arc<World>, port: u16) {
    let (client, mut turn) = (Client { port, cookie: String::new() }, 0);
    let mut breath = interval(Duration::from_millis(150));
    while !world.stops.load(Ordering::SeqCst) {
        breath.tick().await;
        let game = {
            let tables = world.tables.lock().expect("no holder panics");
            tables.get(turn % tables.len().max(1)).map(|table| table.game.clone())
        };
        turn += 1;
        if let Some(game) = game {
            shown(&client, &world, &game, None).await;
        }
    }
}

/// Requests a game's page for a reader, and records the page and its step.
async fn shown(
    client: &Client,
    world: &World,
    game: &GameId,
    reader: Option<PlayerId>,
) -> Option<(String, u64)> {
    let called = Instant::now();
    let page = client.get(&format!("/games/{game}")).await?;
    if page.status == 503 && page.body.contains("newer version") {
        // The next node may know the format.
        tell(world, game, called, What::Away);
    }
    if page.status != 200 {
        return None;
    }
    let step = between(&page.body, "data-step=\"", "\"").and_then(|text| text.parse().ok());
    let head = between(&page.body, "emails contain it too\">", "<");
    let head = head.and_then(|text| text.split_once('-'));
    let (step, (_, head)) = step.zip(head)?;
    let (head, cards) = (head.to_owned(), cards::on(&page.body));
    tell(world, game, called, What::Shown { step, head, reader, cards });
    Some((page.body, step))
}

fn tell(world: &World, game: &GameId, called: Instant, what: What) {
    let told = Told { game: game.clone(), called, back: Instant::now(), at: Utc::now(), what };
    world.told.lock().expect("no holder panics").push(told);
}

/// How a player's replies are delivered.
pub enum Way {
    /// Through the spool folders of all nodes.
    Spools(Vec<Spool>),
    /// Through the ports on which nodes accept SMTP.
    Sources([u16; 3]),
    /// Through an external mailbox.
    Mailbox(Arc<tokio::sync::Mutex<Dovecot>>),
}

impl Way {
    /// Delivers a reply twice, to two nodes, like a mail server that is unsure about the first
    /// delivery. Retries if no node accepts it.
    async fn deliver(&self, turn: usize, envelope: &Envelope, answer: &[u8]) {
        let sources = match self {
            Way::Spools(spools) => {
                for spool in [&spools[turn % 3], &spools[(turn + 1) % 3]] {
                    spool.put(envelope, answer).expect("it is kept");
                }
                return;
            }
            Way::Mailbox(mailbox) => {
                let (mailbox, answer) = (mailbox.lock().await, String::from_utf8_lossy(answer));
                mailbox.put(&answer);
                mailbox.put(&answer);
                return;
            }
            Way::Sources(sources) => sources,
        };
        let address = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        let to = address(&envelope.recipient).into_iter().collect();
        let envelope = lettre::address::Envelope::new(address(&envelope.sender), to);
        let envelope = envelope.expect("an envelope");
        let (mut taken, mut patience) = (0, interval(Duration::from_millis(200)));
        for at in turn..turn + 60 {
            patience.tick().await;
            let sender = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous("127.0.0.1")
                .port(sources[at % 3])
                .timeout(Some(Duration::from_secs(3)))
                .build();
            taken += usize::from(sender.send_raw(&envelope, answer).await.is_ok());
            if taken == 2 {
                return;
            }
        }
    }
}

/// Replies to every email that offers orders with the first of them, until the end. Returns the
/// number of replies.
pub async fn answers(world: Arc<World>, sink: Arc<Sink>, way: Way, who: String) -> usize {
    let (mut seen, mut written, mut read) = (BTreeSet::new(), 0, 0);
    let mut look = interval(Duration::from_millis(500));
    while !world.stops.load(Ordering::SeqCst) {
        look.tick().await;
        for (about, message) in sink.taken_after(read) {
            read += 1;
            let text = String::from_utf8_lossy(&message).into_owned();
            let to = about["to"][0].as_str().unwrap_or_default();
            let fields = fields(&text);
            let asks = fields.iter().any(|(name, _)| name == "Reply-To");
            if !to.starts_with(&who)
                || !asks
                || !seen.insert(only(&fields, "Message-ID").to_owned())
            {
                continue;
            }
            let (back, id) = (only(&fields, "Reply-To").trim(), only(&fields, "Message-ID"));
            let answer = format!(
                "From: {to}\r\nTo: {back}\r\nSubject: Re: your turn\r\n\
                 Message-ID: <answer{written}.{}@phone.example>\r\nIn-Reply-To: {id}\r\n\
                 Date: {}\r\n\r\n1\r\n",
                forms::random(),
                Utc::now().to_rfc2822()
            );
            let envelope =
                Envelope { sender: Some(to.to_owned()), recipient: Some(back.to_owned()) };
            way.deliver(written, &envelope, answer.as_bytes()).await;
            written += 1;
        }
    }
    written
}
