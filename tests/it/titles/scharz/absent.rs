//! An absent seat at a table of seven: how it and its neighbours fare, with the accounts checked
//! before every order.
//!
//! `RAVENPOST_SEEDS` sets the number of games of every map and mode, `RAVENPOST_FROM` the first
//! seed. By default one short game is played.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::titles;
use ravenpost_rules::bots;
use ravenpost_rules::{Dice, Outcome, Position, Seat, Table};
use serde_json::Value;

use crate::harness::seeds::seeds;

const SEATS: u8 = 7;
const MODES: [&str; 4] = ["fast", "basic", "original", "extended"];

/// Results of a group of seats.
#[derive(Default, Debug)]
struct SeatStatistics {
    seats: u32,
    won: u32,
    score: i32,
    out: u32,
}

/// Statistics of the games of a mode.
#[derive(Default, Debug)]
struct Tally {
    games: u32,
    orders: u32,
    /// The rounds in which the absent seat was eliminated.
    out_in: Vec<u64>,
    absent: SeatStatistics,
    neighbouring: SeatStatistics,
    others: SeatStatistics,
    /// Which seats finally hold the settlements that the absent seat began with.
    heirs: BTreeMap<&'static str, u32>,
}

/// Which homelands of a map are neighbours: they border each other, or have one field or sea
/// between them.
fn neighbouring(map: &str) -> BTreeSet<(String, String)> {
    let data = include_str!("../../../../crates/titles/scharz/src/data.json");
    let data: Value = serde_json::from_str(data).expect("the title's data");
    let maps = data["maps"].as_array().expect("maps");
    let fields = maps.iter().find(|one| one["id"] == map).expect("the map")["fields"].clone();
    let fields = fields.as_array().expect("fields");
    let home = |slug: &Value| {
        let field = fields.iter().find(|one| &one["slug"] == slug)?;
        Some(field["homeland"].as_str()?.to_owned())
    };
    let mut pairs = BTreeSet::new();
    for field in fields {
        let around = field["adjacent"].as_array().expect("fields");
        let touched: BTreeSet<String> =
            around.iter().chain([&field["slug"]]).filter_map(home).collect();
        for one in &touched {
            let others = touched.iter().filter(|other| *other != one);
            pairs.extend(others.map(|other| (one.clone(), other.clone())));
        }
    }
    pairs
}

/// A game in which one seat misses every deadline.
struct Game {
    position: Box<dyn Position>,
    absent: Seat,
    seed: u64,
    orders: u32,
    out_in: Option<u64>,
}

impl Game {
    fn open(table: &Table, seed: u64) -> Game {
        let title = titles::find("scharz").expect("the title");
        let position = title.open(table, &mut Dice::seeded(seed)).expect("the table fits").next;
        let absent = Seat::at(seed as usize % usize::from(SEATS));
        Game { position, absent, seed, orders: 0, out_in: None }
    }

