//! What happened: everything `decide` may say and `apply` must understand. Facts are stored, so a
//! name here never changes and never gets another meaning.

use serde::{Deserialize, Serialize};

use super::super::things::names::{Action, Area, Card, Colour, Edge, Faction, Side, Statute};
use super::super::things::who::Who;
use super::course::{ActionSource, End, Step, Vote};
use super::standing::Instruction;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    // Setup and the course of the game.
    /// The game was set up: factions, first Lawspeaker, options.
    Opened(Opened),
    /// Doom was shuffled and became the Orlog; next card first.
    Shuffled(Vec<Card>),
    /// After a rewind the order of the Orlog was drawn again; next card first.
    HiddenRedrawn(Vec<Card>),
    /// The game stands at this step, and this seat is asked, if one is.
    StepStarted(Step, Option<Who>),
    /// A seat placed its first Thingman on a side of Þingvellir.
    SideTaken(Who, Side),
    RoundStarted(u16),
    /// A seat got the Lawspeaker card.
    LawspeakerNamed(Who),
    GameEnded(End),

    // The Law Council.
    Proposed(Who, Statute),
    /// A vote that nobody else may see yet.
    VoteSealed(Who, Vote),
    /// All sealed votes are opened.
    VotesOpened,
    Voted(Who, Vote),
    /// The votes were counted: who acts on what, in order.
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
    /// So many cards that were left of a draw went to Doom.
    DrawDiscarded(Option<Who>, u8),

    // Settle.
    /// A seat subsumed a District, with a farm of this colour.
    Settled(Who, Area, Colour),
    /// A seat raised a District: the farm added, the cost, and the farms there now by colour.
    Expanded(Who, Area, Colour, u8, [u8; 4]),
    /// A seat took the Arson token off its District.
    Rebuilt(Who, Area),

    // Ride.
    /// So many Thingmen went from the Longhall to an edge.
    ThingmenSent(Who, u8, Edge),
    BandDeparted(BandDeparted),
    /// A band crossed the first of two areas.
    BandCrossed(Who, Area),
    /// A band of so many Thingmen reached its edge.
    BandArrived(Who, u8, Edge),
    /// Nobody is left of a band.
    BandDestroyed(Who),
    /// After the feuds of an arrival: whether opponents on the edge block the band there.
    BandBlocked(Who, Edge, bool),
    /// A seat let a band pass.
    LetPass(Who),
    /// A seat hunted the Outlaw down; his card.
    OutlawHunted(Who, Card),

    // Feud. A side is 0 for the attacker, 1 for the defender.
    FeudStarted(FeudStarted),
    /// A card was turned up for a side.
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
    /// So many Thingmen put to sea.
    JourneyedOut(Who, u8),
    /// So many Thingmen came home from the sea.
    ReturnedLaden(Who, u8),
    /// A seat's Districts produce instead of its Bondi acting.
    Harvested(Who),
    /// The Goods kept of a draw, and how many cards went to Doom.
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
    /// Thingmen were slain in a murder, and by whom.
    Murdered(Slain, Who),
    /// A Weapon was added to a capture.
    WeaponAdded(Who, Card),
    /// Wordfame was paid for what a capture lacked.
    WordfamePaid(Who, u8),
    /// A capture failed; what it lacked.
    CaptureFailed(Who, u8),
    /// A farm burned in a capture.
    FarmBurned(FarmLost),
    Captured(Captured),
    /// The Bondi and the Weapon of a murder or capture went to Doom.
    DeedDiscarded(Who),
    /// A Bondi became the Outlaw; his lair.
    Outlawed(Who, Card, Area),

    // Winter.
    /// The colours in which a seat leads The Sheep Hunt, 1 Wordfame each.
    Scored(Who, Vec<Colour>),
    /// All slain Thingmen returned to their Longhalls.
    Recovered,
    Eliminated(Who),
    /// The Outlaw put an Arson token on his lair.
    ArsonPlaced(Area),
    /// The Outlaw moved: from, to.
    OutlawMoved(Area, Area),

    // Standing instructions, and advance orders (plans).
    InstructionSet(Who, Instruction),
    /// An advance order for a decision, in notation.
    OrderPlanned(Who, Step, String),
    /// A seat withdrew all its advance orders.
    PlansWithdrawn(Who),
    /// An advance order was taken out to be played.
    PlanPlayed(Who, Step, String),
    /// A standing instruction answered for its seat: which, and with what order.
    InstructionUsed(Who, Instruction, String),
    /// The advance orders for a decision were dropped, and the reason.
    PlansDropped(Who, Step, String),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
pub struct QueueEntry {
    pub who: Who,
    pub statute: Statute,
    pub strength: u8,
    /// Everyone in a Fostering round, in order; empty for other actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionStarted {
    pub who: Who,
    pub action: Action,
    pub source: ActionSource,
    pub strength: u8,
    /// Everyone in a Fostering round, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub participants: Vec<Who>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CardsDrawn {
    /// None: for the Foster pool, at the start.
    pub who: Option<Who>,
    pub cards: Vec<Card>,
    /// Whether everyone sees them.
    pub face_up: bool,
}

/// A band left its edge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BandDeparted {
    pub who: Who,
    pub men: u8,
    pub from: Edge,
    pub path: Vec<Edge>,
}

/// Who fights whom, and where.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FeudStarted {
    pub attacker: Who,
    pub defender: Who,
    /// Thingmen of the attacker and of the defender.
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
pub struct FarmLost {
    pub who: Who,
    pub by: Who,
    pub area: Area,
    pub colour: Colour,
    /// The farms there now, by colour.
    pub farms: [u8; 4],
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BondiSwapped {
    pub who: Who,
    pub slot: u8,
    /// The number of the drawn card.
    pub number: u8,
    pub card: Card,
    pub old: Card,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gift {
    pub who: Who,
    pub to: Who,
    pub cards: Vec<Card>,
    /// What it counts against the strength.
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
    /// The farms there now, by colour.
    pub farms: [u8; 4],
}
