//! Reads an exported game and checks everything that can be checked without its title's rules.

use std::fmt;

use super::acts::{self, Titles, any_title};
use super::file::{self, ExportScope, File, Header, KnownStep, Line, Wrong};
use super::signature::voucher;
use super::{partial, whole};
use crate::event::StoredEvent;
use crate::ids::GameId;
use crate::proof::note::Key;

/// A file that was read. The events of a whole game are not checked yet.
pub struct Read {
    /// The contents of the first line.
    pub header: Header,
    /// The id of the game.
    pub game: GameId,
    /// The key of the server that signed the file, if one did.
    pub voucher: Option<Key>,
    /// How much of the game the file holds.
    pub contents: Contents,
}

/// The part of a game that a file contains.
pub enum Contents {
    /// Every event in full.
    Whole {
        /// All events, in order.
        log: Vec<StoredEvent>,
        /// The secret of the dice, if the file contains it.
        secret: Option<[u8; 32]>,
    },
    /// What one reader may know; already checked.
    Part(Vec<KnownStep>),
}

/// Reads a file and checks its form, its signature and its acts. A partial game is checked
/// completely; the events of a whole game are not checked yet.
///
/// # Errors
///
/// Returns the first line that is wrong.
pub fn read(text: &str, titles: Titles) -> Result<Read, Wrong> {
    let File { header, lines, signed } = file::read(text)?;
    let game = GameId::parse(&header.game).ok_or_else(|| Wrong::at(1, "the game id is invalid"))?;
    let voucher = voucher(text, &header, &game, signed.as_ref())?;
    let contents = match header.view {
        ExportScope::Whole => {
            let log = whole::events(&game, lines)?;
            let secret = whole::secret(&header)?;
            acts::acts(log.iter(), titles).map_err(|wrong| {
                // An unknown act is only newer if the hashes are correct.
                let follows =
                    if wrong.newer { whole::follow(&game, &log, secret).map(drop) } else { Ok(()) };
                follows.err().unwrap_or(wrong)
            })?;
            Contents::Whole { log, secret }
        }
        ExportScope::Seat(_) | ExportScope::Spectator => {
            partial::check(&header, &game, &lines)?;
            let step = |line| match line {
                Line::Step(step) => Some(step),
                _ => None,
            };
            Contents::Part(lines.into_iter().filter_map(step).collect())
        }
    };
    Ok(Read { header, game, voucher, contents })
}

/// A file that passed all checks that do not need the title's rules.
pub struct Checked {
    /// The file and its contents.
    pub read: Read,
    /// For a whole game, the number of draws. All of them match the secret.
    pub draws: Option<usize>,
}

impl fmt::Debug for Checked {
    /// Omits the game itself, which may contain secrets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = (&self.read.game, self.read.header.view, self.draws);
        out.debug_tuple("Checked").field(&fields).finish()
    }
}

/// Checks an exported game from its text alone. Whether the facts follow from the title's rules has
/// to be checked separately by a program that has the title.
///
/// # Errors
///
/// Returns the first line that is wrong.
///
/// ```
/// let wrong = ravenpost_log::export::check("no game").unwrap_err();
/// assert_eq!(wrong.to_string(), "line 1: this is not an exported game");
/// ```
pub fn check(text: &str) -> Result<Checked, Wrong> {
    let read = read(text, any_title)?;
    let draws = match &read.contents {
        Contents::Whole { log, secret } => {
            Some(whole::check(&read.header, &read.game, log, *secret)?)
        }
        Contents::Part(_) => None,
    };
    Ok(Checked { read, draws })
}
