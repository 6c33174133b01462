//! Checks a partial game, as one reader may know it. Each step must follow the previous one and
//! show exactly what that reader may know.

use chrono::{DateTime, Utc};

use super::file::{ExportScope, Header, KnownStep, Line, Shown, Wrong};
use super::header_check::{agrees, ends};
use super::{acts, scope};
use crate::act::Act;
use crate::act::read::Unread;
use crate::chain::blinded::{Blinding, Leaf};
use crate::chain::{BACK_IN_TIME, disclosed};
use crate::conduct::without_title::Alone;
use crate::event::Hash;
use crate::ids::{At, GameId};
use ravenpost_rules::numbers::{Seq, Step};

/// Checks a partial game and returns the number of its events.
///
/// # Errors
///
/// Returns the first line that is wrong, or that a newer version wrote.
pub fn check(header: &Header, game: &GameId, lines: &[Line]) -> Result<usize, Wrong> {
    let (mut step, mut before, mut first) = (Step::NONE, disclosed::genesis(game), None);
    let (mut events, mut alone, mut newer) = (0, None, None);
    let (mut last, mut seats) = (DateTime::<Utc>::MIN_UTC, 0);
    for (at, line) in lines.iter().enumerate() {
        let wrong = |what: &str| Wrong::at(at + 2, what);
        let event = match line {
            Line::Step(event) => event,
            Line::View(_) if at + 1 == lines.len() => continue,
            _ => return Err(wrong("is not a step, although this is a partial export")),
        };
        if event.step != step + u64::from(!event.own) {
            return Err(wrong("the previous step is missing"));
        }
        scope::fits(event, header.view).map_err(wrong)?;
        if hash(game, before, event).map_err(wrong)? != event.hash {
            return Err(wrong("its hash does not follow from the step and the previous one"));
        }
        if !event.own {
            (step, before) = (event.step, event.hash);
        }
        let time = DateTime::from_timestamp_millis(event.at).ok_or("the time is out of range");
        let time = time.map_err(wrong)?;
        if time < last {
            return Err(wrong(BACK_IN_TIME));
        }
        last = time;
        let act = match opening(event) {
            Some(Err(unread @ Unread::Newer(_))) => {
                newer = newer.or_else(|| Some(acts::newer(at + 2, &unread)));
                None
            }
            Some(Err(unread)) => return Err(wrong(&format!("its act {unread}"))),
            Some(Ok(act)) => {
                if let Act::Opened(opening) = &act {
                    seats = opening.table.seats;
                }
                // The number of seats may be in an act that this version cannot read.
                if newer.is_none() {
                    let judged = acts::is_one(&act, &event.kind, event.seat, seats);
                    judged.map_err(|why| wrong(&why))?;
                }
                Some(act)
            }
            None => None,
        };
        // Events after an act that this version does not know cannot be judged.
        if newer.is_none() {
            judge(&mut alone, act.as_ref(), event, time).map_err(|why| wrong(&why))?;
        }
        first = first.or(act);
        events += 1;
    }
    ends(header, step, before)?;
    if let Some(newer) = newer {
        return Err(newer);
    }
    if let ExportScope::Seat(seat) = header.view
        && !(1..=seats).contains(&seat.0)
    {
        return Err(Wrong::at(1, "it is the view of a seat that the table does not have"));
    }
    agrees(header, first, step, before)?;
    Ok(events)
}

/// Checks an act that is shown, and skips one that is hidden.
fn judge(
    alone: &mut Option<Alone>,
    act: Option<&Act>,
    event: &KnownStep,
    time: DateTime<Utc>,
) -> Result<(), String> {
    match (alone, act) {
        (alone @ None, Some(Act::Opened(opening))) => {
            *alone = Some(Alone::open(opening, time, false)?);
            Ok(())
        }
        (None, _) => Err("the game does not begin with its opening".to_owned()),
        (Some(alone), Some(act)) => alone.take(act, !event.own, At { seq: Seq::NONE, time }),
        (Some(alone), _) => {
            alone.pass(!event.own, time);
            Ok(())
        }
    }
}

