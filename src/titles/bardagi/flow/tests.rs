//! Whole games from inside: silent ones, random ones, and rounds that pass with what was left in
//! advance alone.

use std::ops::{Deref, DerefMut};

use super::super::Bardagi;
use super::super::about::ABOUT;
use super::super::bell;
use super::super::facts::{Advance, Fact, Instruction};
use super::super::fallback::fallback;
use super::super::legal;
use super::super::names::{Building, Colour};
use super::super::orders::Order;
use super::super::outcome::outcome;
use super::super::state::{Auto, Retreat, State, Step, Taste};
use crate::rules::walk::Walk;
use crate::rules::{OptionKind, Seat, Table};

/// A table of so many seats; the seed picks its options.
fn table(seats: u8, seed: u64) -> Table {
    let mut table = Table::of(seats);
    for (nth, option) in ABOUT.options.iter().enumerate() {
        if let OptionKind::OneOf(choices) = &option.kind {
            let pick = (seed as usize + nth * seed as usize / 2) % choices.len();
            table = table.with(option.id, choices[pick].value);
        }
    }
    table
}

/// A game in play.
struct Game(Walk<Bardagi>);

impl Deref for Game {
    type Target = Walk<Bardagi>;

    fn deref(&self) -> &Walk<Bardagi> {
        &self.0
    }
}

impl DerefMut for Game {
    fn deref_mut(&mut self) -> &mut Walk<Bardagi> {
        &mut self.0
    }
}

impl Game {
    fn open(table: &Table, seed: u64) -> Game {
        Game(Walk::open(table, seed))
    }

    fn asked(&self) -> Option<usize> {
        self.0.asked().map(Seat::index)
    }

    fn give(&mut self, at: usize, order: &Order) -> Vec<Fact> {
        self.0.give(Seat::at(at), order)
    }

    fn say(&mut self, at: usize, text: &str) -> Vec<Fact> {
        self.0.say(Seat::at(at), text)
    }

    fn silent_until(&mut self, over: impl Fn(&State) -> bool) {
        while !over(&self.state) {
            let at = self.asked().expect("somebody is asked");
            let order = fallback(&self.state, Seat::at(at));
            assert!(!self.give(at, &order).is_empty(), "{order:?} changed nothing");
        }
    }

    /// Where 40 disks of a seat are (R2.4).
    fn disks(&self, at: usize) -> usize {
        let (state, number) = (&self.state, at as u8 + 1);
        let player = &state.players[at];
        let own = state.lands.iter().filter(|land| land.owner == number);
        let markers = state.lands.iter().filter(|land| land.caster == number).count();
        let board = player.disks.iter().chain([&player.town, &player.pile]);
        board.chain(own.map(|land| &land.disks)).map(|n| usize::from(*n)).sum::<usize>() + markers
    }
}

#[test]
fn a_game_of_silence_ends_after_its_rounds() {
    for seats in 2..=5 {
        for seed in 0..4 {
            let mut game = Game::open(&table(seats, seed), seed);
            game.silent_until(State::over);
            let timed = game.state.options.minutes > 0;
            assert_eq!(game.state.round, if timed { 30 } else { 12 - seats });
            let outcome = outcome(&game.state).expect("it is over");
            assert_eq!(outcome.places.len(), usize::from(seats));
        }
    }
}

#[test]
fn random_games_keep_all_disks_and_come_to_rest() {
    for seed in 0..10 {
        let mut game = Game::open(&table(2 + (seed % 4) as u8, seed), seed);
        let mut orders = 0;
        while let Some(at) = game.asked() {
            let seat = Seat::at(at);
            let legal = legal::legal(&game.state, seat).orders;
            assert!(!legal.is_empty(), "{:?}", game.state.step);
            assert_eq!(legal::check(&game.state, at, &fallback(&game.state, seat)), Ok(()));
            let order = game.dice.stream("order").pick(&legal).expect("there is one").clone();
            assert!(!game.give(at, &order).is_empty(), "{order:?} changed nothing");
            assert_eq!(game.by_itself(super::go), Vec::new());
            for at in game.state.places() {
                assert_eq!(game.disks(at), 40, "seat {} after {order:?}", at + 1);
            }
            orders += 1;
            assert!(orders < 100_000);
        }
        assert!(game.state.over());
    }
}

