//! Tests that forms and examples offer exactly the lines that a sheet takes.

use std::collections::BTreeSet;

use super::scope::Scope;
use super::{lines, rear};
use crate::orders::rows::about;
use crate::play::sheet::draft;
use crate::state::line::SheetLine;
use crate::state::{State, Step};
use crate::things::kinds::Building;
use crate::{SCHARZ, Scharz};
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Dice, Field, Form, Judge, Mind, Notation, Run, Seat, Show, Table, Viewer};

/// Combinations tried of each form in a position.
const TRIED: usize = 4;
/// Forms with more combinations are settings, whose fields are free.
const MANY: usize = 3000;

/// The lists of a form; `None` if a part of it is typed.
fn lists(form: &Form) -> Option<Vec<Vec<String>>> {
    let list = |field: &Field| match field {
        Field::Pick { choices, .. } => Some(choices.iter().map(|(word, _)| word.clone()).collect()),
        Field::Text { .. } | Field::Tick { .. } | Field::Amounts { .. } => None,
    };
    form.fields.iter().map(list).collect()
}

/// How many orders a form writes without typing.
fn count(form: &Form) -> usize {
    lists(form).map_or(0, |lists| lists.iter().map(Vec::len).product())
}

/// One of the orders that a form writes.
fn nth(form: &Form, mut n: usize) -> String {
    let mut words = Vec::new();
    for list in lists(form).expect("lists only") {
        words.push(list[n % list.len()].clone());
        n /= list.len();
    }
    form.write(|field, _| Some(words[field].clone()))
}

/// Some orders of each form, different ones each time.
fn sample(forms: &[Form], turn: usize) -> Vec<String> {
    let mut all = Vec::new();
    for form in forms {
        let count = count(form);
        let some = (0..count.min(TRIED)).map(|at| (at * 7919 + turn * 31) % count);
        all.extend(some.map(|n| nth(form, n)));
    }
    all
}

/// Every order of the forms, except of settings with very many.
fn every(forms: &[Form]) -> BTreeSet<String> {
    let small = forms.iter().filter(|form| (1..=MANY).contains(&count(form)));
    small.flat_map(|form| (0..count(form)).map(|n| nth(form, n)).collect::<Vec<_>>()).collect()
}

/// Whether the seat may give an order that changes something.
fn takes(state: &State, seat: Seat, order: &str) -> bool {
    let Ok(order) = Scharz::parse(state, seat, order) else { return false };
    let mut dice = Dice::seeded(1);
    let mut run = Run::<Scharz>::new(state.clone(), &mut dice);
    Scharz::decide(&mut run, seat, &order).is_ok() && !run.done().0.is_empty()
}

fn refused(state: &State, seat: Seat, orders: &[String]) -> Vec<String> {
    orders.iter().filter(|order| !takes(state, seat, order)).cloned().collect()
}

/// The forms at the fields of the board.
fn at_fields(state: &State, seat: Seat) -> Vec<Form> {
    Scharz::places(state, seat).into_iter().flat_map(|(_, forms)| forms).collect()
}

/// Plays games of various maps, modes and tempos, mostly by forms, and passes every position to
/// `look`.
fn play(turns: usize, mut look: impl FnMut(&State, Seat, usize)) {
    let maps = ["italia", "huns", "vikings", "orient"];
    let modes = ["original", "fast", "extended", "basic"];
    for (at, map) in maps.iter().enumerate() {
        let tempo = if at % 2 == 0 { "brisk" } else { "full" };
        let table = Table::of(2 + at as u8).with("map", map).with("mode", modes[at]);
        let table = table.with("tempo", tempo).with("years", "2").with("homelands", "random");
        let mut game = Walk::<Scharz>::open(&table, at as u64 + 3);
        for turn in 0..turns {
            let Some(seat) = game.asked() else { break };
            look(&game.state, seat, turn);
            let written = game.state.drafts[seat.index()].len();
            let forms = match turn % 2 {
                0 => at_fields(&game.state, seat),
                _ => Scharz::legal(&game.state, seat).forms,
            };
            let lines = sample(&forms, turn);
            let lines: Vec<&String> = lines.iter().filter(|line| !is_edit(line)).collect();
            match lines.get(turn * 13 % lines.len().max(1)).filter(|_| written < 4) {
                Some(line) => game.say(seat, line),
                None => game.say(seat, "done anyway"),
            };
        }
    }
}

fn is_edit(line: &str) -> bool {
    line.starts_with("drop") || line.starts_with("reset")
}

#[test]
fn every_offered_line_is_accepted() {
    let (mut tried, mut steps) = (0, BTreeSet::new());
    play(120, |state, seat, turn| {
        let legal = Scharz::legal(state, seat);
        let mut orders: Vec<String> = legal.orders.iter().map(|order| order.write()).collect();
        orders.extend(sample(&legal.forms, turn));
        orders.extend(sample(&at_fields(state, seat), turn));
        let wrong = refused(state, seat, &orders);
        assert!(wrong.is_empty(), "{:?} of {seat:?}: {wrong:?}", state.step);
        tried += orders.len();
        steps.insert(state.step.slug());
    });
    assert!(tried > 10_000, "{tried} orders were tried");
    for step in [Step::Settle, Step::March, Step::Rear] {
        assert!(steps.contains(step.slug()), "{steps:?} were seen");
    }
}

