//! Which emails a batch of events causes, and to whom. Each email is queued with the events; its
//! text is rendered from the current state when it is sent.

use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, GamePayload};
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::notify::merged_notices::behind_turns;
use crate::game::notify::thread::message_id;
use ravenpost_emails::NotificationKind;
use ravenpost_log::Act;
use ravenpost_log::act::{Sitter, Stage, Via};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::QueuedEmail;

/// Settings common to all emails of a batch.
pub(crate) struct Terms<'a> {
    /// The domain of Message-IDs.
    pub domain: &'a str,
    /// How long a turn email waits, so that players who are on the page get none.
    pub delay: Duration,
    /// The organiser, if the organiser is notified too.
    pub organiser: Option<PlayerId>,
    /// The player who acted, and therefore gets no email about it.
    pub by: Option<PlayerId>,
    /// Whether the player of a game against bots asked for turn emails.
    pub practises: bool,
}

/// Number of steps shown in the turn email to a player who has taken over a seat.
const SO_FAR: u64 = 40;

/// The seat in emails to an organiser who has none.
pub(crate) const NO_SEAT: Seat = Seat(0);

/// The emails to be sent for a batch.
pub(crate) fn queued(batch: &Batch, terms: &Terms) -> Vec<QueuedEmail> {
    let game = &batch.game;
    let people = game.people.iter().filter(|(seat, _)| game.status.seats.manned(*seat));
    // Bots answer at once, so a player with only bots has just seen the prompt on the page. Such a
    // game sends email only after a long wait and when it is over, unless the player asks for more.
    let alone = people.count() <= 1;
    let started = game.log.after(batch.after).any(|entry| *entry.act == Act::Started);
    let mut debts =
        Debts { batch, holders: &game.people, terms, alone, started, emails: Vec::new() };
    for entry in game.log.after(batch.after) {
        debts.of_act(entry.act, entry.event.seq);
    }
    // The answer to an email contains the next prompt, since bots answer at once.
    let by_email = |entry: Entry| matches!(entry.act, Act::Ordered { via: Via::Email, .. });
    let prompted = || !terms.practises || game.log.after(batch.after).any(by_email);
    // Players prompted at the start find the prompt in the email about the start.
    if !(started || alone && prompted()) {
        debts.turns(batch.before.as_deref());
    }
    behind_turns(&mut debts.emails, batch.now);
    debts.emails
}

struct Debts<'a> {
    batch: &'a Batch,
    holders: &'a [(Seat, PlayerId)],
    terms: &'a Terms<'a>,
    /// Whether one person plays against bots only.
    alone: bool,
    /// Whether the game starts in this batch.
    started: bool,
    emails: Vec<QueuedEmail>,
}

