//! The board, hands and panels of a game's page.

use std::cell::RefCell;

use crate::guides::legend::{Drawing, legend};
use crate::view::board::Drawn;
use ravenpost_rules::view::scene::{Board, Mark};
use ravenpost_rules::{Card, Panel, Presentation, Seat, SeatName};
use ravenpost_service::play::read_game::VisibleGame;

/// The size of the picture of a card, in pixels.
const ART: u16 = 32;

/// The board, hands and panels.
pub struct BoardPart {
    pub headline: String,
    pub drawn: Drawn,
    board: Option<&'static Board>,
    pub text: String,
    pub own: Vec<Panel>,
    pub panels: Vec<Panel>,
    /// The hands of all seats, if the replay reveals them.
    pub hands: Vec<Hand>,
    /// The pictures of cards that the page contains already.
    pictured: RefCell<Vec<Mark>>,
}

/// The hand of a seat, for replays.
pub struct Hand {
    pub called: SeatName,
    pub panels: Vec<Panel>,
}

impl BoardPart {
    pub fn of(
        visible: &mut VisibleGame,
        seen: Presentation,
        drawn: Drawn,
        called: &[SeatName],
    ) -> BoardPart {
        let hand = |(seat, panels): (Seat, Vec<Panel>)| Hand {
            called: called[seat.index()].clone(),
            panels,
        };
        BoardPart {
            hands: std::mem::take(&mut visible.hands).into_iter().map(hand).collect(),
            ..BoardPart::seen(seen, drawn)
        }
    }

    /// Builds the part without the hands of other seats.
    pub fn seen(seen: Presentation, drawn: Drawn) -> BoardPart {
        BoardPart {
            headline: seen.headline,
            board: seen.scene.board,
            drawn,
            text: seen.text.unwrapped(),
            own: seen.own,
            panels: seen.panels,
            hands: Vec::new(),
            pictured: RefCell::default(),
        }
    }

    /// Returns the legend of the board.
    pub fn legend(&self) -> Vec<Drawing> {
        self.board.map(legend).unwrap_or_default()
    }

    /// Draws the picture of a card, a sign of the board, once for the page: the next cards refer to
    /// it. Empty if the card has none.
    pub fn art(&self, card: &Card) -> String {
        let (Some(board), Some(mark)) = (self.board, card.art) else { return String::new() };
        let mut pictured = self.pictured.borrow_mut();
        if pictured.contains(&mark) {
            return ravenpost_drawing::repeated_sign(mark, ART);
        }
        pictured.push(mark);
        ravenpost_drawing::first_sign(board, mark, ART)
    }

    /// Returns the public panels that need the full width.
    pub fn broad(&self) -> Vec<&Panel> {
        self.panels.iter().filter(|panel| crate::view::board::wide(panel)).collect()
    }
}
