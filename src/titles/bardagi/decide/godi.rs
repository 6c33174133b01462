//! What the Godi does, and buying Runes (chapter 10).

use super::super::facts::Fact;
use super::super::legal::godi::{DRAWN, OFFERING};
use super::super::names::{Area, Unit};
use super::super::orders::Action;
use super::Run;

/// Plays an action that was found legal and is paid for.
pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let who = run.who(at);
    match action {
        Action::Convert => {
            if let Some(area) = ground(run, at) {
                run.put(Fact::Converted(who, area));
            }
        }
        Action::Runes(_) => buy(run, at),
        Action::Cleanse(rune) => {
            if let Some(area) = ground(run, at) {
                run.put(Fact::Cleansed(who, area, rune));
                run.shuffle_runes();
            }
        }
        Action::Cast(rune, area) => run.put(Fact::Cast { who, rune, area, first: true }),
        Action::Also(rune, area) => run.put(Fact::Cast { who, rune, area, first: false }),
        _ => {}
    }
}

/// The area the Godi stands on.
fn ground(run: &Run<'_>, at: usize) -> Option<Area> {
    run.state.players[at].area_of(Unit::G)
}

/// Pays, and draws what is left of three (R10.21, R20.2).
fn buy(run: &mut Run<'_>, at: usize) {
    let who = run.who(at);
    let count = DRAWN.min(run.state.runes.len() as u8);
    run.put(Fact::BoughtRunes(who, OFFERING as u8, count));
    run.draw_runes(at, count);
}
