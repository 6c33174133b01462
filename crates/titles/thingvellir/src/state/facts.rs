//! Facts: everything `decide` may record and `apply` must handle. Facts are stored, so their names
//! and meanings never change.

use serde::{Deserialize, Serialize};

use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Side, Statute};
use super::super::things::who::Who;
use super::progress::{ActionSource, End, Step, Vote};
use super::standing::Instruction;
use ravenpost_rules::RefusalCode;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fact {
    // Setup and the course of the game.
    /// The game was set up: factions, first Lawspeaker, options.
    Opened(Opened),
    /// Doom was shuffled and became the Orlog; the next card is first.
    Shuffled(Vec<Card>),
    /// After a rewind the order of the Orlog was drawn again; the next card is first.
    HiddenRedrawn(Vec<Card>),
    /// The step changed, and with it the awaited seat if there is one.
    StepStarted(Step, Option<Who>),
    /// A seat placed its first Thingman on a side of Þingvellir.
    SideTaken(Who, Side),
    RoundStarted(u16),
    /// A seat got the Lawspeaker card.
    LawspeakerNamed(Who),
    GameEnded(End),

    // The Law Council.
    Proposed(Who, Statute),
    /// A vote that other seats may not see yet.
    VoteSealed(Who, Vote),
    /// All sealed votes are revealed.
    VotesOpened,
    Voted(Who, Vote),
    /// The votes were counted: seats and statutes, in order of action.
    QueueBuilt(Vec<QueueEntry>),
    /// A seat's suing Thingmen returned to their sides.
    ThingmenReturned(Who),

    // Any action.
    ActionStarted(ActionStarted),
    /// A phase of the round started: hunt or winter.
    PhaseStarted(Step),
    /// A seat's turn in phase II started; the slots whose Bondi may act.
    HuntStarted(Who, Vec<u8>),
    /// A seat had nothing to do in phase II.
    HuntSkipped(Who),
    CardsDrawn(CardsDrawn),
    /// The number of cards remaining from a draw, which went to Doom.
    DrawDiscarded(Option<Who>, u8),

    // Settle.
    /// A seat subsumed a District, with a farm of this colour.
    Settled(Who, Area, Colour),
    /// A seat raised a District: the farm added, the cost, and the farms there now by colour.
    Expanded(Who, Area, Colour, u8, [u8; 4]),
    /// A seat took the Arson token off its District.
    Rebuilt(Who, Area),

    // Ride.
    /// A number of Thingmen went from the Longhall to an edge.
    ThingmenSent(Who, u8, Edge),
    BandDeparted(BandDeparted),
    /// A band crossed the first of two areas.
    BandCrossed(Who, Area),
    /// A band with a number of Thingmen reached its edge.
    BandArrived(Who, u8, Edge),
    /// A band has no Thingmen left.
    BandDestroyed(Who),
    /// After the feuds of an arrival: whether opponents on the edge block the band there.
    BandBlocked(Who, Edge, bool),
    /// A seat let a band pass.
    LetPass(Who),
    /// A seat caught the Outlaw, with the Outlaw's card.
    OutlawHunted(Who, Card),

    // Feud. A side is 0 for the attacker, 1 for the defender.
    FeudStarted(FeudStarted),
    /// A card was turned up for one side.
    CardTurnedUp(Who, u8, Card),
    /// A side added a Good.
    GoodAdded(Who, u8, Card),
    ConflictAccepted(Who, Colour),
    Held(Who),
    /// A side won a conflict, and 1 Wordfame.
    ConflictWon(Who, u8, Colour),
    /// Thingmen were slain in a feud.
    Slain(Slain),
    /// A farm was razed after a feud.
    Razed(FarmLost),
    Spared(Who),
    /// The cards a side took as compensation for its slain.
    Claimed(Who, u8, Vec<Card>),
    /// The feud is over; its cards went to Doom.
    FeudEnded,
    /// Default orders answer for a seat until the action ends.
    Yielded(Who),

    // Raid and harvest.
    /// A number of Thingmen put to sea.
    JourneyedOut(Who, u8),
    /// A number of Thingmen came home from the sea.
    ReturnedLaden(Who, u8),
    /// A seat's Districts produce instead of its Bondi acting.
    Harvested(Who),
    /// The Goods kept from a draw, and the number of cards that went to Doom.
    GoodsKept(Who, Vec<Card>, u8),

    // Foster.
    Fostered(Who, Card),
    SentOff(Who, Card),
    /// A seat neither fostered nor sent off.
    FosterPassed(Who),
    /// A seat's choice in a Fostering round is complete.
    FosterTurnEnded(Who),
    /// A drawn card filled an empty space of the pool.
    PoolFilled(Card),
    /// A drawn card replaced one in the pool: new, old.
    PoolReplaced(Who, Card, Card),

    // Pledge.
    /// A Bondi was added: its slot, the number of the drawn card, the card.
    BondiSworn(Who, u8, u8, Card),
    BondiSwapped(BondiSwapped),

    // Feast.
    GiftGiven(Gift),
    /// The gifts of a Feast went to their recipients.
    GiftsDelivered(Who),
    /// The Bondi of a slot was discarded: for a murder, or to capture a District.
    BondiDiscarded(Who, u8, Card, Option<Area>),
    /// Thingmen were slain in a murder, with the murderer.
    Murdered(Slain, Who),
    /// A Weapon was added to a capture.
    WeaponAdded(Who, Card),
    /// Wordfame was paid to cover the shortfall of a capture.
    WordfamePaid(Who, u8),
    /// A capture failed, with its shortfall.
    CaptureFailed(Who, u8),
    /// A farm burned in a capture.
    FarmBurned(FarmLost),
    Captured(Captured),
    /// The Bondi and the Weapon of a murder or capture went to Doom.
    DeedDiscarded(Who),
    /// A Bondi became the Outlaw, with the lair.
    Outlawed(Who, Card, Area),

    // Winter.
    /// The colours in which a seat leads The Sheep Hunt, 1 Wordfame each up to the
    /// end of the track (R2.12).
    Scored(Who, Vec<Colour>),
    /// All slain Thingmen returned to their Longhalls.
    Recovered,
    Eliminated(Who),
    /// The Outlaw put an Arson token on the lair.
    ArsonPlaced(Area),
    /// The Outlaw moved: from, to.
    OutlawMoved(Area, Area),

    // Standing instructions and pre-orders (plans).
    InstructionSet(Who, Instruction),
    /// A pre-order for a decision, in notation.
    OrderPlanned(Who, Step, String),
    /// A seat withdrew all its pre-orders.
    PlansWithdrawn(Who),
    /// A pre-order was removed and played.
    PlanPlayed(Who, Step, String),
    /// A standing instruction answered for its seat, with the order given.
    InstructionUsed(Who, Instruction, String),
    /// The pre-orders for a decision were dropped, with the cause.
    PlansDropped(Who, Step, DropCause),
}

