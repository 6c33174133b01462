//! Narration of the course of the game: setup, Council, phases, winter, instructions and
//! pre-orders.

use super::super::super::play::outcome::verdict;
use super::super::super::state::facts::{ActionStarted, DropCause, Fact, Opened, QueueEntry};
use super::super::super::state::progress::{ActionSource, End, Step, Vote};
use super::super::super::things::names::{Colour, Side, thingmen};
use super::super::super::things::who::Who;
use super::super::words::standing;
use super::{chapter, coded, deeds, fame, of, plain, within};
use ravenpost_rules::{Narration, Narrator, Seat, text::phrase};

/// Narrates the course of the game.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    use Fact::*;
    match fact {
        Opened(opened) => opens(opened, narrator),
        Shuffled(cards) => {
            plain(format!("The Orlog is shuffled: {}", phrase::count(cards.len(), "card")))
        }
        SideTaken(who, side) => placed(*who, *side, narrator),
        RoundStarted(number) => chapter(format!("Round {number}")),
        LawspeakerNamed(who) => of(*who, who.voice(narrator).states("are Lawspeaker")),
        GameEnded(end) => over(*end, narrator),
        Proposed(who, statute) => {
            let code = format!("{} propose {}", who.faction.slug(), statute.slug());
            let deed = format!("propose {}", statute.words());
            coded(*who, who.voice(narrator).does(&deed), code)
        }
        VoteSealed(who, vote) => sealed(*who, *vote, narrator),
        VotesOpened => plain("The votes are revealed".into()),
        Voted(who, vote) => voted(*who, *vote, narrator),
        QueueBuilt(entries) => queue(entries, narrator),
        ThingmenReturned(who) => {
            of(*who, who.voice(narrator).has("suing Thingmen return to Þingvellir"))
        }
        ActionStarted(started) => starts(started, narrator),
        PhaseStarted(Step::Hunt) => within("Hunting for Sheep"),
        PhaseStarted(_) => within("The Long Dark Winter"),
        HuntSkipped(who) => of(*who, who.voice(narrator).states("have no Bondi to use")),
        Scored(who, colours) => scored(*who, colours, narrator),
        Recovered => plain("Slain Thingmen return to their Longhalls".into()),
        Eliminated(who) => eliminated(*who, narrator),
        ArsonPlaced(area) => plain(format!("The Outlaw burns {}", area.name_for(narrator))),
        OutlawMoved(from, to) => {
            let (from, to) = (from.name_for(narrator), to.name_for(narrator));
            plain(format!("The Outlaw moves from {from} to {to}"))
        }
        InstructionSet(who, said) => {
            does(*who, &format!("set a standing order ({})", standing(*said)), narrator)
        }
        OrderPlanned(who, _, text) => {
            does(*who, &format!("give an order in advance: {text}"), narrator)
        }
        PlansWithdrawn(who) => does(*who, "withdraw all orders in advance", narrator),
        PlanPlayed(who, _, text) => {
            does(*who, &format!("play an order given in advance: {text}"), narrator)
        }
        InstructionUsed(who, said, order) => {
            let followed = format!("standing order was followed ({})", standing(*said));
            let text = who.voice(narrator).has(&followed);
            of(*who, format!("{text}: {}", answer(order)))
        }
        PlansDropped(who, _, cause) => plans_dropped(*who, cause, narrator),
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
            deeds::sentence(fact, narrator)
        }
    }
}

fn plans_dropped(who: Who, cause: &DropCause, narrator: &Narrator) -> Option<Narration> {
    let why = match cause {
        // More preferences were stored than needed; nothing is lost, so this is not narrated.
        DropCause::NotNeeded => return None,
        DropCause::TooLate(orders) => format!("{}: it is too late for that", orders.join("; ")),
        DropCause::Refused(order, code) => format!("{order}: {}", code.reason()),
    };
    of(who, who.voice(narrator).has(&format!("orders in advance are dropped ({why})")))
}

fn eliminated(who: Who, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    let gone = voice.verb("are eliminated");
    let text = voice.states(&format!("have no farms and no Thingmen on the board and {gone}"));
    coded(who, text, format!("{} eliminated", who.faction.slug()))
}

fn does(who: Who, deed: &str, narrator: &Narrator) -> Option<Narration> {
    of(who, who.voice(narrator).does(deed))
}

fn placed(who: Who, side: Side, narrator: &Narrator) -> Option<Narration> {
    let deed =
        format!("place a Thingman on the side towards {}", side.district().name_for(narrator));
    let text = who.voice(narrator).does(&deed);
    coded(who, text, format!("{} side {}", who.faction.slug(), side.slug()))
}

