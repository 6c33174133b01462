//! Checks an exported game with nothing but the file: its chain, what of it is open, and of a whole
//! one the fold, today's rules and every draw. Needs no database.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::export::goes_on;
use crate::service::error::ServiceError;
use crate::service::game::audit::{self, Audited, DiceReport};
use crate::service::game::folded::Game;
use crate::titles;
use ravenpost_log::act::Opening;
use ravenpost_log::export::acts::Judged;
use ravenpost_log::export::agrees::{self, agrees, forked};
use ravenpost_log::export::file::{Header, Wrong};
use ravenpost_log::export::read::{Contents, Read, read};
use ravenpost_log::proof::note::Key;
use ravenpost_log::{Act, GameId, StoredEvent};
use ravenpost_rules::Refusal;
use ravenpost_rules::numbers::Seq;

/// A file that holds.
pub struct Verified {
    pub header: Header,
    pub game: GameId,
    /// How many lines tell of an event.
    pub events: usize,
    /// Of a whole game: all of it, and what more was found in it.
    pub whole: Option<Whole>,
    /// The key of the server that vouches for it, if one does.
    pub voucher: Option<Key>,
}

impl fmt::Debug for Verified {
    /// Without the game itself, which may have secrets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = (&self.game, self.events, self.header.view);
        out.debug_tuple("Verified").field(&told).finish()
    }
}

/// A whole game out of a file.
pub struct Whole {
    /// Folded, and with its secret.
    pub live: Game,
    /// Of one that goes on: until when its server was awake.
    pub awake: Option<DateTime<Utc>>,
    pub log: Vec<Arc<StoredEvent>>,
    pub secret: Option<[u8; 32]>,
    pub audited: Audited,
    pub dice: DiceReport,
}

/// Checks a file. What is wrong is said with the line at which it shows.
pub fn verify(text: &str) -> Result<Verified, Wrong> {
    let Read { header, game, voucher, contents } = read(text, known)?;
    let (events, whole) = match contents {
        Contents::Whole { log, secret } => {
            let log = log.into_iter().map(Arc::new).collect();
            // Facts that no game leads to may pass a title's own limits, which stops the fold.
            let fold = AssertUnwindSafe(|| whole(&header, &game, log, secret));
            let folded = catch_unwind(fold);
            let whole = folded.map_err(|_| Wrong::at(2, "its facts lead to no position"))??;
            (whole.log.len(), Some(whole))
        }
        Contents::Part(steps) => (steps.len(), None),
    };
    Ok(Verified { header, game, events, whole, voucher })
}

/// Whether a title of ours can be opened so.
fn known(opening: &Opening) -> Judged {
    let Some(title) = titles::find(&opening.title) else {
        return Err(format!("\"{}\" is a title that this program does not have", opening.title));
    };
    let told = |refusals: Vec<Refusal>| {
        refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    opening.table.check(title.about()).map_err(told)
}

fn whole(
    header: &Header,
    game: &GameId,
    log: Vec<Arc<StoredEvent>>,
    secret: Option<[u8; 32]>,
) -> Result<Whole, Wrong> {
    if titles::find(&header.title).is_none() {
        let what = format!("\"{}\" is a title that this program does not have", header.title);
        return Err(Wrong::at(1, what));
    }
    let broken = |error: ServiceError| Wrong::at(1, error.to_string());
    let (audited, live) = audit::look_over(game, &log, secret, None).map_err(broken)?;
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
    let live = live.ok_or_else(none)?;
    let told = live.log.event(Seq(1)).map(|first| first.act.clone());
    agrees(header, told.clone(), live.step(), live.tip.shown)?;
    let Some(Act::Opened(opening)) = &told else { return Err(none()) };
    forked(game, opening).map_err(|what| Wrong::at(2, what))?;
    let awake = agrees::goes_on(header, goes_on(live.course.status))?;
    let dice = audit::derived_early(&live).map_err(broken)?;
    if !dice.holds() {
        return Err(Wrong::at(1, "a draw is not what the secret gives"));
    }
    Ok(Whole { live, awake, log, secret, audited, dice })
}