/// A building with a reason why it cannot be begun is refused with every number of builders.
#[test]
fn unavailable_building_is_refused() {
    let mut unavailable = 0;
    play(120, |state, seat, _| {
        let scope = Scope::of(state, seat, state.keeps_march());
        let found = lines(&scope);
        for at in state.fields() {
            let barred = rear::not_built(&scope, &found, at);
            assert!(barred.len() < Building::ALL.len(), "another one can be begun: {barred:?}");
            for text in &barred {
                let named = |one: &&Building| text.starts_with(&format!("{} (", one.means()));
                let what = Building::ALL.iter().find(named).expect("a building").slug();
                for n in 1..=4 {
                    let order = format!("build {what} {} with {n} li", at.slug());
                    assert!(!takes(state, seat, &order), "{order}: {text}");
                }
            }
            unavailable += barred.len();
        }
    });
    assert!(unavailable > 0);
}

#[test]
fn refused_order_is_detected() {
    let mut planted = 0;
    play(12, |state, seat, turn| {
        let mut orders = sample(&Scharz::legal(state, seat).forms, turn);
        let at = state.fields().next().expect("a field").slug();
        let wrong = format!("move 200 li {at} > {at}");
        orders.insert(turn % (orders.len() + 1), wrong.clone());
        assert_eq!(refused(state, seat, &orders), [wrong]);
        planted += 1;
    });
    assert!(planted > 40, "{planted}");
}

/// Lines of a few kinds with every unit, field and number in reach, whether or not they are legal.
fn imaginable(state: &State, seat: Seat) -> Vec<String> {
    let mut all = Vec::new();
    let fields: Vec<&str> = state.fields().map(|at| at.slug()).collect();
    for stack in &state.player(seat).stacks {
        let (at, unit) = (stack.at.slug(), stack.unit);
        for n in 1..=stack.n + 1 {
            let near = (stack.at.neighbours() & state.field).on(state.map());
            let ways = near.map(|to| to.slug());
            for to in ways {
                let units = format!("{n} {unit} {at} > {to}");
                all.extend(
                    ["move", "board", "land", "retreat"].map(|lead| format!("{lead} {units}")),
                );
                all.extend(["sail", "slip", "harbour"].map(|lead| format!("{lead} {units}")));
            }
            all.push(format!("withdraw {n} {unit} {at}"));
            all.push(format!("disband {n} {unit} {at}"));
            let into = ["hi", "cav", "ts", "ws", "sm"];
            all.extend(into.map(|kind| format!("raise {n} {unit} > {kind} {at}")));
            let built = ["village", "city", "dock", "port", "fort"];
            all.extend(built.map(|what| format!("build {what} {at} with {n} {unit}")));
        }
    }
    for at in fields {
        for n in 1..=3 {
            let goods = ["li", "grain", "fish"].map(|what| format!("buy {n} {what} {at}"));
            let sold = ["grain", "fish"].map(|what| format!("sell {n} {what} {at}"));
            all.extend(goods.into_iter().chain(sold).chain([format!("hire {n} merc {at}")]));
        }
        all.extend(["sheep", "horses"].map(|herd| format!("buy {herd} {at}")));
        all.extend(
            ["double", "hasten", "cancel", "sow", "recruit"].map(|one| format!("{one} {at}")),
        );
    }
    all
}

/// Lines that an earlier sheet takes without a look at the board are typed there.
fn is_typed(state: &State, line: &str) -> bool {
    let unseen = ["retreat", "harbour", "slip", "withdraw"];
    let lead = line.split(' ').next().unwrap_or_default();
    state.step != Step::Clash && unseen.contains(&lead)
}

#[test]
fn every_accepted_line_is_offered() {
    let mut taken = 0;
    play(60, |state, seat, turn| {
        if turn % 3 != 0 || matches!(state.step, Step::Homeland | Step::Settle) {
            return;
        }
        let offered = every(&at_fields(state, seat));
        for line in imaginable(state, seat) {
            if !is_typed(state, &line) && takes(state, seat, &line) {
                assert!(offered.contains(&line), "{:?} of {seat:?}: {line}", state.step);
                taken += 1;
            }
        }
    });
    assert!(taken > 200, "{taken} lines were taken");
}

