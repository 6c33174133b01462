//! The course of the game told: setup, Council, phases, winter, and what seats say aside.

use super::super::super::orders::write::standing;
use super::super::super::play::outcome::verdict;
use super::super::super::state::course::{ActionSource, End, Step, Vote};
use super::super::super::state::facts::{Began, Dealt, Fact, Turn};
use super::super::super::things::names::{Colour, Side, thingmen};
use super::super::super::things::who::Who;
use super::{chapter, coded, deeds, fame, of, plain, within};
use ravenpost_rules::{Narration, Seat, Viewer, phrase};

/// Tells what belongs to the course of the game.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    use Fact::*;
    match fact {
        Dealt(dealt) => deal(dealt),
        Shuffled(cards) => {
            plain(format!("The Orlog is shuffled: {}", phrase::count(cards.len(), "card")))
        }
        Placed(who, side) => placed(*who, *side),
        Round(number) => chapter(format!("Round {number}")),
        Passed(who) => of(*who, format!("{} is Lawspeaker", who.name())),
        Over(end) => over(*end),
        Proposed(who, statute) => {
            let code = format!("{} propose {}", who.faction.slug(), statute.slug());
            coded(*who, format!("{} proposes {}", who.name(), statute.words()), code)
        }
        Sealed(who, _) => of(*who, format!("{} has voted", who.name())),
        Unsealed => plain("The votes are opened".into()),
        Voted(who, vote) => voted(*who, *vote),
        Queued(turns) => queue(turns),
        Returned(who) => of(*who, format!("{}'s suing Thingmen go back", who.name())),
        Began(began) => begins(began),
        Phase(Step::Hunt) => within("Hunting for Sheep"),
        Phase(_) => within("The Long Dark Winter"),
        Skipped(who) => of(*who, format!("{} has no Bondi to send out", who.name())),
        Scored(who, colours) => scored(*who, colours),
        Recovered => plain("The slain are back in their Longhalls".into()),
        Eliminated(who) => {
            let text = format!("{} has neither farm nor Thingman left and is gone", who.name());
            coded(*who, text, format!("{} eliminated", who.faction.slug()))
        }
        Arson(area) => plain(format!("The Outlaw burns {}", area.name())),
        Strayed(from, to) => {
            plain(format!("The Outlaw goes from {} to {}", from.name(), to.name()))
        }
        Instructed(who, said) => of(*who, format!("You set: {}", standing(*said))),
        Left(who, _, text) => of(*who, format!("You leave for later: {text}")),
        Withdrawn(who) => of(*who, "You take back what you left for later".into()),
        Taken(who, _, text) => of(*who, format!("Left for later, played now: {text}")),
        Obeyed(who) => of(*who, "Your standing instruction answers".into()),
        Answered(who, said, order) => {
            of(*who, format!("Your \"{}\" answers: {order}", standing(*said)))
        }
        // More wishes were left than were needed: nothing is lost, so nothing is said.
        Dropped(_, _, why) if why.is_empty() => None,
        Dropped(who, _, why) => of(*who, format!("What you left for later is dropped ({why})")),
        // Seen by what follows: the decision that is asked, the Bondi that act.
        Now(..) | Hunting(..) | Resealed(_) => None,
        // Told with the deeds.
        Drew(_) | Cleared(..) | Settled(..) | Expanded(..) | Rebuilt(..) | Sent(..) | Rode(_)
        | Crossed(..) | Reached(..) | Broken(_) | Halted(..) | LetPass(_) | HuntedOutlaw(..)
        | Feud(_) | Turned(..) | Added(..) | Accepted(..) | Held(_) | Won(..) | Slain(_)
        | Razed(_) | Spared(_) | Claimed(..) | Settlement | Yielded(_) | PutOut(..)
        | CameHome(..) | Harvested(_) | Kept(..) | Fostered(..) | SentOff(..) | Declined(_)
        | Chose(_) | Filled(_) | Replaced(..) | Swore(..) | Swapped(_) | Gave(_) | GiftsCame(_)
        | Spent(..) | SlainAtFeast(..) | Armed(..) | Paid(..) | Failed(..) | Burned(_)
        | Captured(_) | Disposed(_) | Outlawed(..) => deeds::sentence(fact, viewer),
    }
}

fn placed(who: Who, side: Side) -> Option<Narration> {
    let text = format!("{} stands on the side towards {}", who.name(), side.district().name());
    coded(who, text, format!("{} side {}", who.faction.slug(), side.slug()))
}

fn scored(who: Who, colours: &[Colour]) -> Option<Narration> {
    let words: Vec<&str> = colours.iter().map(|colour| colour.slug()).collect();
    let count = colours.len() as u8;
    let name = who.name();
    let text = format!("{name} leads The Sheep Hunt in {}: {count} Wordfame", words.join(", "));
    coded(who, text, fame(who, count, &format!("sheep hunt {}", words.join(" "))))
}

fn deal(dealt: &Dealt) -> Option<Narration> {
    let seats: Vec<String> = dealt
        .factions
        .iter()
        .enumerate()
        .map(|(at, faction)| format!("{} plays {}", at + 1, faction.name()))
        .collect();
    let speaker = dealt.factions[usize::from(dealt.speaker)].name();
    plain(format!("Seat {}. {speaker} is Lawspeaker", seats.join(", seat ")))
}

fn voted(who: Who, vote: Vote) -> Option<Narration> {
    let slug = who.faction.slug();
    match vote {
        Vote::Sue { statute, from } => {
            let men: u8 = from.iter().sum();
            let sides = Side::BY_CODE.iter().filter(|side| from[side.index()] > 0);
            let words: Vec<String> =
                sides.map(|side| format!("{}:{}", side.slug(), from[side.index()])).collect();
            let code = format!("{slug} sue {} from {}", statute.slug(), words.join(" "));
            let text = format!("{} sues on {} with {}", who.name(), statute.words(), thingmen(men));
            coded(who, text, code)
        }
        Vote::Support | Vote::None => {
            coded(who, format!("{} supports", who.name()), format!("{slug} support"))
        }
    }
}

fn queue(turns: &[Turn]) -> Option<Narration> {
    let entry = |turn: &Turn| {
        let with: Vec<&str> = turn.with.iter().map(|who| who.name()).collect();
        let names = if with.is_empty() { turn.who.name().to_owned() } else { with.join(" and ") };
        format!("{names} {} {}", turn.statute.action().name(), turn.strength)
    };
    let words: Vec<String> = turns.iter().map(entry).collect();
    plain(format!("The votes are in: {}", words.join(", ")))
}

fn begins(began: &Began) -> Option<Narration> {
    let name = began.who.name();
    let action = began.action.name();
    let strength = began.strength;
    let by = match began.source {
        ActionSource::Council => String::new(),
        ActionSource::Home => " with the Home Bondi".into(),
        ActionSource::Bondi(slot) => format!(" with the Bondi in slot {slot}"),
    };
    let text = format!("{name} takes {action}{by}, strength {strength}");
    coded(
        began.who,
        text,
        format!("{} {} {strength}", began.who.faction.slug(), began.action.slug()),
    )
}

fn over(end: End) -> Option<Narration> {
    let text = verdict(end);
    let seat: Option<Seat> = match end {
        End::Fame(who) | End::Farms(who) | End::Alone(who) => Some(who.seat),
        End::Winter | End::Still => None,
    };
    Some(Narration { text, seat, code: Some("over".into()), chapter: true, ..Narration::default() })
}