impl Debts<'_> {
    fn of_act(&mut self, act: &Act, seq: Seq) {
        let payload = GamePayload { after_seq: self.batch.after, ..GamePayload::default() };
        match act {
            Act::Started if self.alone => {}
            Act::Started => self.everybody(NotificationKind::GameStarted, seq, &payload),
            // The email about the start is enough.
            Act::Joined { .. } if self.started => {}
            Act::Joined { seat, occupant: Sitter::Person, .. } => {
                let about = GamePayload { about_seat: Some(*seat), ..payload };
                for (reader, player) in self.holders {
                    if reader != seat {
                        self.owe(NotificationKind::PlayerJoined, *reader, *player, seq, &about);
                    }
                }
            }
            Act::TimedOut { seat, .. } => self.timed_out(*seat, seq, &payload),
            Act::Reminded { seat, stage } => {
                let kind = match stage {
                    Stage::Half => NotificationKind::ReminderHalf,
                    Stage::Fifth => NotificationKind::ReminderFifth,
                    Stage::LastCall => NotificationKind::ReminderLastCall,
                };
                self.once(kind, *seat, &payload);
            }
            Act::GraceStarted { seat, .. } | Act::BankStarted { seat, .. } => {
                self.once(NotificationKind::ReminderLastCall, *seat, &payload)
            }
            Act::Ended { .. } => self.everybody(NotificationKind::GameOver, seq, &payload),
            Act::Cancelled => self.whole_table(NotificationKind::GameCancelled, seq, &payload),
            Act::Undone { seat, .. } => self.taken_back(*seat, seq, &payload),
            // If a motion passes at once, the email about its effect is enough.
            Act::Proposed { .. } if self.batch.game.status.stops.proposal.is_none() => {}
            Act::Proposed { .. } => self.whole_table(NotificationKind::VoteOpened, seq, &payload),
            Act::Rewound { .. } if self.alone => {}
            Act::Rewound { .. } => {
                self.everybody(NotificationKind::GameRewound, seq, &payload);
                self.asked_again();
            }
            Act::ProposalFailed { .. } => {
                self.everybody(NotificationKind::VoteFailed, seq, &payload)
            }
            Act::Paused { .. }
            | Act::ClosureAnnounced { .. }
            | Act::Resumed { .. }
            | Act::Substituted { .. }
            | Act::VacationBooked { .. }
            | Act::VacationEnded { .. }
            | Act::Extended { .. }
            | Act::Nudged { .. }
            | Act::Replaced { .. }
            | Act::TakenOver { .. } => self.organised(act, seq, &payload),
            Act::Joined { .. }
            | Act::Opened(_)
            | Act::Left { .. }
            | Act::Ordered { .. }
            | Act::InstructionWithdrawn { .. }
            | Act::DeadlineMoved { .. }
            | Act::VacationStarted { .. }
            | Act::Skipped { .. }
            | Act::OutageCompensated { .. }
            | Act::ClocksResumed
            | Act::Voted { .. }
            | Act::KeptOpen { .. }
            | Act::TimeLimitReached
            | Act::OrdersRevealed { .. }
            | Act::Transferred { .. }
            | Act::EpochStarted { .. }
            | Act::RulesChanged { .. } => {}
        }
    }

    /// Organiser acts and other changes to the table or to a seat.
    fn organised(&mut self, act: &Act, seq: Seq, payload: &GamePayload) {
        match act {
            Act::ClosureAnnounced { .. } => {
                self.whole_table(NotificationKind::OrganiserAction, seq, payload)
            }
            Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Substituted { .. }
            | Act::VacationBooked { .. }
            | Act::VacationEnded { .. } => {
                self.everybody(NotificationKind::OrganiserAction, seq, payload);
            }
            Act::Extended { seat, .. } | Act::Nudged { seat, .. } => {
                self.once(NotificationKind::OrganiserAction, *seat, payload)
            }
            Act::Replaced { seat, .. } => {
                self.everybody(NotificationKind::OrganiserAction, seq, payload);
                self.player_replaced(*seat, seq, payload);
            }
            Act::TakenOver { seat, .. } => {
                for (reader, player) in self.holders.iter().filter(|(reader, _)| reader != seat) {
                    self.owe(NotificationKind::OrganiserAction, *reader, *player, seq, payload);
                }
            }
            _ => {}
        }
    }

    /// Turn emails to every person who has a new prompt.
    fn turns(&mut self, before: Option<&Game>) {
        let game = &self.batch.game;
        for (seat, wait) in &game.status.clocks.waits {
            let old = before.and_then(|before| before.status.clocks.waits.get(seat));
            let same = old.is_some_and(|old| {
                old.since == wait.since && old.decision == wait.decision
                    || old.asked_at == wait.asked_at
            });
            let going_on = wait.since < self.batch.now;
            if !same && !going_on {
                let after = match self.taken_over(*seat) {
                    true => game.log.end_of(game.step().less(SO_FAR)),
                    false => last_answer_of(game, *seat),
                };
                let payload = GamePayload { after_seq: after, ..GamePayload::default() };
                self.once(NotificationKind::YourTurn, *seat, &payload);
            }
        }
    }

    /// Notifies the seat itself. The others are notified of the first of several misses in a row,
    /// and of the one after which the seat is no longer awaited.
    fn timed_out(&mut self, absent: Seat, seq: Seq, payload: &GamePayload) {
        self.once(NotificationKind::DeadlinePassed, absent, payload);
        let status = &self.batch.game.status;
        let now = status.seats.slot(absent).is_some_and(|slot| slot.absent_since == Some(seq));
        if !now && !self.batch.game.clocks().is_first_miss(absent, seq) {
            return;
        }
        for (seat, player) in self.holders.iter().filter(|(seat, _)| *seat != absent) {
            if status.seats.manned(*seat) {
                self.owe(NotificationKind::OrganiserAction, *seat, *player, seq, payload);
            }
        }
    }

    /// Notifies the former player of a seat that was taken away.
    fn player_replaced(&mut self, seat: Seat, seq: Seq, payload: &GamePayload) {
        let before = self.batch.before.as_deref().map_or(&[][..], |before| &before.people);
        let had = before.iter().find(|(held, _)| *held == seat).copied();
        if let Some((seat, player)) = had {
            self.owe(NotificationKind::PlayerReplaced, seat, player, seq, payload);
        }
    }

    /// Whether the seat was just taken over.
    fn taken_over(&self, seat: Seat) -> bool {
        let mut acts = self.batch.game.log.after(self.batch.after);
        acts.any(|entry| matches!(entry.act, Act::TakenOver { seat: over, .. } if *over == seat))
    }

    /// Turn emails after a rewind: every prompt is made again, even if it was answered before.
    fn asked_again(&mut self) {
        let game = &self.batch.game;
        for seat in game.status.clocks.waits.keys() {
            let payload =
                GamePayload { after_seq: last_answer_of(game, *seat), ..GamePayload::default() };
            self.once(NotificationKind::YourTurn, *seat, &payload);
        }
    }

    /// Queued for everyone who is no longer awaited. When the email is rendered, readers without a
    /// turn email about the undone position are skipped.
    fn taken_back(&mut self, seat: Seat, seq: Seq, payload: &GamePayload) {
        let about = GamePayload { about_seat: Some(seat), ..payload.clone() };
        for (reader, player) in self.holders {
            if *reader != seat && !self.batch.game.status.clocks.waits.contains_key(reader) {
                self.owe(NotificationKind::OrderUndone, *reader, *player, seq, &about);
            }
        }
    }

    fn everybody(&mut self, kind: NotificationKind, seq: Seq, payload: &GamePayload) {
        for (seat, player) in self.holders {
            if self.batch.game.status.seats.held(*seat) {
                self.owe(kind, *seat, *player, seq, payload);
            }
        }
    }

    /// Notifies everyone, and the organiser if the organiser has no seat.
    fn whole_table(&mut self, kind: NotificationKind, seq: Seq, payload: &GamePayload) {
        self.everybody(kind, seq, payload);
        let sits = |player: &PlayerId| self.holders.iter().any(|(_, held)| held == player);
        if let Some(player) = self.terms.organiser.filter(|player| !sits(player)) {
            self.owe_to(kind, None, player, seq, payload);
        }
    }

    /// Queues one email of a kind to a seat, even if this batch requests it several times.
    fn once(&mut self, kind: NotificationKind, seat: Seat, payload: &GamePayload) {
        let holder = self.holders.iter().find(|(held, _)| *held == seat);
        let Some((_, player)) = holder.filter(|_| self.batch.game.status.seats.manned(seat)) else {
            return;
        };
        let queued = |email: &QueuedEmail| email.kind == kind.key() && email.seat == Some(seat);
        if !self.emails.iter().any(queued) {
            self.owe(kind, seat, *player, self.batch.game.last_seq(), payload);
        }
    }

    fn owe(
        &mut self,
        kind: NotificationKind,
        seat: Seat,
        player: PlayerId,
        seq: Seq,
        payload: &GamePayload,
    ) {
        self.owe_to(kind, Some(seat), player, seq, payload);
    }

    fn owe_to(
        &mut self,
        kind: NotificationKind,
        seat: Option<Seat>,
        player: PlayerId,
        seq: Seq,
        payload: &GamePayload,
    ) {
        // Everyone gets the email about the end, because it contains the revealed secret.
        if self.terms.by == Some(player) && kind != NotificationKind::GameOver {
            return;
        }
        let (id, step) = (&self.batch.game.id, self.batch.game.log.step_of(seq));
        self.emails.push(QueuedEmail {
            message_id: message_id(kind, id, seat.unwrap_or(NO_SEAT), step, self.terms.domain),
            to_player: Some(player),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(id.clone()),
            seat,
            seq: Some(seq),
            payload: EmailPayload::Game(payload.clone()).text(),
            // The emails it replies to are determined when it is rendered.
            references: String::new(),
            at: self.batch.now,
            due_at: self.leaves_at(kind, seat),
        });
    }

    /// When an email is sent. A player whose instruction can answer the prompt gets an email only
    /// if the instruction has not answered by its moment.
    fn leaves_at(&self, kind: NotificationKind, seat: Option<Seat>) -> DateTime<Utc> {
        let patience = self.patience(kind, seat);
        let asked = seat.filter(|_| kind == NotificationKind::YourTurn);
        let answers = asked.and_then(|seat| self.batch.game.clocks().answers_at(seat));
        self.batch.now.max(answers.unwrap_or(self.batch.now)) + patience
    }

    /// How long an email waits in case it becomes unnecessary. Turn emails and those about other
    /// players wait for at most a tenth of the time to answer.
    fn patience(&self, kind: NotificationKind, seat: Option<Seat>) -> Duration {
        if kind != NotificationKind::YourTurn && !kind.of_others() {
            return Duration::zero();
        }
        let status = &self.batch.game.status;
        let asked = seat.and_then(|seat| status.clocks.waits.get(&seat));
        let asked = asked.and_then(|wait| Some(wait.due? - wait.since));
        let vote = status.stops.proposal.as_ref().map(|open| open.until - open.since);
        let least = asked.into_iter().chain(vote).min();
        self.terms.delay.min(least.map_or(Duration::MAX, |span| span / 10))
    }
}

