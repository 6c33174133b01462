//! Compares the stored form of every fact with `facts.golden.jsonl`, one JSON fact per line.
//! `INSTA_UPDATE=always` rewrites the file.
#![allow(clippy::disallowed_methods, reason = "a test reads its golden file")]

use std::collections::BTreeSet;
use std::path::Path;

use super::super::reckon::ask::STEPS;
use super::super::state::facts::{
    ActionStarted, BandDeparted, BondiSwapped, Captured, CardsDrawn, DropCause, Fact, FarmLost,
    FeudStarted, Gift, Opened, QueueEntry, Slain,
};
use super::super::state::progress::{ActionSource, End, Step, Vote};
use super::super::state::standing::{Dare, Instruction};
use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Side, Statute};
use super::super::things::who::Who;
use ravenpost_rules::{RefusalCode, Seat};

/// Lists every variant of `Fact`, so that a new one does not compile until it is added here.
macro_rules! variants {
    ($($name:ident)+) => {
        const VARIANTS: &[&str] = &[$(stringify!($name)),+];

        fn variant(fact: &Fact) -> &'static str {
            match fact {
                $(Fact::$name { .. } => stringify!($name),)+
            }
        }
    };
}

variants! {
    Opened Shuffled HiddenRedrawn StepStarted SideTaken RoundStarted LawspeakerNamed GameEnded
    Proposed VoteSealed VotesOpened Voted QueueBuilt ThingmenReturned
    ActionStarted PhaseStarted HuntStarted HuntSkipped CardsDrawn DrawDiscarded
    Settled Expanded Rebuilt
    ThingmenSent BandDeparted BandCrossed BandArrived BandDestroyed BandBlocked LetPass OutlawHunted
    FeudStarted CardTurnedUp GoodAdded ConflictAccepted Held ConflictWon Slain Razed Spared Claimed
    FeudEnded Yielded
    JourneyedOut ReturnedLaden Harvested GoodsKept
    Fostered SentOff FosterPassed FosterTurnEnded PoolFilled PoolReplaced
    BondiSworn BondiSwapped
    GiftGiven GiftsDelivered BondiDiscarded Murdered WeaponAdded WordfamePaid CaptureFailed
    FarmBurned Captured DeedDiscarded Outlawed
    Scored Recovered Eliminated ArsonPlaced OutlawMoved
    InstructionSet OrderPlanned PlansWithdrawn PlanPlayed InstructionUsed PlansDropped
}

fn who(seat: u8, faction: &str) -> Who {
    Who { seat: Seat(seat), faction: Faction::from_slug(faction).expect("a faction") }
}

fn area(code: &str) -> Area {
    Area::from_slug(code).expect("an area")
}

fn edge(id: &str) -> Edge {
    Edge::from_slug(id).expect("an edge")
}

fn card(id: &str) -> Card {
    Card::from_slug(id).expect("a card")
}

/// Every variant, and every name stored within one.
fn examples() -> Vec<Fact> {
    let chapters =
        [setup, council, actions, settle, ride, feud, raid, foster, feast, winter, aside];
    chapters.into_iter().flat_map(|chapter| chapter()).collect()
}

fn setup() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    let mut facts = vec![
        Fact::Opened(Opened {
            factions: Faction::all().collect(),
            lawspeaker: who(3, "oddi"),
            sealed_votes: true,
            seeded_pool: false,
            harvest: true,
            outlawry: false,
        }),
        Fact::Shuffled(Card::all().collect()),
        Fact::HiddenRedrawn(vec![card("r1se1"), card("w3fe1")]),
        Fact::StepStarted(Step::Side, Some(oddi)),
    ];
    facts.extend(STEPS.map(|step| Fact::StepStarted(step, None)));
    facts.extend(Side::all().map(|side| Fact::SideTaken(oddi, side)));
    facts.extend([Fact::RoundStarted(1), Fact::LawspeakerNamed(oddi)]);
    let ends = [
        End::Wordfame(oddi),
        End::LastFarms(oddi),
        End::LastSeat(oddi),
        End::LastWinter,
        End::NoWordfame,
    ];
    for end in &ends {
        // A new reason for the end does not compile until it has an example above.
        match end {
            End::Wordfame(_) | End::LastFarms(_) | End::LastSeat(_) => {}
            End::LastWinter | End::NoWordfame => {}
        }
    }
    facts.extend(ends.map(Fact::GameEnded));
    facts
}

