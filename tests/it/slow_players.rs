//! What one slow player costs a table with simultaneous orders, for different clock rules. A small
//! model (`slow_players/model.rs`) computes all rows; three of them are also played with the real
//! service on a simulated clock. `RAVENPOST_TABLES=500` averages more tables; the results are in
//! `BENCHMARKS.md`.

mod model;
mod people;
mod served;

use model::{Rule, Sum};
use ravenpost_log::act::Pace;
use ravenpost_log::act::pace::{Grace, NotAwaited};

const HOUR: u32 = 3_600;
/// Rounds of sheets in a game.
const PHASES: usize = 40;

fn tables() -> u64 {
    let asked = std::env::var("RAVENPOST_TABLES").ok();
    asked.and_then(|number| number.parse().ok()).unwrap_or(100)
}

fn hours(hours: u32) -> Pace {
    Pace::of(Some(hours * HOUR)).sealed_for(600)
}

fn with_grace(hours: u32) -> Pace {
    Pace { grace: Some(Grace { seconds: 18 * HOUR, per_questions: 6 }), ..self::hours(hours) }
}

fn not_waiting(pace: Pace) -> Pace {
    Pace { not_awaited: Some(NotAwaited { missed: 2, of: 6 }), ..pace }
}

/// The rows of the page on clocks, in the same order.
fn rows() -> Vec<(&'static str, Rule)> {
    vec![
        ("24 h", Rule::of(hours(24))),
        ("27 h", Rule::of(hours(27))),
        ("30 h", Rule::of(hours(30))),
        ("48 h", Rule::of(hours(48))),
        ("a fixed hour a day, at least 18 h off", Rule::FixedHour),
        ("48 h, who missed 2 of 6 not waited for", Rule::of(not_waiting(hours(48)))),
        ("30 h, grace of 18 h once in six", Rule::of(with_grace(30))),
        ("30 h, grace, 2 of 6 not waited for", Rule::of(not_waiting(with_grace(30)))),
        ("48 h, at three quarters sealed 18 h left", Rule::Quorum),
    ]
}

/// Twelve seats with a slow player, twelve without, four with one.
const TABLES: [(u8, bool); 3] = [(12, true), (12, false), (4, true)];

#[test]
fn model_matches_the_clock_documentation() {
    let mut said = Vec::new();
    println!(
        "| rule | 12 seats, one laggard: days / missed by others | 12, none | 4, one laggard |"
    );
    println!("|---|---|---|---|");
    for (name, rule) in rows() {
        let sums = TABLES.map(|(seats, laggard)| model::average(&rule, seats, laggard, tables()));
        let [lagged, none, few] = sums;
        println!("| {name} | {lagged} | {none} | {few} |");
        said.push(sums);
    }
    let days = |row: usize, table: usize| said[row][table].days;
    let missed = |row: usize| said[row][0].missed;
    for table in 0..3 {
        let longer = (0..3).all(|row| days(row, table) < days(row + 1, table));
        assert!(longer, "the longer the deadline the longer the game: {said:?}");
    }
    assert!(missed(0) > 0.03 && missed(0) > 2.0 * missed(2), "24 h: one sheet in twenty or so");
    assert!(missed(3) < 0.01, "48 h nearly ends that");
    assert!(days(3, 0) - days(3, 1) > 5.0, "a laggard costs a week and more");
    assert!(days(3, 0) - days(5, 0) > 3.0, "not waiting gives back most of it");
    assert!(missed(5) < 0.01 && missed(7) < 0.01, "and nobody else loses by it");
    assert!(missed(8) > 3.0 * missed(3), "a quorum punishes the reliable");
}

/// Three rows with the real service: Scharz, twelve seats, forty rounds of sheets. The model gives
/// the same results for the same players.
#[tokio::test]
async fn service_matches_the_model() {
    let rows = [
        ("48 h", hours(48)),
        ("48 h, who missed 2 of 6 not waited for", not_waiting(hours(48))),
        ("30 h, grace, 2 of 6 not waited for", not_waiting(with_grace(30))),
    ];
    let mut days = Vec::new();
    for (name, pace) in rows {
        let modelled = model::play(&Rule::of(pace.clone()), 12, true, served::SEED);
        let served = served::play(pace, PHASES).await;
        println!("{name}: served {served}, modelled {modelled}");
        let apart = (served.days - modelled.days).abs();
        assert!(apart < served.days * 0.08, "{name}: {served}, and the model says {modelled}");
        assert!((served.missed - modelled.missed).abs() < 0.02, "{name}: {served}, {modelled}");
        days.push(served.days);
    }
    assert!(days[0] > days[1] + 2.0, "whoever is not waited for holds nobody: {days:?}");
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} / {:.1} %", self.days, self.missed * 100.0)
    }
}
