//! Tests that play whole games of Scharz at random and check their state and facts.

mod golden;
mod names;
mod tour;

use serde_json::Value;

use super::Scharz;
use super::orders::Order;
use super::orders::rows::ROWS;
use super::orders::write;
use super::play::sheet::draft;
use super::play::sheet::legal::candidates;
use super::reckon::seats::{herds, tiles};
use super::state::facts::Fact;
use super::state::line::SheetLine;
use super::state::stack::{self, Stack};
use super::state::{State, Step};
use super::things::kinds::Kind;
use super::things::units::Unit;
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{
    Dice, Document, Field, Form, Judge, Mind, Notation, Run, Seat, Show, Table, Viewer,
};

const MAPS: [&str; 6] = ["italia", "britannia", "vikings", "taifas", "orient", "huns"];
const MODES: [&str; 4] = ["fast", "basic", "original", "extended"];

/// Tables of every map and mode, with various numbers of seats.
fn tables() -> impl Iterator<Item = (u64, Table)> {
    MAPS.iter().enumerate().flat_map(|(at, map)| {
        MODES.iter().enumerate().map(move |(nth, mode)| {
            let seats = 2 + ((at * 3 + nth * 5) % 11) as u8;
            let table = Table::of(seats).with("map", map).with("mode", mode).with("years", "1");
            (at as u64 * 4 + nth as u64, table)
        })
    })
}

/// Totals from the facts of a game, computed independently of the state.
#[derive(PartialEq, Debug)]
struct Ledger {
    halves: Vec<i64>,
    prestige: Vec<i64>,
    victory: Vec<i64>,
    units: Vec<i64>,
    /// Of all seats together, because captured settlements include their stables.
    herds: i64,
}

impl Ledger {
    fn of(state: &State) -> Ledger {
        let of = |count: &dyn Fn(Seat) -> i64| state.all().map(count).collect();
        let units = |seat: Seat| {
            let player = state.player(seat);
            i64::from(player.cubes()) + i64::from(player.specials())
        };
        Ledger {
            halves: of(&|seat| state.player(seat).halves.into()),
            prestige: of(&|seat| state.player(seat).pp.into()),
            victory: of(&|seat| state.player(seat).vp.into()),
            units: of(&units),
            herds: state.all().map(|seat| herds(state, seat).count() as i64).sum(),
        }
    }

    fn enter(&mut self, fact: &Fact) {
        match fact {
            Fact::HalfGoldChanged(seat, by, _) => self.halves[seat.index()] += i64::from(*by),
            Fact::PrestigeChanged(seat, by, _) => self.prestige[seat.index()] += i64::from(*by),
            Fact::VictoryPointsChanged(seat, by, _) => self.victory[seat.index()] += i64::from(*by),
            Fact::UnitsAdded(seat, stack, _) => self.units[seat.index()] += i64::from(stack.n),
            Fact::UnitsRemoved { seat, stack, .. } => {
                self.units[seat.index()] -= i64::from(stack.n)
            }
            Fact::HerdAdded(..) => self.herds += 1,
            Fact::HerdRemoved(..) => self.herds -= 1,
            _ => {}
        }
    }
}

#[test]
fn random_games_have_balanced_accounts() {
    for (seed, table) in tables() {
        let mut walk = Walk::<Scharz>::open(&table, seed);
        let mut ledger = Ledger::of(&walk.state);
        for _ in 0..150 {
            let Some(seat) = walk.asked() else { break };
            let orders = Scharz::legal(&walk.state, seat).orders;
            let order = *walk.dice.stream("order").pick(&orders).expect("there is an order");
            let facts = walk.give(seat, &order);
            Scharz::audit(&walk.state).unwrap_or_else(|wrong| panic!("{table:?} {seed}: {wrong}"));
            facts.iter().for_each(|fact| ledger.enter(fact));
            assert_eq!(ledger, Ledger::of(&walk.state), "{table:?} {seed}: {order:?}");
        }
    }
}

#[test]
fn sheet_contents_are_private() {
    for (seed, table) in tables().step_by(5) {
        let mut walk = Walk::<Scharz>::open(&table, seed);
        let mut compared = 0;
        for _ in 0..120 {
            let Some(seat) = walk.asked() else { break };
            let orders = Scharz::legal(&walk.state, seat).orders;
            let order = *walk.dice.stream("order").pick(&orders).expect("there is an order");
            let before = walk.state.clone();
            let facts = walk.give(seat, &order);
            if !facts
                .iter()
                .all(|fact| matches!(fact, Fact::LineWritten(..) | Fact::LinesDropped(..)))
            {
                continue;
            }
            let others = walk.state.all().filter(|other| *other != seat).map(Viewer::Seat);
            for viewer in others.chain([Viewer::Spectator]) {
                let seen = |state: &State| {
                    serde_json::to_string(&Scharz::show(state, viewer)).expect("plain data")
                };
                assert_eq!(seen(&before), seen(&walk.state), "{table:?} {seed}: {viewer:?}");
                assert!(facts.iter().all(|fact| Scharz::narrate(fact, viewer).is_none()));
            }
            compared += 1;
        }
        assert!(compared > 10, "{table:?} {seed}: {compared} lines were written");
    }
}

