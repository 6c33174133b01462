//! Narration of rides and feuds.

use super::super::super::state::facts::{
    BandDeparted as Departure, Fact, FarmLost, FeudStarted as Start, Slain as Dead,
};
use super::super::super::things::land::border;
use super::super::super::things::names::{Card, Edge, thingmen};
use super::super::super::things::who::Who;
use super::{coded, fame, kinds, named, now, of, persona};
use ravenpost_rules::{Narration, Narrator};

/// Narrates what happens on the borders.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    use Fact::*;
    match fact {
        ThingmenSent(who, men, edge) => sends(*who, *men, *edge, narrator),
        BandDeparted(band) => rides(band, narrator),
        LetPass(who) => of(*who, who.voice(narrator).does("let the band pass")),
        BandDestroyed(who) => of(*who, who.voice(narrator).has("band is wiped out")),
        BandBlocked(who, edge, true) => {
            let held = format!("Thingmen must stay on {}", border(*edge));
            of(*who, who.voice(narrator).has(&held))
        }
        OutlawHunted(who, card) => {
            let deed = format!("hunt down the Outlaw {}: 1 Wordfame", card.name());
            coded(*who, who.voice(narrator).does(&deed), fame(*who, 1, "hunt outlaw"))
        }
        FeudStarted(start) => feud(start, narrator),
        CardTurnedUp(who, _, card) => {
            of(*who, who.voice(narrator).does(&format!("turn up {}", persona(*card))))
        }
        GoodAdded(who, _, card) => {
            let code = format!("{} add {}", who.faction.slug(), card.kind().slug());
            let deed = format!("add {}", card.kind().slug());
            coded(*who, who.voice(narrator).does(&deed), code)
        }
        ConflictAccepted(who, colour) => {
            let code = format!("{} accept {}", who.faction.slug(), colour.slug());
            let deed = format!("accept {}", colour.slug());
            coded(*who, who.voice(narrator).does(&deed), code)
        }
        Held(who) => {
            let code = format!("{} hold", who.faction.slug());
            coded(*who, who.voice(narrator).does("hold"), code)
        }
        ConflictWon(who, _, colour) => {
            let deed = format!("win the {} conflict: 1 Wordfame", colour.slug());
            let text = who.voice(narrator).does(&deed);
            coded(*who, text, fame(*who, 1, &format!("feud {}", colour.slug())))
        }
        Slain(dead) => slain(dead, None, narrator),
        Razed(razed) => razes(razed, narrator),
        Spared(who) => of(*who, who.voice(narrator).does("spare the farms")),
        Yielded(who) => {
            let deed = "yield for the rest of this action";
            let text = who.voice(narrator).does(deed);
            coded(*who, text, format!("{} yield", who.faction.slug()))
        }
        Claimed(who, _, taken) => claims(*who, taken, narrator),
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

fn sends(who: Who, men: u8, edge: Edge, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("send {} to {}", thingmen(men), border(edge));
    let text = who.voice(narrator).does(&deed);
    coded(who, text, format!("{} send {men} {}", who.faction.slug(), edge.slug()))
}

fn rides(departure: &Departure, narrator: &Narrator) -> Option<Narration> {
    let (who, men, from) = (departure.who, departure.men, departure.from);
    let path: Vec<&str> = departure.path.iter().map(|edge| edge.slug()).collect();
    let to = departure.path.last().map(|edge| border(*edge)).unwrap_or_default();
    let band = thingmen(men);
    let deed = format!("ride with {band} from {} to {to}", border(from));
    let text = who.voice(narrator).does(&deed);
    let slug = who.faction.slug();
    coded(who, text, format!("{slug} move {men} {} to {}", from.slug(), path.join(" to ")))
}

fn razes(razed: &FarmLost, narrator: &Narrator) -> Option<Narration> {
    let (colour, area) = (razed.colour.slug(), razed.area.name_for(narrator));
    let owner = razed.who.voice(narrator).name();
    let deed = format!("raze a {colour} farm of {owner} in {area}");
    let text = razed.by.voice(narrator).does(&deed);
    coded(razed.by, text, now(razed.area, razed.who, razed.farms))
}

fn claims(who: Who, taken: &[Card], narrator: &Narrator) -> Option<Narration> {
    let text = who.voice(narrator).does(&format!("take {} as compensation", named(taken)));
    coded(who, text, format!("{} claim {}", who.faction.slug(), kinds(taken)))
}

fn feud(start: &Start, narrator: &Narrator) -> Option<Narration> {
    let (attacker, defender) = (start.attacker, start.defender);
    let [a, d] = start.men;
    let [one, other] = [attacker, defender].map(|who| who.voice(narrator));
    let text = match start.edge {
        Some(edge) => format!(
            "Feud on {}: {} with {} against {} with {}",
            border(edge),
            one.name(),
            thingmen(a),
            other.name(),
            thingmen(d)
        ),
        None => {
            let area = start.area.map_or("", |area| area.name_for(narrator));
            let (other, men) = (other.name(), thingmen(d));
            one.does(&format!("challenge {other} riding through {area} with {men}"))
        }
    };
    let code = format!("feud {} {a} {} {d}", attacker.faction.slug(), defender.faction.slug());
    coded(attacker, text, code)
}

/// Thingmen slain in a feud or by a murderer.
pub fn slain(dead: &Dead, by: Option<Who>, narrator: &Narrator) -> Option<Narration> {
    let place = dead.edge.map_or("in the band".to_owned(), |edge| format!("on {}", border(edge)));
    let at = dead.edge.map_or("band".to_owned(), |edge| edge.slug().to_owned());
    let by = by.map(|by| format!(", slain by {}", by.voice(narrator).name())).unwrap_or_default();
    let deed = format!("lose {} {place}{by}", thingmen(dead.men));
    let text = dead.who.voice(narrator).does(&deed);
    coded(dead.who, text, format!("{} slain {} at {at}", dead.who.faction.slug(), dead.men))
}
