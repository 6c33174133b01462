//! Acts to be stored together: a working copy of a game and the events made on it so far. This
//! module does not touch the store; `commit.rs` does.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::preferences::Preferences;
use crate::people::secret::Entropy;
use ravenpost_log::act::{Absence, Opening, Rejection, Sitter, Via};
use ravenpost_log::chain::Chain;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId, NewEvent, Nonce, StoredEvent};
use ravenpost_rules::bots;
use ravenpost_rules::dice::{Count, Draw};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Dice, Seat, Visibility};
use ravenpost_store::{History, PlayerId};

/// Maximum number of automatic orders stored at once, so that a player's own order is answered
/// quickly. The next tick plays the rest immediately.
const STRIDE: usize = 40;

/// What a seat adds to the dice: words chosen by its player, or random bytes.
#[derive(Clone, Debug)]
pub struct Salt {
    pub words: String,
    pub written: bool,
}

impl Salt {
    pub fn drawn(words: String) -> Salt {
        Salt { words, written: false }
    }
}

/// Unfinished work of a use case on one game.
pub struct Batch {
    /// The game before this work; `None` for a new game.
    pub before: Option<Arc<Game>>,
    pub game: Game,
    pub now: DateTime<Utc>,
    /// The version that this work builds on.
    pub after: Seq,
    pub events: Vec<Arc<StoredEvent>>,
    /// Preferences of the seats, before the game starts.
    pub preferences: Preferences,
    /// The history of the shared database in which the decision is made, if relevant.
    pub history: Option<History>,
    /// Source of the nonces that blind the events.
    entropy: Entropy,
}

impl Batch {
    /// Starts work on a copy of a game.
    pub fn on(game: Arc<Game>, now: DateTime<Utc>, entropy: &Entropy) -> Batch {
        // If the wall clock was set back, the log must not run backwards.
        let last = game.log.last().map(|last| last.event.at);
        let now = now.trunc_subsecs(3);
        Batch {
            game: Game::clone(&game),
            now: last.map_or(now, |last| now.max(last)),
            after: game.last_seq(),
            events: Vec::new(),
            before: Some(game),
            preferences: Preferences::default(),
            history: None,
            entropy: entropy.clone(),
        }
    }

    /// Starts a new game with its opening.
    pub fn open(
        id: &GameId,
        opening: &Opening,
        secret: [u8; 32],
        entropy: &Entropy,
        now: DateTime<Utc>,
    ) -> Result<Batch, ServiceError> {
        // The tables store milliseconds, so no finer time may be hashed.
        let now = now.trunc_subsecs(3);
        let nonce = entropy.nonce()?;
        let new = event(&Act::Opened(Box::new(opening.clone())), None, &[], now, nonce)?;
        let chain = Chain::of(id, new.act.as_bytes(), Some(secret));
        let chain = chain.map_err(|what| ServiceError::corrupt(id, what))?;
        let events = vec![Arc::new(new.linked(&chain, &chain.genesis()))];
        let game = Game::fold(id, &events)?.with_secret(Some(secret));
        let (preferences, entropy) = (Preferences::default(), entropy.clone());
        let (before, history, after) = (None, None, Seq::NONE);
        Ok(Batch { before, game, now, after, events, preferences, history, entropy })
    }

    /// Adds an act and what it led to.
    fn add(
        &mut self,
        act: Act,
        decided: Option<Decided>,
        draws: &[Draw],
    ) -> Result<Seq, ServiceError> {
        // If the wall clock was set back, the log must not run backwards.
        let last = self.game.log.last().map(|last| last.event.at);
        let at = last.map_or(self.now, |last| self.now.max(last));
        if !act.is_written() {
            let what = format!("this release only reads acts of the kind {}", act.kind());
            return Err(ServiceError::Broken(anyhow::anyhow!(what)));
        }
        // The audit makes the same check.
        self.game.conduct().may(&act, at)?;
        let chain = self.game.chain()?;
        let new = event(&act, decided.as_ref(), draws, at, self.entropy.nonce()?)?;
        let stored = Arc::new(new.linked(&chain, &self.game.tip));
        self.events.push(stored.clone());
        let seq = stored.seq;
        self.game.take_new(stored, act, decided)?;
        self.postpone_for_days_off(seq)?;
        Ok(seq)
    }

