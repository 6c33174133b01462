//! Stores the outcome of an inbound email and its answer in one transaction, exactly once.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::SeatHolder;
use super::quota::{AnswerQuota, IdleEmail, Sort};
use crate::email_payload::{EmailPayload, ReplyTranscript};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::people::message_ids::message_id;
use ravenpost_emails::parts::line_outcomes::IgnoredCause;
use ravenpost_emails::{LineOutcome, NotificationKind};
use ravenpost_log::table::proposal::Proposal;
use ravenpost_rules::Seat;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::writes;

/// How many replies a day with the same text and no request are answered.
const ALIKE: u64 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// It changed something at its table.
    Acted,
    /// It changed nothing. `order` says whether it contains something like an order.
    Nothing { order: bool },
}

pub(super) struct TableAnswer<'a> {
    pub holder: &'a SeatHolder,
    pub transcript: ReplyTranscript,
    pub effect: Effect,
}

struct QueuedAnswer {
    email: QueuedEmail,
    /// The quota that it counts against if the reply changed nothing, and its text if it is the
    /// last one of the day.
    idle: Option<IdleEmail>,
    last: Option<String>,
    note: String,
}

impl Inbox<'_> {
    /// Answers a reply and stores its outcome. An email that arrives twice, by two routes, is
    /// answered once.
    pub(super) async fn settle(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        transcript: ReplyTranscript,
        effect: Effect,
    ) -> Result<IncomingState, ServiceError> {
        let answer = TableAnswer { holder, transcript, effect };
        self.settle_all(now, reply, found, vec![answer]).await
    }

    /// Answers a reply with an answer for each of several tables.
    pub(super) async fn settle_all(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        answers: Vec<TableAnswer<'_>>,
    ) -> Result<IncomingState, ServiceError> {
        let mut queued = Vec::with_capacity(answers.len());
        for answer in answers {
            queued.push(self.queued_answer(now, reply, answer).await?);
        }
        let id = reply.id;
        let done = self.store().write(writes!(|tx| {
            let (mut first, mut notes) = (None, Vec::new());
            for QueuedAnswer { mut email, idle, last, note } in queued {
                let silent = match &idle {
                    _ if outbox::is_queued(&mut *tx, &email.message_id).await? => {
                        Some("it has already been answered")
                    }
                    None => None,
                    Some(idle) => match idle.count(tx, now).await? {
                        AnswerQuota::Yes => None,
                        AnswerQuota::Last => {
                            email.payload = last.unwrap_or_default();
                            None
                        }
                        AnswerQuota::No(why) => Some(why),
                    },
                };
                match silent {
                    None => {
                        let answer = outbox::owe(tx, &email).await?;
                        first.get_or_insert(answer);
                        notes.push(note);
                    }
                    Some(why) => notes.push(format!("{note}; not answered, because {why}")),
                }
            }
            let (state, note) = (IncomingState::Done, notes.join("; "));
            let outcome = Outcome { state, found, note, answer: first, at: now };
            incoming::settle(tx, id, &outcome).await?;
            Ok(())
        }));
        done.await?;
        Ok(IncomingState::Done)
    }

    async fn queued_answer(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        answer: TableAnswer<'_>,
    ) -> Result<QueuedAnswer, ServiceError> {
        let TableAnswer { holder, mut transcript, effect } = answer;
        let game = self.games().load(&holder.game).await?;
        transcript.in_reply_to = holder.key.email;
        let note = transcript.lines.summary();
        let (game_id, seat) = (holder.game.clone(), holder.seat);
        // The Message-ID depends on the reply alone, not on what has happened since it arrived.
        let asked = holder.key.known_seq.unwrap_or_default();
        let kind = NotificationKind::ReplyResult;
        let domain = self.accounts().message_domain().await?;
        let email = QueuedEmail {
            message_id: message_id(kind, &[&asked, &seat, &game_id, &reply.mark()], domain),
            to_player: Some(holder.player.id),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(game_id),
            seat: Some(seat),
            seq: Some(game.last_seq()),
            payload: payload(&transcript),
            references: reply.message_id.clone().unwrap_or_default(),
            at: now,
            due_at: now,
        };
        let idle = match effect {
            Effect::Acted => None,
            Effect::Nothing { order } => {
                let awaited = order || is_awaited(&game, holder.seat);
                Some(idle(holder, awaited, &transcript))
            }
        };
        let last = idle.as_ref().map(|idle| {
            transcript.messages.push(idle.last().to_owned());
            payload(&transcript)
        });
        Ok(QueuedAnswer { email, idle, last, note })
    }

    /// Records that an email is ignored, and why. No answer is sent.
    pub(super) async fn ignore(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        self.note_down(now, reply, found, IncomingState::Ignored, why).await
    }

    /// Records that an email is held or ignored, and why. No answer is sent.
    pub(super) async fn note_down(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        state: IncomingState,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        let outcome = Outcome { state, found, note: why.to_owned(), answer: None, at: now };
        let id = reply.id;
        let done = self.store().write(writes!(|tx| incoming::settle(tx, id, &outcome).await));
        done.await?;
        Ok(state)
    }
}

fn payload(transcript: &ReplyTranscript) -> String {
    EmailPayload::Transcript(transcript.clone()).text()
}

fn idle(holder: &SeatHolder, awaited: bool, transcript: &ReplyTranscript) -> IdleEmail {
    let mut words: Vec<&str> = transcript.messages.iter().map(String::as_str).collect();
    for line in &transcript.lines.0 {
        words.push(&line.text);
        words.extend(line.messages.iter().map(String::as_str));
    }
    words.push(holder.game.as_str());
    let asks = transcript.lines.0.iter().filter(|line| line.outcome != LineOutcome::Ignored);
    let asks: Vec<LineOutcome> = asks.map(|line| line.outcome).collect();
    let refused = asks.is_empty() || asks.iter().any(|outcome| outcome.is_open());
    let sort = match awaited {
        true => Sort::Awaited,
        false if refused => Sort::Refused,
        false => Sort::Asked,
    };
    let lines = transcript.lines.0.iter();
    let text =
        [IgnoredCause::Remark, IgnoredCause::Courtesy, IgnoredCause::NotUnderstood].map(Some);
    let remarks = lines.filter(|line| text.contains(&line.ignored_cause)).count();
    // Autoresponders write several lines, none of which is a request.
    let alike = match (awaited, asks.is_empty()) {
        (true, false) => u64::MAX,
        (true, true) if remarks < 2 => ALIKE,
        _ => 1,
    };
    let refused = refused.then_some(words.as_slice());
    IdleEmail::new(&holder.player.id.to_string(), sort, refused).answered(alike)
}

/// Whether a seat has a pending decision or an outstanding vote.
pub(super) fn is_awaited(game: &Game, seat: Seat) -> bool {
    game.seats().wait(seat).is_some() || waits_for_vote(game, Some(seat))
}

/// Whether the open proposal waits for the vote of a seat, or of an organiser without one.
pub(super) fn waits_for_vote(game: &Game, seat: Option<Seat>) -> bool {
    let silent =
        |open: &Proposal| open.silent(game.status.consent, &game.status.seats.held_seats());
    game.status.stops.proposal.as_ref().is_some_and(|open| silent(open).contains(&seat))
}
