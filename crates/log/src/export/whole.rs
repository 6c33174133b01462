//! Reads and checks a whole game from a file, as far as possible without the title's rules.

use chrono::DateTime;

use super::file::{Event, Header, Line, Wrong};
use super::header_check::{agrees, forked, goes_on};
use crate::act::Act;
use crate::chain::{self, Tip, version::Chain};
use crate::conduct::without_title::Alone;
use crate::draws;
use crate::event::{Nonce, StoredEvent};
use crate::ids::{At, GameId};
use ravenpost_rules::dice::DrawInputs;

/// Returns the events of a whole game, in order.
///
/// # Errors
///
/// Returns the first line that is not an event.
pub fn events(game: &GameId, lines: Vec<Line>) -> Result<Vec<StoredEvent>, Wrong> {
    let mut log = Vec::with_capacity(lines.len());
    for (at, line) in lines.into_iter().enumerate() {
        let Line::Event(event) = line else {
            return Err(Wrong::at(at + 2, "is not an event, although this is a whole game"));
        };
        let stored = stored(game, event);
        log.push(stored.map_err(|what| Wrong::at(at + 2, what))?);
    }
    Ok(log)
}

/// Returns the secret in the first line, if there is one.
///
/// # Errors
///
/// Returns an error if it is not 64 hexadecimal digits.
pub fn secret(header: &Header) -> Result<Option<[u8; 32]>, Wrong> {
    let Some(hex) = header.secret.as_deref() else { return Ok(None) };
    let bytes = data_encoding::HEXLOWER.decode(hex.as_bytes()).ok();
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.map(Some).ok_or_else(|| Wrong::at(1, "the secret must have 64 hexadecimal digits"))
}

/// Verifies the chain of a whole game to its end.
pub(super) fn follow(
    game: &GameId,
    log: &[StoredEvent],
    secret: Option<[u8; 32]>,
) -> Result<Tip, Wrong> {
    let first = log.first().ok_or_else(|| Wrong::at(2, "the file contains no game"))?;
    let chain = Chain::of(game, first.act.as_bytes(), secret).map_err(|what| Wrong::at(1, what))?;
    chain::follow(&chain, chain.genesis(), log).map_err(|broken| {
        Wrong::at(usize::try_from(broken.position).unwrap_or(0) + 1, broken.to_string())
    })
}

/// Checks the events of a whole game: the chain, the secret, every draw, the first line, and that
/// only acts decided by the title have facts or draws. Returns the number of draws.
pub(super) fn check(
    header: &Header,
    game: &GameId,
    log: &[StoredEvent],
    secret: Option<[u8; 32]>,
) -> Result<usize, Wrong> {
    let first = log.first().ok_or_else(|| Wrong::at(2, "the file contains no game"))?;
    let tip = follow(game, log, secret)?;
    let act = |event: &StoredEvent| serde_json::from_str::<Act>(&event.act).ok();
    let acts: Vec<Act> = log.iter().filter_map(act).collect();
    agrees(header, acts.first().cloned(), tip.step, tip.shown)?;
    let Some(Act::Opened(opening)) = acts.first() else {
        return Err(Wrong::at(2, "the game does not begin with its opening"));
    };
    forked(game, opening).map_err(|what| Wrong::at(2, what))?;
    let secret = match secret {
        Some(secret) if DrawInputs::commitment(&secret) == opening.commitment => secret,
        Some(_) => {
            let what = "the game's secret is not the one committed to at the opening";
            return Err(Wrong::at(1, what));
        }
        // A table that was closed no longer needs one.
        None if acts.contains(&Act::Cancelled) => [0; 32],
        None => return Err(Wrong::at(1, "the game's secret is lost")),
    };
    let mut alone = Alone::open(opening, first.at, true).map_err(|why| Wrong::at(2, why))?;
    for (at, (act, event)) in acts.iter().zip(log).enumerate() {
        if let Act::Ended { secret: revealed, .. } = act
            && *revealed != data_encoding::HEXLOWER.encode(&secret)
        {
            return Err(Wrong::at(at + 2, "its secret differs from that in the first line"));
        }
        if at > 0 {
            let place = At { seq: event.seq, time: event.at };
            let done = alone.take(act, event.is_open(), place);
            done.map_err(|why| Wrong::at(at + 2, why))?;
        }
        if let Some(what) = event.misfit(act) {
            return Err(Wrong::at(at + 2, what));
        }
    }
    goes_on(header, alone.goes_on())?;
    let drawn = draws::check(game, log, &acts, secret);
    drawn.map_err(|wrong| Wrong::at(wrong.at + 2, wrong.what))
}

fn stored(game: &GameId, event: Event) -> Result<StoredEvent, &'static str> {
    let nonce = data_encoding::HEXLOWER.decode(event.nonce.as_bytes()).ok();
    let nonce: Option<Nonce> = nonce.and_then(|bytes| bytes.try_into().ok());
    let nonce = nonce.ok_or("a nonce must have 32 hexadecimal digits")?;
    Ok(StoredEvent {
        position: event.number.0,
        game: game.clone(),
        seq: event.number,
        at: DateTime::from_timestamp_millis(event.at).ok_or("the time is out of range")?,
        kind: event.kind,
        seat: event.seat,
        act: event.act,
        known: event.visibility,
        facts: event.facts,
        draws: event.draws,
        nonce,
        hash: event.hash,
    })
}
