//! Ships in a raid: their legal actions and effects (R9.16, R25.7).

use crate::orders::{Order, ShipOrder};
use crate::play::pirates;
use crate::play::refuse::{refusal, require};
use crate::play::run::Run;
use crate::state::State;
use crate::state::facts::{Fact, ShipAction};
use crate::things::goods::Goods;
use crate::things::ids::Rep;
use crate::things::kinds::{Dir, Kind};
use ravenpost_rules::RefusalCode::{NotHeld, OutOfRange, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Lists every action of the ships that have not acted, and the end of the raid.
pub fn list(state: &State) -> Vec<Order> {
    let mut orders = vec![Order::AllSilver];
    for from in Dir::all().filter(|dir| state.raiders[dir.index()] > 0) {
        let [left, right] = from.neighbours();
        let ways = [(from, from), (from, left), (from, right), (left, left), (right, right)];
        for (at, to) in ways {
            let silver = ShipOrder { from, at, to, sink: false };
            orders.push(Order::Ship(silver));
            if state.pirate(at) {
                orders.push(Order::Ship(ShipOrder { sink: true, ..silver }));
            }
        }
    }
    orders.push(Order::RaidDone);
    orders
}

/// Checks whether a ship may do this now (R9.16, R25.7).
pub fn allowed(state: &State, order: &ShipOrder) -> Result<(), Refusal> {
    let ShipOrder { from, at, to, sink } = *order;
    require(state.raiders[from.index()] > 0, || {
        let why = format!("you have no ship left to act in the {}", from.name());
        refusal("R25.7", why).code(NotHeld).word(from.slug())
    })?;
    require(from == at || at == to, || {
        refusal("R9.16", "a ship can move before or after acting, not both").code(WrongKind)
    })?;
    for (start, end) in [(from, at), (at, to)] {
        require(start == end || start.is_next_to(end), || {
            let why = format!("the {} is not next to the {}", end.name(), start.name());
            refusal("R2.5", why).code(OutOfRange).word(end.slug())
        })?;
    }
    if sink { pirates::sinkable(state, at) } else { Ok(()) }
}

/// Performs a ship's action.
pub fn act(run: &mut Run, seat: Seat, order: &ShipOrder) {
    let ShipOrder { from, at, to, sink } = *order;
    let action = if sink {
        ShipAction::PirateSunk { at }
    } else {
        let silver = Goods::silver(2).at_most(&run.state.bank).of(Kind::SILVER);
        ShipAction::SilverTaken { at, silver }
    };
    run.put(Fact::ShipActed { seat, from, to, action });
}

/// Lets every ship that has not acted take Silver where it is.
pub fn all_silver(run: &mut Run, seat: Seat) {
    for dir in Dir::all() {
        for _ in 0..run.state.raiders[dir.index()] {
            act(run, seat, &ShipOrder { from: dir, at: dir, to: dir, sink: false });
        }
    }
}

/// Ends the raid and pays the Troublemakers' bonus.
pub fn done(run: &mut Run, seat: Seat) {
    let glad = run.state.raided && run.state.of(seat).is(Rep::TROUBLEMAKERS);
    let bonus = u8::from(glad).min(run.state.bank.of(Kind::SILVER));
    run.put(Fact::RaidEnded { seat, bonus });
}