    /// Adds an act that changes nothing in the game itself.
    pub fn note(&mut self, act: Act) -> Result<Seq, ServiceError> {
        self.add(act, None, &[])
    }

    /// Seats an occupant and adds salt to the dice.
    pub fn join(
        &mut self,
        seat: Seat,
        sitter: Sitter,
        salt: Salt,
        organiser: bool,
    ) -> Result<Seq, ServiceError> {
        let Salt { words: salt, written } = salt;
        self.note(Act::Joined { seat, occupant: sitter, salt, custom_salt: written, organiser })
    }

    /// The dice of the next event. An instruction that a seat leaves draws nothing, so it does not
    /// affect later draws.
    pub fn dice(&self) -> Result<Dice, ServiceError> {
        self.dice_with(self.game.fairness().count())
    }

    /// The dice of the next event if it holds that act.
    pub(in crate::game) fn dice_of(&self, act: &Act) -> Result<Dice, ServiceError> {
        self.dice_with(self.game.fairness().count_of(act))
    }

    fn dice_with(&self, count: Count) -> Result<Dice, ServiceError> {
        let lost =
            || ServiceError::corrupt(&self.game.id, "has lost the secret of its random draws");
        Ok(self.game.fairness().draw_inputs().ok_or_else(lost)?.dice(count))
    }

    /// Applies one order of a seat. Returns the canonical order, or `None` if it changed nothing.
    pub fn order(
        &mut self,
        seat: Seat,
        part: &str,
        via: Via,
    ) -> Result<Option<String>, ServiceError> {
        let mut dice = self.dice()?;
        let decided = self.game.position.decide(seat, part, &mut dice)?;
        if decided.is_empty() {
            return Ok(None);
        }
        let act = Act::Ordered { seat, order: decided.order.clone(), via };
        self.decided(act, decided, dice)
    }

    /// Plays the default order for a seat that did not answer.
    pub fn time_out(&mut self, seat: Seat, decision: &str) -> Result<(), ServiceError> {
        let mut dice = self.dice()?;
        let status = &self.game.status;
        let wait = status.clocks.waits.get(&seat);
        let over = wait.is_some_and(|wait| wait.passed_over);
        let due = wait.and_then(|wait| wait.due);
        let deadline = due.filter(|due| status.seats.manned(seat) && *due <= self.now && !over);
        let ready = deadline.is_none() && status.ready_on_vacation(self.now).contains(&seat);
        let cause = over.then_some(Absence::NotAwaited).or(ready.then_some(Absence::Vacation));
        let asked_at = wait.map(|wait| wait.asked).filter(|_| deadline.is_some());
        let order = self.game.position.fallback(seat);
        let decided = self.game.position.time_out(seat, &order, cause.is_none(), &mut dice)?;
        let (decision, order) = (decision.to_owned(), decided.order.clone());
        let act = Act::TimedOut { seat, decision, order, deadline, asked_at, cause };
        self.decided(act, decided, dice).map(drop)
    }

    /// Tells the game that its time limit is reached.
    pub fn ring(&mut self) -> Result<(), ServiceError> {
        let rung = self.game.position.on_time_limit();
        self.add(Act::TimeLimitReached, Some(rung), &[]).map(drop)
    }

    /// Opens the sealed orders if their time has come. Returns whether it did.
    pub(in crate::game) fn open_sheets(&mut self) -> Result<bool, ServiceError> {
        let Some(opens) = self.game.status.clocks.opens.filter(|opens| opens.at <= self.now) else {
            return Ok(false);
        };
        let mut dice = self.dice()?;
        let opened = self.game.position.resume(&mut dice);
        self.decided(Act::OrdersRevealed { timed_out: opens.due }, opened, dice)?;
        Ok(true)
    }