fn council() -> Vec<Fact> {
    let (oddi, reykholt) = (who(1, "oddi"), who(2, "reykholt"));
    let entry = |statute| QueueEntry { who: oddi, statute, strength: 3, participants: Vec::new() };
    let mut queue: Vec<QueueEntry> = Statute::all().map(entry).collect();
    queue[1].participants = vec![oddi, reykholt];
    let sue = Vote::Sue { statute: Statute(3), from: [0, 1, 2, 0, 0, 0] };
    let mut facts = vec![Fact::Proposed(oddi, Statute(0)), Fact::VotesOpened];
    for vote in [Vote::Support, sue] {
        match vote {
            // `Vote::None` is never stored.
            Vote::None | Vote::Support | Vote::Sue { .. } => {}
        }
        facts.extend([Fact::VoteSealed(oddi, vote), Fact::Voted(oddi, vote)]);
    }
    facts.extend([Fact::QueueBuilt(queue), Fact::ThingmenReturned(oddi)]);
    facts
}

fn actions() -> Vec<Fact> {
    let (oddi, reykholt) = (who(1, "oddi"), who(2, "reykholt"));
    let sources = [ActionSource::Council, ActionSource::Home, ActionSource::Bondi(2)];
    let mut facts = Vec::new();
    for source in sources {
        match source {
            ActionSource::Council | ActionSource::Home | ActionSource::Bondi(_) => {}
        }
        facts.extend(Action::all().map(|action| {
            let participants = if action == Action::FOSTER { vec![oddi, reykholt] } else { vec![] };
            let who = oddi;
            Fact::ActionStarted(ActionStarted { who, action, source, strength: 2, participants })
        }));
    }
    facts.extend([Step::Hunt, Step::Winter].map(Fact::PhaseStarted));
    let cards = vec![card("b2ri1"), card("g1pl1")];
    facts.extend([
        Fact::HuntStarted(oddi, vec![1, 3]),
        Fact::HuntSkipped(oddi),
        Fact::CardsDrawn(CardsDrawn { who: Some(oddi), cards: cards.clone(), face_up: false }),
        Fact::CardsDrawn(CardsDrawn { who: None, cards, face_up: true }),
        Fact::DrawDiscarded(Some(oddi), 2),
        Fact::DrawDiscarded(None, 0),
    ]);
    facts
}

fn settle() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    let mut facts: Vec<Fact> =
        Area::all().map(|area| Fact::Settled(oddi, area, Colour(area.0 % 4))).collect();
    facts.extend([
        Fact::Expanded(oddi, area("odd"), Colour(1), 1, [0, 2, 0, 1]),
        Fact::Rebuilt(oddi, area("odd")),
    ]);
    facts
}

fn ride() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    let departed =
        BandDeparted { who: oddi, men: 2, from: edge("odd/ska"), path: Edge::all().collect() };
    vec![
        Fact::ThingmenSent(oddi, 2, edge("odd/ska")),
        Fact::BandDeparted(departed),
        Fact::BandCrossed(oddi, area("ska")),
        Fact::BandArrived(oddi, 2, edge("hau/ska")),
        Fact::BandDestroyed(oddi),
        Fact::BandBlocked(oddi, edge("hau/ska"), true),
        Fact::LetPass(oddi),
        Fact::OutlawHunted(oddi, card("w2fe1")),
    ]
}

fn feud() -> Vec<Fact> {
    let (attacker, defender) = (who(1, "oddi"), who(2, "reykholt"));
    let on_edge =
        FeudStarted { attacker, defender, men: [2, 1], edge: Some(edge("hau/ska")), area: None };
    let in_area =
        FeudStarted { men: [0, 2], edge: None, area: Some(area("ska")), ..on_edge.clone() };
    let lost = FarmLost {
        who: defender,
        by: attacker,
        area: area("rey"),
        colour: Colour(0),
        farms: [0, 0, 0, 1],
    };
    let mut facts = vec![
        Fact::FeudStarted(on_edge),
        Fact::FeudStarted(in_area),
        Fact::CardTurnedUp(attacker, 0, card("r3ra1")),
        Fact::GoodAdded(defender, 1, card("r2ri1")),
    ];
    facts.extend(Colour::all().map(|colour| Fact::ConflictAccepted(defender, colour)));
    facts.extend([
        Fact::Held(attacker),
        Fact::ConflictWon(attacker, 0, Colour(0)),
        Fact::Slain(Slain { who: defender, men: 1, edge: Some(edge("hau/ska")) }),
        Fact::Slain(Slain { who: defender, men: 1, edge: None }),
        Fact::Razed(lost),
        Fact::Spared(attacker),
        Fact::Claimed(defender, 1, vec![card("r3ra1")]),
        Fact::FeudEnded,
        Fact::Yielded(defender),
    ]);
    facts
}

fn raid() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    vec![
        Fact::JourneyedOut(oddi, 3),
        Fact::ReturnedLaden(oddi, 3),
        Fact::Harvested(oddi),
        Fact::GoodsKept(oddi, vec![card("b1fo1")], 1),
    ]
}

