//! R10 March: units step in four beats, then armies, fleets and riders go on, then herds and
//! stores.

mod fleet;
pub mod free;
pub mod goods;
pub mod ships;
pub mod step;

use super::super::reckon::World;
use super::super::state::line::Sheet;
use super::super::state::{Line, Verb};
use super::run::{Report, Run, Sheets};
use super::{diplomacy, relief, settings};
use crate::rules::{Refusal, Seat};

/// When within the march a line is carried out (R10.4, R31.1).
pub fn beat(line: &Line) -> u8 {
    let first = match line.verb {
        Verb::Accept | Verb::Refuse => return 0,
        Verb::Haste | Verb::Toll | Verb::Luck | Verb::Standing => return 1,
        Verb::Exit | Verb::Board | Verb::Ferry => 2,
        Verb::Sail | Verb::Beach | Verb::Fleet => 3,
        Verb::Move | Verb::Land | Verb::Army | Verb::Ride => 4,
        _ => return 10,
    };
    let second = line.again || matches!(line.verb, Verb::Army | Verb::Fleet | Verb::Ride);
    if second { first + 4 } else { first }
}

/// Carries the sheets of a march out, all seats at once in each beat.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    // One look at the board for each stage, and only where somebody acts in it.
    let mut world: Option<World> = None;
    for now in 0..=10 {
        if matches!(now, 1 | 2 | 6 | 10) {
            world = None;
        }
        if now == 5 {
            second_steps(run, sheets, report);
            relief::relieve(run);
            continue;
        }
        each(run, sheets, |line| beat(line) == now, &mut |run, seat, at, line| {
            let world = world.get_or_insert_with(|| World::of(&run.state));
            if let Err(why) = one(run, world, seat, line) {
                report(run, seat, at, line, why);
            }
        });
        if now == 3 || now == 7 {
            ships::step_ashore(run);
        }
    }
    relief::relieve(run);
}

/// Goes through the lines of march of all seats that belong to a beat.
fn each(
    run: &mut Run<'_>,
    sheets: &Sheets,
    fits: impl Fn(&Line) -> bool,
    act: &mut dyn FnMut(&mut Run<'_>, Seat, usize, &Line),
) {
    for (seat, lines) in sheets {
        for (at, line) in lines.iter().enumerate() {
            if line.verb.sheet() == Sheet::March && fits(line) {
                act(run, *seat, at, line);
            }
        }
    }
}

/// Beat four: riders go on, where nobody hostile stands in their way (R10.6).
fn second_steps(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    let fits = |line: &Line| line.verb == Verb::Move && !line.on.is_none() && !line.again;
    if !sheets.iter().any(|(_, lines)| lines.iter().any(fits)) {
        return;
    }
    let world = World::of(&run.state);
    each(run, sheets, fits, &mut |run, seat, at, line| {
        if let Err(why) = step::go_on(run, &world, seat, line) {
            report(run, seat, at, line, why);
        }
    });
}

/// Carries one line out, or says why not.
fn one(run: &mut Run<'_>, world: &World, seat: Seat, line: &Line) -> Result<(), Refusal> {
    match line.verb {
        Verb::Accept => diplomacy::accept(run, seat, line.other()),
        Verb::Refuse => diplomacy::refuse(run, seat, line.other()),
        Verb::Haste => free::haste(run, seat),
        Verb::Toll => settings::toll(run, seat, line.at),
        Verb::Luck => settings::luck(run, seat, line),
        Verb::Standing => settings::standing(run, seat),
        Verb::Exit => step::exit(run, seat, line),
        Verb::Board => ships::board(run, world, seat, line),
        Verb::Ferry => fleet::ferry(run, world, seat, line),
        Verb::Sail => ships::sail(run, world, seat, line),
        Verb::Beach => ships::beach(run, world, seat, line),
        Verb::Fleet => fleet::fleet(run, world, seat, line),
        Verb::Move => step::walk(run, world, seat, line),
        Verb::Land => ships::land(run, world, seat, line),
        Verb::Army => free::army(run, world, seat, line),
        Verb::Ride => free::ride(run, world, seat, line),
        Verb::Drive => goods::drive(run, world, seat, line),
        Verb::Stable => goods::change(run, world, seat, line, true),
        Verb::Pasture => goods::change(run, world, seat, line, false),
        _ => goods::cart(run, world, seat, line),
    }
}
