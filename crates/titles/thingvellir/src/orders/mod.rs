//! The orders of a seat, as plain values without heap allocation where possible.

pub mod parse;
pub mod reader;
mod standing;
pub mod write;

use super::Thingvellir;
use super::state::progress::Step;
use super::state::standing::Instruction;
use super::things::names::{Area, Card, Colour, Edge, Kind, Side, Statute};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;
use ravenpost_rules::{Notation, Refusal};

impl Notation for Thingvellir {
    type Order = Order;

    fn split(line: &str) -> Vec<&str> {
        // A comment runs to the end of the line.
        let line = line.split('#').next().unwrap_or_default();
        line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        parse::parse(state, seat, text)
    }

    fn write(state: &Self::State, order: &Self::Order) -> String {
        write::write(state, order)
    }
}

/// An order, typed or made with a form.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    Side(Side),
    Propose(Statute),
    Support,
    /// Thingmen by side, in the order of R2.3.
    Sue(Statute, [u8; 6]),
    Settle(Area, Colour),
    Expand(Area, Colour),
    Rebuild(Area),
    Send(u8, Edge),
    Move(u8, Edge, Edge, Option<Edge>),
    HuntOutlaw,
    Challenge,
    LetPass,
    Add(Kind),
    Accept(Colour),
    Hold,
    Raze(Area, Colour),
    Spare,
    /// Default orders answer for the rest of this action (R23.12).
    Yield,
    /// Number of cards of each kind; all 0 for `claim none`.
    Claim([u8; Kind::COUNT]),
    Out(u8),
    Home,
    /// Indices of drawn cards, from 0, as bits.
    Keep(u128),
    Foster(Kind),
    SendOff(Card),
    Replace(u8),
    Swear(u8),
    Swap(u8, u8),
    Give(Gift, Seat),
    Murder(u8),
    Slay(Slaughter),
    Capture(Area, u8),
    Weapon(Option<Kind>),
    Pay,
    Fail,
    Burn(Colour),
    Farm(Colour),
    Lair(Area),
    /// A slot, or 0 for the Home Bondi.
    Act(u8),
    Harvest,
    Done,
    Pass,
    /// A standing instruction for later decisions.
    Standing(Instruction),
    /// A pre-order for a later decision, in notation.
    Later(Step, String),
    /// Withdraws all pre-orders.
    Withdraw,
}

/// Thingmen to be slain at a feast: edge, owner, number. A Bondi's worth is at most 3.
pub type Slaughter = List<(Edge, Seat, u8), 3>;

/// The Goods of one gift (R14.3, R14.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    One(Kind),
    Pair(Colour),
    Great(Colour),
}

impl Gift {
    /// Its Goods, highest first.
    pub fn kinds(self) -> List<Kind, 3> {
        match self {
            Gift::One(kind) => List::of(&[kind]),
            Gift::Pair(colour) => List::of(&[Kind::of(colour, 2), Kind::of(colour, 1)]),
            Gift::Great(colour) => {
                List::of(&[Kind::of(colour, 3), Kind::of(colour, 2), Kind::of(colour, 1)])
            }
        }
    }

    /// The total worth of its Goods.
    pub fn cost(self) -> u8 {
        match self {
            Gift::One(kind) => kind.worth(),
            Gift::Pair(_) => 2,
            Gift::Great(_) => 3,
        }
    }

    /// The Wordfame it gives, with or without a Skald (R18.5).
    pub fn fame(self, skald: bool) -> u8 {
        match self {
            Gift::One(_) => 1,
            Gift::Pair(_) => 3 + u8::from(skald),
            Gift::Great(_) => 5 + u8::from(skald),
        }
    }

    /// The gift made of these Goods, if they make one.
    pub fn of(kinds: &[Kind]) -> Option<Gift> {
        let mut kinds = kinds.to_vec();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.0));
        let colour = kinds.first()?.colour();
        let gift = match kinds.len() {
            1 => Gift::One(kinds[0]),
            2 => Gift::Pair(colour),
            3 => Gift::Great(colour),
            _ => return None,
        };
        (*gift.kinds() == *kinds).then_some(gift)
    }
}

impl Order {
    /// The decision that an order can be a pre-order for (R24.3); any decision for `done` and
    /// `pass`.
    pub fn advance(&self) -> Option<Step> {
        Some(match self {
            Order::Side(_) => Step::Side,
            Order::Propose(_) => Step::Propose,
            Order::Support | Order::Sue(..) => Step::Vote,
            Order::Settle(..) | Order::Expand(..) | Order::Rebuild(_) => Step::Settle,
            Order::Send(..) | Order::Move(..) | Order::HuntOutlaw => Step::Ride,
            Order::Out(_) | Order::Home => Step::Raid,
            Order::Foster(_) | Order::SendOff(_) => Step::Foster,
            Order::Give(..) | Order::Murder(_) | Order::Capture(..) => Step::Feast,
            Order::Act(_) | Order::Harvest => Step::Bondi,
            Order::Done | Order::Pass => Step::Any,
            _ => return None,
        })
    }
}
