//! R16 Trade: purchases, upgrades and sales in the rear, and standard salaries at its end.

mod goods;
mod raise;
pub mod units;

use crate::play::run::{Run, RunExt, afford};
use crate::reckon::links::Links;
use crate::reckon::world::World;
use crate::state::facts::Fact;
use crate::state::line::Trade;
use crate::state::line::slots::Commanders;
use crate::state::options::Module;
use crate::state::stack::Stack;
use crate::state::why::{Cause, UnitReason};
use crate::things::kinds::{Kind, Mode, Season};
use ravenpost_rules::RefusalCode::{AlreadyDone, NotInGame};
use ravenpost_rules::{Refusal, Seat};

/// Prices and salaries of the command levels, starting with none (R23.4).
const COMMAND: [u16; 5] = [0, 2, 4, 6, 8];
const COMMAND_SALARY: [u16; 5] = [0, 1, 2, 3, 4];

/// Carries out one trade line.
pub fn carry_out(run: &mut Run<'_>, seat: Seat, line: &Trade) -> Result<(), Refusal> {
    match line {
        Trade::BuyLi(line) => units::buy_li(run, seat, line),
        Trade::BuyGoods(line) => goods::buy(run, seat, line),
        Trade::BuyCors(line) => units::corsairs(run, seat, line.at),
        Trade::BuyEle(line) => units::elephants(run, seat, line.at),
        Trade::BuyHerd(line) => goods::buy_herd(run, seat, line),
        Trade::Double(line) => units::double(run, seat, line.at),
        Trade::Hire(line) => units::hire(run, seat, line),
        Trade::Raise(line) => raise::raise(run, seat, line),
        Trade::Lower(line) => units::lower(run, seat, line),
        Trade::Disband(line) => units::disband(run, seat, line.units, line.at, false),
        Trade::Dismiss(line) => units::disband(run, seat, line.units, line.at, true),
        Trade::SellGoods(line) => goods::sell(run, seat, line),
        Trade::SellHerd(line) => goods::sell_herd(run, seat, line),
        Trade::Slaughter(line) => goods::slaughter(run, seat, line),
        Trade::Command(line) => command(run, seat, line.command),
    }
}

/// `command`: upgrades for the difference in price.
fn command(run: &mut Run<'_>, seat: Seat, level: Commanders) -> Result<(), Refusal> {
    NotInGame.unless(
        run.state.has(Module::Command),
        "R2.2",
        "there are no commanders in this game",
    )?;
    let now = run.state.player(seat).command;
    AlreadyDone.unless(level > now, "R23.4", "your commanders are already at least as good")?;
    let price = COMMAND[level.index()] - COMMAND[now.index()];
    afford(&run.state, seat, price)?;
    run.gold(seat, -i32::from(price), Cause::Command);
    run.put(Fact::CommandLevelSet(seat, level));
    Ok(())
}

/// Pays gold to the faction with the levy, for mercenaries hired by Romans (R24.6).
pub fn levy(run: &mut Run<'_>) {
    let hired: u8 = run
        .state
        .fields()
        .map(|field| run.state.land(field))
        .filter(|land| land.town.is_some_and(|town| run.state.powers(town.owner).historic_vassal))
        .map(|land| land.used.hired)
        .sum();
    for seat in run.state.in_order() {
        if run.state.powers(seat).levy && hired > 0 {
            run.gold(seat, 2 * i32::from(hired), Cause::Levy);
        }
    }
}

/// Pays standard salaries (R16.20). Mercenaries leave until the rest can be paid along with the
/// commanders. If the commanders cannot be paid either, they leave too.
pub fn salaries(run: &mut Run<'_>) {
    let season = run.state.season();
    let rate = match (run.state.options.mode, season) {
        (Mode::Basic, Season::Autumn) => 2,
        (Mode::Original | Mode::Extended, Season::Spring | Season::Autumn) => 1,
        _ => return,
    };
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let level = run.state.player(seat).command;
        let salary = COMMAND_SALARY[level.index()];
        mercenaries(run, &world, seat, rate, salary);
        if level != Commanders::None && run.state.player(seat).gold() >= salary {
            run.gold(seat, -i32::from(salary), Cause::Salaries);
        } else if level != Commanders::None {
            run.put(Fact::CommandLevelSet(seat, Commanders::None));
        }
    }
}

/// Removes mercenaries that cannot be paid besides the commanders: those without connection first,
/// then by field.
fn mercenaries(run: &mut Run<'_>, world: &World, seat: Seat, rate: u16, commanders: u16) {
    let links = Links::of(&run.state, world, seat);
    let all = run.state.player(seat).stacks;
    let mut hired: Vec<Stack> =
        all.iter().filter(|one| one.kind() == Kind::Merc).copied().collect();
    let units: u16 = hired.iter().map(|one| u16::from(one.n)).sum();
    let purse = run.state.player(seat).gold().saturating_sub(commanders);
    let paid = units.min(purse / rate);
    hired.sort_by_key(|one| (links.supplies(one.at), one.at));
    let mut over = (units - paid) as u8;
    for stack in hired {
        let n = stack.n.min(over);
        over -= n;
        run.fell(seat, stack.of(n), UnitReason::Unpaid, None);
    }
    run.gold(seat, -i32::from(paid * rate), Cause::Salaries);
}
