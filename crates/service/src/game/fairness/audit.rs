//! Audits a log: the hash chain, the fold, past orders under the current rules, and every draw.

use crate::handles::Fairness;
use std::sync::Arc;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::fork_start::ForkStart;
use crate::game::core::log::read_act;
use crate::game::fairness::redecide::difference;
use ravenpost_log::draws::epochs::Epochs;
use ravenpost_log::draws::rederive::{Checked, draw_again};
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind, Broken, GameId, Head, StoredEvent, chain};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::{Count, DrawInputs};
use ravenpost_rules::numbers::Step;
use ravenpost_store::log::events;
use ravenpost_store::people::seat_holders;

/// The result of auditing one game.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    pub events: u64,
    pub orders: u64,
    /// The first broken event and its fault. The audit stops there.
    pub broken: Option<Broken>,
    /// Events recorded under older rules that the current rules would decide differently.
    pub changed: Vec<(Step, String)>,
    /// Events that do not follow from the rules version recorded for them.
    pub misdecided: Vec<(Step, &'static str)>,
    /// Acts that were not allowed when they were recorded, with the reason.
    pub misdone: Vec<(Step, String)>,
    /// The first step whose draws do not match the secret and the salts.
    pub drawn: Option<Step>,
    /// What the title's own consistency check reports.
    pub books: Option<String>,
    /// What is wrong with the dice secret. Without the secret, orders are not decided again.
    pub secret: Option<&'static str>,
    pub head: Option<Head>,
}

impl Audited {
    /// Whether nothing was found.
    pub fn clean(&self) -> bool {
        self.sound() && self.changed.is_empty()
    }

    /// Whether the log is sound, regardless of differences to the current rules.
    pub fn sound(&self) -> bool {
        let whole = self.broken.is_none() && self.books.is_none() && self.secret.is_none();
        whole && self.misdone.is_empty() && self.drawn.is_none() && self.misdecided.is_empty()
    }

    /// Lists acts that were not allowed, wrong draws, and events that do not follow from the rules.
    pub fn wrongs(&self) -> Vec<(Step, String)> {
        let drawn = self.drawn.map(|step| {
            (
                step,
                "has a draw that does not follow from the secret \
            and the salts"
                    .into(),
            )
        });
        let misdone = self.misdone.iter();
        let misdecided = self.misdecided.iter().map(|(step, what)| (*step, (*what).to_owned()));
        misdone
            .map(|(step, why)| (*step, format!("was not allowed: {why}")))
            .chain(drawn)
            .chain(misdecided)
            .collect()
    }
}

/// Every draw of a finished game.
#[derive(Clone, Debug, Default)]
pub struct DiceReport {
    pub secret: String,
    pub commitment: String,
    pub commitment_holds: bool,
    pub draws: Vec<Checked>,
}

impl DiceReport {
    /// Whether the secret matches its commitment and every number drawn.
    pub fn holds(&self) -> bool {
        self.commitment_holds && self.draws.iter().all(|draw| draw.draw.was == draw.derived)
    }
}

impl Fairness<'_> {
    /// Audits one game from its stored rows.
    pub async fn audit_game(self, id: &GameId) -> Result<Audited, ServiceError> {
        let log = events::history(self.store().read(), id).await?;
        let (secret, begins) = self.around(id, &log).await?;
        let log: Vec<_> = log.into_iter().map(Arc::new).collect();
        let looked = self.games().apart_now(id, || audit_log(id, &log, secret, begins));
        let (mut audited, game) = looked?;
        let held = seat_holders::of_game(self.store().read(), id).await?;
        let held = held.into_iter().filter(|held| held.player.is_some()).map(|held| held.seat);
        if let Some(game) = &game {
            audited.misdone.extend(given_up(game, held));
        }
        Ok(audited)
    }

    /// Returns what an audit needs besides the log: the dice secret and, for a fork, how it begins.
    pub(crate) async fn around(
        self,
        id: &GameId,
        log: &[StoredEvent],
    ) -> Result<(Option<[u8; 32]>, Option<Arc<ForkStart>>), ServiceError> {
        let secret = match self.revealed_secret(log) {
            Some(secret) => Some(secret),
            None => self.games().secret(id).await?,
        };
        if log.is_empty() {
            return Err(ServiceError::NotFound("game"));
        }
        let opened = Game::fold(id, &[Arc::new(log[0].clone())]);
        let begins = match opened {
            Ok(opened) => self.games().begins(&opened.status, opened.title).await?,
            // The audit reports the fault.
            Err(_) => None,
        };
        Ok((secret, begins))
    }

    /// The secret, if the log reveals it at its end.
    fn revealed_secret(self, log: &[StoredEvent]) -> Option<[u8; 32]> {
        let ended = log.iter().rev().find(|event| event.is(ActKind::Ended))?;
        let Ok(Act::Ended { secret, .. }) = serde_json::from_str(&ended.act) else { return None };
        data_encoding::HEXLOWER.decode(secret.as_bytes()).ok()?.try_into().ok()
    }

    pub async fn verify_dice(self, id: &GameId) -> Result<DiceReport, ServiceError> {
        let game = self.games().load(id).await?;
        derived(&game)
    }
}