/// Why pre-orders were dropped. Orders are in notation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DropCause {
    /// Another pre-order was played.
    NotNeeded,
    /// The decision is over; the orders left for it.
    TooLate(Vec<String>),
    /// None could be played: the last one tried, and the code of its refusal.
    Refused(String, RefusalCode),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// By seat.
    pub factions: Vec<Faction>,
    pub lawspeaker: Who,
    pub sealed_votes: bool,
    pub seeded_pool: bool,
    pub harvest: bool,
    pub outlawry: bool,
}

/// One entry of the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueueEntry {
    pub who: Who,
    pub statute: Statute,
    pub strength: u8,
    /// All participants of a Fostering round in order; empty for other actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionStarted {
    pub who: Who,
    pub action: Action,
    pub source: ActionSource,
    pub strength: u8,
    /// All participants of a Fostering round in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsDrawn {
    /// `None` for the Foster pool at the start.
    pub who: Option<Who>,
    pub cards: Vec<Card>,
    /// Whether all players see them.
    pub face_up: bool,
}

/// A band left its edge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BandDeparted {
    pub who: Who,
    pub men: u8,
    pub from: Edge,
    pub path: Vec<Edge>,
}

/// The seats and place of a feud.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FeudStarted {
    pub attacker: Who,
    pub defender: Who,
    /// Thingmen of the attacker and of the defender.
    pub men: [u8; 2],
    /// The edge; `None` in a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// The District that is crossed, in a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slain {
    /// The owner of the Thingmen.
    pub who: Who,
    pub men: u8,
    /// `None` if they rode in a band.
    pub edge: Option<Edge>,
}

/// A farm that left the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FarmLost {
    pub who: Who,
    pub by: Who,
    pub area: Area,
    pub colour: Colour,
    /// The remaining farms, by colour.
    pub farms: [u8; 4],
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BondiSwapped {
    pub who: Who,
    pub slot: u8,
    /// The number of the drawn card.
    pub number: u8,
    pub card: Card,
    pub old: Card,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gift {
    pub who: Who,
    pub to: Who,
    pub cards: Vec<Card>,
    /// Its cost in strength.
    pub cost: u8,
    pub fame: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Captured {
    pub who: Who,
    pub from: Who,
    pub area: Area,
    /// The farm placed in a District that has none left.
    pub farm: Option<Colour>,
    /// The resulting farms, by colour.
    pub farms: [u8; 4],
}
