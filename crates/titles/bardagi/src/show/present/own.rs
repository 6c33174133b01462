//! The viewer's private panels: cards, Claim sheet, board, secrets.

use super::super::super::state::Step;
use super::super::super::things::kinds::{Building, Rune, Unit};
use super::super::super::things::words::{listed, some};
use super::super::view::{ClaimView, SeatView, View};
use super::{boards, cards};
use ravenpost_rules::{Block, Card, Panel};

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
        let what = if unit == Unit::N { "square" } else { "step" };
        (left > 0).then(|| format!("{} without a card", some(left, what)))
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
    let title = if planning { "What cards can do" } else { "Your cards" };
    Some(Panel { id: "hand", title: title.into(), blocks: vec![Block::Cards(all)] })
}

/// The Claim sheet so far.
fn sheet(seat: &SeatView, claim: &ClaimView) -> Panel {
    let pair = |label: &str, text: String| (label.to_owned(), text);
    let mut pairs = Vec::new();
    if claim.flock > 0 {
        let wool = claim.flock - claim.sheep.min(claim.flock);
        let text = format!("{wool} wool, {} meat", claim.sheep);
        pairs.push(pair("Sheep", if claim.chosen { text } else { claim.flock.to_string() }));
    }
    if claim.herd > 0 {
        let hide = claim.herd - claim.cattle.min(claim.herd);
        let text = format!("{hide} hide, {} meat", claim.cattle);
        pairs.push(pair("Cattle", if claim.chosen { text } else { claim.herd.to_string() }));
    }
    if claim.flock + claim.herd > 0 && !claim.chosen {
        pairs.push(pair("If you say nothing", "what loses least and keeps stocks even".into()));
    }
    if claim.tokens > 0 {
        pairs.push(pair("Axe tokens bought", claim.tokens.to_string()));
    }
    let placed = Building::all().filter(|building| claim.recruits[building.index()] > 0);
    let placed: Vec<String> = placed
        .map(|one| format!("{} to the {}", claim.recruits[one.index()], one.name()))
        .collect();
    pairs.push(pair("Recruits in town", seat.town.to_string()));
    if !placed.is_empty() {
        pairs.push(pair("Recruits placed", listed(&placed)));
    }
    if !claim.axes.is_empty() {
        let names: Vec<&str> = claim.axes.iter().map(|area| area.name()).collect();
        pairs.push(pair("Axe tokens placed", listed(&names)));
    }
    if claim.surplus > 0 {
        let text = format!("{} more than you hold and buy", some(claim.surplus, "Axe token"));
        pairs.push(pair("Lapses", text));
    }
    let text = if claim.done { "Finished." } else { "Nobody else sees it before all are done." };
    Panel {
        id: "claim",
        title: "Your Claim sheet".into(),
        blocks: vec![Block::Text(text.into()), Block::Pairs(pairs)],
    }
}

fn runes(seat: &SeatView) -> Option<Panel> {
    let runes = seat.runes.filter(|_| seat.runes_held > 0)?;
    let held = Rune::all().filter(|rune| runes[rune.index()] > 0);
    let all = held.map(|rune| cards::rune(rune, runes[rune.index()])).collect();
    Some(Panel { id: "runes", title: "Your Runes".into(), blocks: vec![Block::Cards(all)] })
}

/// The seat's instructions and pre-orders.
fn private(seat: &SeatView) -> Option<Panel> {
    let lists = [("Standing instructions", &seat.standing), ("Left in advance", &seat.later)].map(
        |(title, list)| {
            let list = list.as_ref().filter(|list| !list.is_empty())?;
            Some((title.to_owned(), list.join("; ")))
        },
    );
    let pairs: Vec<(String, String)> = lists.into_iter().flatten().collect();
    (!pairs.is_empty()).then(|| Panel {
        id: "private",
        title: "For your eyes only".into(),
        blocks: vec![Block::Pairs(pairs)],
    })
}
