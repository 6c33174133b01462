//! Ids used in the tables: sets of areas, and sea nodes.

/// A set of areas, one bit each.
pub type Areas = u128;

/// The place of a ship: a harbour, an ocean square, or its dock beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Node(pub u8);

impl Node {
    pub const DOCK: Node = Node(255);
    /// Ocean squares have numbers above this.
    pub const OCEAN: u8 = 128;

    /// Ocean square number `n`, from 1.
    pub fn ocean(n: u8) -> Node {
        Node(Node::OCEAN + n)
    }

    pub fn is_ocean(self) -> bool {
        self.0 > Node::OCEAN && self != Node::DOCK
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
