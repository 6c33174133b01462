//! A player who closes every sheet by hand without writing on it counts as present. Nothing of
//! theirs is spent or moved; only missed deadlines let the default player (the steward) take over.

use ravenpost::titles;
use ravenpost_rules::{Dice, Position, Seat, Table};
use serde_json::Value;

const QUIET: Seat = Seat(1);
const ROUNDS: u64 = 10;

fn open(mode: &str) -> Box<dyn Position> {
    let title = titles::find("scharz").expect("the title");
    let table = Table::of(3).with("homelands", "random").with("mode", mode);
    title.open(&table, &mut Dice::seeded(5)).expect("the table fits").next
}

/// Plays default orders until that round is over; seats in `missed` let their deadlines pass.
fn play(mode: &str, rounds: u64, mut look: impl FnMut(&dyn Position), missed: &[Seat]) -> Value {
    let mut position = open(mode);
    for number in 0.. {
        look(position.as_ref());
        let document = position.document();
        let awaited = position.awaited();
        let over = document["round"].as_u64() > Some(rounds);
        let Some(one) = awaited.first().filter(|_| !over) else { return document };
        let (order, dice) = (position.fallback(one.seat), &mut Dice::seeded(number));
        let decided = match missed.contains(&one.seat) {
            true => position.time_out(one.seat, &order, true, dice),
            false => position.decide(one.seat, &order, dice),
        };
        position = decided.unwrap_or_else(|no| panic!("{order}: {no:?}")).next;
    }
    unreachable!("a game ends")
}

fn of(document: &Value, seat: Seat) -> Value {
    document["seats"][["red", "blue", "green"][seat.index()]].clone()
}

#[test]
fn player_who_closes_empty_sheets_is_not_played_for() {
    for mode in ["fast", "basic", "original"] {
        let mut sites = 0;
        let document = play(
            mode,
            ROUNDS,
            |position| {
                let document = position.document();
                assert_eq!(of(&document, QUIET)["missed"], 0, "{mode}");
                let fields = document["fields"].as_object().expect("fields");
                sites += fields.values().filter(|land| !land["site"].is_null()).count();
            },
            &[],
        );
        assert_eq!(document["round"], ROUNDS + 1, "{mode}");
        assert_eq!(sites, 0, "{mode}: somebody built in their name");
        let units = of(&document, QUIET)["units"].to_string();
        assert!(!units.contains("*spent") && !units.contains("*entered"), "{mode}: {units}");
    }
}

#[test]
fn gold_of_a_present_player_is_not_spent() {
    let mut last = 0;
    play(
        "original",
        ROUNDS,
        |position| {
            let gold = of(&position.document(), QUIET)["gold"].as_u64().expect("a number");
            assert!(gold >= last, "{last} gold became {gold}");
            last = gold;
        },
        &[],
    );
    assert!(last > 8, "taxes came in: {last}");
}

#[test]
fn player_who_misses_every_deadline_gets_the_default_player() {
    let document = play("original", ROUNDS, |_| {}, &[QUIET]);
    assert!(of(&document, QUIET)["missed"].as_u64() >= Some(2));
    let present = play("original", ROUNDS, |_| {}, &[]);
    let gold = |document: &Value| of(document, QUIET)["gold"].as_u64().expect("a number");
    assert!(gold(&document) < gold(&present), "the steward spends what the player would not");
    assert_eq!(of(&document, Seat(2))["missed"], 0);
}
