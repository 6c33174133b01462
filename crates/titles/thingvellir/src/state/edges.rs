//! Thingmen on the edges of the map.

use super::super::things::names::{Area, Edge, Side};
use ravenpost_rules::Seat;

/// Thingmen by edge, four bits per seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Edges([u32; Edge::COUNT]);

impl Default for Edges {
    fn default() -> Self {
        Edges([0; Edge::COUNT])
    }
}

/// The position of a seat's Thingmen in an edge's bits.
fn place(seat: Seat) -> usize {
    4 * seat.index()
}

/// The bits of an edge that count a seat's Thingmen.
fn mask(seat: Seat) -> u32 {
    15 << place(seat)
}

impl Edges {
    /// Whether no seat has Thingmen there.
    pub fn is_empty(&self, edge: Edge) -> bool {
        self.0[edge.index()] == 0
    }

    /// The edges on which a seat has Thingmen.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = Edge> + '_ {
        let mine = mask(seat);
        let edges = self.0.iter().enumerate().filter(move |(_, men)| **men & mine != 0);
        edges.map(|(place, _)| Edge(place as u8))
    }

    pub fn men(&self, edge: Edge, seat: Seat) -> u8 {
        (self.0[edge.index()] >> place(seat)) as u8 & 15
    }

    /// Whether other seats have Thingmen there.
    pub fn opposed(&self, edge: Edge, seat: Seat) -> bool {
        self.0[edge.index()] & !mask(seat) != 0
    }

    pub fn add(&mut self, edge: Edge, seat: Seat, men: u8) {
        self.0[edge.index()] += u32::from(men) << place(seat);
    }

    pub fn take(&mut self, edge: Edge, seat: Seat, men: u8) {
        self.0[edge.index()] -= u32::from(men) << place(seat);
    }

    /// Whether a seat has a Thingman on one of an area's edges.
    pub fn present(&self, seat: Seat, area: Area) -> bool {
        area.edges().iter().any(|edge| self.0[edge.index()] & mask(seat) != 0)
    }

    /// Whether another seat has a Thingman on one of an area's edges.
    pub fn stranger(&self, seat: Seat, area: Area) -> bool {
        area.edges().iter().any(|edge| self.opposed(*edge, seat))
    }

    pub fn men_on(&self, side: Side, seat: Seat) -> u8 {
        self.men(side.edge(), seat)
    }

    /// Thingmen of a seat on all edges.
    pub fn afield(&self, seat: Seat) -> u8 {
        Edge::all().map(|edge| self.men(edge, seat)).sum()
    }

    /// Thingmen of a seat at Þingvellir, by side.
    pub fn at_thing(&self, seat: Seat) -> [u8; 6] {
        std::array::from_fn(|side| self.men_on(Side(side as u8), seat))
    }
}
