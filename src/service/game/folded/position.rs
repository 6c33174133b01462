//! How the game truly stands, for those who may know all of it. Pages and letters are made from
//! what a viewer sees of it, and never look here.

use super::Game;
use ravenpost_rules::Position;

impl Game {
    /// How the game truly stands: for the operator's own commands, bots' choices in measurements,
    /// and tests.
    pub fn true_position(&self) -> &dyn Position {
        &*self.position
    }

    /// The same game, as if it stood otherwise: for tests of what nobody may be able to tell.
    pub fn standing_as(&self, position: Box<dyn Position>) -> Game {
        Game { position: position.into(), ..self.clone() }
    }
}