fn foster() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    let (new, old) = (card("g2fo1"), card("g2pl1"));
    let swapped = BondiSwapped { who: oddi, slot: 1, number: 3, card: new, old };
    vec![
        Fact::Fostered(oddi, new),
        Fact::SentOff(oddi, new),
        Fact::FosterPassed(oddi),
        Fact::FosterTurnEnded(oddi),
        Fact::PoolFilled(old),
        Fact::PoolReplaced(oddi, new, old),
        Fact::BondiSworn(oddi, 1, 2, old),
        Fact::BondiSwapped(swapped),
    ]
}

fn feast() -> Vec<Fact> {
    let (oddi, reykholt) = (who(1, "oddi"), who(2, "reykholt"));
    let cards = vec![card("w2fe1"), card("w1fe1")];
    let slain = Slain { who: reykholt, men: 2, edge: Some(edge("odd/ska")) };
    let (area, bondi) = (area("rey"), card("r2ri1"));
    let lost = FarmLost { who: reykholt, by: oddi, area, colour: Colour(2), farms: [0, 0, 0, 0] };
    let taken =
        |farm, farms| Fact::Captured(Captured { who: oddi, from: reykholt, area, farm, farms });
    vec![
        Fact::GiftGiven(Gift { who: oddi, to: reykholt, cards, cost: 2, fame: 3 }),
        Fact::GiftsDelivered(oddi),
        Fact::BondiDiscarded(oddi, 1, bondi, None),
        Fact::BondiDiscarded(oddi, 2, bondi, Some(area)),
        Fact::Murdered(slain, oddi),
        Fact::WeaponAdded(oddi, card("r1ri1")),
        Fact::WordfamePaid(oddi, 2),
        Fact::CaptureFailed(oddi, 1),
        Fact::FarmBurned(lost),
        taken(None, [1, 0, 0, 0]),
        taken(Some(Colour(3)), [0, 0, 0, 1]),
        Fact::DeedDiscarded(oddi),
        Fact::Outlawed(oddi, bondi, area),
    ]
}

fn winter() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    vec![
        Fact::Scored(oddi, Colour::all().collect()),
        Fact::Recovered,
        Fact::Eliminated(oddi),
        Fact::ArsonPlaced(area("ska")),
        Fact::OutlawMoved(area("ska"), area("hau")),
    ]
}

fn aside() -> Vec<Fact> {
    let oddi = who(1, "oddi");
    let dares = [Dare::Ask, Dare::Never, Dare::Always, Dare::Upto(2)];
    let mut said = vec![
        Instruction::SupportVote(None, true),
        Instruction::SupportVote(Some(Action::RIDE), false),
        Instruction::AcceptConflicts(true),
        Instruction::AutoHold(true),
        Instruction::AutoClaim(false),
        Instruction::SpareFarms(true),
    ];
    said.extend(dares.map(Instruction::Challenge));
    let mut facts = Vec::new();
    for instruction in said {
        match instruction {
            Instruction::SupportVote(..) | Instruction::AcceptConflicts(_) => {}
            Instruction::AutoHold(_) | Instruction::AutoClaim(_) | Instruction::SpareFarms(_) => {}
            Instruction::Challenge(dare) => match dare {
                Dare::Ask | Dare::Never | Dare::Always | Dare::Upto(_) => {}
            },
        }
        facts.push(Fact::InstructionSet(oddi, instruction));
    }
    let text = || "support".to_owned();
    let vote = Step::Vote;
    facts.extend([
        Fact::OrderPlanned(oddi, vote, text()),
        Fact::PlansWithdrawn(oddi),
        Fact::PlanPlayed(oddi, vote, text()),
        Fact::InstructionUsed(oddi, Instruction::SupportVote(None, true), text()),
        Fact::PlansDropped(oddi, Step::Side, DropCause::NotNeeded),
        Fact::PlansDropped(oddi, vote, DropCause::TooLate(vec![text()])),
        Fact::PlansDropped(oddi, vote, DropCause::Refused(text(), RefusalCode::NotNow)),
    ]);
    facts
}

#[test]
fn every_fact_matches_the_golden_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/facts.golden.jsonl");
    let line = |fact: &Fact| serde_json::to_string(fact).expect("facts are plain data") + "\n";
    let written: String = examples().iter().map(line).collect();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &written).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(written, golden, "run with INSTA_UPDATE=always to accept");
    let read = |line| serde_json::from_str::<Fact>(line).expect(line);
    assert_eq!(golden.lines().map(read).collect::<Vec<_>>(), examples());
}

#[test]
fn every_fact_variant_has_a_golden_example() {
    let named: BTreeSet<&str> = VARIANTS.iter().copied().collect();
    let shown: BTreeSet<&str> = examples().iter().map(variant).collect();
    assert_eq!(named, shown);
}
