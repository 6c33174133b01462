//! Orders in words, for buttons and confirmations.

use super::super::orders::write::{dare_words, goods};
use super::super::orders::{Gift, Order, parse};
use super::super::reckon;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::state::standing::Instruction;
use super::super::things::land::border;
use super::super::things::names::{Card, Kind, Role, Side, thingmen};
use ravenpost_rules::{Seat, text::phrase};

pub fn words(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Side(side) => {
            format!("Send a Thingman to the side towards {}", side.district().name())
        }
        Order::Propose(statute) => format!("Propose {}", statute.words()),
        Order::Support => "Support the proposal".into(),
        Order::Sue(statute, from) => {
            format!("Sue on {} with {}", statute.words(), sides(from))
        }
        Order::Settle(..) | Order::Expand(..) | Order::Rebuild(_) => settle(state, seat, order),
        Order::Send(..) | Order::Move(..) | Order::HuntOutlaw => ride(state, order),
        Order::Challenge => "Challenge the band".into(),
        Order::LetPass => "Let the band pass".into(),
        Order::Add(kind) => add(state, *kind),
        Order::Accept(colour) => format!("Accept the {} conflict", colour.slug()),
        Order::Hold => "Hold and wait for the other side".into(),
        Order::Raze(area, colour) => format!("Raze the {} farm in {}", colour.slug(), area.name()),
        Order::Spare => "Spare the farms".into(),
        Order::Yield => "Yield: leave the rest of this action to default moves".into(),
        Order::Claim(counts) => format!("Take {}", many(counts)),
        Order::Out(men) => format!("Send {} out to sea", thingmen(*men)),
        Order::Home => "Return home laden".into(),
        Order::Keep(cards) => format!("Keep {}", retained(state, *cards)),
        Order::Foster(kind) => foster(state, *kind),
        Order::SendOff(card) => {
            format!("Send off {}, who becomes {}", card.name(), card.kind().words())
        }
        Order::Replace(number) => replace(state, *number),
        Order::Swear(number) => format!("Add card {number} as a Bondi{}", drawn(state, *number)),
        Order::Swap(slot, number) => {
            format!("Swap the Bondi in slot {slot} for card {number}{}", drawn(state, *number))
        }
        Order::Give(..) | Order::Murder(_) | Order::Slay(_) | Order::Capture(..) => {
            feast(state, seat, order)
        }
        Order::Weapon(Some(kind)) => format!("Add {}", kind.words()),
        Order::Weapon(None) => "Add no Weapon".into(),
        Order::Pay => "Pay the Wordfame and capture the District".into(),
        Order::Fail => "Let the attempt fail".into(),
        Order::Burn(colour) => format!("Burn the {} farm", colour.slug()),
        Order::Farm(colour) => format!("Place a {} farm", colour.slug()),
        Order::Lair(area) => format!("Choose {} as the lair", area.name()),
        Order::Act(0) => {
            format!("Use the Home Bondi: {}", state.faction[seat].bondi().name())
        }
        Order::Act(slot) => act(state, seat, *slot),
        Order::Harvest => "Harvest: let your Districts produce Goods instead".into(),
        Order::Done if state.step == Step::Bondi => "Stop hunting".into(),
        Order::Done => "Finish this action".into(),
        Order::Pass => "Pass".into(),
        Order::Standing(instruction) => standing(*instruction),
        Order::Later(_, text) => later(state, seat, text),
        Order::Withdraw => "Withdraw all orders in advance".into(),
    }
}

/// A pre-order in words and in notation; `None` for `done` and `pass`.
pub fn left(state: &State, seat: Seat, text: &str) -> Option<String> {
    let order = parse::parse(state, seat, text).ok()?;
    let said = order.advance().is_some_and(|step| step != Step::Any);
    said.then(|| format!("{} ({text})", words(state, seat, &order)))
}

fn later(state: &State, seat: Seat, text: &str) -> String {
    let left = left(state, seat, text);
    format!("In advance: {}", left.as_deref().unwrap_or(text))
}

fn sides(from: &[u8; 6]) -> String {
    let sent = Side::BY_CODE.iter().filter(|side| from[side.index()] > 0);
    let words: Vec<String> = sent
        .map(|side| format!("{} from {}", from[side.index()], side.district().name()))
        .collect();
    words.join(", ")
}

fn settle(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Settle(area, colour) => {
            format!("Settle {} with a {} farm", area.name(), colour.slug())
        }
        Order::Expand(area, colour) => {
            let value = state.value(*area);
            let cost = state.raise_cost(seat, value);
            let (name, to) = (area.name(), value + 1);
            format!("Expand {name} to {to} with a {} farm for {cost}", colour.slug())
        }
        Order::Rebuild(area) => format!("Rebuild {} for 1", area.name()),
        _ => String::new(),
    }
}

