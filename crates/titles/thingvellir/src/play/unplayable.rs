//! Why a card of a seat cannot act now: the refusal of its use, or what a persona is for.

use super::super::reckon::ask::is_asked;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::Card;
use super::hunt;
use ravenpost_rules::Seat;

/// Returns the Bondi and personae of a seat that cannot act in its hunt, by slug, each with the
/// reason.
pub fn unplayable(state: &State, seat: Seat) -> Vec<(String, String)> {
    if state.step != Step::Bondi || !is_asked(state, seat) {
        return Vec::new();
    }
    let home = ("home".to_owned(), 0);
    let slots = state.oaths[seat].bondi().map(|(slot, _)| (format!("slot-{slot}"), slot));
    let bondi = std::iter::once(home).chain(slots).filter_map(|(card, slot)| {
        let refusal = hunt::able(state, seat, slot).err()?;
        Some((card, refusal.why))
    });
    let persona = |card: Card| {
        (card.word().to_owned(), "a persona does not act; its ability always applies".to_owned())
    };
    bondi.chain(Card::of(state.hird[seat]).map(persona)).collect()
}
