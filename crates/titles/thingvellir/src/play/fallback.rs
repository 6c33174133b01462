//! What is played for a silent seat (R23, the column of defaults).

use super::super::orders::Order;
use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::course::Step;
use super::super::things::names::Area;
use super::{council, feast, feud, forced, legal, raid};
use ravenpost_rules::Seat;

/// The default of the open decision; `done` where nothing is asked.
pub fn fallback(state: &State, seat: Seat) -> Order {
    if !ask::is_asked(state, seat) {
        return Order::Done;
    }
    match state.step {
        Step::Side => {
            let wishes = state.faction[seat].sides().iter();
            let free = wishes.copied().find(|side| council::free(state, *side));
            free.map_or(Order::Done, Order::Side)
        }
        Step::Propose => {
            let first = council::proposable(state).find(|statute| statute.level() == 1);
            first.map_or(Order::Done, Order::Propose)
        }
        Step::Vote => Order::Support,
        Step::Challenge => Order::LetPass,
        Step::Feud => forced::yielding(state),
        Step::Raze => Order::Spare,
        Step::Claim => {
            let best = feud::claim_sets(state).first().copied();
            best.map_or(Order::Claim([0; 12]), Order::Claim)
        }
        Step::Raid if !state.deed.first && state.sea[seat] > 0 => Order::Home,
        Step::Keep => Order::Keep(raid::best(state)),
        Step::Foster => Order::Pass,
        Step::Pledge => {
            let swear = state.open_cards().next().map(|(number, _)| Order::Swear(number));
            let swear = swear.filter(|order| legal::check(state, seat, order).is_ok());
            swear.filter(|_| state.deed.count == 0).unwrap_or(Order::Done)
        }
        Step::Slay => Order::Slay(feast::most_slain(state, seat)),
        Step::Weapon => Order::Weapon(None),
        Step::Pay => Order::Fail,
        Step::Burn => {
            let first = state.farm_colours(state.strike.area).next();
            first.map_or(Order::Done, Order::Burn)
        }
        Step::Farm => state.supplied().next().map_or(Order::Done, Order::Farm),
        Step::Lair => {
            let first = Area::by_code(state.strike.lairs).first().copied();
            first.map_or(Order::Done, Order::Lair)
        }
        _ => Order::Done,
    }
}
