//! Settle (R8).

use super::super::super::orders::Order;
use super::super::super::state::Step;
use super::super::super::state::facts::Fact;
use super::super::decide::Run;

pub fn play(run: &mut Run<'_>, at: usize, order: &Order) {
    let who = run.state.who(at);
    match order {
        Order::Settle(area, colour) => run.put(Fact::Settled(who, *area, *colour)),
        Order::Expand(area, colour) => {
            let cost = run.state.raise_cost(at, run.state.value(*area));
            let mut now = run.state.steads[area.index()].farms;
            now[colour.index()] += 1;
            run.put(Fact::Expanded(who, *area, *colour, cost, now));
        }
        Order::Rebuild(area) => run.put(Fact::Rebuilt(who, *area)),
        _ => {}
    }
    run.ask(Step::Settle, at);
}
