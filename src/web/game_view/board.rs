//! What lies on the table.

use crate::service::play::read_game::GameSight;
use crate::web::board::{self, Drawing, Drawn};
use ravenpost_rules::phrase::unwrapped;
use ravenpost_rules::scene::Board;
use ravenpost_rules::{Panel, Presentation, Seat, SeatName};

/// Columns at which titles break the board in words; the page breaks it by itself.
const BROKEN_AT: usize = 72;

/// What lies on the table.
pub struct BoardPart {
    pub headline: String,
    pub drawn: Drawn,
    board: Option<&'static Board>,
    pub text: String,
    pub own: Vec<Panel>,
    pub panels: Vec<Panel>,
    /// All hands, where a replay shows them.
    pub hands: Vec<Hand>,
}

/// What every seat had in its hand: for replays.
pub struct Hand {
    pub called: SeatName,
    pub panels: Vec<Panel>,
}

impl BoardPart {
    pub fn of(
        sight: &mut GameSight,
        seen: Presentation,
        drawn: Drawn,
        called: &[SeatName],
    ) -> BoardPart {
        let hand = |(seat, panels): (Seat, Vec<Panel>)| Hand {
            called: called[seat.index()].clone(),
            panels,
        };
        BoardPart {
            hands: std::mem::take(&mut sight.hands).into_iter().map(hand).collect(),
            ..BoardPart::seen(seen, drawn)
        }
    }

    /// The same where no hands of others are shown.
    pub fn seen(seen: Presentation, drawn: Drawn) -> BoardPart {
        BoardPart {
            headline: seen.headline,
            board: seen.scene.board,
            drawn,
            text: unwrapped(&seen.text, BROKEN_AT),
            own: seen.own,
            panels: seen.panels,
            hands: Vec::new(),
        }
    }

    /// What the board's signs mean.
    pub fn legend(&self) -> Vec<Drawing> {
        self.board.map(board::legend).unwrap_or_default()
    }

    /// Everybody's panels that need the whole width.
    pub fn broad(&self) -> Vec<&Panel> {
        self.panels.iter().filter(|panel| crate::web::board::wide(panel)).collect()
    }
}
