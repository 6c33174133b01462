//! Narration of actions: farms, ships, fosterlings, oaths, feasts.

use super::super::super::state::facts::{
    BondiSwapped as Swap, Captured as Capture, CardsDrawn as Draw, Fact, Gift,
};
use super::super::super::things::names::{Area, Card, Colour, thingmen};
use super::super::super::things::who::Who;
use super::{cards, coded, fame, feuds, goods, kinds, named, now, of, persona, plain};
use ravenpost_rules::{Narration, Viewer};

/// Narrates actions of seats.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    use Fact::*;
    match fact {
        Settled(who, area, colour) => settles(*who, *area, *colour),
        Expanded(who, area, colour, cost, stand) => {
            let text =
                format!("{} expands {} ({}) for {cost}", who.name(), area.name(), colour.slug());
            coded(*who, text, now(*area, *who, *stand))
        }
        Rebuilt(who, area) => {
            let code = format!("{} rebuild {}", who.faction.slug(), area.slug());
            coded(*who, format!("{} rebuilds {}", who.name(), area.name()), code)
        }
        JourneyedOut(who, men) => sails(*who, *men, "out", "puts", "out to sea"),
        ReturnedLaden(who, men) => sails(*who, *men, "home", "brings", "home from the sea"),
        Harvested(who) => of(*who, format!("{}'s Districts produce", who.name())),
        CardsDrawn(draw) => draws(draw, viewer),
        GoodsKept(who, kept, rest) => keeps(*who, kept, *rest),
        DrawDiscarded(who, count) => cleared(*who, *count),
        Fostered(who, card) => {
            let code = format!("{} foster {}", who.faction.slug(), card.kind().slug());
            coded(*who, format!("{} fosters {}", who.name(), persona(*card)), code)
        }
        SentOff(who, card) => sends_off(*who, *card),
        FosterPassed(who) => of(*who, format!("{} fosters nobody", who.name())),
        PoolFilled(card) => plain(format!("{} comes into the Foster pool", persona(*card))),
        PoolReplaced(who, card, old) => {
            of(*who, format!("{} puts {} in place of {}", who.name(), persona(*card), old.name()))
        }
        BondiSworn(who, slot, _, card) => swears(*who, *slot, *card),
        BondiSwapped(swap) => swaps(swap),
        GiftGiven(gift) => gives(gift),
        GiftsDelivered(who) => of(*who, format!("{}'s gifts are handed over", who.name())),
        BondiDiscarded(who, slot, card, aim) => spends(*who, *slot, *card, *aim),
        Murdered(dead, by) => feuds::slain(dead, Some(*by)),
        WeaponAdded(who, card) => of(*who, format!("{} adds {}", who.name(), card.kind().words())),
        WordfamePaid(who, paid) => {
            let code = format!("{} -{paid} fame (capture)", who.faction.slug());
            coded(*who, format!("{} pays {paid} Wordfame", who.name()), code)
        }
        CaptureFailed(who, short) => {
            of(*who, format!("{}'s attempt fails, {short} short", who.name()))
        }
        FarmBurned(razed) => {
            let (colour, area) = (razed.colour.slug(), razed.area.name());
            of(razed.by, format!("A {colour} farm burns in {area}"))
        }
        Captured(capture) => captures(capture),
        Outlawed(who, card, lair) => outlaws(*who, *card, *lair),
        // Visible on the board, or in later facts.
        FosterTurnEnded(_) | DeedDiscarded(_) => None,
        // Narrated with rides and feuds.
        ThingmenSent(..) | BandDeparted(_) | BandCrossed(..) | BandArrived(..)
        | BandDestroyed(_) | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_)
        | CardTurnedUp(..) | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..)
        | Slain(_) | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) => {
            feuds::sentence(fact)
        }
        // Narrated with the course of the game.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | Scored(..) | Recovered
        | Eliminated(_) | ArsonPlaced(_) | OutlawMoved(..) | InstructionSet(..)
        | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..) | InstructionUsed(..)
        | PlansDropped(..) => None,
    }
}

fn settles(who: Who, area: Area, colour: Colour) -> Option<Narration> {
    let mut stand = [0; 4];
    stand[colour.index()] = 1;
    let text = format!("{} settles {} ({})", who.name(), area.name(), colour.slug());
    coded(who, text, now(area, who, stand))
}

