//! Narration of the course of the game: setup, Council, phases, winter, instructions and
//! pre-orders.

use super::super::super::orders::write::standing;
use super::super::super::play::outcome::verdict;
use super::super::super::state::course::{ActionSource, End, Step, Vote};
use super::super::super::state::facts::{ActionStarted, Fact, Opened, QueueEntry};
use super::super::super::things::names::{Colour, Side, thingmen};
use super::super::super::things::who::Who;
use super::{chapter, coded, deeds, fame, of, plain, within};
use ravenpost_rules::{Narration, Seat, Viewer, phrase};

/// Narrates the course of the game.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    use Fact::*;
    match fact {
        Opened(opened) => opens(opened),
        Shuffled(cards) => {
            plain(format!("The Orlog is shuffled: {}", phrase::count(cards.len(), "card")))
        }
        SideTaken(who, side) => placed(*who, *side),
        RoundStarted(number) => chapter(format!("Round {number}")),
        LawspeakerNamed(who) => of(*who, format!("{} is Lawspeaker", who.name())),
        GameEnded(end) => over(*end),
        Proposed(who, statute) => {
            let code = format!("{} propose {}", who.faction.slug(), statute.slug());
            coded(*who, format!("{} proposes {}", who.name(), statute.words()), code)
        }
        VoteSealed(who, _) => of(*who, format!("{} has voted", who.name())),
        VotesOpened => plain("The votes are opened".into()),
        Voted(who, vote) => voted(*who, *vote),
        QueueBuilt(entries) => queue(entries),
        ThingmenReturned(who) => of(*who, format!("{}'s suing Thingmen go back", who.name())),
        ActionStarted(started) => starts(started),
        PhaseStarted(Step::Hunt) => within("Hunting for Sheep"),
        PhaseStarted(_) => within("The Long Dark Winter"),
        HuntSkipped(who) => of(*who, format!("{} has no Bondi to send out", who.name())),
        Scored(who, colours) => scored(*who, colours),
        Recovered => plain("The slain are back in their Longhalls".into()),
        Eliminated(who) => {
            let text = format!("{} has neither farm nor Thingman left and is gone", who.name());
            coded(*who, text, format!("{} eliminated", who.faction.slug()))
        }
        ArsonPlaced(area) => plain(format!("The Outlaw burns {}", area.name())),
        OutlawMoved(from, to) => {
            plain(format!("The Outlaw goes from {} to {}", from.name(), to.name()))
        }
        InstructionSet(who, said) => of(*who, format!("You set: {}", standing(*said))),
        OrderPlanned(who, _, text) => of(*who, format!("You leave for later: {text}")),
        PlansWithdrawn(who) => of(*who, "You take back what you left for later".into()),
        PlanPlayed(who, _, text) => of(*who, format!("Left for later, played now: {text}")),
        InstructionUsed(who, said, order) => {
            of(*who, format!("Your \"{}\" answers: {order}", standing(*said)))
        }
        // More preferences were stored than needed; nothing is lost, so this is not narrated.
        PlansDropped(_, _, why) if why.is_empty() => None,
        PlansDropped(who, _, why) => {
            of(*who, format!("What you left for later is dropped ({why})"))
        }
        // Visible in later facts: the open decision, the Bondi that act.
        StepStarted(..) | HuntStarted(..) | HiddenRedrawn(_) => None,
        // Narrated with the actions.
        CardsDrawn(_) | DrawDiscarded(..) | Settled(..) | Expanded(..) | Rebuilt(..)
        | ThingmenSent(..) | BandDeparted(_) | BandCrossed(..) | BandArrived(..)
        | BandDestroyed(_) | BandBlocked(..) | LetPass(_) | OutlawHunted(..) | FeudStarted(_)
        | CardTurnedUp(..) | GoodAdded(..) | ConflictAccepted(..) | Held(_) | ConflictWon(..)
        | Slain(_) | Razed(_) | Spared(_) | Claimed(..) | FeudEnded | Yielded(_)
        | JourneyedOut(..) | ReturnedLaden(..) | Harvested(_) | GoodsKept(..) | Fostered(..)
        | SentOff(..) | FosterPassed(_) | FosterTurnEnded(_) | PoolFilled(_) | PoolReplaced(..)
        | BondiSworn(..) | BondiSwapped(_) | GiftGiven(_) | GiftsDelivered(_)
        | BondiDiscarded(..) | Murdered(..) | WeaponAdded(..) | WordfamePaid(..)
        | CaptureFailed(..) | FarmBurned(_) | Captured(_) | DeedDiscarded(_) | Outlawed(..) => {
            deeds::sentence(fact, viewer)
        }
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

fn opens(opened: &Opened) -> Option<Narration> {
    let seats: Vec<String> = opened
        .factions
        .iter()
        .enumerate()
        .map(|(at, faction)| format!("{} plays {}", at + 1, faction.name()))
        .collect();
    let speaker = opened.lawspeaker.name();
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

fn queue(entries: &[QueueEntry]) -> Option<Narration> {
    let words = |entry: &QueueEntry| {
        let with: Vec<&str> = entry.participants.iter().map(|who| who.name()).collect();
        let names = if with.is_empty() { entry.who.name().to_owned() } else { with.join(" and ") };
        format!("{names} {} {}", entry.statute.action().name(), entry.strength)
    };
    let all: Vec<String> = entries.iter().map(words).collect();
    plain(format!("The votes are in: {}", all.join(", ")))
}

fn starts(started: &ActionStarted) -> Option<Narration> {
    let name = started.who.name();
    let action = started.action.name();
    let strength = started.strength;
    let by = match started.source {
        ActionSource::Council => String::new(),
        ActionSource::Home => " with the Home Bondi".into(),
        ActionSource::Bondi(slot) => format!(" with the Bondi in slot {slot}"),
    };
    let text = format!("{name} takes {action}{by}, strength {strength}");
    coded(
        started.who,
        text,
        format!("{} {} {strength}", started.who.faction.slug(), started.action.slug()),
    )
}

fn over(end: End) -> Option<Narration> {
    let text = verdict(end);
    let seat: Option<Seat> = match end {
        End::Wordfame(who) | End::LastFarms(who) | End::LastSeat(who) => Some(who.seat),
        End::LastWinter | End::NoWordfame => None,
    };
    Some(Narration { text, seat, code: Some("over".into()), chapter: true, ..Narration::default() })
}