/// If the next march is written in the rear, it is awaited, offered and considered there. If it is
/// awaited later, it can still be written in the rear, from the board or in notation.
#[test]
fn rear_offers_the_next_march() {
    let mut table = Table::of(2).with("homelands", "random").with("tempo", "brisk");
    for tempo in ["brisk", "full"] {
        table = table.with("tempo", tempo);
        let mut walk = Walk::<Scharz>::open(&table, 3);
        while walk.state.step != Step::Rear {
            let seat = walk.asked().expect("the game goes on");
            walk.give(seat, &Scharz::fallback(&walk.state, seat));
        }
        let seat = walk.asked().expect("a rear is asked of somebody");
        let brisk = tempo == "brisk";
        let forms = Scharz::legal(&walk.state, seat).forms;
        let picks = |form: &Form| form.lead == "move" && form.fields.len() > 1;
        assert_eq!(forms.iter().any(picks), brisk, "a form with holdings to pick");
        let places = Scharz::places(&walk.state, seat);
        let moves = |(_, forms): &(_, Vec<Form>)| forms.iter().any(|form| form.lead == "move");
        assert!(places.iter().any(moves), "a click on the board");
        let typed = |form: &Form| form.lead == "retreat" || form.lead == "slip";
        assert_eq!(forms.iter().any(typed), brisk, "lines to write out");
        let groups = Scharz::instructions(&walk.state, seat);
        assert_eq!(groups.iter().any(|group| group.forms.iter().any(typed)), !brisk, "aside");
        let ask = Scharz::awaited(&walk.state).remove(0).ask;
        let asked = ask.to(Viewer::Seat(seat));
        assert_eq!(asked.contains("march"), brisk, "{asked}");
        let before = Scharz::estimate(&walk.state, seat);
        let mut forms = places.iter().flat_map(|(_, forms)| forms);
        let step = forms.find(|form| form.lead.starts_with("move"));
        let step = step.expect("a march");
        assert_eq!(step.label.contains("next march"), !brisk, "{}", step.label);
        let first = |at: usize, _| match &step.fields[at] {
            Field::Pick { choices, .. } if at == 0 => choices.last().map(|(word, _)| word.clone()),
            Field::Pick { choices, .. } => Some(choices[0].0.clone()),
            _ => panic!("lists only"),
        };
        walk.say(seat, &step.write(first));
        let change = (Scharz::estimate(&walk.state, seat) - before).abs();
        assert!(change < 600, "a step alone changes what the season is by {change}");
        let places = Scharz::places(&walk.state, seat);
        let sow =
            places.iter().flat_map(|(_, forms)| forms).any(|form| form.lead.starts_with("sow"));
        assert!(sow, "what is written for the march does not end the spring");
    }
}

#[test]
fn random_words_are_not_orders() {
    let mut words: Vec<&str> = ROWS.iter().flat_map(|row| row.form.split(' ')).collect();
    words.retain(|word| !word.starts_with(['<', '[']));
    words.extend(["roma", "capua", "blue", "li", "99", "0", ">", ":", ",", "roma;", "\0", "é"]);
    let table = Table::of(3).with("years", "1").with("homelands", "random");
    let mut walk = Walk::<Scharz>::open(&table, 5);
    for number in 0..2_000 {
        if number % 20 == 0
            && let Some(seat) = walk.asked()
        {
            walk.give(seat, &Scharz::fallback(&walk.state, seat));
        }
        let mut draws = walk.dice.stream("rubbish");
        let length = 2 + draws.below(6);
        let soup: Vec<&str> = (0..length).filter_map(|_| draws.pick(&words).copied()).collect();
        let (text, seat) = (soup.join(" "), Seat(1 + (number % 3) as u8));
        let Ok(order) = Scharz::parse(&walk.state, seat, &text) else { continue };
        // A form's text parses like any other line and is written in the same way.
        let again = Scharz::write(&walk.state, &order);
        assert_eq!(Scharz::parse(&walk.state, seat, &again), Ok(order), "{text}");
        let mut dice = Dice::seeded(1);
        let mut run = Run::<Scharz>::new(walk.state.clone(), &mut dice);
        let taken = Scharz::decide(&mut run, seat, &order).is_ok();
        let said = matches!(soup[0], "doctrine" | "drop" | "done" | "reset");
        assert!(!taken || said || soup.len() < 4, "{text:?} was taken");
    }
}

