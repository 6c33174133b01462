//! Replies to emails: from the inbound email to the order on disk and its confirmation in the
//! outbox.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::Utc;
use data_encoding::BASE32_NOPAD;

use crate::tools::load::Load;
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::{self, BenchPlayer, TestServer};
use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::Spool;
use ravenpost_log::GameId;
use ravenpost_rules::Title;
use ravenpost_rules::bots;
use ravenpost_store::post::incoming::{self, Arrival, IncomingState};
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::{token_hash, writes};

/// Number of concurrent games.
const GAMES: usize = 100;
/// Number of quoted lines below a reply.
const QUOTED: usize = 60;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let place = TestServer::open(&folder.join("replies.db")).await?;
    let spool = Spool::at(folder.join("incoming"));
    let intake = Intake::new(place.service.clone(), spool, Trust::default());
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(EmailGame::of(&place, title).await?);
    }
    let mut written = 0;
    let (mut many, mut alone) = (Duration::ZERO, Vec::new());
    let mut done = 0;
    while many < time {
        for game in &mut games {
            written += 1;
            let email = game.answer(&place, title, written).await?;
            place.service.replies().store_email(email).await?;
        }
        let start = Instant::now();
        done += intake.round(Utc::now()).await?;
        many += start.elapsed();
    }
    while alone.iter().sum::<Duration>() < time {
        for game in &mut games {
            written += 1;
            let email = game.answer(&place, title, written).await?;
            let start = Instant::now();
            place.service.replies().store_email(email).await?;
            done += intake.round(Utc::now()).await?;
            alone.push(start.elapsed());
        }
    }
    answered(&place, written, done).await?;
    let all = written - alone.len();
    let load = Load::of(alone, time);
    table.rows.push(Measurement {
        bar: "P10",
        what: "answers to letters: read, checked, decided, on the disk, answered".to_owned(),
        measured: Measured::Rate(all as f64 / many.as_secs_f64()),
        yardstick: None,
        wanted: Wanted::AtLeast(500.0),
    });
    table.rows.push(Measurement {
        bar: "P10",
        what: "... one alone, from the door to its answer in the outbox (99 of 100)".to_owned(),
        measured: Measured::Millis(load.p99()),
        yardstick: None,
        wanted: Wanted::AtMost(250.0),
    });
    place.close().await;
    Ok(())
}

/// Checks that all emails were answered; otherwise the numbers are meaningless.
async fn answered(place: &TestServer, written: usize, done: usize) -> anyhow::Result<()> {
    let stand = incoming::counts(place.service.store().read()).await?;
    let answered =
        stand.iter().find(|(state, _)| *state == IncomingState::Done).map(|(_, count)| *count);
    anyhow::ensure!(
        written == done && answered == Some(written as u64),
        "{written} letters were written, {done} seen to: {stand:?}"
    );
    Ok(())
}

/// A game played by email.
struct EmailGame {
    people: Vec<BenchPlayer>,
    id: GameId,
}

impl EmailGame {
    async fn of(place: &TestServer, title: &'static dyn Title) -> anyhow::Result<EmailGame> {
        let people = place.people(title).await?;
        let id = place.begun(title, &people).await?;
        Ok(EmailGame { people, id })
    }

    /// Returns a reply that gives an order for an awaited player, using a new key.
    async fn answer(
        &mut self,
        place: &TestServer,
        title: &'static dyn Title,
        number: usize,
    ) -> anyhow::Result<Arrival> {
        let mut game = place.service.games().load(&self.id).await?;
        if game.seats().awaited().is_empty() {
            self.id = place.begun(title, &self.people).await?;
            game = place.service.games().load(&self.id).await?;
        }
        let seat = game.seats().awaited().first().context("nobody is awaited")?.seat;
        let bot = bots::find("random").context("there is no random bot")?;
        let order = bot.choose(game.true_position(), seat, number as u64);
        let person = &self.people[seat.index()];
        let text = BASE32_NOPAD.encode(&token_hash(format!("bench {number}")));
        let text = text[..26].to_lowercase();
        let (now, from) = (Utc::now(), person.address.clone());
        let key = Key {
            hash: token_hash(&text),
            purpose: Purpose::Orders,
            email: None,
            player: Some(person.id),
            address: from.clone(),
            game: Some(self.id.clone()),
            seat: Some(seat),
            asked_seq: game.seats().wait(seat).map(|wait| wait.asked_at),
            known_seq: Some(game.last_seq()),
            invitation: None,
            held: None,
            made_at: now,
            dead_at: None,
        };
        place.service.store().write(writes!(|tx| keys::add(tx, &key).await)).await?;
        let to = test_server::answers().address(Purpose::Orders, &text);
        let quoted = "> What happened, what may be ordered, and how it stands.\r\n".repeat(QUOTED);
        let raw = format!(
            "Delivered-To: {to}\r\nFrom: {from}\r\nTo: {to}\r\nSubject: Re: Your turn\r\n\
             Message-ID: <{number}@bench.example>\r\n\r\n{order}\r\n\r\n\
             On Thu, 20 Nov 2025 at 09:00, Ravenpost <raven@raven.example> wrote:\r\n{quoted}"
        );
        Ok(Arrival { source: "bench", uid: None, recipient: to, raw: raw.into_bytes(), at: now })
    }
}
