//! Which letters a batch of events owes, and to whom. Their text is written later, when they are
//! sent, from what is true then; the debt is stored with the events.

use chrono::{DateTime, Duration, Utc};

use crate::letters::LetterKind;
use crate::service::game::batch::Batch;
use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::game::log::glance::Glance;
use crate::service::game::thread::message_id;
use crate::service::letter_payload::{GamePayload, LetterPayload};
use ravenpost_log::Act;
use ravenpost_log::act::{Sitter, Stage};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::Owed;

/// What everything owed has in common.
pub(in crate::service) struct Terms<'a> {
    /// The domain of Message-IDs.
    pub domain: &'a str,
    /// How long a turn letter waits, so that whoever is at the page is not written to.
    pub delay: Duration,
    /// Who looks after the table, where that person is told as well.
    pub organiser: Option<PlayerId>,
    /// Who did it, where nobody is written to about an own act.
    pub by: Option<PlayerId>,
}

/// Steps of which a turn letter tells somebody who has taken a seat over; the page has all.
const SO_FAR: u64 = 40;

/// Where a letter names its reader's seat, for whoever looks after a table and has none.
pub(in crate::service) const NO_SEAT: Seat = Seat(0);

/// The letters owed for a batch.
pub(in crate::service) fn owed(batch: &Batch, terms: &Terms) -> Vec<Owed> {
    let live = &batch.live;
    let people = live.people.iter().filter(|(seat, _)| live.course.manned(*seat));
    // Bots answer at once: a person alone among them has just seen on the page what is asked.
    // Such a game writes when it has waited for long, and when it is over.
    let alone = people.count() <= 1;
    let started = live.log.after(batch.after).any(|entry| *entry.act == Act::Started);
    let mut debts =
        Debts { batch, holders: &live.people, terms, alone, started, letters: Vec::new() };
    for entry in live.log.after(batch.after) {
        debts.of_act(entry.act, entry.event.seq);
    }
    // Whoever is asked as the game begins finds the question in the letter that it begins.
    if !(alone || started) {
        debts.turns(batch.before.as_deref());
    }
    debts.letters
}

struct Debts<'a> {
    batch: &'a Batch,
    holders: &'a [(Seat, PlayerId)],
    terms: &'a Terms<'a>,
    /// Whether a single person plays, with bots.
    alone: bool,
    /// Whether the game begins in this batch.
    started: bool,
    letters: Vec<Owed>,
}

