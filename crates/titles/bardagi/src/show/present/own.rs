//! The viewer's private panels: cards, Claim sheet, board, secrets.

use super::super::super::state::Step;
use super::super::super::things::kinds::{Building, Rune, Unit};
use super::super::super::things::words::{listed, some};
use super::super::view::{ClaimView, SeatView, View};
use super::{boards, cards};
use ravenpost_rules::{Block, Card, Item, Pair, Panel};

pub fn own(view: &View, seat: &SeatView) -> Vec<Panel> {
    let mut panels = Vec::new();
    if let Some(claim) = &seat.claim {
        panels.push(sheet(seat, claim));
    }
    panels.extend(hand(view, seat));
    panels.push(boards::board(view, seat));
    panels.extend(runes(seat));
    panels.extend(private(seat));
    panels
}

/// The remaining cards of the plan, or while planning, the uses of each kind.
fn hand(view: &View, seat: &SeatView) -> Option<Panel> {
    let hand = seat.hand.unwrap_or_default();
    let planning = view.step == Step::Plan && !seat.planned;
    if !planning && seat.cards == 0 {
        return None;
    }
    let free = |unit: Unit| {
        let turn = view.turn.as_ref().filter(|turn| turn.seat == seat.seat)?;
        let left = if unit == Unit::N { turn.squares } else { turn.steps[unit.index()] };
        let what = if unit == Unit::N { "free square" } else { "free step" };
        (left > 0).then(|| some(left, what))
    };
    let card = |unit: Unit| {
        let used = seat.used[unit.index()];
        let mut foot = if used > 0 { vec![format!("{used} used")] } else { Vec::new() };
        foot.extend(free(unit));
        let left = hand[unit.index()];
        let mut card = cards::unit(unit, left, foot.join("; "));
        card.dim = left == 0 && !planning;
        card
    };
    let shown = |card: &Card| planning || card.count > 0 || !card.foot.is_empty();
    let all: Vec<Card> = Unit::all().map(card).filter(shown).collect();
    let title = if planning { "What your cards can do" } else { "Your cards" };
    Some(Panel::new("hand", title, vec![Block::Cards(all)]))
}

/// The Claim sheet so far.
fn sheet(seat: &SeatView, claim: &ClaimView) -> Panel {
    let mut pairs = Vec::new();
    if claim.flock > 0 {
        let wool = claim.flock - claim.sheep.min(claim.flock);
        let text = format!("{wool} wool, {} meat", claim.sheep);
        let text = if claim.chosen { text } else { claim.flock.to_string() };
        pairs.push(Pair::new("sheep", "Sheep", text));
    }
    if claim.herd > 0 {
        let hide = claim.herd - claim.cattle.min(claim.herd);
        let text = format!("{hide} hide, {} meat", claim.cattle);
        let text = if claim.chosen { text } else { claim.herd.to_string() };
        pairs.push(Pair::new("cattle", "Cattle", text));
    }
    if claim.flock + claim.herd > 0 && !claim.chosen {
        let text = "fewest goods lost, then even stocks";
        pairs.push(Pair::new("default", "Default", text));
    }
    if claim.tokens > 0 {
        pairs.push(Pair::new("bought", "Axe tokens bought", claim.tokens.to_string()));
    }
    let placed = Building::all().filter(|building| claim.recruits[building.index()] > 0);
    let placed: Vec<Item> = placed
        .map(|one| {
            let words = format!("{} on the {}", claim.recruits[one.index()], one.name());
            Item::new(one.slug(), words)
        })
        .collect();
    pairs.push(Pair::new("town", "Recruits in town", seat.town.to_string()));
    if !placed.is_empty() {
        pairs.push(Pair::new("recruits", "Recruits placed", placed));
    }
    if !claim.axes.is_empty() {
        let names: Vec<&str> = claim.axes.iter().map(|area| area.name()).collect();
        pairs.push(Pair::new("axes", "Axe tokens placed", listed(&names)));
    }
    if claim.surplus > 0 {
        let text = format!("{} too many", some(claim.surplus, "Axe token"));
        pairs.push(Pair::new("surplus", "Not placed", text));
    }
    let text =
        if claim.done { "Finished." } else { "Other players see it once everyone has finished." };
    Panel::new("claim", "Your Claim sheet", vec![Block::Text(text.into()), Block::Pairs(pairs)])
}

fn runes(seat: &SeatView) -> Option<Panel> {
    let runes = seat.runes.filter(|_| seat.runes_held > 0)?;
    let held = Rune::all().filter(|rune| runes[rune.index()] > 0);
    let all = held.map(|rune| cards::rune(rune, runes[rune.index()])).collect();
    Some(Panel::new("runes", "Your Runes", vec![Block::Cards(all)]))
}

/// The seat's instructions and pre-orders.
fn private(seat: &SeatView) -> Option<Panel> {
    let lists = [
        ("standing", "Standing instructions", &seat.standing),
        ("later", "Orders in advance", &seat.later),
    ];
    let pair = |(id, name, list): (&str, &str, &Option<Vec<String>>)| {
        let list = list.as_ref().filter(|list| !list.is_empty())?;
        Some(Pair::new(id, name, list.join("; ")))
    };
    let pairs: Vec<Pair> = lists.into_iter().filter_map(pair).collect();
    let some = !pairs.is_empty();
    some.then(|| Panel::new("private", "For your eyes only", vec![Block::Pairs(pairs)]))
}
