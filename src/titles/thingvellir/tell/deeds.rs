//! Actions told: farms, rides, feuds, ships, fosterlings, oaths, feasts.

use super::super::facts::{Drew, Fact, Gift, Quarrel, Slain};
use super::super::names::Who;
use super::super::orders::words::{border, thingmen};
use super::{cards, coded, fame, goods, kinds, named, now, of, persona, plain};
use crate::rules::{Told, Viewer};

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    match fact {
        Fact::Settled(who, area, colour) => {
            let mut stand = [0; 4];
            stand[colour.index()] = 1;
            let text = format!("{} settles {} ({})", who.name(), area.name(), colour.slug());
            coded(*who, text, now(*area, *who, stand))
        }
        Fact::Expanded(who, area, colour, cost, stand) => {
            let text =
                format!("{} expands {} ({}) for {cost}", who.name(), area.name(), colour.slug());
            coded(*who, text, now(*area, *who, *stand))
        }
        Fact::Rebuilt(who, area) => {
            let code = format!("{} rebuild {}", who.faction.slug(), area.slug());
            coded(*who, format!("{} rebuilds {}", who.name(), area.name()), code)
        }
        Fact::PutOut(who, men) => {
            let code = format!("{} out {men}", who.faction.slug());
            coded(*who, format!("{} puts {} out to sea", who.name(), thingmen(*men)), code)
        }
        Fact::CameHome(who, men) => {
            let code = format!("{} home {men}", who.faction.slug());
            coded(*who, format!("{} brings {} home from the sea", who.name(), thingmen(*men)), code)
        }
        Fact::Harvested(who) => of(*who, format!("{}'s Districts produce", who.name())),
        Fact::Drew(drew) => draws(drew, viewer),
        Fact::Kept(who, kept, rest) => {
            let text = format!(
                "{} keeps {}; {} to Doom",
                who.name(),
                named(kept),
                cards(usize::from(*rest))
            );
            coded(*who, text, format!("{} keep {}", who.faction.slug(), kinds(kept)))
        }
        Fact::Cleared(who, count) if *count > 0 => {
            let text = format!("{} to Doom", cards(usize::from(*count)));
            Some(Told { text, seat: who.map(|who| who.seat), ..Told::default() })
        }
        Fact::Sent(..)
        | Fact::Rode(_)
        | Fact::Reached(..)
        | Fact::Broken(_)
        | Fact::Halted(..)
        | Fact::LetPass(_)
        | Fact::HuntedOutlaw(..) => rides(fact),
        Fact::Fostered(..)
        | Fact::SentOff(..)
        | Fact::Declined(_)
        | Fact::Filled(_)
        | Fact::Replaced(..)
        | Fact::Swore(..)
        | Fact::Swapped(_) => people(fact),
        Fact::Gave(_)
        | Fact::GiftsCame(_)
        | Fact::Spent(..)
        | Fact::SlainAtFeast(..)
        | Fact::Armed(..)
        | Fact::Paid(..)
        | Fact::Failed(..)
        | Fact::Burned(_)
        | Fact::Captured(_)
        | Fact::Outlawed(..) => feasts(fact),
        _ => feuds(fact),
    }
}

/// Its cards are for the drawing seat alone, unless they lie open.
fn draws(drew: &Drew, viewer: Viewer) -> Option<Told> {
    let count = cards(drew.cards.len());
    let Some(who) = drew.who else {
        let names: Vec<String> = drew.cards.iter().map(|card| persona(*card)).collect();
        return plain(format!("{count} turned for the Foster pool: {}", names.join("; ")));
    };
    if drew.open {
        let names: Vec<String> = drew.cards.iter().map(|card| persona(*card)).collect();
        return of(who, format!("{} turns up {}", who.name(), names.join("; ")));
    }
    // The faces are seen while the choice is open, and never again (R22.1): not here either.
    let whose = if viewer.is(who.seat) { "You draw" } else { return drawn(who, &count) };
    of(who, format!("{whose} {count}"))
}

fn drawn(who: Who, count: &str) -> Option<Told> {
    of(who, format!("{} draws {count}", who.name()))
}