/// Everything a seat can say beforehand.
fn leave_all(game: &mut Game, at: usize) {
    let recruits = [Building::HOF, Building::VIRKI, Building::VERSLUN];
    let auto = Auto { sheep: Taste::Meat, cattle: Taste::Even, recruits };
    for instruction in [
        Instruction::Plan(true),
        Instruction::Retreat(Retreat::Nearest),
        Instruction::Bargain(true),
        Instruction::Claim(Some(auto)),
    ] {
        game.give(at, &Order::Standing(instruction));
    }
    game.say(at, "wish mint, alchemist");
}

#[test]
fn a_round_passes_with_what_was_left_alone() {
    for seats in 2..=5 {
        let mut game = Game::open(&Table::of(seats), 7);
        game.silent_until(|state| state.step == Step::Act);
        let last = (usize::from(game.state.starter) + usize::from(seats) - 1) % usize::from(seats);
        for at in game.state.places() {
            leave_all(&mut game, at);
        }
        game.silent_until(|state| state.on_turn() == last);
        for at in game.state.places().filter(|at| *at != last) {
            game.say(at, "script swap b b n; done");
        }
        // The last turn of round 1 ends; round 2 is planned and played as far as this seat's turn.
        let facts = game.say(last, "done");
        assert_eq!(game.state.round, 2);
        let turns = facts.iter().filter(|fact| matches!(fact, Fact::Began(..))).count();
        assert_eq!((game.asked(), turns), (Some(last), usize::from(seats) - 1));
    }
}

#[test]
fn a_script_stops_at_the_first_order_that_cannot_be_given() {
    for (text, ends) in [
        ("script swap b b n; swap b b n; done", false),
        ("script swap b b n; swap b b n else done", true),
    ] {
        let mut game = Game::open(&Table::of(2), 3);
        let first = usize::from(game.state.starter);
        game.say(first, "plan b2 g2 k2");
        game.say(first, text);
        game.say(1 - first, "plan b2 g2 k2");
        assert_eq!(game.asked(), Some(if ends { 1 - first } else { first }));
        assert!(game.state.drawer[first].script.is_empty());
        let done = game.state.players[first].used.iter().sum::<u8>();
        assert_eq!(done, u8::from(ends), "who ends a turn lays a card down");
    }
}

#[test]
fn plans_left_in_advance_and_repeated_plans_are_used() {
    let mut game = Game::open(&Table::of(2), 5);
    game.give(0, &Order::Later(Advance::Plan([0, 0, 0, 6])));
    assert!(game.state.players[0].planned && !game.state.players[1].planned);
    game.give(1, &Order::Standing(Instruction::Plan(true)));
    assert_eq!(game.asked(), Some(1), "in the first round there is nothing to repeat");
    game.say(1, "plan g6");
    game.say(0, "next k6");
    game.silent_until(|state| state.round == 2);
    assert_eq!(game.state.step, Step::Act);
    let hands = [0, 1].map(|at| game.state.players[at].dealt);
    assert_eq!(hands, [[0, 0, 6, 0], [0, 6, 0, 0]]);
}

#[test]
fn homes_are_chosen_from_lists_and_the_last_one_by_itself() {
    let mut game = Game::open(&Table::of(2).with("homes", "choose"), 1);
    let first = game.asked().expect("the starting player is asked");
    game.say(first, "homes yellow red");
    let colours = [first, 1 - first].map(|at| game.state.players[at].colour.slug());
    assert_eq!(colours, ["yellow", "red"]);
    assert_eq!((game.state.step, game.state.round), (Step::Plan, 1));
    assert!(game.state.players.iter().take(2).all(|player| player.colour != Colour::NONE));
}

#[test]
fn the_bell_makes_the_round_in_progress_the_last() {
    let mut game = Game::open(&Table::of(3).with("length", "60"), 2);
    assert_eq!(bell::minutes(&game.state), Some(60));
    game.silent_until(|state| state.round == 6 && state.step == Step::Act);
    game.by_itself(bell::ring);
    assert_eq!((bell::minutes(&game.state), game.by_itself(bell::ring)), (None, Vec::new()));
    game.silent_until(State::over);
    assert_eq!(game.state.round, 6);
}

#[test]
fn in_the_easy_variant_seats_plan_in_their_own_turns() {
    let mut game = Game::open(&Table::of(3).with("planning", "own-turn"), 4);
    let order: Vec<usize> = game.state.in_order().collect();
    for at in order {
        assert_eq!((game.state.step, game.asked()), (Step::Plan, Some(at)));
        game.say(at, "plan b6");
        assert_eq!((game.state.step, game.asked()), (Step::Act, Some(at)));
        game.say(at, "done");
    }
}
