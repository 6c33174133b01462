//! The same players at a table of the real service: each looks when the model says and answers all
//! pending prompts. The clock loop runs in between.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Seat, Table};

use super::model::Sum;
use super::people::people;
use crate::harness::app::App;

/// The seed of the players.
pub const SEED: u64 = 5;
const SEATS: u8 = 12;

/// Plays a twelve-player game of Scharz, whose last player is slow, for that many rounds of sheets.
pub async fn play(pace: Pace, rounds: usize) -> Sum {
    let (mut app, game_id) = table(pace).await;
    let begins = app.now;
    let midnight = begins - Duration::hours(9);
    let people = people(SEED, SEATS, true);
    let mut looks: Vec<(DateTime<Utc>, Seat)> = Vec::new();
    for (at, one) in people.iter().enumerate() {
        looks.extend(one.all().iter().map(|look| (midnight + *look, Seat::at(at))));
    }
    looks.sort_unstable_by_key(|look| look.0);
    for (moment, seat) in looks.into_iter().filter(|look| look.0 >= begins) {
        while let Some(due) = next(&app).await.filter(|due| *due < moment) {
            app.now = due.max(app.now);
            app.passes(Duration::zero()).await;
        }
        app.now = moment;
        app.passes(Duration::zero()).await;
        let game = load_game(&app, &game_id).await;
        if closed(&game).len() >= rounds {
            return sum(&game, begins, rounds);
        }
        if game.seats().awaited_seats().contains(&seat) {
            let order = game.true_position().fallback(seat);
            app.order(&game_id, seat, &order).await.expect("legal");
        }
    }
    panic!("the game did not come to {rounds} rounds");
}

async fn table(pace: Pace) -> (App, GameId) {
    let app = App::seeded(SEED).await;
    let ann = app.player("p1").await;
    let mut table = Table::of(SEATS);
    table.options.insert("map".to_owned(), "orient".to_owned());
    let new = NewTable { pace, table, ..app.plain("scharz", SEATS) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for seat in 2..=SEATS {
        let player = app.player(&format!("p{seat}")).await;
        let join = Join { seat: Some(Seat(seat)), ..Join::default() };
        app.service.tables().join_table(app.now, &game, player, join).await.expect("a seat");
    }
    (app, game)
}

async fn next(app: &App) -> Option<DateTime<Utc>> {
    app.service.clocks().next_due().await.expect("asked")
}

async fn load_game(app: &App, game: &GameId) -> Game {
    Game::clone(&app.service.games().load(game).await.expect("a game"))
}

/// When each round of sheets was revealed.
fn closed(game: &Game) -> Vec<DateTime<Utc>> {
    let opened = |act: &Act| matches!(act, Act::OrdersRevealed { .. });
    game.log.iter().filter(|entry| opened(entry.act)).map(|entry| entry.event.at).collect()
}

fn sum(game: &Game, begins: DateTime<Utc>, rounds: usize) -> Sum {
    let end = closed(game)[rounds - 1];
    let missed =
        game.log.iter().filter(|entry| entry.event.at <= end).filter(
            |entry| matches!(entry.act, Act::TimedOut { seat, .. } if *seat != Seat(SEATS)),
        );
    let others = usize::from(SEATS - 1) * rounds;
    Sum {
        days: (end - begins).num_minutes() as f64 / (24.0 * 60.0),
        missed: missed.count() as f64 / others as f64,
    }
}