fn ride(state: &State, order: &Order) -> String {
    match order {
        Order::Send(men, edge) => format!("Send {} to {}", thingmen(*men), border(*edge)),
        Order::Move(men, from, to, then) => {
            let crossed = from.common(*to);
            let mut text = format!("Move {} from {}", thingmen(*men), border(*from));
            for area in crossed.iter().chain(then.and_then(|then| to.common(then)).iter()) {
                text.push_str(&format!(" through {}", area.name()));
            }
            format!("{text} to {}", border(then.unwrap_or(*to)))
        }
        _ => match state.outlaw {
            Some((card, lair)) => {
                format!("Hunt the Outlaw in {} for {}", lair.name(), card.worth())
            }
            None => "Hunt the Outlaw".into(),
        },
    }
}

fn add(state: &State, kind: Kind) -> String {
    let (side, _) = reckon::feud::side(state);
    let (mine, theirs) = (
        state.feud.worth[side][kind.colour().index()],
        state.feud.worth[1 - side][kind.colour().index()],
    );
    let now = mine + kind.worth();
    if reckon::feud::is_open(state, kind.colour()) {
        let colour = kind.colour().slug();
        return format!("Add {}: {colour} will be {now} to {theirs}", kind.words());
    }
    format!("Add {}: opens a {} conflict", kind.words(), kind.colour().slug())
}

fn many(counts: &[u8; Kind::COUNT]) -> String {
    let words: Vec<String> = Kind::falling()
        .flat_map(|kind| (0..counts[kind.index()]).map(move |_| kind.words()))
        .collect();
    if words.is_empty() { "nothing".into() } else { phrase::and(&words) }
}

fn retained(state: &State, cards: u128) -> String {
    let laid = state.table.iter().enumerate().filter(|(place, _)| cards & (1 << place) != 0);
    let words: Vec<String> = laid.map(|(_, laid)| laid.card.kind().words()).collect();
    phrase::and(&words)
}

fn foster(state: &State, kind: Kind) -> String {
    match state.pool[kind.index()] {
        Card::NONE => format!("Foster from {}", kind.slug()),
        card => format!("Foster {} ({}), {}", card.name(), kind.slug(), card.role().name()),
    }
}

fn replace(state: &State, number: u8) -> String {
    let Some(laid) = usize::from(number).checked_sub(1).and_then(|place| state.table.get(place))
    else {
        return format!("Put card {number} into the pool");
    };
    let card = laid.card;
    match state.pool[card.kind().index()] {
        Card::NONE => format!("Put {} into the pool", card.name()),
        old => format!(
            "Replace {2} ({3}) with {0} ({1})",
            card.name(),
            card.role().name(),
            old.name(),
            old.role().name()
        ),
    }
}

/// Describes a drawn card as a Bondi.
fn drawn(state: &State, number: u8) -> String {
    let laid = usize::from(number).checked_sub(1).and_then(|place| state.table.get(place));
    match laid {
        Some(laid) if state.step == Step::Pledge => {
            format!(": {} {}", laid.card.colour().slug(), laid.card.action().name())
        }
        _ => String::new(),
    }
}

fn feast(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Give(gift, to) => {
            let skald = state.has_role(seat, Role::SKALD);
            let what = match gift {
                Gift::One(_) => "",
                Gift::Pair(_) => "the pair ",
                Gift::Great(_) => "the great set ",
            };
            let (cost, fame) = (gift.cost(), gift.fame(skald));
            let to = state.name(*to);
            format!("Give {what}{} to {to}: costs {cost}, earns {fame} Wordfame", goods(*gift))
        }
        Order::Murder(slot) => format!("Murder with the Bondi in slot {slot}"),
        Order::Capture(area, slot) => {
            format!("Try to capture {} with the Bondi in slot {slot}", area.name())
        }
        Order::Slay(piles) if piles.is_empty() => "Slay no one".into(),
        Order::Slay(piles) => {
            let words: Vec<String> = piles
                .iter()
                .map(|(edge, seat, men)| {
                    format!("{men} of {} on {}", state.name(*seat), border(*edge))
                })
                .collect();
            format!("Slay {}", words.join(", "))
        }
        _ => String::new(),
    }
}

fn act(state: &State, seat: Seat, slot: u8) -> String {
    match state.oaths[seat].bond(slot) {
        Some(card) => format!("Use the Bondi in slot {slot}: {}", card.action().name()),
        None => format!("Use the Bondi in slot {slot}"),
    }
}

/// A standing instruction in words.
pub fn standing(instruction: Instruction) -> String {
    match instruction {
        Instruction::SupportVote(action, support) => {
            let action = action.map_or("any proposal", |action| action.name());
            let what = if support { "support" } else { "ask me about" };
            format!("Votes: {what} {action}")
        }
        Instruction::Challenge(dare) => format!("Challenges: {}", dare_words(dare)),
        Instruction::AcceptConflicts(true) => {
            "Feuds: accept automatically and spend no Goods".into()
        }
        Instruction::AcceptConflicts(false) => "Feuds: ask me".into(),
        Instruction::AutoHold(true) => "Hold: automatically whenever possible".into(),
        Instruction::AutoHold(false) => "Hold: ask me".into(),
        Instruction::AutoClaim(true) => "Compensation: take the best automatically".into(),
        Instruction::AutoClaim(false) => "Compensation: ask me".into(),
        Instruction::SpareFarms(true) => "Raze: always spare".into(),
        Instruction::SpareFarms(false) => "Raze: ask me".into(),
    }
}