/// The body of a function in source text.
fn body<'s>(source: &'s str, name: &str) -> &'s str {
    let from = source.find(&format!("fn {name}(")).expect("it is there");
    let to = source[from..].find("\n}\n").expect("it ends");
    &source[from..from + to]
}

#[test]
fn matches_on_facts_list_every_variant() {
    for (source, name) in [
        (include_str!("state/apply.rs"), "apply"),
        (include_str!("show/info.rs"), "info"),
        (include_str!("show/narrate.rs"), "sentence"),
    ] {
        let body = body(source, name);
        assert!(body.contains("match fact") && !body.contains("_ =>"), "{name} passes facts over");
    }
}

/// Numbers in a stored line, each with its key.
fn numbers(key: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(key.to_owned()),
        Value::Array(all) => all.iter().for_each(|one| numbers(key, one, found)),
        Value::Object(all) => all.iter().for_each(|(key, one)| numbers(key, one, found)),
        _ => {}
    }
}

#[test]
fn stored_lines_hold_numbers_only_for_amounts() {
    const COUNTED: [&str; 6] = ["n", "rounds", "max_loss", "amount", "prestige", "seat"];
    let mut lines = 0;
    for (seed, table) in tables().step_by(3) {
        let mut walk = Walk::<Scharz>::open(&table, seed);
        for _ in 0..120 {
            let Some(seat) = walk.asked() else { break };
            let orders = Scharz::legal(&walk.state, seat).orders;
            let order = *walk.dice.stream("order").pick(&orders).expect("there is an order");
            for fact in walk.give(seat, &order) {
                let line = match &fact {
                    Fact::LineWritten(_, line) | Fact::InstructionSet(_, line) => line,
                    Fact::LineSkipped(_, line, _) => line,
                    _ => continue,
                };
                let mut found = Vec::new();
                numbers("", &serde_json::to_value(line).expect("plain data"), &mut found);
                found.retain(|key| !COUNTED.contains(&key.as_str()));
                assert!(found.is_empty(), "{found:?} of {line:?} are numbers and no words");
                lines += 1;
            }
        }
    }
    assert!(lines > 200, "{lines} lines were written");
}

#[test]
fn empty_sheet_needs_confirmation_to_close() {
    let table = Table::of(2).with("homelands", "random");
    let mut walk = Walk::<Scharz>::open(&table, 3);
    let seat = walk.asked().expect("everybody settles");
    let order = |walk: &Walk<Scharz>, text: &str| {
        Scharz::parse(&walk.state, seat, text).expect("that can be read")
    };
    let bare = order(&walk, "done");
    let no = walk.try_to(seat, &bare).expect_err("nothing is said yet");
    assert!(no.why.contains("Still to place: 3 villages"), "{}", no.why);
    assert!(no.why.contains("done anyway"), "{}", no.why);
    assert_eq!(Scharz::fallback(&walk.state, seat).write(), "done anyway");
    walk.say(seat, "done anyway");
    assert!(!walk.state.awaits(seat));
}

/// The size of a state depends on its table and map, not on the largest of them.
#[test]
fn small_game_takes_less_memory_than_a_large_one() {
    let weight = |seats| {
        let walk = Walk::<Scharz>::open(&Table::of(seats).with("map", "italia"), 1);
        walk.state.weight()
    };
    assert!(size_of::<State>() < 1500, "{} bytes are moved with it", size_of::<State>());
    assert!(weight(4) < 6_000, "{} bytes at four seats", weight(4));
    assert!(weight(2) + 4_000 < weight(12), "{} and {} bytes", weight(2), weight(12));
}

/// Cached JSON for empty fields equals the regular serialisation.
#[test]
fn view_json_equals_the_regular_serialisation() {
    for (seed, table) in tables().step_by(5) {
        let mut walk = Walk::<Scharz>::open(&table, seed);
        walk.play_at_random(60, |state, _, _| {
            let view = Scharz::show(state, Viewer::Spectator);
            let text = serde_json::to_string(&view).expect("plain data");
            let fields = serde_json::to_string(&view.fields).expect("plain data");
            assert!(text.contains(&fields), "{fields}");
            for seat in &view.seats {
                assert_eq!(seat.tiles, tiles(state, seat.seat), "{table:?} {seed}");
            }
        });
    }
}

