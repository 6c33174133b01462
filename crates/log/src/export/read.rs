//! Reads an exported game and checks all of it that can be checked without its title's rules.

use std::fmt;

use super::acts::{self, Titles, any_title};
use super::file::{self, File, Header, KnownStep, Line, Sight, Wrong};
use super::vouched::voucher;
use super::{part, whole};
use crate::event::StoredEvent;
use crate::ids::GameId;
use crate::proof::note::Key;

/// A file that was read, of which the game itself is not yet checked where it is a whole one.
pub struct Read {
    /// What stands in its first line.
    pub header: Header,
    /// The id of the game.
    pub game: GameId,
    /// The key of the server that vouches for the file, if one does.
    pub voucher: Option<Key>,
    /// How much of the game the file holds.
    pub contents: Contents,
}

/// What a file tells of a game.
pub enum Contents {
    /// Every event, with everything that stands in it.
    Whole {
        /// All events, in order.
        log: Vec<StoredEvent>,
        /// The secret, where it is told.
        secret: Option<[u8; 32]>,
    },
    /// What one reader may know, which holds.
    Part(Vec<KnownStep>),
}

/// Reads a file. Sound is then the file itself, who vouches for it, what stands in the acts, and
/// all of a part of a game; the events of a whole game are still to be checked.
pub fn read(text: &str, titles: Titles) -> Result<Read, Wrong> {
    let File { header, lines, signed } = file::read(text)?;
    let game = GameId::parse(&header.game).ok_or_else(|| Wrong::at(1, "no game has that id"))?;
    let voucher = voucher(text, &header, &game, signed.as_ref())?;
    let contents = match header.view {
        Sight::Whole => {
            let log = whole::events(&game, lines)?;
            let secret = whole::secret(&header)?;
            acts::acts(log.iter(), titles).map_err(|wrong| {
                // What nobody here knows may still be no program's: its hashes say that.
                let follows =
                    if wrong.newer { whole::follow(&game, &log, secret).map(drop) } else { Ok(()) };
                follows.err().unwrap_or(wrong)
            })?;
            Contents::Whole { log, secret }
        }
        Sight::Seat(_) | Sight::Spectator => {
            part::check(&header, &game, &lines)?;
            let step = |line| match line {
                Line::Step(step) => Some(step),
                _ => None,
            };
            Contents::Part(lines.into_iter().filter_map(step).collect())
        }
    };
    Ok(Read { header, game, voucher, contents })
}

/// A file that holds, as far as that can be said without the title's rules.
pub struct Checked {
    /// The file and what it tells.
    pub read: Read,
    /// Of a whole game: how many numbers were drawn, all of them as the secret gives them.
    pub draws: Option<usize>,
}

impl fmt::Debug for Checked {
    /// Without the game itself, which may have secrets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = (&self.read.game, self.read.header.view, self.draws);
        out.debug_tuple("Checked").field(&told).finish()
    }
}

/// Checks an exported game with nothing but its text. What is wrong is said with the line at which
/// it shows. Whether the title's rules led to what stands there is for whoever has the title.
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
