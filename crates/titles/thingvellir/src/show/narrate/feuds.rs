//! Rides and feuds told.

use super::super::super::state::facts::{
    Fact, Quarrel, Razed as Razing, Rode as Riding, Slain as Dead,
};
use super::super::super::things::land::border;
use super::super::super::things::names::{Card, Edge, thingmen};
use super::super::super::things::who::Who;
use super::{coded, fame, kinds, named, now, of, persona};
use ravenpost_rules::Narration;

/// Tells what happens on the borders.
pub fn sentence(fact: &Fact) -> Option<Narration> {
    use Fact::*;
    match fact {
        Sent(who, men, edge) => sends(*who, *men, *edge),
        Rode(rode) => rides(rode),
        LetPass(who) => of(*who, format!("{} lets the band pass", who.name())),
        Broken(who) => of(*who, format!("{}'s band is no more", who.name())),
        Halted(who, edge, true) => {
            of(*who, format!("{}'s Thingmen are held on {}", who.name(), border(*edge)))
        }
        HuntedOutlaw(who, card) => {
            let text = format!("{} hunts the Outlaw {} down: 1 Wordfame", who.name(), card.name());
            coded(*who, text, fame(*who, 1, "hunt outlaw"))
        }
        Feud(quarrel) => feud(quarrel),
        Turned(who, _, card) => of(*who, format!("{} turns up {}", who.name(), persona(*card))),
        Added(who, _, card) => {
            let code = format!("{} add {}", who.faction.slug(), card.kind().slug());
            coded(*who, format!("{} adds {}", who.name(), card.kind().slug()), code)
        }
        Accepted(who, colour) => {
            let code = format!("{} accept {}", who.faction.slug(), colour.slug());
            coded(*who, format!("{} accepts {}", who.name(), colour.slug()), code)
        }
        Held(who) => {
            let code = format!("{} hold", who.faction.slug());
            coded(*who, format!("{} holds", who.name()), code)
        }
        Won(who, _, colour) => {
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
        // Seen on the board, or by what follows.
        Crossed(..) | Reached(..) | Halted(..) | Settlement => None,
        // Told with the course of the game, or with the other deeds.
        Dealt(_) | Shuffled(_) | Resealed(_) | Now(..) | Placed(..) | Round(_) | Passed(_)
        | Over(_) | Proposed(..) | Sealed(..) | Unsealed | Voted(..) | Queued(_) | Returned(_)
        | Began(_) | Phase(_) | Hunting(..) | Skipped(_) | Drew(_) | Cleared(..) | Settled(..)
        | Expanded(..) | Rebuilt(..) | PutOut(..) | CameHome(..) | Harvested(_) | Kept(..)
        | Fostered(..) | SentOff(..) | Declined(_) | Chose(_) | Filled(_) | Replaced(..)
        | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_) | Spent(..) | SlainAtFeast(..)
        | Armed(..) | Paid(..) | Failed(..) | Burned(_) | Captured(_) | Disposed(_)
        | Outlawed(..) | Scored(..) | Recovered | Eliminated(_) | Arson(_) | Strayed(..)
        | Instructed(..) | Left(..) | Withdrawn(_) | Taken(..) | Obeyed(_) | Answered(..)
        | Dropped(..) => None,
    }
}

fn sends(who: Who, men: u8, edge: Edge) -> Option<Narration> {
    let text = format!("{} sends {} to {}", who.name(), thingmen(men), border(edge));
    coded(who, text, format!("{} send {men} {}", who.faction.slug(), edge.slug()))
}

fn rides(rode: &Riding) -> Option<Narration> {
    let (who, men, from) = (rode.who, rode.men, rode.from);
    let path: Vec<&str> = rode.path.iter().map(|edge| edge.slug()).collect();
    let to = rode.path.last().map(|edge| border(*edge)).unwrap_or_default();
    let band = thingmen(men);
    let text = format!("{} rides with {band} from {} to {to}", who.name(), border(from));
    let slug = who.faction.slug();
    coded(who, text, format!("{slug} move {men} {} to {}", from.slug(), path.join(" to ")))
}

fn razes(razed: &Razing) -> Option<Narration> {
    let text = format!(
        "{} razes a {} farm of {} in {}",
        razed.by.name(),
        razed.colour.slug(),
        razed.who.name(),
        razed.area.name()
    );
    coded(razed.by, text, now(razed.area, razed.who, razed.left))
}

fn claims(who: Who, taken: &[Card]) -> Option<Narration> {
    let text = format!("{} takes {} for the slain", who.name(), named(taken));
    coded(who, text, format!("{} claim {}", who.faction.slug(), kinds(taken)))
}

fn feud(quarrel: &Quarrel) -> Option<Narration> {
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

/// Thingmen slain, in a feud or by a murderer.
pub fn slain(dead: &Dead, by: Option<Who>) -> Option<Narration> {
    let place = dead.edge.map_or("in the band".to_owned(), |edge| format!("on {}", border(edge)));
    let at = dead.edge.map_or("band".to_owned(), |edge| edge.slug().to_owned());
    let by = by.map(|by| format!(" by {}", by.name())).unwrap_or_default();
    let verb = if dead.men == 1 { "is" } else { "are" };
    let text = format!("{} of {} {verb} slain {place}{by}", thingmen(dead.men), dead.who.name());
    coded(dead.who, text, format!("{} slain {} at {at}", dead.who.faction.slug(), dead.men))
}
