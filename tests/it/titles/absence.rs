//! Games in which one or all seats miss every deadline. Such games must end, and with a single
//! absent seat the others must still be awaited.
//!
//! `scripts/night absence` plays more of them with the better bot and prints the figures quoted in
//! the titles' `RULES.md`. `RAVENPOST_GAMES` sets the number of games; `RAVENPOST_TITLE` and
//! `RAVENPOST_SEATS` restrict the run.

use ravenpost::titles;
use ravenpost_rules::contract::absence::{Absence, Absent};
use ravenpost_rules::{Position, Table, bots};

#[test]
fn games_with_absent_seats_continue_and_end() {
    let asked = std::env::var("RAVENPOST_GAMES").ok().and_then(|number| number.parse().ok());
    let bot = bots::find(if asked.is_some() { "steady" } else { "random" }).expect("it is there");
    let (only, sole) =
        (std::env::var("RAVENPOST_TITLE").ok(), std::env::var("RAVENPOST_SEATS").ok());
    let sole = sole.and_then(|number| number.parse::<u8>().ok());
    let wanted = |key: &str| only.as_deref().is_none_or(|only| only == key);
    for title in titles::all().iter().filter(|title| wanted(title.about().key)) {
        let (least, most) = title.about().seats;
        let seats = if asked.is_some() { least.max(2)..=most } else { 3..=3 };
        for seats in seats.filter(|seats| sole.is_none_or(|sole| sole == *seats)) {
            let games = asked.unwrap_or(3);
            let played = [Absent::Nobody, Absent::One, Absent::All].map(|who| {
                let choose = |position: &dyn Position, seat, seed| bot.choose(position, seat, seed);
                let known = Absence::of(*title, &Table::of(seats), &choose, who, games);
                println!("{}, {seats} seats, {who:?}: {}", title.about().key, known.line());
                known
            });
            let [all_there, one_away, _] = played;
            assert_eq!(all_there.passed, 0, "{}", title.about().key);
            assert!(one_away.passed > 0 && one_away.passed < one_away.waits);
        }
    }
}
