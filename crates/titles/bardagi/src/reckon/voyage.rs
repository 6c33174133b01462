//! Sailing: the nodes that a ship can reach, and in how many squares (R12).

use super::super::state::State;
use super::super::state::player::Player;
use super::super::things::areas::Area;
use super::super::things::ids::Node;
use super::super::things::kinds::{Kind, Unit};
use super::super::things::tiles::Tile;
use super::pace::Fare;
use ravenpost_rules::Seat;

/// Squares given by a card, squares added by each of three tiles, and squares of a Sea move Rune,
/// to which tiles add nothing (R12.5, R10.18).
const SQUARES: u8 = 3;
const MORE: u8 = 2;
const RUNE: u8 = 10;

/// The squares to every node; `None` if out of reach.
pub struct Voyage([Option<u8>; 256]);

impl Player {
    pub fn squares_per_card(&self) -> u8 {
        if self.sea {
            return RUNE;
        }
        let helpers = [Tile::BOATHOUSE, Tile::SEA_SHRINE, Tile::SHIPYARD];
        SQUARES + MORE * helpers.into_iter().filter(|tile| self.has(*tile)).count() as u8
    }

    /// Whether the ship is on the board without units aboard (R12.10).
    pub fn ship_is_empty(&self) -> bool {
        self.ship != Node::DOCK && self.aboard() == 0
    }

    /// Whether the ship can take a unit aboard at this harbour (R12.2).
    pub fn ship_serves(&self, harbour: Area) -> bool {
        self.aboard() == 0 || self.ship == Node::at(harbour)
    }
}

impl State {
    /// The ship's reach within a maximum distance; nothing from the dock.
    pub fn voyage(&self, seat: Seat, most: u8) -> Voyage {
        let mut squares = [None; 256];
        let ship = self.players[seat].ship;
        if ship == Node::DOCK {
            return Voyage(squares);
        }
        squares[usize::from(ship.0)] = Some(0);
        let mut edge = vec![ship];
        for far in 1..=most {
            let mut next = Vec::new();
            for link in edge.iter().flat_map(|node| node.links(self.map)) {
                let known = &mut squares[usize::from(link.0)];
                if known.is_none() && self.navigable(*link) {
                    *known = Some(far);
                    next.push(*link);
                }
            }
            edge = next;
        }
        Voyage(squares)
    }

    /// The cost of sailing to a node (R12.7).
    pub fn sailing_fare(&self, seat: Seat, node: Node) -> Option<Fare> {
        let pace = self.pace(seat, Unit::N);
        pace.fare(self.voyage(seat, pace.most()).squares(node)?)
    }

    /// Homes that are not in play are closed to ships (R3.7, R12.8).
    pub fn navigable(&self, node: Node) -> bool {
        let home = node.harbour().filter(|area| area.kind() == Kind::Home);
        home.is_none_or(|home| self.host(home).is_some())
    }
}

impl Voyage {
    pub fn squares(&self, node: Node) -> Option<u8> {
        self.0[usize::from(node.0)]
    }

    /// All nodes at least one square away, with their distances.
    pub fn reach(&self) -> impl Iterator<Item = (Node, u8)> {
        let nodes = self.0.iter().enumerate();
        nodes
            .filter_map(|(node, far)| far.filter(|far| *far > 0).map(|far| (Node(node as u8), far)))
    }
}
