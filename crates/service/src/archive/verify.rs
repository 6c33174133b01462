//! Verifies an exported game from the file alone: its chain and the disclosed parts, and for a full
//! export also the fold, the current rules and every draw. Needs no database.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::export::is_unfinished;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::fairness::audit::{self, Audited, DiceReport};
use crate::titles;
use ravenpost_log::act::Opening;
use ravenpost_log::export::acts::Judged;
use ravenpost_log::export::file::{Header, Wrong};
use ravenpost_log::export::header_check::{self, agrees, forked};
use ravenpost_log::export::read::{Contents, Read, read};
use ravenpost_log::proof::note::Key;
use ravenpost_log::{Act, GameId, StoredEvent};
use ravenpost_rules::Refusal;
use ravenpost_rules::numbers::Seq;

pub struct Verified {
    pub header: Header,
    pub game: GameId,
    /// The number of lines with an event.
    pub events: usize,
    /// The game and the detailed results, for a full export.
    pub whole: Option<Whole>,
    /// The key of the server that signed the file, if any.
    pub voucher: Option<Key>,
}

impl fmt::Debug for Verified {
    /// Omits the game itself, which may contain secrets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = (&self.game, self.events, self.header.view);
        out.debug_tuple("Verified").field(&fields).finish()
    }
}

pub struct Whole {
    /// The folded game with its secret.
    pub game: Game,
    /// The time until which its server was up, for a running game.
    pub running_until: Option<DateTime<Utc>>,
    pub log: Vec<Arc<StoredEvent>>,
    pub secret: Option<[u8; 32]>,
    pub audited: Audited,
    pub dice: DiceReport,
}

/// Verifies a file. The error names the line where the fault shows.
pub fn verify(text: &str) -> Result<Verified, Wrong> {
    let Read { header, game, voucher, contents } = read(text, known)?;
    let (events, whole) = match contents {
        Contents::Whole { log, secret } => {
            let log = log.into_iter().map(Arc::new).collect();
            // Forged facts may exceed a title's limits and make the fold panic.
            let fold = AssertUnwindSafe(|| whole(&header, &game, log, secret));
            let folded = catch_unwind(fold);
            let whole = folded.map_err(|_| {
                Wrong::at(
                    2,
                    "its facts do not lead to a valid \
                position",
                )
            })??;
            (whole.log.len(), Some(whole))
        }
        Contents::Part(steps) => (steps.len(), None),
    };
    Ok(Verified { header, game, events, whole, voucher })
}

/// Checks that one of our titles can be opened with these options.
fn known(opening: &Opening) -> Judged {
    let Some(title) = titles::find(&opening.title) else {
        return Err(format!("\"{}\" is a title that this program does not have", opening.title));
    };
    let fields = |refusals: Vec<Refusal>| {
        refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    opening.table.check(title.about()).map_err(fields)
}

fn whole(
    header: &Header,
    game_id: &GameId,
    log: Vec<Arc<StoredEvent>>,
    secret: Option<[u8; 32]>,
) -> Result<Whole, Wrong> {
    if titles::find(&header.title).is_none() {
        let what = format!("\"{}\" is a title that this program does not have", header.title);
        return Err(Wrong::at(1, what));
    }
    let broken = |error: ServiceError| Wrong::at(1, error.to_string());
    let (audited, game) = audit::audit_log(game_id, &log, secret, None).map_err(broken)?;
    if let Some(broken) = &audited.broken {
        let line = usize::try_from(broken.position).unwrap_or(0) + 1;
        return Err(Wrong::at(line, broken.to_string()));
    }
    if let Some((step, what)) = audited.wrongs().into_iter().next() {
        return Err(Wrong::at(1, format!("step {step}: {what}")));
    }
    if let Some(what) = audited.secret.map(str::to_owned).or_else(|| audited.books.clone()) {
        return Err(Wrong::at(1, what));
    }
    let none = || Wrong::at(2, "the game does not begin with its opening");
    let game = game.ok_or_else(none)?;
    let fields = game.log.event(Seq(1)).map(|first| first.act.clone());
    agrees(header, fields.clone(), game.step(), game.tip.shown)?;
    let Some(Act::Opened(opening)) = &fields else { return Err(none()) };
    forked(game_id, opening).map_err(|what| Wrong::at(2, what))?;
    let running_until = header_check::goes_on(header, is_unfinished(game.status.state))?;
    let dice = audit::derived_early(&game).map_err(broken)?;
    if !dice.holds() {
        return Err(Wrong::at(1, "a draw does not follow from the secret"));
    }
    Ok(Whole { game, running_until, log, secret, audited, dice })
}