/// Returns the act of an event, if it is shown.
fn opening(event: &KnownStep) -> Option<Result<Act, Unread>> {
    match &event.leaves[1] {
        Shown::Open { text, .. } => {
            Some(Act::read_exactly(text.lines().next().unwrap_or_default()))
        }
        _ => None,
    }
}

/// Returns the hash that an event must have.
fn hash(game: &GameId, before: Hash, event: &KnownStep) -> Result<Hash, &'static str> {
    let [at_end, by_actor, others] = &event.leaves;
    let leaves = [leaf(at_end)?.hash(), leaf(by_actor)?.hash(), leaf(others)?.hash()];
    let (kind, seat) = (event.kind.as_str(), event.seat.map(|seat| seat.0));
    let (step, at, facts) = (event.step, event.at, event.facts.as_str());
    Ok(disclosed::Shown { game, before, step, at, kind, seat, facts, leaves }.hash())
}

fn leaf(shown: &Shown) -> Result<Leaf<'_>, &'static str> {
    Ok(match shown {
        Shown::Hidden { hash } => Leaf::Hidden(*hash),
        Shown::Open { blinding, text } => {
            Leaf::Of { blinding: read(blinding)?, bytes: text.as_bytes().into() }
        }
        Shown::Seats { blinding, leaves } => {
            let leaves = leaves.iter().map(leaf).collect::<Result<_, _>>()?;
            Leaf::Seats { blinding: read(blinding)?, leaves }
        }
    })
}

fn read(blinding: &str) -> Result<Blinding, &'static str> {
    let bytes = data_encoding::HEXLOWER.decode(blinding.as_bytes()).ok();
    let blinding = bytes.and_then(|bytes| bytes.try_into().ok());
    blinding.ok_or("a blinding must have 32 hexadecimal digits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::file;

    /// Returns a public step that follows the given hash.
    fn step(game: &GameId, before: Hash, number: u64, kind: &str, act: &str) -> KnownStep {
        let hidden = Shown::Hidden { hash: Hash([4; 32]) };
        let open = Shown::Open { blinding: "ab".repeat(16), text: act.to_owned() };
        let mut step = KnownStep {
            step: Step(number),
            at: 1_795_309_200_000,
            kind: kind.to_owned(),
            seat: (kind == "left").then_some(ravenpost_rules::Seat(2)),
            own: false,
            hash: Hash([0; 32]),
            facts: "[]".to_owned(),
            leaves: [hidden.clone(), open, hidden],
            narration: Vec::new(),
        };
        step.hash = hash(game, before, &step).expect("whole");
        step
    }

    #[test]
    fn opening_by_a_newer_version_is_not_damage() {
        let game = GameId::parse("k3v9w2mq7xhd").expect("an id");
        let genesis = disclosed::genesis(&game);
        let opened = step(&game, genesis, 1, "hosted", "{\"Hosted\":{\"seats\":3}}");
        let left = step(&game, opened.hash, 2, "left", "{\"Left\":{\"seat\":2}}");
        let header = Header {
            version: file::FORMAT,
            game: game.to_string(),
            title: "gotlandia".to_owned(),
            name: "Midsummer".to_owned(),
            view: ExportScope::Seat(ravenpost_rules::Seat(1)),
            step: Step(2),
            head: left.hash,
            chain: 1,
            running_until: None,
            secret: None,
        };
        let lines = [Line::Step(opened), Line::Step(left)];
        let found = check(&header, &game, &lines).expect_err("unreadable");
        assert!(found.newer, "{found}");
        assert_eq!(found.line, 2);
        // Its hashes are still checked.
        let cut = Header { step: Step(1), ..header };
        assert!(check(&cut, &game, &lines).is_err_and(|wrong| !wrong.newer));
    }
}