    /// A person gives up a seat, which ends some games.
    pub fn leave(&mut self, seat: Seat) -> Result<(), ServiceError> {
        let gone = self.game.seats().deserted(seat);
        self.add(Act::Left { seat }, Some(gone), &[]).map(drop)
    }

    /// Rewinds the game to step `to`.
    pub fn rewind(&mut self, to: Step) -> Result<(), ServiceError> {
        let mut dice = self.dice()?;
        let resealed = self.game.history().resealed(to, &mut dice)?;
        self.decided(Act::Rewound { to }, resealed, dice).map(drop)
    }

    pub(in crate::game) fn decided(
        &mut self,
        act: Act,
        decided: Decided,
        dice: Dice,
    ) -> Result<Option<String>, ServiceError> {
        let order = decided.order.clone();
        self.add(act, Some(decided), &dice.record())?;
        Ok(Some(order))
    }

    /// Sets up the game once every seat is taken.
    pub fn start_if_full(&mut self) -> Result<bool, ServiceError> {
        let status = &self.game.status;
        if status.state != Status::Open || !status.seats.free().is_empty() {
            return Ok(false);
        }
        let mut dice = self.dice()?;
        let opened = match (&status.fork, &self.game.begins) {
            (None, _) => self.game.title.open(&status.table, &mut dice)?,
            (Some(_), Some(begins)) => begins.decide(&status.table, &mut dice)?,
            (Some(_), None) => {
                return Err(ServiceError::refused(
                    "the original game is not on this server or is still running; create a new \
                     game instead",
                ));
            }
        };
        self.add(Act::Started, Some(opened), &dice.record())?;
        self.grant_preferences()?;
        Ok(true)
    }

    /// Plays bots, substitute bots and default orders until a person is awaited, and ends a
    /// finished game.
    pub fn carry_on(&mut self) -> Result<(), ServiceError> {
        self.hand_back()?;
        self.begin_vacations()?;
        let mut left = STRIDE;
        while self.game.status.state == Status::Running {
            // Checked after the last order of a stride as well. In a finished game no seat is
            // awaited, so no tick would return to it.
            if self.game.position.outcome().is_some() {
                if self.game.status.stops.proposal.is_some() {
                    self.note(Act::ProposalFailed { cause: Rejection::GameEnded })?;
                }
                return self.end(None);
            }
            // Nothing is played while a vote is open or the organiser has paused the game.
            let goes_on = left > 0 && self.game.status.stops.since().is_none();
            let Some(seat) = self.automatic_seat().filter(|_| goes_on) else {
                if goes_on && (self.pass_over()? || self.open_sheets()? || self.answer_as_left()?) {
                    left -= 1;
                    continue;
                }
                return Ok(());
            };
            left -= 1;
            self.play_for(seat)?;
        }
        Ok(())
    }

    /// An awaited seat that is answered automatically.
    pub fn automatic_seat(&self) -> Option<Seat> {
        let status = &self.game.status;
        let ready = status.ready_on_vacation(self.now);
        let come = |seat| self.game.clocks().moment(seat).is_none_or(|moment| moment <= self.now);
        let alone = |(seat, wait): &(&Seat, &Pending)| {
            wait.passed_over || ready.contains(seat) || !status.seats.manned(**seat) && come(**seat)
        };
        status.clocks.waits.iter().find(alone).map(|(seat, _)| *seat)
    }

    fn play_for(&mut self, seat: Seat) -> Result<(), ServiceError> {
        let bot = self.game.status.seats.played_by(seat).and_then(bots::find);
        let Some(bot) = bot else {
            let decision = self.game.status.clocks.waits.get(&seat).map(|it| it.decision.clone());
            return self.time_out(seat, &decision.unwrap_or_default());
        };
        let order = bot.choose(self.game.position.as_ref(), seat, self.seed(seat));
        match self.order(seat, &order, Via::Bot) {
            // A faulty bot must not stop the game. The default order is always legal.
            Err(ServiceError::Refused(refusals)) => {
                tracing::warn!(game = %self.game.id, %seat, order, ?refusals, "bot order refused");
                let fallback = self.game.position.fallback(seat);
                self.order(seat, &fallback, Via::Bot).map(drop)
            }
            other => other.map(drop),
        }
    }

