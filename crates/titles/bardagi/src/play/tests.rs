//! Tests with whole games: default orders only, random orders, and rounds played by pre-orders and
//! instructions alone.

use super::super::Bardagi;
use super::super::orders::Order;
use super::super::state::facts::{Fact, Instruction, PreOrder};
use super::super::state::standing::{Auto, Retreat, Taste};
use super::super::state::{State, Step};
use super::super::things::areas::Place;
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Colour, Unit};
use super::automatic::fallback::fallback;
use super::outcome::outcome;
use super::turn::unplayable::unplayable;
use super::{flow, legal, time_limit};
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Described, OptionKind, Seat, Table};

type Game = Walk<Bardagi>;

/// A table with a number of seats; the seed picks its options.
fn table(seats: u8, seed: u64) -> Table {
    let mut table = Table::of(seats);
    for (nth, option) in Bardagi::about().options.iter().enumerate() {
        if let OptionKind::OneOf(choices) = &option.kind {
            let pick = (seed as usize + nth * seed as usize / 2) % choices.len();
            table = table.with(option.id, choices[pick].value);
        }
    }
    table
}

fn silent_until(game: &mut Game, over: impl Fn(&State) -> bool) {
    while !over(&game.state) {
        let seat = game.asked().expect("somebody is asked");
        let order = fallback(&game.state, seat);
        assert!(!game.give(seat, &order).is_empty(), "{order:?} changed nothing");
    }
}

/// Counts the disks of a seat, which must be 40 (R2.4).
fn disks(state: &State, seat: Seat) -> usize {
    let player = &state.players[seat];
    let own = state.lands.iter().filter(|land| land.owner == Some(seat));
    let markers = state.lands.iter().filter(|land| land.caster == Some(seat)).count();
    let board = player.disks.iter().chain([&player.town, &player.pile]);
    board.chain(own.map(|land| &land.disks)).map(|n| usize::from(*n)).sum::<usize>() + markers
}

#[test]
fn game_of_default_orders_ends_after_its_rounds() {
    for seats in 2..=5 {
        for seed in 0..4 {
            let mut game = Game::open(&table(seats, seed), seed);
            silent_until(&mut game, State::over);
            let timed = game.state.options.minutes > 0;
            assert_eq!(game.state.round, if timed { 30 } else { 12 - seats });
            let outcome = outcome(&game.state).expect("it is over");
            assert_eq!(outcome.places.len(), usize::from(seats));
        }
    }
}

#[test]
fn random_games_keep_all_disks_and_end() {
    for seed in 0..10 {
        let mut game = Game::open(&table(2 + (seed % 4) as u8, seed), seed);
        let mut orders = 0;
        while let Some(seat) = game.asked() {
            let legal = legal::legal(&game.state, seat).orders;
            assert!(!legal.is_empty(), "{:?}", game.state.step);
            assert_eq!(legal::check(&game.state, seat, &fallback(&game.state, seat)), Ok(()));
            let order = game.dice.stream("order").pick(&legal).expect("there is one").clone();
            assert!(!game.give(seat, &order).is_empty(), "{order:?} changed nothing");
            assert_eq!(game.by_itself(flow::go), Vec::new());
            for seat in game.state.seats() {
                assert_eq!(disks(&game.state, seat), 40, "seat {seat} after {order:?}");
            }
            orders += 1;
            assert!(orders < 100_000);
        }
        assert!(game.state.over());
    }
}

#[test]
fn units_that_cannot_act_have_a_reason() {
    let mut game = Game::open(&Table::of(2), 7);
    silent_until(&mut game, |state| state.step == Step::Act);
    let seat = game.state.turn;
    let idle = |state: &State| {
        let reasons = unplayable(state, seat);
        assert!(reasons.iter().all(|(_, why)| !why.is_empty()), "{reasons:?}");
        reasons.into_iter().map(|(unit, _)| unit).collect::<Vec<String>>()
    };
    let slugs = |units: &[Unit]| units.iter().map(|unit| unit.slug()).collect::<Vec<_>>();
    game.state.players[seat].hand = [1; 4];
    game.state.players[seat].ship = Node::DOCK;
    assert_eq!(idle(&game.state), slugs(&[Unit::N]), "the ship is in its dock");
    game.state.players[seat].at[Unit::B.index()] = Place::TOWN;
    assert_eq!(idle(&game.state), slugs(&[Unit::B, Unit::N]), "the Berserkur is defeated");
    game.state.players[seat].hand = [0; 4];
    assert_eq!(idle(&game.state), slugs(&[Unit::B, Unit::G, Unit::K, Unit::N]), "no card");
    game.state.step = Step::Claim;
    assert!(unplayable(&game.state, seat).is_empty(), "it is not a turn");
}

