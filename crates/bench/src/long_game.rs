//! A long game: the cost of an order after ten thousand events, compared with a hundred.
//!
//! The orders are instructions for later. They are the cheapest orders, so costs that grow with the
//! log are most visible, and they can make a game arbitrarily long. They are private and thus
//! create events but no steps, so this module counts events.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use chrono::Utc;

use crate::tools::client::Client;
use crate::tools::load::{Load, TestClient, closed};
use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::{BenchPlayer, TestServer};
use ravenpost::service::Idempotency;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Dice, Field, Form, Position, Seat, Title};

const SHORT: u64 = 100;

pub async fn measure(
    folder: &Path,
    title: &'static dyn Title,
    time: Duration,
    long: u64,
    table: &mut Measurements,
) -> anyhow::Result<()> {
    let place = TestServer::open(&folder.join("long.db")).await?;
    let mut games = Vec::new();
    for events in [SHORT, long] {
        games.push(EndlessGame::of(&place, title, events).await?);
    }
    // Connect only now, because idle connections are closed.
    let mut clients = Vec::new();
    for game in &games {
        clients.push(place.client(&game.person).await?);
    }
    let mut times = [Vec::new(), Vec::new()];
    let start = Instant::now();
    // Alternate between the games, so that both are measured under the same conditions.
    while start.elapsed() < time * 2 {
        for ((game, client), times) in games.iter_mut().zip(&mut clients).zip(&mut times) {
            times.push(game.post(&place, client).await?);
        }
    }
    let path = format!("/games/{}", games[1].id);
    let mut pages = Vec::new();
    for page in ["audit", "audit.json", "log"] {
        let paths = vec![format!("{path}/{page}")];
        let asker = TestClient { host: place.host.clone(), cookie: String::new(), paths };
        pages.push((page, closed(&asker, 1, time).await?));
    }
    let [few, many] = times.map(|times| Load::of(times, start.elapsed()));
    table.rows.push(Measurement {
        bar: "P10",
        what: format!(
            "an order in a game of {long} events, {:.2} ms, against one in a game of {SHORT}",
            many.median()
        ),
        measured: Measured::Number(many.median() / few.median()),
        yardstick: None,
        wanted: Wanted::AtMost(1.2),
    });
    table.rows.extend(pages.into_iter().map(|(page, load)| Measurement {
        bar: "P8",
        what: format!("{page} of a game of {long} events (99 of 100)"),
        measured: Measured::Millis(load.p99()),
        yardstick: None,
        wanted: Wanted::AtMost(20.0),
    }));
    place.close().await;
    Ok(())
}

/// A game whose first seat changes its instructions indefinitely.
pub struct EndlessGame {
    pub id: GameId,
    person: BenchPlayer,
    /// Two orders that undo each other.
    orders: [String; 2],
    given: usize,
}

impl EndlessGame {
    pub async fn of(
        place: &TestServer,
        title: &'static dyn Title,
        events: u64,
    ) -> anyhow::Result<EndlessGame> {
        let mut people = place.people(title).await?;
        let id = place.begun(title, &people).await?;
        let game = place.service.games().load(&id).await?;
        let position = game.true_position();
        let orders = pair(position).context("the title has no instructions for later")?;
        let person = people.swap_remove(0);
        let mut given = 0;
        for _ in game.last_seq().0..events {
            let order = OrderLine {
                game: id.clone(),
                seat: Seat(1),
                giver: Some(person.id),
                line: orders[given % 2].clone(),
                seen: game.step(),
                key: Idempotency::of("bench", &id, "order", forms::random()),
                via: Via::Page,
            };
            place.service.play().give_order(Utc::now(), &order).await?;
            given += 1;
        }
        let length = place.service.games().load(&id).await?.last_seq();
        anyhow::ensure!(length >= Seq(events), "{given} orders made a game of {length} events");
        Ok(EndlessGame { id, person, orders, given })
    }

    /// Posts one order and returns the response time.
    async fn post(&mut self, place: &TestServer, client: &mut Client) -> anyhow::Result<Duration> {
        let order = &self.orders[self.given % 2];
        let seen = place.service.games().load(&self.id).await?.step();
        let form = self.person.form(order, seen);
        let asked = Instant::now();
        let answer = client.post(&format!("/games/{}/orders", self.id), &form).await?;
        let time = asked.elapsed();
        anyhow::ensure!(answer.status == 303, "\"{order}\": status {}", answer.status);
        self.given += 1;
        Ok(time)
    }
}

/// Finds two instructions of the first seat, each of which has an effect when it follows the other.
fn pair(position: &dyn Position) -> Option<[String; 2]> {
    let seat = Seat(1);
    let groups = position.instructions(seat);
    let offers = groups.iter().flat_map(|group| &group.offers).map(|offer| offer.order.clone());
    let forms = groups.iter().flat_map(|group| &group.forms).flat_map(picked);
    let all: Vec<String> = offers.chain(forms).collect();
    let then = |position: &dyn Position, order: &str| {
        let decided = position.attempt(seat, order, &mut Dice::seeded(0))?;
        (!decided.is_empty()).then_some(decided.next)
    };
    all.iter().find_map(|one| {
        let first = then(position, one)?;
        let other = all.iter().find(|other| {
            let second = then(first.as_ref(), other);
            second.is_some_and(|second| then(second.as_ref(), one).is_some())
        });
        Some([one.clone(), other?.clone()])
    })
}

/// Returns all orders that a form with a single choice can write.
fn picked(form: &Form) -> Vec<String> {
    match form.fields.as_slice() {
        [Field::Pick { choices, .. }] => {
            choices.iter().map(|(word, _)| form.write(|_, _| Some(word.clone()))).collect()
        }
        _ => Vec::new(),
    }
}
