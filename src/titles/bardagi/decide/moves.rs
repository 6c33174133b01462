//! Walking, going aboard, sailing, landing (chapters 8 and 12).

use super::super::facts::{Boarded, Fact, Moved, Sailed};
use super::super::names::{Area, Node, Unit};
use super::super::orders::Action;
use super::Run;

pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    match action {
        Action::Move(unit, area) => walk(run, at, unit, area),
        Action::Board(unit, harbour) => {
            let (who, from) = (run.who(at), run.state.players[at].at[unit.index()]);
            run.put(Fact::Boarded(Boarded { who, unit, from, harbour }));
        }
        Action::Sail(node) => sail(run, at, node),
        Action::Land(units) => land(run, at, units),
        _ => {}
    }
}

fn walk(run: &mut Run<'_>, at: usize, unit: Unit, to: Area) {
    let state = &run.state;
    let Some(walk) = state.walk(at, unit) else { return };
    let Some(steps) = walk.steps(to) else { return };
    let free = state.now.steps[unit.index()];
    let card = if steps > free { state.players[at].steps_per_card(unit) } else { 0 };
    run.put(Fact::Moved(Moved {
        who: state.who(at),
        unit,
        from: state.players[at].at[unit.index()],
        to,
        left: free + card - steps,
        entry: if unit == Unit::B { walk.entry(to) } else { None },
    }));
}

fn sail(run: &mut Run<'_>, at: usize, to: Node) {
    let state = &run.state;
    let (free, most) = state.squares(at);
    let Some(squares) = state.voyage(at, most).squares(to) else { return };
    let player = &state.players[at];
    let card = squares > free;
    let left = if card { most } else { free } - squares;
    let sea = card && player.sea;
    run.put(Fact::Sailed(Sailed { who: state.who(at), from: player.ship, to, left, sea }));
    if sea {
        // The used Rune is back in the pile (R10.18, R10.19).
        run.shuffle_runes();
    }
}

fn land(run: &mut Run<'_>, at: usize, units: u8) {
    if let Some(harbour) = run.state.players[at].ship.harbour() {
        let who = run.who(at);
        let ashore = Unit::LAND.into_iter().filter(|unit| units & 1 << unit.0 != 0);
        run.put(Fact::Landed(who, harbour, ashore.collect()));
    }
}