fn rides(fact: &Fact) -> Option<Told> {
    match fact {
        Fact::Sent(who, men, edge) => {
            let code = format!("{} send {men} {}", who.faction.slug(), edge.slug());
            coded(
                *who,
                format!("{} sends {} to {}", who.name(), thingmen(*men), border(*edge)),
                code,
            )
        }
        Fact::Rode(rode) => {
            let who = rode.who;
            let path: Vec<&str> = rode.path.iter().map(|edge| edge.slug()).collect();
            let to = rode.path.last().map(|edge| border(*edge)).unwrap_or_default();
            let code = format!(
                "{} move {} {} to {}",
                who.faction.slug(),
                rode.men,
                rode.from.slug(),
                path.join(" to ")
            );
            let text = format!(
                "{} rides with {} from {} to {to}",
                who.name(),
                thingmen(rode.men),
                border(rode.from)
            );
            coded(who, text, code)
        }
        Fact::LetPass(who) => of(*who, format!("{} lets the band pass", who.name())),
        Fact::Broken(who) => of(*who, format!("{}'s band is no more", who.name())),
        Fact::Halted(who, edge, true) => {
            of(*who, format!("{}'s Thingmen are held on {}", who.name(), border(*edge)))
        }
        Fact::HuntedOutlaw(who, card) => {
            let text = format!("{} hunts the Outlaw {} down: 1 Wordfame", who.name(), card.name());
            coded(*who, text, fame(*who, 1, "hunt outlaw"))
        }
        _ => None,
    }
}

fn feuds(fact: &Fact) -> Option<Told> {
    match fact {
        Fact::Feud(quarrel) => feud(quarrel),
        Fact::Turned(who, _, card) => {
            of(*who, format!("{} turns up {}", who.name(), persona(*card)))
        }
        Fact::Added(who, _, card) => {
            let code = format!("{} add {}", who.faction.slug(), card.kind().slug());
            coded(*who, format!("{} adds {}", who.name(), card.kind().slug()), code)
        }
        Fact::Accepted(who, colour) => {
            let code = format!("{} accept {}", who.faction.slug(), colour.slug());
            coded(*who, format!("{} accepts {}", who.name(), colour.slug()), code)
        }
        Fact::Held(who) => {
            let code = format!("{} hold", who.faction.slug());
            coded(*who, format!("{} holds", who.name()), code)
        }
        Fact::Won(who, _, colour) => {
            let text = format!("{} wins the {} conflict: 1 Wordfame", who.name(), colour.slug());
            coded(*who, text, fame(*who, 1, &format!("feud {}", colour.slug())))
        }
        Fact::Slain(dead) => slain(dead, None),
        Fact::Razed(razed) => {
            let text = format!(
                "{} razes a {} farm of {} in {}",
                razed.by.name(),
                razed.colour.slug(),
                razed.who.name(),
                razed.area.name()
            );
            coded(razed.by, text, now(razed.area, razed.who, razed.left))
        }
        Fact::Spared(who) => of(*who, format!("{} spares the farms", who.name())),
        Fact::Claimed(who, _, taken) => {
            let code = format!("{} claim {}", who.faction.slug(), kinds(taken));
            let goods = named(taken);
            coded(*who, format!("{} takes {goods} for the slain", who.name()), code)
        }
        _ => None,
    }
}

fn feud(quarrel: &Quarrel) -> Option<Told> {
    let (attacker, defender) = (quarrel.attacker, quarrel.defender);
    let [a, d] = quarrel.men;
    let text = match quarrel.edge {
        Some(edge) => format!(
            "A feud on {}: {} with {} against {} with {}",
            border(edge),
            attacker.name(),
            thingmen(a),
            defender.name(),
            thingmen(d)
        ),
        None => {
            let area = quarrel.area.map_or("", |area| area.name());
            format!(
                "{} challenges {} riding through {area} with {}",
                attacker.name(),
                defender.name(),
                thingmen(d)
            )
        }
    };
    let code = format!("feud {} {a} {} {d}", attacker.faction.slug(), defender.faction.slug());
    coded(attacker, text, code)
}

