//! The canonical form of an order (R25), as it is stored, emailed and used in forms.

use super::super::state::State;
use super::super::state::standing::{Dare, Instruction};
use super::super::things::names::{Edge, Kind, Side};
use super::{Gift, Order};
use ravenpost_rules::Seat;

/// Writes an order in its canonical form, which parses as the same order.
pub fn write(state: &State, order: &Order) -> String {
    match order {
        Order::Side(side) => format!("side {}", side.slug()),
        Order::Propose(statute) => format!("propose {}", statute.slug()),
        Order::Support => "support".into(),
        Order::Sue(statute, from) => format!("sue {} from {}", statute.slug(), sides(from)),
        Order::Settle(area, colour) => format!("settle {} {}", area.slug(), colour.slug()),
        Order::Expand(area, colour) => format!("expand {} {}", area.slug(), colour.slug()),
        Order::Rebuild(area) => format!("rebuild {}", area.slug()),
        Order::Send(men, edge) => format!("send {men} {}", edge.slug()),
        Order::Move(men, from, to, then) => moved(*men, *from, *to, *then),
        Order::HuntOutlaw => "hunt outlaw".into(),
        Order::Challenge => "challenge".into(),
        Order::LetPass => "let pass".into(),
        Order::Add(kind) => format!("add {}", kind.slug()),
        Order::Accept(colour) => format!("accept {}", colour.slug()),
        Order::Hold => "hold".into(),
        Order::Raze(area, colour) => format!("raze {} {}", area.slug(), colour.slug()),
        Order::Spare => "spare".into(),
        Order::Yield => "yield".into(),
        Order::Claim(counts) => format!("claim {}", claimed(counts)),
        Order::Out(men) => format!("out {men}"),
        Order::Home => "home".into(),
        Order::Keep(cards) => retained(*cards),
        Order::Foster(kind) => format!("foster {}", kind.slug()),
        Order::SendOff(card) => format!("sendoff {}", card.word()),
        Order::Replace(card) => format!("replace {card}"),
        Order::Swear(card) => format!("swear {card}"),
        Order::Swap(slot, card) => format!("swap {slot} for {card}"),
        Order::Give(gift, to) => format!("give {} to {}", goods(*gift), faction(state, *to)),
        Order::Murder(slot) => format!("murder {slot}"),
        Order::Slay(_) => slain(state, order),
        Order::Capture(area, slot) => format!("capture {} with {slot}", area.slug()),
        Order::Weapon(kind) => format!("weapon {}", kind.map_or("none", Kind::slug)),
        Order::Pay => "pay".into(),
        Order::Fail => "fail".into(),
        Order::Burn(colour) => format!("burn {}", colour.slug()),
        Order::Farm(colour) => format!("farm {}", colour.slug()),
        Order::Lair(area) => format!("lair {}", area.slug()),
        Order::Act(0) => "act home".into(),
        Order::Act(slot) => format!("act {slot}"),
        Order::Harvest => "harvest".into(),
        Order::Done => "done".into(),
        Order::Pass => "pass".into(),
        Order::Standing(instruction) => standing(*instruction),
        Order::Later(_, text) => format!("later {text}"),
        Order::Withdraw => "withdraw".into(),
    }
}

fn sides(from: &[u8; 6]) -> String {
    let sent = Side::BY_CODE.iter().filter(|side| from[side.index()] > 0);
    let words: Vec<String> =
        sent.map(|side| format!("{}:{}", side.slug(), from[side.index()])).collect();
    words.join(" ")
}

fn moved(men: u8, from: Edge, to: Edge, then: Option<Edge>) -> String {
    let then = then.map(|edge| format!(" to {}", edge.slug())).unwrap_or_default();
    format!("move {men} {} to {}{then}", from.slug(), to.slug())
}

fn claimed(counts: &[u8; Kind::COUNT]) -> String {
    let words: Vec<&str> = Kind::falling()
        .flat_map(|kind| (0..counts[kind.index()]).map(move |_| kind.slug()))
        .collect();
    if words.is_empty() { "none".into() } else { words.join(" ") }
}

fn retained(cards: u128) -> String {
    let numbers = (0..128).filter(|place| cards & (1 << place) != 0);
    numbers.fold("keep".into(), |text, place| format!("{text} {}", place + 1))
}

/// The Goods of a gift: `b3+b2+b1`.
pub fn goods(gift: Gift) -> String {
    gift.kinds().iter().map(|kind| kind.slug()).collect::<Vec<_>>().join("+")
}

fn faction(state: &State, seat: Seat) -> &'static str {
    state.faction[seat].slug()
}

fn slain(state: &State, order: &Order) -> String {
    let Order::Slay(piles) = order else { return String::new() };
    if piles.is_empty() {
        return "slay none".into();
    }
    let words: Vec<String> = piles
        .iter()
        .map(|(edge, seat, men)| {
            let count = if *men == 1 { String::new() } else { format!(":{men}") };
            format!("{} {}{count}", edge.slug(), faction(state, *seat))
        })
        .collect();
    format!("slay {}", words.join(" "))
}

/// Writes a standing instruction.
pub fn standing(instruction: Instruction) -> String {
    match instruction {
        Instruction::SupportVote(action, support) => {
            let action = action.map_or("any", |action| action.slug());
            format!("standing vote {action} {}", if support { "support" } else { "ask" })
        }
        Instruction::Challenge(dare) => format!("standing challenge {}", dare_words(dare)),
        Instruction::AcceptConflicts(accept) => format!("standing feud {}", pick(accept, "accept")),
        Instruction::AutoHold(auto) => format!("standing hold {}", pick(auto, "auto")),
        Instruction::AutoClaim(auto) => format!("standing claim {}", pick(auto, "auto")),
        Instruction::SpareFarms(spare) => format!("standing raze {}", pick(spare, "spare")),
    }
}

pub fn dare_words(dare: Dare) -> String {
    match dare {
        Dare::Ask => "ask".into(),
        Dare::Never => "never".into(),
        Dare::Always => "always".into(),
        Dare::Upto(men) => format!("upto {men}"),
    }
}

fn pick(is: bool, word: &'static str) -> &'static str {
    if is { word } else { "ask" }
}
