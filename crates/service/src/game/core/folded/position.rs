//! The true position of a game, including everything hidden. Pages and emails use what a viewer
//! sees and never read it.

use super::Game;
use ravenpost_rules::Position;

impl Game {
    /// The true position, for admin commands, bot measurements and tests.
    pub fn true_position(&self) -> &dyn Position {
        &*self.position
    }

    /// The same game with another position, for tests of hidden information.
    pub fn standing_as(&self, position: Box<dyn Position>) -> Game {
        Game { position: position.into(), ..self.clone() }
    }
}
