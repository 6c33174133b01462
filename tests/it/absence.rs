//! Games at which a seat, or every seat, lets every deadline pass: they end, and others than the
//! absent are waited for as well. `scripts/night absence` plays
//! more of them, with the better bot, and prints what the titles' `RULES.md` tell.

use ravenpost::titles;
use ravenpost_rules::contract::absence::{Absence, Absent};
use ravenpost_rules::{Position, Table, bots};

#[test]
fn tables_go_on_without_a_seat_and_end_without_any() {
    let asked = std::env::var("RAVENPOST_GAMES").ok().and_then(|number| number.parse().ok());
    let bot = bots::find(if asked.is_some() { "steady" } else { "random" }).expect("it is there");
    for title in titles::all() {
        let (least, most) = title.about().seats;
        let seats = if asked.is_some() { least.max(2)..=most.min(6) } else { 3..=3 };
        for seats in seats {
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
