//! The rules in memory: folding facts, deciding orders, listing legal orders, generating views.

use std::hint::black_box;
use std::time::Duration;

use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::yardstick::{hashes, rate};
use ravenpost_rules::bots;
use ravenpost_rules::{self, Dice, Position, Seat, Title, Viewer};

/// A game played in advance.
pub struct Sample {
    title: &'static dyn Title,
    table: ravenpost_rules::Table,
    seed: u64,
    /// The facts of the set-up, then of each order.
    pub facts: Vec<String>,
    pub orders: Vec<(Seat, String)>,
    /// The position before each order.
    positions: Vec<Box<dyn Position>>,
}

/// Plays a few games of a title, with at most `orders` orders each.
pub fn samples(
    title: &'static dyn Title,
    count: u64,
    orders: usize,
) -> Result<Vec<Sample>, String> {
    let (least, most) = title.about().seats;
    let mut games = Vec::new();
    for seed in 0..count {
        let seats = least + u8::try_from(seed).unwrap_or(0) % (most - least + 1);
        games.push(Sample::play(title, seats, seed, orders)?);
    }
    Ok(games)
}

/// Measures one title on its sample games.
pub fn measure(games: &[Sample], time: Duration, table: &mut Measurements) -> Result<(), String> {
    let Some(Sample { title, .. }) = games.first() else { return Ok(()) };
    let name = title.about().name;
    let hash = hashes(time);
    let mut add = |bar, what: &str, value, least| {
        table.rows.push(Measurement {
            bar,
            what: format!("{name}: {what}"),
            measured: Measured::Rate(value),
            yardstick: Some(("hashes", hash)),
            wanted: Wanted::AtLeast(least),
        });
    };
    add("P1", "orders folded", folded(games, time)?, 1.0 / 3.0);
    let stored = read_and_folded(games, time);
    add("P2", "orders decided and folded", decided(games, time), 1.0 / 12.0);
    add("P3", "positions with all legal orders", listed(games, time), 1.0 / 30.0);
    add("P4", "orders with a view for every seat", shown(games, time), 1.0 / 50.0);
    table.rows.push(Measurement {
        bar: "P1",
        what: format!("{name}: orders read from JSON and folded"),
        measured: Measured::Rate(stored),
        yardstick: None,
        wanted: Wanted::AtLeast(300_000.0),
    });
    Ok(())
}

impl Sample {
    fn play(
        title: &'static dyn Title,
        seats: u8,
        seed: u64,
        orders: usize,
    ) -> Result<Sample, String> {
        let bot = bots::find("random").expect("the random bot is built in");
        let table = ravenpost_rules::Table::of(seats);
        let describe = |refusals: Vec<ravenpost_rules::Refusal>| refusals[0].to_string();
        let opened = title.open(&table, &mut Dice::seeded(seed)).map_err(describe)?;
        let mut game = Sample {
            title,
            table,
            seed,
            facts: vec![opened.facts],
            orders: Vec::new(),
            positions: Vec::new(),
        };
        let mut position = opened.next;
        while let Some(one) = position.awaited().into_iter().next() {
            if game.orders.len() == orders {
                break;
            }
            if game.orders.len() >= title.about().bound as usize {
                return Err(format!("{}: seed {seed} does not end", title.about().key));
            }
            let number = game.orders.len() as u64 + 1;
            let order = bot.choose(position.as_ref(), one.seat, seed ^ (number << 20));
            let mut dice = game.dice(number);
            let decided = position.decide(one.seat, &order, &mut dice).map_err(describe)?;
            game.orders.push((one.seat, order));
            game.facts.push(decided.facts);
            game.positions.push(std::mem::replace(&mut position, decided.next));
        }
        Ok(game)
    }

    fn dice(&self, number: u64) -> Dice {
        Dice::seeded(self.seed.wrapping_mul(977).wrapping_add(number))
    }

    /// Returns the positions before each order.
    pub fn positions(&self) -> impl Iterator<Item = &dyn Position> {
        self.positions.iter().map(|position| &**position)
    }

    fn count(&self) -> u64 {
        self.orders.len() as u64
    }
}

/// Measures `apply` alone, on facts parsed in advance.
fn folded(games: &[Sample], time: Duration) -> Result<f64, String> {
    let mut replays = Vec::new();
    for game in games {
        let replay = game.title.replay(&game.facts).map_err(|why| why.to_string())?;
        replays.push((replay, game.count()));
    }
    Ok(rate(time, || {
        replays
            .iter()
            .map(|(replay, count)| {
                black_box(replay());
                *count
            })
            .sum()
    }))
}

fn read_and_folded(games: &[Sample], time: Duration) -> f64 {
    over(games, time, |game| {
        let mut position = game.title.blank();
        for facts in &game.facts {
            position.fold(facts).expect("they were written by this build");
        }
        black_box(position);
    })
}

/// Measures the work of an audit: deciding stored orders with the current rules.
fn decided(games: &[Sample], time: Duration) -> f64 {
    over(games, time, |game| {
        let opened = game.title.open(&game.table, &mut Dice::seeded(game.seed));
        let mut position = opened.expect("it was opened before").next;
        for (number, (seat, order)) in (1..).zip(&game.orders) {
            let decided = position.decide(*seat, order, &mut game.dice(number));
            position = decided.expect("it was taken before").next;
        }
        black_box(position);
    })
}

fn listed(games: &[Sample], time: Duration) -> f64 {
    over(games, time, |game| {
        for (position, (seat, _)) in game.positions.iter().zip(&game.orders) {
            black_box(position.legal(*seat));
        }
    })
}

fn shown(games: &[Sample], time: Duration) -> f64 {
    over(games, time, |game| {
        for (number, (position, (seat, order))) in
            (1..).zip(game.positions.iter().zip(&game.orders))
        {
            let decided = position.decide(*seat, order, &mut game.dice(number));
            let next = decided.expect("it was taken before").next;
            for seat in Seat::all(game.table.seats) {
                black_box(next.show(Viewer::Seat(seat)));
            }
        }
    })
}

/// Returns the orders per second when `each` is applied to the games in turn.
fn over(games: &[Sample], time: Duration, each: impl Fn(&Sample)) -> f64 {
    let mut next = games.iter().cycle();
    rate(time, || {
        let game = next.next().expect("there is at least one game");
        each(game);
        game.count()
    })
}
