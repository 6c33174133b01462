//! Narration of rides and feuds.

use super::super::super::state::facts::{
    BandDeparted as Departure, Fact, FarmLost, FeudStarted as Start, Slain as Dead,
};
use super::super::super::things::land::border;
use super::super::super::things::names::{Card, Edge, thingmen};
use super::super::super::things::who::Who;
use super::{coded, fame, kinds, named, now, of, persona};
use ravenpost_rules::Narration;

/// Narrates what happens on the borders.
pub fn sentence(fact: &Fact) -> Option<Narration> {
    use Fact::*;
    match fact {
        ThingmenSent(who, men, edge) => sends(*who, *men, *edge),
        BandDeparted(band) => rides(band),
        LetPass(who) => of(*who, format!("{} lets the band pass", who.name())),
        BandDestroyed(who) => of(*who, format!("{}'s band is no more", who.name())),
        BandBlocked(who, edge, true) => {
            of(*who, format!("{}'s Thingmen are held on {}", who.name(), border(*edge)))
        }
        OutlawHunted(who, card) => {
            let text = format!("{} hunts the Outlaw {} down: 1 Wordfame", who.name(), card.name());
            coded(*who, text, fame(*who, 1, "hunt outlaw"))
        }
        FeudStarted(start) => feud(start),
        CardTurnedUp(who, _, card) => {
            of(*who, format!("{} turns up {}", who.name(), persona(*card)))
        }
        GoodAdded(who, _, card) => {
            let code = format!("{} add {}", who.faction.slug(), card.kind().slug());
            coded(*who, format!("{} adds {}", who.name(), card.kind().slug()), code)
        }
        ConflictAccepted(who, colour) => {
            let code = format!("{} accept {}", who.faction.slug(), colour.slug());
            coded(*who, format!("{} accepts {}", who.name(), colour.slug()), code)
        }
        Held(who) => {
            let code = format!("{} hold", who.faction.slug());
            coded(*who, format!("{} holds", who.name()), code)
        }
        ConflictWon(who, _, colour) => {
            let text = format!("{} wins the {} conflict: 1 Wordfame", who.name(), colour.slug());
            coded(*who, text, fame(*who, 1, &format!("feud {}", colour.slug())))
        }
        Slain(dead) => slain(dead, None),
        Razed(razed) => razes(razed),
        Spared(who) => of(*who, format!("{} spares the farms", who.name())),
        Yielded(who) => {
            let text = format!("{} yields: default orders answer in this action", who.name());
            coded(*who, text, format!("{} yield", who.faction.slug()))
        }
        Claimed(who, _, taken) => claims(*who, taken),
        // Visible on the board, or in later facts.
        BandCrossed(..) | BandArrived(..) | BandBlocked(..) | FeudEnded => None,
        // Narrated with the course of the game, or with other actions.
        Opened(_) | Shuffled(_) | HiddenRedrawn(_) | StepStarted(..) | SideTaken(..)
        | RoundStarted(_) | LawspeakerNamed(_) | GameEnded(_) | Proposed(..) | VoteSealed(..)
        | VotesOpened | Voted(..) | QueueBuilt(_) | ThingmenReturned(_) | ActionStarted(_)
        | PhaseStarted(_) | HuntStarted(..) | HuntSkipped(_) | CardsDrawn(_)
        | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..) | JourneyedOut(..)
        | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..) | SentOff(..)
        | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..)
        | Scored(..) | Recovered | Eliminated(_) | ArsonPlaced(_) | OutlawMoved(..)
        | InstructionSet(..) | OrderPlanned(..) | PlansWithdrawn(_) | PlanPlayed(..)
        | InstructionUsed(..) | PlansDropped(..) => None,
    }
}

fn sends(who: Who, men: u8, edge: Edge) -> Option<Narration> {
    let text = format!("{} sends {} to {}", who.name(), thingmen(men), border(edge));
    coded(who, text, format!("{} send {men} {}", who.faction.slug(), edge.slug()))
}

fn rides(departure: &Departure) -> Option<Narration> {
    let (who, men, from) = (departure.who, departure.men, departure.from);
    let path: Vec<&str> = departure.path.iter().map(|edge| edge.slug()).collect();
    let to = departure.path.last().map(|edge| border(*edge)).unwrap_or_default();
    let band = thingmen(men);
    let text = format!("{} rides with {band} from {} to {to}", who.name(), border(from));
    let slug = who.faction.slug();
    coded(who, text, format!("{slug} move {men} {} to {}", from.slug(), path.join(" to ")))
}

fn razes(razed: &FarmLost) -> Option<Narration> {
    let text = format!(
        "{} razes a {} farm of {} in {}",
        razed.by.name(),
        razed.colour.slug(),
        razed.who.name(),
        razed.area.name()
    );
    coded(razed.by, text, now(razed.area, razed.who, razed.farms))
}

fn claims(who: Who, taken: &[Card]) -> Option<Narration> {
    let text = format!("{} takes {} for the slain", who.name(), named(taken));
    coded(who, text, format!("{} claim {}", who.faction.slug(), kinds(taken)))
}

fn feud(start: &Start) -> Option<Narration> {
    let (attacker, defender) = (start.attacker, start.defender);
    let [a, d] = start.men;
    let text = match start.edge {
        Some(edge) => format!(
            "A feud on {}: {} with {} against {} with {}",
            border(edge),
            attacker.name(),
            thingmen(a),
            defender.name(),
            thingmen(d)
        ),
        None => {
            let area = start.area.map_or("", |area| area.name());
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

/// Thingmen slain in a feud or by a murderer.
pub fn slain(dead: &Dead, by: Option<Who>) -> Option<Narration> {
    let place = dead.edge.map_or("in the band".to_owned(), |edge| format!("on {}", border(edge)));
    let at = dead.edge.map_or("band".to_owned(), |edge| edge.slug().to_owned());
    let by = by.map(|by| format!(" by {}", by.name())).unwrap_or_default();
    let verb = if dead.men == 1 { "is" } else { "are" };
    let text = format!("{} of {} {verb} slain {place}{by}", thingmen(dead.men), dead.who.name());
    coded(dead.who, text, format!("{} slain {} at {at}", dead.who.faction.slug(), dead.men))
}
