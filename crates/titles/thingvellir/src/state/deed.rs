//! Current actions: an action, a band on its way, a feud, a murder, open cards.

use super::super::things::names::{Action, Area, Card, Edge};
use super::progress::ActionSource;
use ravenpost_rules::{Seat, Seats};

/// The current action. Each kind uses the fields it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deed {
    pub seat: Seat,
    pub action: Action,
    pub source: ActionSource,
    pub strength: u8,
    /// Remaining strength or points.
    pub left: u8,
    /// Settle: whether a District was subsumed. Raid: whether the ships came home.
    pub first: bool,
    /// Settle: whether strength was used for expanding. Feast: whether gifts were given.
    pub second: bool,
    /// Pledge: Bondi sworn. Feast: Bondi spent.
    pub count: u8,
    /// Pledge: completed slots, as bits.
    pub slots: u16,
    /// Pledge: whether swapping has begun.
    pub swapping: bool,
    /// Ride: edges where opponents are left after a feud of this action.
    pub held: u128,
    /// Foster: seats that have yet to choose, including the one whose turn it is.
    pub group: Seats,
    /// Foster: whether the current seat has fostered and has sent off.
    pub fostered: bool,
    pub sent: bool,
    /// Seats for which default orders answer during this action.
    pub yielded: Seats,
}

/// A band on its way, or just arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Band {
    /// Thingmen between two edges; 0 after they have arrived on one.
    pub men: u8,
    pub from: Edge,
    pub path: [Edge; 2],
    /// Edges of the path, and the number of those reached.
    pub legs: u8,
    pub done: u8,
    /// Seats fought on the edge of arrival.
    pub fought: Seats,
}

/// A feud in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feud {
    /// The seats of the attacker and of the defender, in this order.
    pub sides: [Seat; 2],
    pub men: [u8; 2],
    /// The edge it is fought on; none in a challenge.
    pub edge: Edge,
    /// The District crossed, in a challenge.
    pub area: Area,
    /// Total worth by side and colour.
    pub worth: [[u8; 4]; 2],
    /// Opened and settled conflicts, as colour bits.
    pub opened: u8,
    pub settled: u8,
    /// The side whose turn it is in the exchange: 0 attacker, 1 defender.
    pub turn: u8,
    /// Sides that held in succession before any conflict.
    pub holds: u8,
    pub won: [u8; 2],
    /// Thingmen that each side lost.
    pub lost: [u8; 2],
    /// Number of times that each side has razed or spared.
    pub razed: [u8; 2],
    /// Whether each side has claimed.
    pub claimed: [bool; 2],
}

/// A murder or attempted capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    pub card: Card,
    pub weapon: Card,
    /// The District to be captured, none for a murder; and its controller at that time.
    pub area: Area,
    pub from: Seat,
    /// The murderer's Districts where Thingmen were slain, as bits.
    pub lairs: u64,
}

impl Default for Strike {
    fn default() -> Self {
        Strike {
            card: Card::NONE,
            weapon: Card::NONE,
            area: Area::NONE,
            from: Seat::default(),
            lairs: 0,
        }
    }
}

/// A card on the table, face up or drawn, during a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    pub card: Card,
    /// Feud: side, plus 2 for an added Good. Feast: the recipient's index.
    pub tag: u8,
    /// Whether it has gone elsewhere; the numbers of the others stay the same.
    pub gone: bool,
}