/// Replaces one unit of each stack of light infantry with heavy infantry.
fn mix(state: &mut State) {
    for seat in state.all().collect::<Vec<Seat>>() {
        let stacks = &mut state.player_mut(seat).stacks;
        let light = |one: &&Stack| one.unit.kind == Kind::Li && one.n > 1;
        let light: Vec<Stack> = stacks.iter().filter(light).map(|one| one.of(1)).collect();
        for one in light {
            let unit = Unit { kind: Kind::Hi, ..one.unit };
            stack::remove(stacks, &one);
            stack::add(stacks, Stack { unit, ..one });
        }
    }
}

/// Chooses an order at random, often a march, because armies that march meet.
fn often_a_march(walk: &mut Walk<Scharz>, seat: Seat) -> Order {
    let mut orders = Scharz::legal(&walk.state, seat).orders;
    if walk.dice.stream("marches").below(3) > 0 {
        let all = candidates(&walk.state, seat).into_iter();
        orders.extend(all.filter(|order| matches!(order.line, SheetLine::March(_))));
    }
    *walk.dice.stream("order").pick(&orders).expect("there is one")
}

/// What doctrine does in a clash could have been written on the sheet, and only the seat is
/// notified.
#[test]
fn doctrine_does_only_what_the_seat_could_order() {
    let said = [
        "doctrine stance if-even",
        "doctrine withdraw always",
        "doctrine emerge if-even",
        "doctrine retreat threatened",
        "doctrine siege 3 stop 50 keep",
        "doctrine loot paying",
        "doctrine recruit all",
        "doctrine reroll 40",
        "doctrine target cav, hi",
        "doctrine spare sword",
        "doctrine train li, cav",
        "doctrine luck passage 5",
        "doctrine luck fishing 5",
    ];
    let mut kinds = std::collections::BTreeSet::new();
    let (mut answers, mut others) = (0, 0);
    for (seed, table) in tables() {
        let mut walk = Walk::<Scharz>::open(&table.clone().with("homelands", "random"), seed);
        for seat in Seat::all(table.seats) {
            let lines = said.iter().skip(usize::from(seat.0) % 3);
            for line in lines {
                // Not every kind of luck is rolled in every game (R2.5).
                let order = Scharz::parse(&walk.state, seat, line).expect(line);
                let said = walk.try_to(seat, &order);
                assert!(said.is_ok() || line.contains("luck"), "{line}: {said:?}");
            }
        }
        for _ in 0..400 {
            let Some(seat) = walk.asked() else { break };
            // What learns depends on doctrine only in armies of several kinds.
            if walk.state.drafts.iter().all(|lines| lines.is_empty()) {
                mix(&mut walk.state);
            }
            let order = often_a_march(&mut walk, seat);
            let before = walk.state.clone();
            let facts = walk.give(seat, &order);
            for seat in Seat::all(table.seats) {
                let (mut moves, mut settings) = (Vec::new(), Vec::new());
                for fact in &facts {
                    let Fact::DoctrineApplied(of, by, does) = fact else { continue };
                    let narration = Scharz::narrate(fact, Viewer::Seat(seat)).is_some();
                    assert_eq!(narration, seat == *of, "{by:?}");
                    kinds.insert(write(by).split(' ').nth(1).unwrap_or_default().to_owned());
                    match does {
                        _ if !narration => {}
                        _ if before.step != Step::Clash => others += 1,
                        // Training cannot be set on a sheet, and luck belongs to the march.
                        SheetLine::Doctrines(_) | SheetLine::Chance(_) => others += 1,
                        SheetLine::Retreats(_) | SheetLine::Walls(_) => moves.push(*does),
                        _ => settings.push(*does),
                    }
                }
                // The seat could have added all of it to its sheet, apart from settings of fights
                // that do not take place then. Such settings belong to the march before, when the
                // opponents are not known yet.
                let mut clash = before.clone();
                let moved =
                    |line: &SheetLine| matches!(line, SheetLine::Retreats(_) | SheetLine::Walls(_));
                clash.drafts[seat.index()].retain(moved);
                let may = draft::check(&clash, seat, &moves);
                assert!(may.is_ok(), "{table:?} {seed}: {moves:?}: {may:?}");
                let mut march = before.clone();
                march.step = Step::March;
                march.drafts[seat.index()].clear();
                let may = draft::check(&march, seat, &settings);
                assert!(may.is_ok(), "{table:?} {seed}: {settings:?}: {may:?}");
                answers += moves.len() + settings.len();
            }
        }
    }
    assert!(answers > 50 && others > 50, "{answers} in clashes, {others} elsewhere");
    for kind in ["reroll", "spare", "train", "luck"] {
        assert!(kinds.contains(kind), "doctrine never acted by {kind}: {kinds:?}");
    }
}
