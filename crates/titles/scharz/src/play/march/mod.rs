//! R10 March: units step in four phases, then armies, fleets and cavalry step again, then herds and
//! stores move.

mod fleet;
pub mod free;
pub mod goods;
pub mod ships;
pub mod step;

use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::line::{self, AtSea, Chance, Crew, March, OneLine, SheetLine, Stores};
use super::run::{Report, Run, Sheets};
use super::{diplomacy, relief, settings};
use ravenpost_rules::{Refusal, Seat};

/// The stage of the march in which a line is carried out (R10.4, R31.1); `None` for lines of other
/// sheets.
pub fn stage(line: &SheetLine) -> Option<u8> {
    let (first, second) = match line {
        SheetLine::Answers(_) => return Some(0),
        SheetLine::Chance(_) => return Some(1),
        SheetLine::Stores(_) => return Some(10),
        SheetLine::Crew(_) => (2, false),
        SheetLine::March(line) => match line {
            March::SpecialMove(_) | March::Toll(_) | March::Standing(_) => return Some(1),
            March::Move(one) => (4, one.second),
            March::Army(_) | March::Ride(_) => (4, true),
        },
        SheetLine::AtSea(line) => match line {
            AtSea::Board(one) => (2, one.second),
            AtSea::Ferry(one) => (2, one.second),
            AtSea::Sail(one) => (3, one.second),
            AtSea::Beach(one) => (3, one.second),
            AtSea::Fleet(_) => (3, true),
            AtSea::Land(one) => (4, one.second),
        },
        _ => return None,
    };
    Some(if second { first + 4 } else { first })
}

/// The last beat of a march.
pub const LAST: u8 = 10;

/// Receives a beat, the state after its lines, and the board as they saw it, if there were any.
pub type Seen<'s> = dyn FnMut(u8, &State, Option<&World>) + 's;

/// Carries out the sheets of a march, all seats at once in each beat.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    march_stages(run, sheets, report, LAST, &mut |_, _, _| {});
    relief::relieve(run);
}

/// Carries out all beats and passes the board of each, after its lines, to `seen`.
pub fn watch(run: &mut Run<'_>, sheets: &Sheets, seen: &mut Seen<'_>) {
    march_stages(run, sheets, &mut |_, _, _, _, _| {}, LAST, seen);
}

/// Checks what can be judged when a sheet is written: the march up to its last line, and no
/// further.
pub fn rehearse(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    let lines = sheets.iter().flat_map(|(_, lines)| lines);
    let ends =
        |line: &SheetLine| stage(line).map(|now| if goes_on(line) { now.max(5) } else { now });
    if let Some(last) = lines.filter_map(ends).max() {
        march_stages(run, sheets, report, last, &mut |_, _, _| {});
    }
}

/// Carries out the beats up to `last`.
fn march_stages(
    run: &mut Run<'_>,
    sheets: &Sheets,
    report: &mut Report<'_>,
    last: u8,
    seen: &mut Seen<'_>,
) {
    // The board is examined once for each stage, and only if lines are carried out in it.
    let mut world: Option<World> = None;
    for now in 0..=last {
        if matches!(now, 1 | 2 | 6 | 10) {
            world = None;
        }
        if now == 5 {
            second_steps(run, sheets, report);
            relief::relieve(run);
            continue;
        }
        each(run, sheets, |line| stage(line) == Some(now), &mut |run, seat, at, line| {
            let world = world.get_or_insert_with(|| World::of(&run.state));
            if let Err(why) = one(run, world, seat, line) {
                report(run, seat, at, line, why);
            }
        });
        seen(now, &run.state, world.as_ref());
        if now == 3 || now == 7 {
            ships::step_ashore(run);
        }
    }
}

/// Carries out the matching march lines of all seats.
fn each(
    run: &mut Run<'_>,
    sheets: &Sheets,
    fits: impl Fn(&SheetLine) -> bool,
    act: &mut dyn FnMut(&mut Run<'_>, Seat, usize, &SheetLine),
) {
    for (seat, lines) in sheets {
        for (at, line) in lines.iter().enumerate() {
            if fits(line) {
                act(run, *seat, at, line);
            }
        }
    }
}

/// Whether cavalry makes two steps with this line.
pub fn goes_on(line: &SheetLine) -> bool {
    line::Move::of(line).is_some_and(|it| it.then.is_some() && !it.second)
}

/// Beat five: cavalry makes its second step where no hostile unit is in the way (R10.6).
fn second_steps(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    if !sheets.iter().any(|(_, lines)| lines.iter().any(goes_on)) {
        return;
    }
    let world = World::of(&run.state);
    each(run, sheets, goes_on, &mut |run, seat, at, line| {
        let Some(riders) = line::Move::of(line) else { return };
        if let Err(why) = step::go_on(run, &world, seat, riders) {
            report(run, seat, at, line, why);
        }
    });
}

/// Carries out one line.
pub fn one(run: &mut Run<'_>, world: &World, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    match line {
        SheetLine::Answers(line) => diplomacy::answer(run, seat, line),
        SheetLine::Chance(Chance::Luck(line)) => settings::luck(run, seat, line),
        SheetLine::Crew(Crew::Exit(line)) => step::exit(run, seat, line),
        SheetLine::March(line) => match line {
            March::SpecialMove(_) => free::haste(run, seat),
            March::Toll(line) => settings::toll(run, seat, line.at),
            March::Standing(_) => settings::standing(run, seat),
            March::Move(line) => step::walk(run, world, seat, line),
            March::Army(line) => free::army(run, world, seat, line),
            March::Ride(line) => free::ride(run, world, seat, line),
        },
        SheetLine::AtSea(line) => match line {
            AtSea::Board(line) => ships::board(run, world, seat, line),
            AtSea::Ferry(line) => fleet::ferry(run, world, seat, line),
            AtSea::Sail(line) => ships::sail(run, world, seat, line),
            AtSea::Beach(line) => ships::beach(run, world, seat, line),
            AtSea::Fleet(line) => fleet::fleet(run, world, seat, line),
            AtSea::Land(line) => ships::land(run, world, seat, line),
        },
        SheetLine::Stores(line) => match line {
            Stores::Drive(line) => goods::drive(run, world, seat, line),
            Stores::Stable(line) => goods::change(run, world, seat, line.herd, line.at, true),
            Stores::Pasture(line) => goods::change(run, world, seat, line.herd, line.at, false),
            Stores::Cart(line) => goods::cart(run, world, seat, line),
        },
        _ => Ok(()),
    }
}
