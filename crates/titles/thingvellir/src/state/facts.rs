//! What happens, in the past tense: everything `decide` may say and `apply` must understand.
//! Stored for ever, so variants and fields are never renamed.

use serde::{Deserialize, Serialize};

use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Side, Statute};
use super::super::things::who::Who;
use super::course::{ActionSource, End, Step, Vote};
use super::standing::Instruction;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    // Setup and the course of the game.
    Dealt(Dealt),
    /// The Orlog was shuffled, all of Doom with it; next card first.
    Shuffled(Vec<Card>),
    /// The table went back to here, and the Orlog was shuffled; next card last.
    Resealed(Vec<Card>),
    /// The game stands at this step; who is asked, if somebody is.
    Now(Step, Option<Who>),
    Placed(Who, Side),
    /// A round of that number began.
    Round(u16),
    /// The Lawspeaker card went to this seat.
    Passed(Who),
    Over(End),

    // The Law Council.
    Proposed(Who, Statute),
    /// A vote that nobody else may see yet.
    Sealed(Who, Vote),
    /// Sealed votes are opened.
    Unsealed,
    Voted(Who, Vote),
    Queued(Vec<Turn>),
    /// Suing Thingmen went back to their sides.
    Returned(Who),

    // Any action.
    Began(Began),
    /// A phase of the round began: hunt or winter.
    Phase(Step),
    /// A seat's turn of phase II began; the slots whose Bondi may act.
    Hunting(Who, Vec<u8>),
    /// A seat was skipped in phase II.
    Skipped(Who),
    /// Cards were drawn: for one seat's eyes, or face up.
    Drew(Drew),
    /// What was left of a draw went to Doom.
    Cleared(Option<Who>, u8),

    // Settle.
    Settled(Who, Area, Colour),
    /// Cost, and the farms that stand there now.
    Expanded(Who, Area, Colour, u8, [u8; 4]),
    Rebuilt(Who, Area),

    // Ride.
    Sent(Who, u8, Edge),
    Rode(Rode),
    /// A band crossed the first of two areas.
    Crossed(Who, Area),
    /// A band reached its edge.
    Reached(Who, u8, Edge),
    /// A band is no more.
    Broken(Who),
    /// What stands on the edge after the feuds: whether opponents hold the band there.
    Halted(Who, Edge, bool),
    LetPass(Who),
    HuntedOutlaw(Who, Card),

    // Feud.
    Feud(Quarrel),
    /// A card turned up for a side.
    Turned(Who, u8, Card),
    Added(Who, u8, Card),
    Accepted(Who, Colour),
    Held(Who),
    Won(Who, u8, Colour),
    /// Thingmen of a seat were slain on an edge, or in a band.
    Slain(Slain),
    Razed(Razed),
    Spared(Who),
    Claimed(Who, u8, Vec<Card>),
    /// The feud is over; its cards went to Doom.
    Settlement,
    /// Default orders answer for a seat as long as the running action lasts.
    Yielded(Who),

    // Raid and harvest.
    PutOut(Who, u8),
    CameHome(Who, u8),
    Harvested(Who),
    /// Goods kept, and how many cards went to Doom.
    Kept(Who, Vec<Card>, u8),

    // Foster.
    Fostered(Who, Card),
    SentOff(Who, Card),
    Declined(Who),
    /// A seat's choice in a Fostering round is complete.
    Chose(Who),
    Filled(Card),
    Replaced(Who, Card, Card),

    // Pledge.
    Swore(Who, u8, u8, Card),
    Swapped(Swapped),

    // Feast.
    Gave(Gift),
    GiftsCame(Who),
    /// A Bondi was discarded: for a murder, or to capture a District.
    Spent(Who, u8, Card, Option<Area>),
    SlainAtFeast(Slain, Who),
    Armed(Who, Card),
    Paid(Who, u8),
    Failed(Who, u8),
    Burned(Razed),
    Captured(Captured),
    /// The Bondi and the Weapon of a deed went to Doom.
    Disposed(Who),
    Outlawed(Who, Card, Area),

    // Winter.
    Scored(Who, Vec<Colour>),
    Recovered,
    Eliminated(Who),
    Arson(Area),
    Strayed(Area, Area),

    // Standing instructions and orders in advance.
    Instructed(Who, Instruction),
    /// An order was left for a decision that is not open yet.
    Left(Who, Step, String),
    Withdrawn(Who),
    /// An order left in advance was taken out to be played.
    Taken(Who, Step, String),
    /// A standing instruction answers for its seat: what was written before it was named.
    Obeyed(Who),
    /// The same: which instruction, and what it answers in notation.
    Answered(Who, Instruction, String),
    /// What was left for a decision could not be played, and why.
    Dropped(Who, Step, String),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dealt {
    pub factions: Vec<Faction>,
    pub speaker: u8,
    pub sealed: bool,
    pub seeded: bool,
    pub harvest: bool,
    pub outlawry: bool,
}

/// One entry of the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Turn {
    pub who: Who,
    pub statute: Statute,
    pub strength: u8,
    /// All who foster together, in order; empty for other actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Began {
    pub who: Who,
    pub action: Action,
    pub source: ActionSource,
    pub strength: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Drew {
    /// None: for the Foster pool, at the start.
    pub who: Option<Who>,
    pub cards: Vec<Card>,
    /// Whether everybody sees them.
    pub open: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rode {
    pub who: Who,
    pub men: u8,
    pub from: Edge,
    pub path: Vec<Edge>,
}

/// Who fights whom, and where.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Quarrel {
    pub attacker: Who,
    pub defender: Who,
    pub men: [u8; 2],
    /// The edge; none in a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// The District that is crossed, in a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Slain {
    /// Whose Thingmen they are.
    pub who: Who,
    pub men: u8,
    /// None: they rode in a band.
    pub edge: Option<Edge>,
}

/// A farm that left the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Razed {
    pub who: Who,
    pub by: Who,
    pub area: Area,
    pub colour: Colour,
    /// How many farms are left there, by colour.
    pub left: [u8; 4],
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Swapped {
    pub who: Who,
    pub slot: u8,
    pub number: u8,
    pub card: Card,
    pub old: Card,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gift {
    pub who: Who,
    pub to: Who,
    pub cards: Vec<Card>,
    pub cost: u8,
    pub fame: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Captured {
    pub who: Who,
    pub from: Who,
    pub area: Area,
    /// The farm placed in a District that has none left.
    pub farm: Option<Colour>,
    /// The farms that stand there now.
    pub now: [u8; 4],
}