    fn word(&self, seat: Seat) -> &'static str {
        self.position.seat_name(seat).word
    }

    /// The fields with a settlement of the absent seat.
    fn towns(&self) -> Vec<String> {
        let (sheet, own) = (self.position.document(), self.word(self.absent));
        let fields = sheet["fields"].as_object().expect("fields").iter();
        let is_own = |land: &Value| land["town"].as_str().is_some_and(|town| town.contains(own));
        fields.filter(|(_, land)| is_own(land)).map(|(at, _)| at.clone()).collect()
    }

    /// Plays until the game is over or a round begins. Returns whether it continues.
    fn round(&mut self) -> bool {
        let steady = bots::find("steady").expect("a bot");
        let (mut decision, mut begun) = ("", false);
        loop {
            let here = format!("seed {}, order {}", self.seed, self.orders);
            self.position.audit().unwrap_or_else(|wrong| panic!("{here}: {wrong}"));
            let Some(asked) = self.position.awaited().into_iter().next() else { return false };
            if asked.decision == "march" && decision != "march" && begun {
                return true;
            }
            (decision, begun) = (asked.decision, begun || self.orders > 0);
            let number = self.seed * 100_000 + u64::from(self.orders);
            let dice = &mut Dice::seeded(number);
            let (order, decided) = match asked.seat == self.absent {
                true => {
                    let order = self.position.fallback(asked.seat);
                    let decided = self.position.time_out(asked.seat, &order, true, dice);
                    (order, decided)
                }
                false => {
                    let order = steady.choose(&*self.position, asked.seat, number);
                    let decided = self.position.decide(asked.seat, &order, dice);
                    (order, decided)
                }
            };
            self.position = decided.unwrap_or_else(|no| panic!("{here}: {order}: {no:?}")).next;
            self.orders += 1;
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.position.document()["seats"][self.word(seat)]["out"] == true
    }

    fn play(&mut self) -> (Vec<String>, Outcome) {
        self.round();
        let towns = self.towns();
        while self.round() {
            if self.out_in.is_none() && self.is_out(self.absent) {
                self.out_in = self.position.document()["round"].as_u64();
            }
        }
        (towns, self.position.outcome().expect("it is over"))
    }
}

impl Tally {
    fn count(&mut self, mut game: Game, neighbouring: &BTreeSet<(String, String)>) {
        let (towns, outcome) = game.play();
        let sheet = game.position.document();
        let home = |seat| sheet["seats"][game.word(seat)]["home"].as_str().unwrap_or("").to_owned();
        let near = |seat| neighbouring.contains(&(home(game.absent), home(seat)));
        for place in &outcome.places {
            let fared = match (place.seat == game.absent, near(place.seat)) {
                (true, _) => &mut self.absent,
                (_, true) => &mut self.neighbouring,
                _ => &mut self.others,
            };
            fared.seats += 1;
            fared.won += u32::from(place.place == 1);
            fared.score += place.score;
            fared.out += u32::from(game.is_out(place.seat));
        }
        for town in towns {
            let holds = sheet["fields"][&town]["town"].as_str().unwrap_or("");
            let heir = Seat::all(SEATS).find(|seat| holds.contains(game.word(*seat)));
            let heir = heir.map_or("nobody", |seat| match (seat == game.absent, near(seat)) {
                (true, _) => "itself",
                (_, true) => "one beside it",
                _ => "another",
            });
            *self.heirs.entry(heir).or_default() += 1;
        }
        self.games += 1;
        self.orders += game.orders;
        self.out_in.extend(game.out_in);
    }
}

#[test]
fn absent_seat_does_not_hinder_a_game_of_seven() {
    let title = titles::find("scharz").expect("the title");
    let at_night = ["RAVENPOST_SEEDS", "RAVENPOST_MINUTES"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let maps = title.about().options.iter().find(|option| option.id == "map").expect("maps");
    let ravenpost_rules::OptionKind::OneOf(maps) = maps.kind else { panic!("a list") };
    let (maps, modes, years) =
        if at_night { (maps, &MODES[..], "5") } else { (&maps[..1], &MODES[..1], "1") };
    let mut tallies = BTreeMap::<&str, Tally>::new();
    let mut played = 0;
    for seed in seeds(1) {
        println!("seed {seed}");
        played += 1;
        for map in maps {
            let neighbouring = neighbouring(map.value);
            for mode in modes {
                let table = Table::of(SEATS).with("map", map.value).with("mode", mode);
                let table = table.with("homelands", "random").with("years", years);
                tallies.entry(mode).or_default().count(Game::open(&table, seed), &neighbouring);
                println!("{} {mode}: {:?}", map.value, tallies[mode]);
            }
        }
    }
    println!("{played} seeds");
    for (mode, tally) in &tallies {
        println!("{mode}: {tally:?}");
        assert_eq!(tally.absent.seats, tally.games);
        assert!(tally.neighbouring.seats > 0, "somebody lives beside it");
    }
}