    /// A seed for a bot, derived from the event that asked and the bot's own events since. It does
    /// not depend on how often the decision is computed or on who answered before.
    fn seed(&self, seat: Seat) -> u64 {
        let log = &self.game.log;
        let asked = self.game.status.clocks.asked_at(seat);
        let hash = log.hash(asked).unwrap_or(self.game.tip.shown);
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.0[..8]);
        let own = log.metadata_after(asked).filter(|one| one.seat == Some(seat)).count();
        u64::from_be_bytes(bytes).wrapping_add(own as u64)
    }

    /// Ends the game, by its rules or with a result that the table agreed to.
    pub fn end(&mut self, agreed: Option<Vec<u8>>) -> Result<(), ServiceError> {
        let inputs = self.game.fairness().draw_inputs();
        let secret = inputs.map(|inputs| data_encoding::HEXLOWER.encode(&inputs.secret));
        self.note(Act::Ended { secret: secret.unwrap_or_default(), agreed }).map(drop)
    }

    /// Refuses a player who no longer holds the seat, which may have changed hands since the page
    /// was rendered. Passes if the order does not come from a player.
    pub fn must_hold(&self, seat: Seat, giver: Option<PlayerId>) -> Result<(), ServiceError> {
        match giver {
            Some(player) if self.game.seat_of(player) != Some(seat) => {
                Err(ServiceError::Denied("you no longer play this seat"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses acts on a game that is not running.
    pub fn must_run(&self) -> Result<(), ServiceError> {
        self.game.conduct().asked(self.now).must_go_on()
    }
}

fn event(
    act: &Act,
    decided: Option<&Decided>,
    draws: &[Draw],
    now: DateTime<Utc>,
    nonce: Nonce,
) -> Result<NewEvent, ServiceError> {
    let facts = decided.map_or(NOTHING, |decided| &decided.facts);
    Ok(NewEvent {
        at: now,
        kind: act.kind().word().to_owned(),
        seat: act.seat(),
        act: serde_json::to_string(act).map_err(|error| ServiceError::Broken(error.into()))?,
        known: known(act, decided, draws),
        facts: facts.to_owned(),
        draws: written(draws)?,
        nonce,
    })
}

/// Who may see an event and each of its facts, in stored form. Only the seat itself sees its
/// instructions and their withdrawal.
pub(in crate::game) fn known(act: &Act, decided: Option<&Decided>, draws: &[Draw]) -> String {
    match (act, decided.filter(|decided| !decided.is_empty())) {
        (Act::InstructionWithdrawn { seat }, _) => Visibility::Seat(*seat).code().to_string(),
        (Act::Ordered { seat, .. }, Some(left)) if !left.happened && draws.is_empty() => {
            Visibility::Seat(*seat).code().to_string()
        }
        (_, Some(decided)) if decided.known.iter().any(|known| *known != Visibility::Everybody) => {
            let all = [Visibility::Everybody].iter().chain(&decided.known);
            all.map(|known| known.code()).collect()
        }
        _ => Visibility::Everybody.code().to_string(),
    }
}

/// Draws in stored form.
pub(in crate::game) fn written(draws: &[Draw]) -> Result<String, ServiceError> {
    serde_json::to_string(&compact(draws)).map_err(|error| ServiceError::Broken(error.into()))
}

/// One entry per purpose, with its (of, was) pairs.
fn compact(draws: &[Draw]) -> Vec<(&str, Vec<(u32, u32)>)> {
    let mut purposes: Vec<(&str, Vec<(u32, u32)>)> = Vec::new();
    for draw in draws {
        match purposes.last_mut() {
            Some((purpose, pairs)) if *purpose == draw.purpose => pairs.push((draw.of, draw.was)),
            _ => purposes.push((&draw.purpose, vec![(draw.of, draw.was)])),
        }
    }
    purposes
}
