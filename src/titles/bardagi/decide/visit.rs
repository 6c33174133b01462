//! Forced trade: lots with a host, and bargains (chapter 17).

use super::super::facts::Fact;
use super::super::legal::visit;
use super::super::names::Good;
use super::super::orders::Action;
use super::super::state::{Lot, Session, Step};
use super::Run;

/// Plays an action that was found legal and is paid for.
pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let Some(host) = visit::host(&run.state, at) else { return };
    let who = run.who(at);
    match action {
        Action::Visit(give, get) => lot(run, (at, host), give, get),
        Action::Give(count, item) => run.put(Fact::Offering { who, want: false, item, count }),
        Action::Want(count, item) => run.put(Fact::Offering { who, want: true, item, count }),
        Action::Send => send(run, at, host),
        _ => {}
    }
}

/// A host without the gold that is demanded gives nothing, and that is seen (R17.4).
fn lot(run: &mut Run<'_>, (at, host): (usize, usize), give: Lot, get: Lot) {
    let (who, owner) = (run.who(at), run.who(host));
    if run.state.players[host].gold < u16::from(get[Good::GOLD]) {
        run.put(Fact::NoGold(who, owner));
    } else {
        run.put(Fact::Visited(who, owner, give, get));
    }
}

/// Asks the host, unless the visitor can know that the offer cannot be carried out: goods, room and
/// his own gold. The host's gold is not looked at: an answer that comes by itself would tell of it.
fn send(run: &mut Run<'_>, at: usize, host: usize) {
    let (who, owner) = (run.who(at), run.who(host));
    run.put(Fact::Sent(who, owner));
    if visit::seems_possible(&run.state, at, host) {
        run.go(Step::Bargain);
    } else {
        run.put(Fact::Declined(who, owner));
    }
}

/// The host's answer; what cannot be carried out counts as declined (R17.6).
pub fn answer(run: &mut Run<'_>, yes: bool) {
    let Session::Visit(host) = run.state.now.session else { return };
    let (at, host) = (run.state.on_turn(), usize::from(host));
    let (who, owner) = (run.who(at), run.who(host));
    if yes && visit::possible(&run.state, at, host) {
        let (give, want) = (run.state.now.give, run.state.now.want);
        run.put(Fact::Accepted(who, owner, give, want));
    } else {
        run.put(Fact::Declined(who, owner));
    }
    run.go(Step::Act);
}