/// The last public order of a seat, or the last default order. Plans and standing orders answer
/// no prompt, so events before them are still news to the player.
pub(crate) fn last_answer_of(game: &Game, seat: Seat) -> Seq {
    let narration = |entry: &Entry| {
        let narration = game.title.narrate(&entry.event.facts, Viewer::Spectator);
        narration.is_ok_and(|narration| !narration.is_empty())
    };
    let own =
        |one: &EventMetadata| one.open && one.seat == Some(seat) && one.superseded_by.is_none();
    let answer = |entry: &Entry| match entry.act {
        Act::Ordered { .. } => narration(entry),
        act => matches!(act, Act::TimedOut { .. }),
    };
    let mut log = game.log.pick(|one| own(one) && one.changes).rev();
    log.find(answer).map_or(Seq::NONE, |entry| entry.event.seq)
}

/// Whether the reader still holds the seat that the email is for. Private information goes only to
/// the current player of a seat; an email about losing the seat contains none.
pub(crate) fn is_readers(game: &Game, kind: NotificationKind, queued: &QueuedEmail) -> bool {
    let own = |player| queued.seat.is_none() || game.seat_of(player) == queued.seat;
    kind.reaches_former_holder() || queued.to_player.is_none_or(own)
}

/// Whether an email is out of date when it is about to be sent.
pub(crate) fn stale(game: &Game, kind: NotificationKind, seat: Option<Seat>, seq: Seq) -> bool {
    let Some(seat) = seat else { return false };
    let wait = game.status.clocks.waits.get(&seat);
    // No reminder is needed if the player has acted or has been sent a more urgent one.
    let reminds =
        |stage: Stage| wait.is_none_or(|wait| wait.asked_at > seq || wait.reminded > Some(stage));
    let voted = |step| game.status.stops.proposal.as_ref().is_none_or(|open| open.step != step);
    match kind {
        NotificationKind::VoteOpened => voted(game.log.step_of(seq)),
        // No clock runs while the game is paused.
        _ if kind.is_reminder() && game.status.stops.since().is_some() => true,
        NotificationKind::YourTurn => {
            wait.is_none_or(|wait| wait.asked_at > seq && wait.since > since(game, seq))
        }
        NotificationKind::ReminderHalf => reminds(Stage::Half),
        NotificationKind::ReminderFifth => reminds(Stage::Fifth),
        NotificationKind::ReminderLastCall => reminds(Stage::LastCall),
        _ => false,
    }
}

fn since(game: &Game, seq: Seq) -> DateTime<Utc> {
    let entry = game.log.event(seq);
    entry.map_or(DateTime::<Utc>::MAX_UTC, |entry| entry.event.at)
}