/// Derives every draw of a finished game.
pub fn derived(game: &Game) -> Result<DiceReport, ServiceError> {
    if game.status.state != Status::Over {
        return Err(ServiceError::refused("the secret is published when the game is over"));
    }
    derived_early(game)
}

/// Derives every draw of a game that may still be running, for callers that hold the secret anyway.
pub(crate) fn derived_early(game: &Game) -> Result<DiceReport, ServiceError> {
    let ended = game.log.iter().find_map(|entry| match entry.act {
        Act::Ended { secret, .. } => Some(secret.clone()),
        _ => None,
    });
    let own = || {
        game.fairness()
            .draw_inputs()
            .map(|draw_inputs| data_encoding::HEXLOWER.encode(&draw_inputs.secret))
    };
    match ended.or_else(own) {
        Some(secret) => report(game, secret),
        None => Err(ServiceError::corrupt(&game.id, "has lost the secret of its random draws")),
    }
}

/// Audits a log: chain, fold, title bookkeeping, and each order under the current rules. The start
/// of a fork is decided again if the original game is available; otherwise only its chain is
/// checked.
pub fn audit(
    id: &GameId,
    log: &[StoredEvent],
    secret: Option<[u8; 32]>,
    begins: Option<Arc<ForkStart>>,
) -> Result<Audited, ServiceError> {
    let log: Vec<_> = log.iter().cloned().map(Arc::new).collect();
    audit_log(id, &log, secret, begins).map(|(audited, _)| audited)
}

/// Audits a log, and also returns the folded game if the chain holds.
pub(crate) fn audit_log(
    id: &GameId,
    log: &[Arc<StoredEvent>],
    secret: Option<[u8; 32]>,
    begins: Option<Arc<ForkStart>>,
) -> Result<(Audited, Option<Game>), ServiceError> {
    let mut audited = Audited { events: log.len() as u64, ..Audited::default() };
    match chain::verify(id, log, secret) {
        Ok(head) => audited.head = Some(head),
        Err(broken) => {
            let opened = log.first().map(|first| Game::fold(id, std::slice::from_ref(first)));
            audited.secret =
                opened.and_then(Result::ok).and_then(|opened| wrong_secret(&opened, secret));
            audited.broken = Some(broken);
            return Ok((audited, None));
        }
    }
    let mut game: Option<Game> = None;
    for event in log {
        let event = event.clone();
        let Some(game) = game.as_mut() else {
            let opened = Game::fold(id, &[event])?;
            let first = opened.opening();
            let hidden = (!first.is_open()).then(|| "an opening must be public".to_owned());
            let wrong = misfiled(&read_act(first)?, first).or(hidden);
            let wrong = wrong.or_else(|| opened.conduct().opened_wrongly());
            audited.misdone.extend(wrong.map(|why| (Step(1), why)));
            let true_secret = secret.filter(|secret| committed(&opened, secret));
            let mut opened = opened.with_secret(true_secret);
            opened.begins.clone_from(&begins);
            game = Some(opened);
            continue;
        };
        audited.step(game, event)?;
    }
    audited.secret = game.as_ref().and_then(|game| wrong_secret(game, secret));
    Ok((audited, game))
}

/// Continues an earlier audit that found no fault, with the events added since.
pub(crate) fn continue_audit(
    mut audited: Audited,
    mut game: Game,
    since: &[Arc<StoredEvent>],
) -> Result<(Audited, Option<Game>), ServiceError> {
    audited.events += since.len() as u64;
    match chain::follow(&game.chain()?, game.tip, since) {
        Ok(tip) => audited.head = Some(tip.head),
        Err(broken) => {
            (audited.head, audited.broken) = (None, Some(broken));
            return Ok((audited, None));
        }
    }
    for event in since {
        audited.step(&mut game, event.clone())?;
    }
    Ok((audited, Some(game)))
}

