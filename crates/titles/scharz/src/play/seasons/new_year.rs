//! New Year (R19.1, R19.2), and the Germans of Belgica (R24.2).

use super::super::super::reckon::seats::free_cubes;
use super::super::super::state::facts::{Fact, Phase};
use super::super::super::state::line::{Muster, OneLine};
use super::super::super::state::options::Module;
use super::super::super::state::pact::Bond;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::state::why::{Cause, UnitReason};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::Kind;
use super::super::run::{Run, RunExt, Sheets};
use super::tell;
use ravenpost_rules::Seat;

/// Minimum prestige of every seat at New Year.
const LEAST: u16 = 7;

pub fn new_year(run: &mut Run<'_>) {
    tell(run, Phase::NewYear);
    dead_of_the_year(run);
    vassals(run);
    end_tributes(run);
    for seat in run.state.in_order() {
        let pp = run.state.player(seat).pp;
        if pp < LEAST {
            run.prestige(seat, i32::from(LEAST - pp), Cause::TopUp);
        }
    }
    run.put(Fact::YearStarted);
}

/// Scores units eliminated in the year (R21.6).
pub fn dead_of_the_year(run: &mut Run<'_>) {
    let points = |basic: u16| match basic {
        0..=9 => 0,
        10..=29 => 1,
        _ => 2,
    };
    for seat in run.state.in_order() {
        let (slain, fallen) = (run.state.player(seat).slain, run.state.player(seat).fallen);
        run.victory(seat, points(slain), Cause::NewYear);
        run.victory(seat, -points(fallen), Cause::NewYear);
    }
}

/// Awards lords prestige for each vassal; historic vassals of Constantinople count once in total
/// (R24.6).
fn vassals(run: &mut Run<'_>) {
    for lord in run.state.in_order() {
        let mut old = false;
        for vassal in run.state.in_order().into_iter().filter(|other| *other != lord) {
            let pact = *run.state.pact(lord, vassal);
            if !pact.is_lordship() || !pact.is_over(lord) {
                continue;
            }
            if !pact.historic || !old {
                run.prestige(lord, 8, Cause::NewYear);
                run.victory(lord, 2, Cause::NewYear);
            }
            old |= pact.historic;
            run.victory(vassal, -1, Cause::NewYear);
        }
    }
}

fn end_tributes(run: &mut Run<'_>) {
    for one in run.state.all() {
        for other in run.state.all().filter(|other| *other > one) {
            if run.state.pact(one, other).bond == Bond::Tribute {
                run.put(Fact::PactEnded(one, other));
            }
        }
    }
}

/// `muster`: raises heavy infantry for 2 gold each in Belgica.
pub fn muster(run: &mut Run<'_>, sheets: &Sheets) {
    let belgica = Field::find(run.state.map().data(), "belgica");
    let Some(at) = belgica.filter(|_| !run.state.has(Module::FastCycle)) else { return };
    for (seat, lines) in sheets {
        let said = lines.iter().rev().find_map(Muster::of);
        let wish = said.map_or(0, |line| line.n).min(run.state.powers(*seat).muster);
        raise(run, *seat, at, wish);
    }
}

fn raise(run: &mut Run<'_>, seat: Seat, at: Field, wish: u8) {
    let player = run.state.player(seat);
    let gold = (player.gold() / 2).min(20) as u8;
    let n = wish.min(free_cubes(player)).min(gold);
    run.gold(seat, -2 * i32::from(n), Cause::Trade);
    run.came(seat, Stack::new(n, Kind::Hi, at, Place::Open), UnitReason::Mustered);
}