impl Debts<'_> {
    fn of_act(&mut self, act: &Act, seq: Seq) {
        let payload = GamePayload { after_seq: self.batch.after, ..GamePayload::default() };
        match act {
            Act::Started if self.alone => {}
            Act::Started => self.everybody(LetterKind::GameStarted, seq, &payload),
            // That the game begins says more.
            Act::Joined { .. } if self.started => {}
            Act::Joined { seat, occupant: Sitter::Person, .. } => {
                let about = GamePayload { about_seat: Some(*seat), ..payload };
                for (reader, player) in self.holders {
                    if reader != seat {
                        self.owe(LetterKind::PlayerJoined, *reader, *player, seq, &about);
                    }
                }
            }
            Act::TimedOut { seat, .. } => self.lapsed(*seat, seq, &payload),
            Act::Reminded { seat, stage } => {
                let kind = match stage {
                    Stage::Half => LetterKind::ReminderHalf,
                    Stage::Fifth => LetterKind::ReminderFifth,
                    Stage::LastCall => LetterKind::ReminderLastCall,
                };
                self.once(kind, *seat, &payload);
            }
            Act::GraceStarted { seat, .. } | Act::BankStarted { seat, .. } => {
                self.once(LetterKind::ReminderLastCall, *seat, &payload)
            }
            Act::Ended { .. } => self.everybody(LetterKind::GameOver, seq, &payload),
            Act::Cancelled => self.whole_table(LetterKind::GameCancelled, seq, &payload),
            Act::Undone { seat, .. } => self.taken_back(*seat, seq, &payload),
            // What carries at once is told by what it leads to.
            Act::Proposed { .. } if self.batch.live.course.proposal.is_none() => {}
            Act::Proposed { .. } => self.whole_table(LetterKind::VoteOpened, seq, &payload),
            Act::Rewound { .. } if self.alone => {}
            Act::Rewound { .. } => {
                self.everybody(LetterKind::GameRewound, seq, &payload);
                self.asked_again();
            }
            Act::ProposalFailed { .. } => self.everybody(LetterKind::VoteFailed, seq, &payload),
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

    /// What others did to the table, or to a seat of it.
    fn organised(&mut self, act: &Act, seq: Seq, payload: &GamePayload) {
        match act {
            Act::ClosureAnnounced { .. } => {
                self.whole_table(LetterKind::OrganiserAction, seq, payload)
            }
            Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Substituted { .. }
            | Act::VacationBooked { .. }
            | Act::VacationEnded { .. } => {
                self.everybody(LetterKind::OrganiserAction, seq, payload);
            }
            Act::Extended { seat, .. } | Act::Nudged { seat, .. } => {
                self.once(LetterKind::OrganiserAction, *seat, payload)
            }
            Act::Replaced { seat, .. } => {
                self.everybody(LetterKind::OrganiserAction, seq, payload);
                self.put_out(*seat, seq, payload);
            }
            Act::TakenOver { seat, .. } => {
                for (reader, player) in self.holders.iter().filter(|(reader, _)| reader != seat) {
                    self.owe(LetterKind::OrganiserAction, *reader, *player, seq, payload);
                }
            }
            _ => {}
        }
    }

    /// Turn letters: for each person asked something that was not asked before.
    fn turns(&mut self, before: Option<&Game>) {
        let live = &self.batch.live;
        for (seat, wait) in &live.course.waits {
            let old = before.and_then(|before| before.course.waits.get(seat));
            let same = old.is_some_and(|old| {
                old.since == wait.since && old.decision == wait.decision
                    || old.asked_at == wait.asked_at
            });
            let going_on = wait.since < self.batch.now;
            if !same && !going_on {
                let after = match self.taken_over(*seat) {
                    true => live.log.end_of(live.step().less(SO_FAR)),
                    false => live.last_answer_of(*seat),
                };
                let payload = GamePayload { after_seq: after, ..GamePayload::default() };
                self.once(LetterKind::YourTurn, *seat, &payload);
            }
        }
    }

    /// To the seat itself; and to all others, where it is the first in a row, or it has missed so
    /// much by that event that nobody waits for it.
    fn lapsed(&mut self, absent: Seat, seq: Seq, payload: &GamePayload) {
        self.once(LetterKind::DeadlinePassed, absent, payload);
        let course = &self.batch.live.course;
        let now = course.slot(absent).is_some_and(|chair| chair.absent_since == Some(seq));
        if !now && !self.batch.live.is_first_miss(absent, seq) {
            return;
        }
        for (seat, player) in self.holders.iter().filter(|(seat, _)| *seat != absent) {
            if course.manned(*seat) {
                self.owe(LetterKind::OrganiserAction, *seat, *player, seq, payload);
            }
        }
    }

    /// To whoever had a seat that the organiser took.
    fn put_out(&mut self, seat: Seat, seq: Seq, payload: &GamePayload) {
        let before = self.batch.before.as_deref().map_or(&[][..], |before| &before.people);
        let had = before.iter().find(|(held, _)| *held == seat).copied();
        if let Some((seat, player)) = had {
            self.owe(LetterKind::PlayerReplaced, seat, player, seq, payload);
        }
    }

    /// Whether somebody has just taken a seat over.
    fn taken_over(&self, seat: Seat) -> bool {
        let mut acts = self.batch.live.log.after(self.batch.after);
        acts.any(|entry| matches!(entry.act, Act::TakenOver { seat: over, .. } if *over == seat))
    }

    /// Turn letters for who is asked after the table went back: the question is put anew, whatever
    /// was answered to it before.
    fn asked_again(&mut self) {
        let live = &self.batch.live;
        for seat in live.course.waits.keys() {
            let payload =
                GamePayload { after_seq: live.last_answer_of(*seat), ..GamePayload::default() };
            self.once(LetterKind::YourTurn, *seat, &payload);
        }
    }

    /// Owed to all who are no longer awaited; only those get it who had been told otherwise,
    /// which is known when it is written.
    fn taken_back(&mut self, seat: Seat, seq: Seq, payload: &GamePayload) {
        let about = GamePayload { about_seat: Some(seat), ..payload.clone() };
        for (reader, player) in self.holders {
            if *reader != seat && !self.batch.live.course.waits.contains_key(reader) {
                self.owe(LetterKind::OrderUndone, *reader, *player, seq, &about);
            }
        }
    }

    fn everybody(&mut self, kind: LetterKind, seq: Seq, payload: &GamePayload) {
        for (seat, player) in self.holders {
            if self.batch.live.course.held(*seat) {
                self.owe(kind, *seat, *player, seq, payload);
            }
        }
    }

    /// To everybody, and to whoever looks after the table without a seat there.
    fn whole_table(&mut self, kind: LetterKind, seq: Seq, payload: &GamePayload) {
        self.everybody(kind, seq, payload);
        let sits = |player: &PlayerId| self.holders.iter().any(|(_, held)| held == player);
        if let Some(player) = self.terms.organiser.filter(|player| !sits(player)) {
            self.owe_to(kind, None, player, seq, payload);
        }
    }

    /// One letter of a kind to a seat, whatever happened how often in this batch.
    fn once(&mut self, kind: LetterKind, seat: Seat, payload: &GamePayload) {
        let holder = self.holders.iter().find(|(held, _)| *held == seat);
        let Some((_, player)) = holder.filter(|_| self.batch.live.course.manned(seat)) else {
            return;
        };
        let owed = |letter: &Owed| letter.kind == kind.key() && letter.seat == Some(seat);
        if !self.letters.iter().any(owed) {
            self.owe(kind, seat, *player, self.batch.live.last_seq(), payload);
        }
    }

    fn owe(
        &mut self,
        kind: LetterKind,
        seat: Seat,
        player: PlayerId,
        seq: Seq,
        payload: &GamePayload,
    ) {
        self.owe_to(kind, Some(seat), player, seq, payload);
    }

    fn owe_to(
        &mut self,
        kind: LetterKind,
        seat: Option<Seat>,
        player: PlayerId,
        seq: Seq,
        payload: &GamePayload,
    ) {
        // The end, with the secret that it tells, is for everybody to keep.
        if self.terms.by == Some(player) && kind != LetterKind::GameOver {
            return;
        }
        let (id, step) = (&self.batch.live.id, self.batch.live.log.step_of(seq));
        self.letters.push(Owed {
            message_id: message_id(kind, id, seat.unwrap_or(NO_SEAT), step, self.terms.domain),
            to_player: Some(player),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(id.clone()),
            seat,
            seq: Some(seq),
            payload: LetterPayload::Game(payload.clone()).text(),
            // What it follows is known when it is written.
            references: String::new(),
            at: self.batch.now,
            due_at: self.leaves_at(kind, seat),
        });
    }

    /// When a letter leaves. Whoever has left what answers a question is asked by letter only if
    /// that did not answer when its moment had come.
    fn leaves_at(&self, kind: LetterKind, seat: Option<Seat>) -> DateTime<Utc> {
        let patience = self.patience(kind, seat);
        let asked = seat.filter(|_| kind == LetterKind::YourTurn);
        let answers = asked.and_then(|seat| self.batch.live.answers_at(seat));
        self.batch.now.max(answers.unwrap_or(self.batch.now)) + patience
    }

    /// How long a letter may wait to become needless: one about a turn, or about what others did,
    /// a while, but never more than a tenth of the time there is for the answer.
    fn patience(&self, kind: LetterKind, seat: Option<Seat>) -> Duration {
        if kind != LetterKind::YourTurn && !kind.of_others() {
            return Duration::zero();
        }
        let course = &self.batch.live.course;
        let asked = seat.and_then(|seat| course.waits.get(&seat));
        let asked = asked.and_then(|wait| Some(wait.due? - wait.since));
        let vote = course.proposal.as_ref().map(|open| open.until - open.since);
        let least = asked.into_iter().chain(vote).min();
        self.terms.delay.min(least.map_or(Duration::MAX, |span| span / 10))
    }
}

impl Game {
    /// The last order of a seat that anybody else could hear of, or the last played for it. Plans
    /// and standing orders answer nothing: what happened before one is still news to its giver.
    fn last_answer_of(&self, seat: Seat) -> Seq {
        let told = |entry: &Entry| {
            let told = self.title.narrate(&entry.event.facts, Viewer::Watcher);
            told.is_ok_and(|told| !told.is_empty())
        };
        let own = |one: &Glance| one.open && one.seat == Some(seat) && one.superseded_by.is_none();
        let answer = |entry: &Entry| match entry.act {
            Act::Ordered { .. } => told(entry),
            act => matches!(act, Act::TimedOut { .. }),
        };
        let mut log = self.log.pick(|one| own(one) && one.changes).rev();
        log.find(answer).map_or(Seq::NONE, |entry| entry.event.seq)
    }
}

/// Whether a letter's reader still has the seat whose letter it is. What a seat may know is told to
/// whoever sits there, and to nobody who did; that a seat was taken tells nothing of that.
pub(in crate::service) fn is_readers(live: &Game, kind: LetterKind, owed: &Owed) -> bool {
    let own = |player| owed.seat.is_none() || live.seat_of(player) == owed.seat;
    kind.reaches_former_holder() || owed.to_player.is_none_or(own)
}

/// When a letter is sent at the latest moment that still makes sense.
pub(in crate::service) fn stale(
    live: &Game,
    kind: LetterKind,
    seat: Option<Seat>,
    seq: Seq,
) -> bool {
    let Some(seat) = seat else { return false };
    let wait = live.course.waits.get(&seat);
    // Whoever has acted since needs no reminder, nor does whoever is to be reminded of less time.
    let reminds =
        |stage: Stage| wait.is_none_or(|wait| wait.asked_at > seq || wait.reminded > Some(stage));
    let voted = |step| live.course.proposal.as_ref().is_none_or(|open| open.step != step);
    match kind {
        LetterKind::VoteOpened => voted(live.log.step_of(seq)),
        // No clock runs while the game stands still.
        _ if kind.is_reminder() && live.course.still_since().is_some() => true,
        LetterKind::YourTurn => {
            wait.is_none_or(|wait| wait.asked_at > seq && wait.since > since(live, seq))
        }
        LetterKind::ReminderHalf => reminds(Stage::Half),
        LetterKind::ReminderFifth => reminds(Stage::Fifth),
        LetterKind::ReminderLastCall => reminds(Stage::LastCall),
        _ => false,
    }
}

fn since(live: &Game, seq: Seq) -> DateTime<Utc> {
    let entry = live.log.event(seq);
    entry.map_or(DateTime::<Utc>::MAX_UTC, |entry| entry.event.at)
}
