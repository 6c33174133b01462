//! The sheets of a rear, step by step (R31.3): pacts, building, then each seat's own trade.

use super::super::state::facts::Fact;
use super::super::state::line::Sheet;
use super::super::state::why::Cause;
use super::super::state::{Line, Module, Verb};
use super::held::Held;
use super::run::{Report, Run, Sheets};
use super::trade::{self, goods, raise, units};
use super::{construction, diplomacy, fishing, prestige, seasons, settings, victory, winter};
use crate::rules::{Refusal, Seat};

/// Everything of a rear, up to the end of the round.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    lines(run, sheets, report);
    diplomacy::lapse(run);
    trade::levy(run);
    if run.state.has(Module::Salaries) {
        trade::salaries(run);
    }
    for seat in run.state.in_order() {
        if run.state.player(seat).halves % 2 == 1 {
            run.halves(seat, -1, Cause::Half);
        }
    }
    super::relief::relieve(run);
    fishing::fish(run);
    seasons::end(run, sheets);
    super::march::ships::drown_all(run);
    super::relief::relieve(run);
}

/// The lines themselves: what can be judged when a sheet is written.
pub fn lines(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    run.put(Fact::RearBegan);
    let held = Held::of_all(run);
    for stage in 0..=2 {
        for (seat, lines) in sheets {
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_of(line, stage)) {
                if let Err(why) = one(run, &held, *seat, line) {
                    report(run, *seat, at, line, why);
                }
            }
        }
        if stage == 1 {
            let seats: Vec<Seat> = sheets.iter().map(|(seat, _)| *seat).collect();
            construction::progress(run, &held, &seats);
        }
    }
}

/// Whether a line is carried out in a stage: answers, haste, the rest.
fn is_of(line: &Line, stage: u8) -> bool {
    match line.verb {
        Verb::Accept | Verb::Refuse => stage == 0,
        Verb::Hasten | Verb::Twice => stage == 1,
        Verb::Luck => stage == 2,
        verb => stage == 2 && verb.sheet() == Sheet::Rear,
    }
}

fn one(run: &mut Run<'_>, held: &Held, seat: Seat, line: &Line) -> Result<(), Refusal> {
    match line.verb {
        Verb::Accept => diplomacy::accept(run, seat, line.other()),
        Verb::Refuse => diplomacy::refuse(run, seat, line.other()),
        Verb::Luck => settings::luck(run, seat, line),
        Verb::Hasten => construction::hasten(run, held, seat, line.at),
        Verb::Twice => construction::twice(run, seat),
        Verb::Build => construction::build(run, held, seat, line),
        Verb::Join => construction::join(run, seat, line),
        Verb::Cancel => construction::cancel(run, seat, line.at),
        Verb::Dismantle => construction::dismantle(run, seat, line.at),
        Verb::Offer | Verb::Demand => diplomacy::offer(run, seat, line),
        Verb::Recall => diplomacy::recall(run, seat, line.other()),
        Verb::Release => diplomacy::release(run, seat, line.other()),
        Verb::Revolt => diplomacy::revolt(run, seat),
        Verb::Dominance | Verb::Might => victory::announce(run, seat, line),
        Verb::Rival => prestige::rival(run, seat, line),
        Verb::Command => trade::command(run, seat, line.word),
        Verb::Resign => {
            run.put(Fact::Resigned(seat));
            Ok(())
        }
        verb if verb < Verb::Command => barter(run, seat, line),
        _ => winter::season_line(run, seat, line),
    }
}

fn barter(run: &mut Run<'_>, seat: Seat, line: &Line) -> Result<(), Refusal> {
    match line.verb {
        Verb::BuyLi => units::buy_li(run, seat, line),
        Verb::Double => units::double(run, seat, line.at),
        Verb::Hire => units::hire(run, seat, line),
        Verb::BuyCors => units::corsairs(run, seat, line.at),
        Verb::BuyEle => units::elephants(run, seat, line.at),
        Verb::Raise => raise::raise(run, seat, line),
        Verb::Lower => units::lower(run, seat, line),
        Verb::Disband => units::disband(run, seat, line, false),
        Verb::Dismiss => units::disband(run, seat, line, true),
        Verb::BuyGoods => goods::buy(run, seat, line),
        Verb::SellGoods => goods::sell(run, seat, line),
        Verb::BuyHerd => goods::buy_herd(run, seat, line),
        Verb::SellHerd => goods::sell_herd(run, seat, line),
        _ => goods::slaughter(run, seat, line),
    }
}