fn sails(who: Who, men: u8, code: &str, does: &str, way: &str) -> Option<Narration> {
    let text = format!("{} {does} {} {way}", who.name(), thingmen(men));
    coded(who, text, format!("{} {code} {men}", who.faction.slug()))
}

fn keeps(who: Who, kept: &[Card], rest: u8) -> Option<Narration> {
    let rest = cards(usize::from(rest));
    let text = format!("{} keeps {}; {rest} to Doom", who.name(), named(kept));
    coded(who, text, format!("{} keep {}", who.faction.slug(), kinds(kept)))
}

fn cleared(who: Option<Who>, count: u8) -> Option<Narration> {
    let text = format!("{} to Doom", cards(usize::from(count)));
    (count > 0).then(|| Narration { text, seat: who.map(|who| who.seat), ..Narration::default() })
}

/// Drawn cards are shown to the drawing seat only, unless they are face up.
fn draws(draw: &Draw, viewer: Viewer) -> Option<Narration> {
    let count = cards(draw.cards.len());
    let Some(who) = draw.who else {
        let names: Vec<String> = draw.cards.iter().map(|card| persona(*card)).collect();
        return plain(format!("{count} turned for the Foster pool: {}", names.join("; ")));
    };
    if draw.face_up {
        let names: Vec<String> = draw.cards.iter().map(|card| persona(*card)).collect();
        return of(who, format!("{} turns up {}", who.name(), names.join("; ")));
    }
    // The faces are visible during the choice only (R22.1), so they are not narrated.
    let whose = if viewer.is(who.seat) { "You draw" } else { return drawn(who, &count) };
    of(who, format!("{whose} {count}"))
}

fn drawn(who: Who, count: &str) -> Option<Narration> {
    of(who, format!("{} draws {count}", who.name()))
}

fn sends_off(who: Who, card: Card) -> Option<Narration> {
    let good = card.kind().words();
    let text = format!("{} sends {} off, who becomes {good}", who.name(), card.name());
    coded(who, text, format!("{} sendoff {}", who.faction.slug(), card.word()))
}

fn swears(who: Who, slot: u8, card: Card) -> Option<Narration> {
    let (colour, action) = (card.colour().slug(), card.action());
    let name = action.name();
    let text = format!("{} swears in a {colour} {name} Bondi, slot {slot}", who.name());
    coded(who, text, format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug()))
}

fn swaps(swap: &Swap) -> Option<Narration> {
    let (who, slot) = (swap.who, swap.slot);
    let (colour, action) = (swap.card.colour().slug(), swap.card.action());
    let name = action.name();
    let text = format!("{} swaps slot {slot} for a {colour} {name} Bondi", who.name());
    coded(who, text, format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug()))
}

fn spends(who: Who, slot: u8, card: Card, aim: Option<Area>) -> Option<Narration> {
    let worth = card.worth();
    let what = match aim {
        Some(area) => format!("to capture {}", area.name()),
        None => "for a murder".into(),
    };
    of(who, format!("{} spends the Bondi in slot {slot} {what}: worth {worth}", who.name()))
}

fn captures(capture: &Capture) -> Option<Narration> {
    let (who, area) = (capture.who, capture.area);
    let text = if capture.farms == [0; 4] {
        format!("{} is empty: no farm is left to put there", area.name())
    } else {
        format!("{} takes {} from {}", who.name(), area.name(), capture.from.name())
    };
    coded(who, text, now(area, who, capture.farms))
}

fn outlaws(who: Who, card: Card, lair: Area) -> Option<Narration> {
    let (name, lair) = (card.name(), lair.name());
    of(who, format!("{name} of {} is outlawed, with a lair in {lair}", who.name()))
}

fn gives(gift: &Gift) -> Option<Narration> {
    let (who, to, what) = (gift.who, gift.to, goods(&gift.cards));
    let text = format!("{} gives {what} to {}: {} Wordfame", who.name(), to.name(), gift.fame);
    let why = format!("give {what} to {}", to.faction.slug());
    coded(who, text, fame(who, gift.fame, &why))
}
