//! Players who go by the pages and by letters, whatever happens to the nodes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chrono::Utc;
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost::service::Idempotency;
use ravenpost::web::forms;
use ravenpost_log::GameId;
use ravenpost_store::PlayerId;
use tokio::time::interval;

use super::client::{Answer, Client};
use super::history::{Told, What};
use crate::mail::lint::{fields, only};
use crate::mail::smtp::Sink;

/// Who sits at which tables, and what all were told.
#[derive(Default)]
pub struct World {
    pub tables: Mutex<Vec<Table>>,
    pub told: Mutex<Vec<Told>>,
    pub stops: AtomicBool,
}

/// A table at which people play by page.
#[derive(Clone)]
pub struct Table {
    pub game: GameId,
    pub people: Vec<PlayerId>,
}

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Person {
    pub id: PlayerId,
    pub secret: String,
}

/// What stands behind `before` on a page, up to `after`.
fn between<'p>(page: &'p str, before: &str, after: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
}

/// The first order that a page offers. One that is a number is a step, to be taken back.
fn offered(page: &str) -> Option<&str> {
    let mut values = page.split("name=\"order\" value=\"").skip(1);
    values.find_map(|rest| {
        let order = rest.split('"').next()?;
        let is_one = !order.is_empty() && !order.contains('&') && order.parse::<u64>().is_err();
        is_one.then_some(order)
    })
}

impl Person {
    fn client(&self, port: u16) -> Client {
        Client { port, cookie: format!("ravenpost={}", self.secret) }
    }

    /// Plays at all tables of this player until the end.
    pub async fn plays(self, world: Arc<World>, port: u16) {
        let (client, mut turn) = (self.client(port), 0);
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
                self.looks(&client, &world, game).await;
            }
        }
    }

    /// Looks at a game, and does what is asked there.
    async fn looks(&self, client: &Client, world: &World, game: &GameId) {
        let called = Instant::now();
        let Some(page) = client.get(&format!("/games/{game}")).await else { return };
        if page.status != 200 {
            return;
        }
        let step = between(&page.body, "data-step=\"", "\"").and_then(|text| text.parse().ok());
        let head = between(&page.body, "the same stands in every letter\">", "<");
        let head = head.and_then(|text| text.split_once('-'));
        let Some((step, (_, head))) = step.zip(head) else { return };
        let shown = What::Shown { step, head: head.to_owned() };
        tell(world, game, called, shown);
        if let Some(order) = offered(&page.body) {
            self.orders(client, world, game, step, order).await;
        }
    }

    /// Gives an order, again and again until somebody answers.
    async fn orders(&self, client: &Client, world: &World, game: &GameId, seen: u64, order: &str) {
        let (called, key, seen_text) = (Instant::now(), forms::random(), seen.to_string());
        let own = Idempotency::of(self.id, game, "order", &key);
        let mut what = What::Unknown(own.clone());
        let mut patience = interval(Duration::from_millis(200));
        while called.elapsed() < Duration::from_secs(45) {
            patience.tick().await;
            let token = forms::token(&self.secret);
            let fields =
                [("token", token.as_str()), ("order", order), ("seen", &seen_text), ("key", &key)];
            let answer = client.post(&format!("/games/{game}/orders"), &fields).await;
            // Whoever says that it was too slow, or too much, has not judged it.
            match answer {
                Some(Answer { status: 303, location, .. })
                    if ["done=ordered", "done=over"].iter().any(|told| location.contains(told)) =>
                {
                    what = What::Taken(own);
                }
                Some(Answer { status, location, body })
                    if (200..500).contains(&status) && ![408, 429].contains(&status) =>
                {
                    let said = between(&body, "role=\"alert\"", "</ul>").unwrap_or("");
                    let said = format!("{order}: {status} {location} {said}");
                    what = What::Refused { seen, said };
                }
                _ => continue,
            }
            break;
        }
        tell(world, game, called, what);
    }
}

fn tell(world: &World, game: &GameId, called: Instant, what: What) {
    let told = Told { game: game.clone(), called, back: Instant::now(), at: Utc::now(), what };
    world.told.lock().expect("no holder panics").push(told);
}

/// Answers every letter that offers orders with the first of them, until the end. Each answer is
/// delivered to two nodes, as a mail server does that is not sure. Tells how many there were.
pub async fn answers(world: Arc<World>, sink: Arc<Sink>, spools: Vec<Spool>, who: String) -> usize {
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
            for spool in [&spools[written % 3], &spools[(written + 1) % 3]] {
                spool.put(&envelope, answer.as_bytes()).expect("it is kept");
            }
            written += 1;
        }
    }
    written
}