fn scored(who: Who, colours: &[Colour], narrator: &Narrator) -> Option<Narration> {
    let words: Vec<&str> = colours.iter().map(|colour| colour.slug()).collect();
    let count = colours.len() as u8;
    let deed = format!("lead The Sheep Hunt in {}: {count} Wordfame", words.join(", "));
    let text = who.voice(narrator).does(&deed);
    coded(who, text, fame(who, count, &format!("sheep hunt {}", words.join(" "))))
}

fn opens(opened: &Opened, narrator: &Narrator) -> Option<Narration> {
    let seats: Vec<String> = opened
        .factions
        .iter()
        .enumerate()
        .map(|(at, faction)| format!("{} plays {}", at + 1, faction.name()))
        .collect();
    let speaker = opened.lawspeaker.voice(narrator).states("are Lawspeaker");
    plain(format!("Seat {}. {speaker}", seats.join(", seat ")))
}

/// An answer by an instruction in words, from the order in notation.
fn answer(order: &str) -> String {
    let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
    match verb {
        "support" => "support the proposal".to_owned(),
        "challenge" => "challenge the band".to_owned(),
        "let" => "let the band pass".to_owned(),
        "hold" => "hold and wait".to_owned(),
        "spare" => "spare the farms".to_owned(),
        "accept" => format!("accept the {rest} conflict"),
        "claim" => "take compensation".to_owned(),
        _ => order.to_owned(),
    }
}

/// Others only learn that the seat has voted.
fn sealed(who: Who, vote: Vote, narrator: &Narrator) -> Option<Narration> {
    if !narrator.knows(who.seat) {
        return of(who, who.voice(narrator).states("have voted"));
    }
    let voted = match vote {
        Vote::Sue { statute, from } => {
            let men = thingmen(from.iter().sum());
            format!("vote to sue on {} with {men}", statute.words())
        }
        Vote::Support | Vote::None => "vote to support the proposal".to_owned(),
    };
    of(who, who.voice(narrator).does(&voted))
}

fn voted(who: Who, vote: Vote, narrator: &Narrator) -> Option<Narration> {
    let slug = who.faction.slug();
    match vote {
        Vote::Sue { statute, from } => {
            let men: u8 = from.iter().sum();
            let sides = Side::BY_CODE.iter().filter(|side| from[side.index()] > 0);
            let words: Vec<String> =
                sides.map(|side| format!("{}:{}", side.slug(), from[side.index()])).collect();
            let code = format!("{slug} sue {} from {}", statute.slug(), words.join(" "));
            let deed = format!("sue on {} with {}", statute.words(), thingmen(men));
            coded(who, who.voice(narrator).does(&deed), code)
        }
        Vote::Support | Vote::None => {
            coded(who, who.voice(narrator).does("support"), format!("{slug} support"))
        }
    }
}

fn queue(entries: &[QueueEntry], narrator: &Narrator) -> Option<Narration> {
    let words = |entry: &QueueEntry| {
        let with = entry.participants.iter().map(|who| who.voice(narrator).name());
        let with: Vec<String> = with.collect();
        let names = match with.is_empty() {
            true => entry.who.voice(narrator).name(),
            false => with.join(" and "),
        };
        format!("{names} {} {}", entry.statute.action().name(), entry.strength)
    };
    let all: Vec<String> = entries.iter().map(words).collect();
    plain(format!("The votes are in: {}", all.join(", ")))
}

fn starts(started: &ActionStarted, narrator: &Narrator) -> Option<Narration> {
    let action = started.action.name();
    let strength = started.strength;
    let by = match started.source {
        ActionSource::Council => String::new(),
        ActionSource::Home => " with the Home Bondi".into(),
        ActionSource::Bondi(slot) => format!(" with the Bondi in slot {slot}"),
    };
    let deed = format!("take {action}{by}, strength {strength}");
    let text = started.who.voice(narrator).does(&deed);
    coded(
        started.who,
        text,
        format!("{} {} {strength}", started.who.faction.slug(), started.action.slug()),
    )
}

fn over(end: End, narrator: &Narrator) -> Option<Narration> {
    let text = verdict(end, narrator);
    let seat: Option<Seat> = match end {
        End::Wordfame(who) | End::LastFarms(who) | End::LastSeat(who) => Some(who.seat),
        End::LastWinter | End::NoWordfame => None,
    };
    let (code, heading) = (Some("over".to_owned()), Some("The end".to_owned()));
    Some(Narration { text, seat, code, chapter: true, heading, ..Narration::default() })
}