/// A line is tried at its own stage. Trying the whole sheet with it has the same result.
#[test]
fn whole_sheet_accepts_the_same_lines() {
    let others = ["luck wreck 1", "luck passage 2", "luck fishing 3", "luck yield 1"];
    let pacts = ["offer truce blue 3", "demand tribute blue 4", "recall blue", "revolt"];
    let mut taken = 0;
    play(60, |state, seat, turn| {
        if turn % 3 != 1 || matches!(state.step, Step::Homeland | Step::Settle) {
            return;
        }
        let scope = Scope::of(state, seat, state.keeps_march());
        let mut all = imaginable(state, seat);
        all.extend(others.into_iter().chain(pacts).map(str::to_owned));
        for text in all {
            let Ok(order) = Scharz::parse(state, seat, &text) else { continue };
            let stands = draft::check(state, seat, &order.lines()).is_ok();
            let takes = scope.takes(&order.lines());
            assert_eq!(takes, stands, "{:?} of {seat:?}: {text}", state.step);
            taken += usize::from(stands);
        }
    });
    assert!(taken > 200, "{taken} lines were taken");
}

#[test]
fn hidden_state_of_others_changes_no_offer() {
    let mut compared = 0;
    play(60, |state, seat, turn| {
        let mut dice = Dice::seeded(turn as u64);
        let other = Scharz::imagine(state, Viewer::Seat(seat), &mut dice);
        let offers = |state: &State| {
            let forms = Scharz::legal(state, seat).forms;
            format!("{forms:?} {:?}", Scharz::places(state, seat))
        };
        assert_eq!(offers(state), offers(&other), "{:?} of {seat:?}", state.step);
        compared += 1;
    });
    assert!(compared > 100, "{compared} positions were compared");
}

#[test]
fn seat_without_a_prompt_gets_no_offers() {
    let mut game = Walk::<Scharz>::open(&Table::of(2), 1);
    game.say(Seat(1), "done anyway");
    assert!(Scharz::places(&game.state, Seat(1)).is_empty());
    assert!(!Scharz::places(&game.state, Seat(2)).is_empty());
}

/// The rankings of homelands that a seat may write by forms and on the board.
fn rankings(state: &State, seat: Seat) -> [Vec<String>; 2] {
    [Scharz::legal(state, seat).forms, at_fields(state, seat)].map(|forms| {
        let picks = every(&forms).into_iter().filter(|line| line.starts_with("pick "));
        picks.collect()
    })
}

#[test]
fn further_homelands_are_added_to_the_ranking() {
    let seat = Seat(1);
    let mut game = Walk::<Scharz>::open(&Table::of(2), 1);
    game.say(seat, "pick latium");
    for lines in rankings(&game.state, seat) {
        assert_eq!(lines, ["pick latium etruria", "pick latium samnium"]);
    }
    game.say(seat, "pick latium samnium");
    for lines in rankings(&game.state, seat) {
        assert_eq!(lines, ["pick latium samnium etruria"]);
    }
    let own = Scharz::show(&game.state, Viewer::Seat(seat)).own.expect("a seat has a sheet");
    let replaced: Vec<bool> = own.sheet.iter().map(|line| line.fails.is_some()).collect();
    assert_eq!(replaced, [true, false]);
    game.line("done; pick etruria; done");
    let home = game.state.player(seat).home.expect("homelands are assigned");
    assert_eq!(home.slug(), "latium");
}

#[test]
fn form_of_a_single_line_has_its_sentence_as_title() {
    let mut compared = 0;
    play(40, |state, seat, _| {
        let forms = Scharz::legal(state, seat).forms;
        for form in forms.iter().filter(|form| form.fields.is_empty()) {
            let Ok(order) = Scharz::parse(state, seat, &form.lead) else { continue };
            let (_, field, other) = about(&order.line);
            let is_pact = matches!(order.line, SheetLine::Diplomacy(_));
            if !is_pact && (field.is_some() || other.is_some()) {
                assert_eq!(form.label, order.say());
                compared += 1;
            }
        }
    });
    assert!(compared > 10, "{compared} forms were compared");
}

#[test]
fn order_is_offered_once_and_lines_to_type_come_last() {
    let mut dice = Dice::seeded(3);
    let table = Table::of(3).with("homelands", "random");
    let mut position = SCHARZ.open(&table, &mut dice).expect("there is such a table").next;
    let is_typed = |form: &Form| form.fields.iter().any(|one| matches!(one, Field::Text { .. }));
    let mut typed = 0;
    for _ in 0..12 {
        let seat = position.awaited()[0].seat;
        let groups = position.offers(seat);
        let offers = groups.iter().flat_map(|group| &group.offers);
        let listed: Vec<&str> = offers.map(|offer| offer.order.as_str()).collect();
        for (at, group) in groups.iter().enumerate() {
            let twice = |form: &&Form| form.fields.is_empty() && listed.contains(&&*form.lead);
            assert_eq!(group.forms.iter().find(twice), None);
            let some = group.forms.iter().filter(|form| is_typed(form)).count();
            assert!(some == 0 || at + 1 == groups.len(), "{}", group.title);
            typed += some;
        }
        let order = position.fallback(seat);
        position = position.decide(seat, &order, &mut dice).expect("it is legal").next;
    }
    assert!(typed > 0);
}