/// Leaves every kind of instruction and pre-order.
fn leave_all(game: &mut Game, seat: Seat) {
    let recruits = [Building::HOF, Building::VIRKI, Building::VERSLUN];
    let auto = Auto { sheep: Taste::Meat, cattle: Taste::Even, recruits };
    for instruction in [
        Instruction::RepeatPlan(true),
        Instruction::Retreat(Retreat::Nearest),
        Instruction::DeclineBargains(true),
        Instruction::Claim(Some(auto)),
    ] {
        game.give(seat, &Order::Standing(instruction));
    }
    game.say(seat, "wish mint, alchemist");
}

#[test]
fn round_is_played_by_instructions_alone() {
    for seats in 2..=5 {
        let mut game = Game::open(&Table::of(seats), 7);
        silent_until(&mut game, |state| state.step == Step::Act);
        let last = game.state.in_order().last().expect("there are seats");
        for seat in game.state.seats() {
            leave_all(&mut game, seat);
        }
        silent_until(&mut game, |state| state.turn == last);
        for seat in game.state.seats().filter(|seat| *seat != last) {
            game.say(seat, "script swap b b n; done");
        }
        // The last turn of round 1 ends; round 2 is planned and played as far as this seat's turn.
        let facts = game.say(last, "done");
        assert_eq!(game.state.round, 2);
        let turns = facts.iter().filter(|fact| matches!(fact, Fact::TurnStarted(..))).count();
        assert_eq!((game.asked(), turns), (Some(last), usize::from(seats) - 1));
    }
}

#[test]
fn script_stops_at_the_first_illegal_order() {
    for (text, ends) in [
        ("script swap b b n; swap b b n; done", false),
        ("script swap b b n; swap b b n else done", true),
    ] {
        let mut game = Game::open(&Table::of(2), 3);
        let one = game.state.starter;
        let other = one.next(2);
        game.say(one, "plan b2 g2 k2");
        game.say(one, text);
        game.say(other, "plan b2 g2 k2");
        assert_eq!(game.asked(), Some(if ends { other } else { one }));
        assert!(game.state.drawer[one].script.is_empty());
        let done = game.state.players[one].used.iter().sum::<u8>();
        assert_eq!(done, u8::from(ends), "who ends a turn lays a card down");
    }
}

#[test]
fn preordered_and_repeated_plans_are_used() {
    let mut game = Game::open(&Table::of(2), 5);
    game.give(Seat(1), &Order::Later(PreOrder::Plan([0, 0, 0, 6])));
    assert!(game.state.players[Seat(1)].planned && !game.state.players[Seat(2)].planned);
    game.give(Seat(2), &Order::Standing(Instruction::RepeatPlan(true)));
    assert_eq!(game.asked(), Some(Seat(2)), "in the first round there is nothing to repeat");
    game.say(Seat(2), "plan g6");
    game.say(Seat(1), "next k6");
    silent_until(&mut game, |state| state.round == 2);
    assert_eq!(game.state.step, Step::Act);
    let hands = [Seat(1), Seat(2)].map(|seat| game.state.players[seat].dealt);
    assert_eq!(hands, [[0, 0, 6, 0], [0, 6, 0, 0]]);
}

#[test]
fn homes_are_chosen_and_the_last_is_automatic() {
    let mut game = Game::open(&Table::of(2).with("homes", "choose"), 1);
    let first = game.asked().expect("the starting player is asked");
    game.say(first, "homes yellow red");
    let colours = [first, first.next(2)];
    let colours = colours.map(|seat| game.state.players[seat].colour.slug());
    assert_eq!(colours, ["yellow", "red"]);
    assert_eq!((game.state.step, game.state.round), (Step::Plan, 1));
    assert!(game.state.players.iter().take(2).all(|player| player.colour != Colour::NONE));
}

#[test]
fn bell_makes_the_current_round_the_last() {
    let mut game = Game::open(&Table::of(3).with("length", "60"), 2);
    assert_eq!(time_limit::minutes(&game.state), Some(60));
    silent_until(&mut game, |state| state.round == 6 && state.step == Step::Act);
    game.by_itself(time_limit::on_time_limit);
    assert_eq!(
        (time_limit::minutes(&game.state), game.by_itself(time_limit::on_time_limit)),
        (None, Vec::new())
    );
    silent_until(&mut game, State::over);
    assert_eq!(game.state.round, 6);
}

#[test]
fn easy_variant_plans_in_turn_order() {
    let mut game = Game::open(&Table::of(3).with("planning", "own-turn"), 4);
    let order: Vec<Seat> = game.state.in_order().collect();
    for seat in order {
        assert_eq!((game.state.step, game.asked()), (Step::Plan, Some(seat)));
        game.say(seat, "plan b6");
        assert_eq!((game.state.step, game.asked()), (Step::Act, Some(seat)));
        game.say(seat, "done");
    }
}
