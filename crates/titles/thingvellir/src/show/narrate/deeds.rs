//! Narration of actions: farms, ships, fosterlings, oaths, feasts.

use super::super::super::state::facts::{
    BondiSwapped as Swap, Captured as Capture, CardsDrawn as Draw, Fact, Gift,
};
use super::super::super::things::names::{Area, Card, Colour, thingmen};
use super::super::super::things::who::Who;
use super::{cards, coded, fame, feuds, goods, kinds, named, now, of, persona, plain};
use ravenpost_rules::{Narration, Narrator};

/// Narrates actions of seats.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    use Fact::*;
    match fact {
        Settled(who, area, colour) => settles(*who, *area, *colour, narrator),
        Expanded(who, area, colour, cost, stand) => {
            let place = area.name_for(narrator);
            let deed = format!("expand {place} ({}) for {cost}", colour.slug());
            coded(*who, who.voice(narrator).does(&deed), now(*area, *who, *stand))
        }
        Rebuilt(who, area) => {
            let code = format!("{} rebuild {}", who.faction.slug(), area.slug());
            let deed = format!("rebuild {}", area.name_for(narrator));
            coded(*who, who.voice(narrator).does(&deed), code)
        }
        JourneyedOut(who, men) => sails(*who, *men, "out", ["send", "out to sea"], narrator),
        ReturnedLaden(who, men) => {
            sails(*who, *men, "home", ["bring", "home from the sea"], narrator)
        }
        Harvested(who) => of(*who, who.voice(narrator).has("Districts produce")),
        CardsDrawn(draw) => draws(draw, narrator),
        GoodsKept(who, retained, rest) => keeps(*who, retained, *rest, narrator),
        DrawDiscarded(who, count) => cleared(*who, *count, narrator),
        Fostered(who, card) => {
            let code = format!("{} foster {}", who.faction.slug(), card.kind().slug());
            let deed = format!("foster {}", persona(*card));
            coded(*who, who.voice(narrator).does(&deed), code)
        }
        SentOff(who, card) => sends_off(*who, *card, narrator),
        FosterPassed(who) => of(*who, who.voice(narrator).does("foster no one")),
        PoolFilled(card) => plain(format!("{} enters the Foster pool", persona(*card))),
        PoolReplaced(who, card, old) => {
            let deed = format!("replace {} with {}", old.name(), persona(*card));
            of(*who, who.voice(narrator).does(&format!("{deed} in the Foster pool")))
        }
        BondiSworn(who, slot, _, card) => swears(*who, *slot, *card, narrator),
        BondiSwapped(swap) => swaps(swap, narrator),
        GiftGiven(gift) => gives(gift, narrator),
        GiftsDelivered(who) => of(*who, who.voice(narrator).has("gifts are delivered")),
        BondiDiscarded(who, slot, card, aim) => spends(*who, *slot, *card, *aim, narrator),
        Murdered(dead, by) => feuds::slain(dead, Some(*by), narrator),
        WeaponAdded(who, card) => {
            of(*who, who.voice(narrator).does(&format!("add {}", card.kind().words())))
        }
        WordfamePaid(who, paid) => {
            let code = format!("{} -{paid} fame (capture)", who.faction.slug());
            coded(*who, who.voice(narrator).does(&format!("pay {paid} Wordfame")), code)
        }
        CaptureFailed(who, short) => {
            of(*who, who.voice(narrator).has(&format!("attempt fails by {short}")))
        }
        FarmBurned(razed) => {
            let (colour, area) = (razed.colour.slug(), razed.area.name_for(narrator));
            of(razed.by, format!("A {colour} farm burns in {area}"))
        }
        Captured(capture) => captures(capture, narrator),
        Outlawed(who, card, lair) => outlaws(*who, *card, *lair, narrator),
        // Visible on the board, or in later facts.
        FosterTurnEnded(_) | DeedDiscarded(_) => None,
        // Narrated in `feuds`, together with rides and feuds.
        ThingmenSent(..) | BandDeparted(_) | BandCrossed(..) | BandArrived(..)
        | BandDestroyed(_) | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_)
        | CardTurnedUp(..) | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..)
        | Slain(_) | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_) => {
            feuds::sentence(fact, narrator)
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

fn settles(who: Who, area: Area, colour: Colour, narrator: &Narrator) -> Option<Narration> {
    let mut stand = [0; 4];
    stand[colour.index()] = 1;
    let deed = format!("settle {} ({})", area.name_for(narrator), colour.slug());
    let text = who.voice(narrator).does(&deed);
    coded(who, text, now(area, who, stand))
}

fn sails(
    who: Who,
    men: u8,
    code: &str,
    [verb, way]: [&str; 2],
    narrator: &Narrator,
) -> Option<Narration> {
    let text = who.voice(narrator).does(&format!("{verb} {} {way}", thingmen(men)));
    coded(who, text, format!("{} {code} {men}", who.faction.slug()))
}

fn keeps(who: Who, retained: &[Card], rest: u8, narrator: &Narrator) -> Option<Narration> {
    let rest = cards(usize::from(rest));
    let text = who.voice(narrator).does(&format!("keep {}; {rest} to Doom", named(retained)));
    coded(who, text, format!("{} keep {}", who.faction.slug(), kinds(retained)))
}

fn cleared(who: Option<Who>, count: u8, narrator: &Narrator) -> Option<Narration> {
    if count == 0 {
        return None;
    }
    let count = cards(usize::from(count));
    match who {
        Some(who) => of(who, who.voice(narrator).does(&format!("send {count} to Doom"))),
        None => plain(format!("{count} to Doom")),
    }
}

/// Drawn cards are shown to the drawing seat only, unless they are face up.
fn draws(draw: &Draw, narrator: &Narrator) -> Option<Narration> {
    let count = cards(draw.cards.len());
    let Some(who) = draw.who else {
        let names: Vec<String> = draw.cards.iter().map(|card| persona(*card)).collect();
        return plain(format!("{count} turned up for the Foster pool: {}", names.join("; ")));
    };
    if draw.face_up {
        let names: Vec<String> = draw.cards.iter().map(|card| persona(*card)).collect();
        return of(who, who.voice(narrator).does(&format!("turn up {}", names.join("; "))));
    }
    // The faces are visible during the choice only (R22.1), so they are not narrated.
    of(who, who.voice(narrator).does(&format!("draw {count}")))
}

fn sends_off(who: Who, card: Card, narrator: &Narrator) -> Option<Narration> {
    let good = card.kind().words();
    let deed = format!("send {} off, who becomes {good}", card.name());
    let text = who.voice(narrator).does(&deed);
    coded(who, text, format!("{} sendoff {}", who.faction.slug(), card.word()))
}

fn swears(who: Who, slot: u8, card: Card, narrator: &Narrator) -> Option<Narration> {
    let (colour, action) = (card.colour().slug(), card.action());
    let name = action.name();
    let deed = format!("add a {colour} {name} Bondi in slot {slot}");
    let text = who.voice(narrator).does(&deed);
    coded(who, text, format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug()))
}

