//! What the Kaupmadur does, and refills (chapter 11).

use super::super::facts::Fact;
use super::super::legal::trade;
use super::super::names::{Building, Unit};
use super::super::orders::Action;
use super::Run;

/// Plays an action that was found legal and is paid for.
pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let who = run.who(at);
    match action {
        Action::RefillOwn(unit) => refill(run, at, Building(unit.0), false),
        Action::Refill(building) => {
            let rose = trade::raises(&run.state, at, building);
            refill(run, at, building, rose);
        }
        Action::Buy(named) => {
            if let Some(area) = run.state.players[at].area_of(Unit::K) {
                let good = trade::bonus(&run.state, at, area, named);
                run.put(Fact::Bought(who, area, good));
            }
        }
        Action::Tan(hides) => run.put(Fact::Tanned(who, hides)),
        Action::Trade(give, get) => run.put(Fact::Traded(who, give, get)),
        _ => {}
    }
}

fn refill(run: &mut Run<'_>, at: usize, building: Building, rose: bool) {
    let (who, disks) = (run.who(at), trade::filled(&run.state, at, building));
    run.put(Fact::Refilled { who, building, disks, rose });
}