impl Audited {
    /// Checks one event and folds it in.
    fn step(&mut self, game: &mut Game, event: Arc<StoredEvent>) -> Result<(), ServiceError> {
        let step = game.step() + u64::from(event.is_open());
        let act = read_act(&event)?;
        self.misdone.extend(misdone(game, &act, &event)?.map(|why| (step, why)));
        if self.drawn.is_none() && !drawn_rightly(game, &act, &event)? {
            self.drawn = Some(step);
        }
        if let Some(draw_inputs) = game.fairness().draw_inputs()
            && let Some(how) = difference(game, &act, &event, &draw_inputs)?
        {
            match game.status.rules == game.title.about().version {
                true => self.misdecided.push((step, how.fault())),
                false => self.changed.push((step, how.to_string())),
            }
        }
        game.take_new(event, act, None)?;
        let last = game.log.last();
        self.orders += u64::from(last.is_some_and(|last| last.has_facts()));
        if self.books.is_none() && game.has_started() {
            self.books = game.position.audit().err();
        }
        Ok(())
    }
}

fn committed(game: &Game, secret: &[u8; 32]) -> bool {
    DrawInputs::commitment(secret) == game.status.commitment
}

/// Seats that were given up according to the log but have a holder in the store.
fn given_up(game: &Game, held: impl Iterator<Item = Seat>) -> Vec<(Step, String)> {
    let wrong = held.filter(|seat| !game.status.seats.held(*seat));
    let why = |seat| format!("seat {seat} was given up, but has a player");
    wrong.map(|seat| (game.step(), why(seat))).collect()
}

/// What is wrong with the dice secret. It is kept during the game and revealed at its end; a
/// cancelled game no longer needs it.
fn wrong_secret(game: &Game, secret: Option<[u8; 32]>) -> Option<&'static str> {
    match secret {
        Some(secret) if committed(game, &secret) => None,
        Some(_) => Some("the game's secret is not the one committed to at the opening"),
        None if game.status.state == Status::Cancelled => None,
        None => Some("the game's secret is lost"),
    }
}

/// What is wrong with an event by itself, regardless of the game before it.
fn misfiled(act: &Act, event: &StoredEvent) -> Option<String> {
    if !event.is(act.kind()) || event.seat != act.seat() {
        return Some("it is stored as a different kind of act".to_owned());
    }
    let misread = || act.must_be_exactly(&event.act).err().map(|why| format!("its act {why}"));
    event.misfit(act).map(str::to_owned).or_else(misread)
}

/// Why an act was not allowed when it was recorded, if it was not.
fn misdone(game: &Game, act: &Act, event: &StoredEvent) -> Result<Option<String>, ServiceError> {
    match game.conduct().may(act, event.at) {
        Ok(()) => Ok(misfiled(act, event).or_else(|| game.conduct().beyond(act))),
        Err(ServiceError::Refused(why)) => {
            let why: Vec<&str> = why.iter().map(|refusal| refusal.why.as_str()).collect();
            Ok(Some(why.join("; ")))
        }
        Err(ServiceError::Denied(why)) => Ok(Some(why.to_owned())),
        Err(error) => Err(error),
    }
}

/// Whether the draws of an event match the dice; also true if the secret is unknown.
fn drawn_rightly(game: &Game, act: &Act, event: &StoredEvent) -> Result<bool, ServiceError> {
    if event.draws == NOTHING {
        return Ok(true);
    }
    let Some(draw_inputs) = game.fairness().draw_inputs() else { return Ok(true) };
    let mut draws = Vec::new();
    drawn(&draw_inputs, game.step() + 1, game.fairness().count_of(act), event, &mut draws)?;
    Ok(draws.iter().all(|draw| draw.draw.was == draw.derived))
}

fn report(game: &Game, secret: String) -> Result<DiceReport, ServiceError> {
    let corrupt = || ServiceError::corrupt(&game.id, "publishes an invalid secret");
    let bytes = data_encoding::HEXLOWER.decode(secret.as_bytes()).map_err(|_| corrupt())?;
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| corrupt())?;
    let salts = game.status.seats.slots.iter().map(|slot| slot.salt.clone()).collect();
    let draw_inputs = DrawInputs { secret: bytes, game: game.id.to_string(), salts };
    let commitment = game.status.commitment.clone();
    let mut report = DiceReport {
        commitment_holds: DrawInputs::commitment(&bytes) == commitment,
        commitment,
        secret,
        draws: Vec::new(),
    };
    let mut epochs = Epochs::default();
    for entry in game.log.iter() {
        drawn(
            &draw_inputs,
            entry.step,
            epochs.count_of(entry.act),
            entry.event,
            &mut report.draws,
        )?;
        epochs.past(entry.act, entry.event, entry.step);
    }
    Ok(report)
}

/// Repeats an event's draws.
fn drawn(
    draw_inputs: &DrawInputs,
    step: Step,
    count: Count,
    event: &StoredEvent,
    into: &mut Vec<Checked>,
) -> Result<(), ServiceError> {
    let broken = |error| ServiceError::Broken(anyhow::anyhow!("draws of {}: {error}", event.seq));
    draw_again(draw_inputs, step, count, event, into).map_err(broken)
}
