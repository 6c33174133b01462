//! Musters: disks shifted, posted and lifted (R9.23-R9.25).

use super::super::facts::Fact;
use super::super::orders::Action;
use super::Run;

pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let who = run.who(at);
    match action {
        Action::Shift(from, to, count) => run.put(Fact::Shifted(who, from, to, count)),
        Action::Post(area, count) => run.put(Fact::Posted(who, area, count)),
        Action::Lift(area, count) => run.put(Fact::Lifted(who, area, count)),
        _ => {}
    }
}