fn swaps(swap: &Swap, narrator: &Narrator) -> Option<Narration> {
    let (who, slot) = (swap.who, swap.slot);
    let (colour, action) = (swap.card.colour().slug(), swap.card.action());
    let name = action.name();
    let deed = format!("swap the Bondi in slot {slot} for a {colour} {name} Bondi");
    let text = who.voice(narrator).does(&deed);
    coded(who, text, format!("{} slot {slot} {colour} {}", who.faction.slug(), action.slug()))
}

fn spends(
    who: Who,
    slot: u8,
    card: Card,
    aim: Option<Area>,
    narrator: &Narrator,
) -> Option<Narration> {
    let worth = card.worth();
    let what = match aim {
        Some(area) => format!("to capture {}", area.name_for(narrator)),
        None => "for a murder".into(),
    };
    let deed = format!("discard the Bondi in slot {slot} {what}: worth {worth}");
    of(who, who.voice(narrator).does(&deed))
}

fn captures(capture: &Capture, narrator: &Narrator) -> Option<Narration> {
    let (who, area) = (capture.who, capture.area);
    let place = area.name_for(narrator);
    let text = if capture.farms == [0; 4] {
        format!("{place} is now empty, because no farm is left to put there")
    } else {
        let from = capture.from.voice(narrator).name();
        who.voice(narrator).does(&format!("capture {place} from {from}"))
    };
    coded(who, text, now(area, who, capture.farms))
}

fn outlaws(who: Who, card: Card, lair: Area, narrator: &Narrator) -> Option<Narration> {
    let (name, lair) = (card.name(), lair.name_for(narrator));
    let outlawry = format!("Bondi {name} is outlawed, with a lair in {lair}");
    of(who, who.voice(narrator).has(&outlawry))
}

fn gives(gift: &Gift, narrator: &Narrator) -> Option<Narration> {
    let (who, to, what) = (gift.who, gift.to, goods(&gift.cards));
    let to_whom = to.voice(narrator).name();
    let deed = format!("give {what} to {to_whom}: {} Wordfame", gift.fame);
    let text = who.voice(narrator).does(&deed);
    let why = format!("give {what} to {}", to.faction.slug());
    coded(who, text, fame(who, gift.fame, &why))
}
