//! Queries about a game, grouped by subject. A handle is a reference to the game that has the
//! methods of one subject: `game.orders().last_order(seat)`.

use std::ops::Deref;

use super::Game;
use crate::handles::handles;

handles! {
    Game:
    /// Deadlines, vacations, and when instructions answer.
    clocks -> GameClocks;
    /// What is allowed now, and whether this program can judge it.
    conduct -> GameConduct;
    /// The latest orders and instructions of seats, and undoing them.
    orders -> GameOrders;
    /// Who is awaited, and what a player may claim before the start.
    seats -> GameSeats;
    /// Earlier states, turns, and what a rewind would do.
    history -> GameHistory;
    /// What has happened, as sentences for a reader.
    narration -> GameNarration;
    /// Recaps: what has changed on the board, and the story of a finished game.
    recap -> GameRecap;
    /// Random draws and receipts.
    fairness -> GameFairness;
    /// The results that players agree on.
    votes -> GameVotes;
    /// Its size in memory, and packing its log.
    memory -> GameMemory;
}