fn slain(dead: &Slain, by: Option<Who>) -> Option<Told> {
    let place = dead.edge.map_or("in the band".to_owned(), |edge| format!("on {}", border(edge)));
    let at = dead.edge.map_or("band".to_owned(), |edge| edge.slug().to_owned());
    let by = by.map(|by| format!(" by {}", by.name())).unwrap_or_default();
    let verb = if dead.men == 1 { "is" } else { "are" };
    let text = format!("{} of {} {verb} slain {place}{by}", thingmen(dead.men), dead.who.name());
    coded(dead.who, text, format!("{} slain {} at {at}", dead.who.faction.slug(), dead.men))
}

fn people(fact: &Fact) -> Option<Told> {
    match fact {
        Fact::Fostered(who, card) => {
            let code = format!("{} foster {}", who.faction.slug(), card.kind().slug());
            coded(*who, format!("{} fosters {}", who.name(), persona(*card)), code)
        }
        Fact::SentOff(who, card) => {
            let code = format!("{} sendoff {}", who.faction.slug(), card.word());
            let good = card.kind().words();
            let text = format!("{} sends {} off, who becomes {good}", who.name(), card.name());
            coded(*who, text, code)
        }
        Fact::Declined(who) => of(*who, format!("{} fosters nobody", who.name())),
        Fact::Filled(card) => plain(format!("{} comes into the Foster pool", persona(*card))),
        Fact::Replaced(who, card, old) => {
            let text = format!("{} puts {} in place of {}", who.name(), persona(*card), old.name());
            of(*who, text)
        }
        Fact::Swore(who, slot, _, card) => {
            let (colour, action) = (card.colour().slug(), card.action());
            let code = format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug());
            let name = action.name();
            coded(
                *who,
                format!("{} swears in a {colour} {name} Bondi, slot {slot}", who.name()),
                code,
            )
        }
        Fact::Swapped(swap) => {
            let (who, slot) = (swap.who, swap.slot);
            let (colour, action) = (swap.card.colour().slug(), swap.card.action());
            let code = format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug());
            let name = action.name();
            let text = format!("{} swaps slot {slot} for a {colour} {name} Bondi", who.name());
            coded(who, text, code)
        }
        _ => None,
    }
}

fn feasts(fact: &Fact) -> Option<Told> {
    match fact {
        Fact::Gave(gift) => gives(gift),
        Fact::GiftsCame(who) => of(*who, format!("{}'s gifts are handed over", who.name())),
        Fact::Spent(who, slot, card, aim) => {
            let worth = card.worth();
            let what = match aim {
                Some(area) => format!("to capture {}", area.name()),
                None => "for a murder".into(),
            };
            let text =
                format!("{} spends the Bondi in slot {slot} {what}: worth {worth}", who.name());
            of(*who, text)
        }
        Fact::SlainAtFeast(dead, by) => slain(dead, Some(*by)),
        Fact::Armed(who, card) => of(*who, format!("{} adds {}", who.name(), card.kind().words())),
        Fact::Paid(who, paid) => {
            let code = format!("{} -{paid} fame (capture)", who.faction.slug());
            coded(*who, format!("{} pays {paid} Wordfame", who.name()), code)
        }
        Fact::Failed(who, short) => {
            of(*who, format!("{}'s attempt fails, {short} short", who.name()))
        }
        Fact::Burned(razed) => {
            let text = format!("A {} farm burns in {}", razed.colour.slug(), razed.area.name());
            of(razed.by, text)
        }
        Fact::Captured(captured) => {
            let (who, area) = (captured.who, captured.area);
            let text = if captured.now == [0; 4] {
                format!("{} is empty: no farm is left to put there", area.name())
            } else {
                format!("{} takes {} from {}", who.name(), area.name(), captured.from.name())
            };
            coded(who, text, now(area, who, captured.now))
        }
        Fact::Outlawed(who, card, lair) => {
            let text = format!(
                "{} of {} is outlawed, with a lair in {}",
                card.name(),
                who.name(),
                lair.name()
            );
            of(*who, text)
        }
        _ => None,
    }
}

fn gives(gift: &Gift) -> Option<Told> {
    let (who, to, what) = (gift.who, gift.to, goods(&gift.cards));
    let text = format!("{} gives {what} to {}: {} Wordfame", who.name(), to.name(), gift.fame);
    let why = format!("give {what} to {}", to.faction.slug());
    coded(who, text, fame(who, gift.fame, &why))
}
