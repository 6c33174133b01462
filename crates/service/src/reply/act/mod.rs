//! Carries out the requests in a reply line by line. Each request has an idempotency key derived
//! from the email, so a reply that is processed again after a crash has no second effect.

pub(super) mod account;
mod away;
mod broken_moves;
pub(super) mod copied;
mod lists;
mod notes;
mod parts;
mod preference;
mod queries;
mod say;
pub(super) mod suggest;
mod takeback;
pub(super) mod texts;
mod unseen_decisions;

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::SeatHolder;
use super::reading::address::Seats;
use super::reading::command::{self, Request};
use crate::Service;
use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::idempotency::Idempotency;
use crate::play::give_order::{OrderLine, Stopped};
use crate::rewind::vote::Word;
use crate::table::request_time::TimeRequest;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_emails::parts::times;
use ravenpost_log::act::{Motion, Via};
use ravenpost_log::email::saved::receipt_lines;
use ravenpost_log::proof::note;
use ravenpost_log::table::proposal::Proposal;
use ravenpost_rules::Group;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_store::post::keys::Key;
use ravenpost_zone::Zone;
use texts::help;
use unseen_decisions::Decision;

/// Maximum number of requests per reply. A person does not send more.
pub(super) const MOST: usize = 60;
/// Refusal of a message that contains undecodable characters.
const UNDECODED: &str = "part of the text could not be decoded; please write it again";

/// The part of the rest of a reply that may still be carried out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Halt {
    #[default]
    Nothing,
    /// An order was rejected. Later orders assumed that it would be played, so they are skipped.
    Orders,
    /// The writer was asked a question, so the lines below it are not carried out.
    All,
}

/// The state in which a reply continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Progress {
    pub halt: Halt,
    pub requests: usize,
}

pub(super) struct Work<'a> {
    service: &'a Service,
    now: DateTime<Utc>,
    reply: &'a Reply,
    holder: &'a SeatHolder,
    /// The step that the sender is assumed to have seen when writing the next line.
    seen: Step,
    /// The pending decision before the first move of the reply.
    decision: Option<Decision>,
    /// Whether the prompt of the answered email is pending again after an undo.
    asked_again: bool,
    /// The orders of this reply that were played, since its last undo.
    own: Vec<String>,
    /// The end of the log after the last undo of this reply.
    undone: Option<Seq>,
    pub transcript: ReplyTranscript,
    /// Whether anything in the game changed.
    pub acted: bool,
    /// Whether the reply contains an order, or something close to one.
    pub orders: bool,
    /// The progress so far, if the reply addresses several tables.
    pub progress: Progress,
    /// Whether the email being answered lists no moves.
    pub unlisted: bool,
    /// The part of the last line that was rejected, if any.
    rest: Option<Stopped>,
    seats: Seats,
    /// The title's notation for paths.
    signs: Signs,
    /// The list in the email being answered.
    listed: Vec<Group>,
}

/// Answers to requests that change nothing.
struct Queries<'a> {
    service: &'a Service,
    now: DateTime<Utc>,
    holder: &'a SeatHolder,
}

impl<'a> Work<'a> {
    pub fn on(
        service: &'a Service,
        now: DateTime<Utc>,
        reply: &'a Reply,
        holder: &'a SeatHolder,
        game: &Game,
    ) -> Work<'a> {
        let transcript =
            ReplyTranscript { after_seq: game.last_seq(), ..ReplyTranscript::default() };
        let seen = game.log.step_of(holder.key.known_seq.unwrap_or_default());
        Work {
            service,
            now,
            reply,
            holder,
            seen,
            decision: None,
            asked_again: false,
            own: Vec::new(),
            undone: None,
            transcript,
            acted: false,
            orders: false,
            progress: Progress::default(),
            unlisted: false,
            rest: None,
            seats: Seats::default(),
            signs: Signs::default(),
            listed: Vec::new(),
        }
    }

    fn queries(&self) -> Queries<'a> {
        Queries { service: self.service, now: self.now, holder: self.holder }
    }

    async fn line(&mut self, at: usize, ask: Request) -> Result<Vec<String>, ServiceError> {
        match ask {
            Request::Order(order) if command::is_reserved(&order) => Err(ServiceError::refused(
                format!("\"{order}\" is not a command; write help to see all commands"),
            )),
            Request::Order(order) => {
                let order = self.signs.read(&order);
                self.must_be_seen(&order).await?;
                self.order(at, order).await
            }
            Request::Number(number) => {
                let order = self.numbered(number).await?;
                self.order(at, order).await
            }
            Request::Show | Request::ShowHand => {
                self.transcript.show_position = true;
                Ok(vec!["See below.".to_owned()])
            }
            Request::ShowOrders(words) => self.queries().orders(&words).await,
            Request::ShowAt(step) => self.queries().past(step).await,
            Request::ShowSince => {
                let (game, player) = (&self.holder.game, self.holder.player.id);
                Ok(self.service.play().catch_up(game, player).await?.text())
            }
            Request::Undo => self.undo(at).await,
            Request::Takeback { to, reason } => self.takeback(at, to, reason).await,
            Request::Extend(reason) => self.extend(at, reason).await,
            Request::Away { days } => self.away(at, days).await,
            Request::Vacation { first, last } => self.vacation(at, first, last).await,
            Request::Back => self.back(at).await,
            Request::Nudge => self.nudge(at).await,
            // The reader never returns messages as requests.
            Request::Say(_) | Request::SayToNobody => Ok(Vec::new()),
            Request::Note { at_step, text } => self.keep(at, at_step, &text).await,
            Request::NoteLater { round, text } => self.keep_for_later(at, round, &text).await,
            Request::NotesDone { keep } => self.notes_done(keep).await,
            Request::Vote { agrees } => self.vote(at, agrees).await,
            Request::Witness(line) => self.witness(&line).await,
            Request::Help => Ok(help()),
            Request::Emails(wanted) => self.emails(wanted).await,
            Request::Zone(zone) => self.zone(&zone).await,
            Request::Games => self.queries().games().await,
            Request::Block { name, blocked } => self.block(&name, blocked).await,
            Request::Rules(words) => self.queries().rules(&words).await,
            Request::Join | Request::Decline => {
                Err(ServiceError::refused("you already play in this game"))
            }
            Request::Again => Err(ServiceError::refused("none of your replies is on hold")),
            Request::Leave { sure: false } => {
                Err(ServiceError::refused("to leave this game, write: leave for good"))
            }
            Request::Leave { sure: true } => self.leave(at).await,
        }
    }

    fn key(&self, at: usize) -> Idempotency {
        let seat = format!("seat {}", self.holder.seat.0);
        let line = format!("{} {at}", self.reply.mark());
        Idempotency::of(seat, &self.holder.game, "email", line)
    }

    async fn order(&mut self, at: usize, line: String) -> Result<Vec<String>, ServiceError> {
        let game = self.service.games().load(&self.holder.game).await?;
        if game.seats().is_preference(&line) {
            return self.store_preference(line).await;
        }
        if self.acted {
            self.must_mean_the_same(&game, &line)?;
        }
        let order = OrderLine {
            game: self.holder.game.clone(),
            seat: self.holder.seat,
            giver: Some(self.holder.player.id),
            line,
            seen: self.seen,
            key: self.key(at),
            via: Via::Email,
        };
        let taken = self.service.play().give_order(self.now, &order).await?;
        self.seen = taken.step;
        self.own.extend(taken.orders.iter().cloned());
        self.transcript.played = true;
        self.acted = true;
        let said = match taken.orders.as_slice() {
            [] => vec!["This changes nothing.".to_owned()],
            orders => vec![format!("Played: {}.", orders.join("; "))],
        };
        for receipt in &taken.receipts {
            self.transcript.receipts.extend(receipt_lines(&order.game, &receipt.hash));
            let line = self.service.proof().signed_receipt(&order.game, &receipt.hash).await?;
            self.transcript.receipts.extend(line.map(|line| line.to_string()));
        }
        self.rest = taken.stopped;
        Ok(said)
    }

    /// Accepts a witness's signature of the seals from any sender: the signature is its own proof.
    async fn witness(&mut self, line: &str) -> Result<Vec<String>, ServiceError> {
        let line = note::Line::parse(line).ok_or_else(|| {
            ServiceError::refused(
                "this is not a signature; send the whole line as printed by the \
                witness",
            )
        })?;
        let (day, key) = self.service.proof().take_cosignature(self.now, &line).await?;
        Ok(vec![format!("Thank you. {} has witnessed the seals up to {day}.", key.name)])
    }

    async fn undo(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, seat) = (&self.holder.game, self.holder.seat);
        let undone = self
            .service
            .play()
            .take_back_last(self.now, game, seat, self.holder.player.id, &self.key(at))
            .await?;
        self.acted = true;
        // The rest of the email was written with the undone position in mind.
        let now = self.service.games().load(game).await?;
        (self.seen, self.decision) = (now.step(), Decision::of(&now, seat));
        (self.undone, self.own) = (Some(now.last_seq()), Vec::new());
        Ok(vec![format!("Undone: {undone}.")])
    }

    /// Asks for more time for the sender's seat. Refused if the email was about an earlier
    /// question.
    async fn extend(&mut self, at: usize, reason: String) -> Result<Vec<String>, ServiceError> {
        let (game_id, player) = (&self.holder.game, self.holder.player.id);
        let asked = TimeRequest { seat: self.holder.seat, reason };
        let known = self.holder.key.known_seq.unwrap_or_default();
        let game = self.service.games().load(game_id).await?;
        let later = game.seats().wait(asked.seat).is_some_and(|wait| wait.asked_at > known);
        if later && (self.acted || !self.asked_again) {
            return Err(ServiceError::refused(
                "that email is out of date, and you now have a new decision to make; reply to the \
                 newest email",
            ));
        }
        let due = self
            .service
            .tables()
            .ask_for_time(self.now, game_id, player, &asked, &self.key(at))
            .await?;
        self.acted = true;
        let zone = Zone::or_utc(&self.holder.player.zone);
        let until = times::moment(due, zone);
        Ok(vec![format!("You have until {until}. The other players can see this.")])
    }

    /// Votes on the proposal that the email is about. An email older than the proposal cannot be
    /// about it.
    async fn vote(&mut self, at: usize, agrees: bool) -> Result<Vec<String>, ServiceError> {
        let (game_id, player) = (&self.holder.game, self.holder.player.id);
        let game = self.service.games().load(game_id).await?;
        let open = open_vote(&game, &self.holder.key)?;
        let word = Word { step: open.step, agrees, via: Via::Email };
        self.service.votes().vote(self.now, game_id, player, word, &self.key(at)).await?;
        self.acted = true;
        Ok(vec![voted(&open.motion, agrees)])
    }

    async fn leave(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        self.service.tables().leave_seat(self.now, game, player, &self.key(at)).await?;
        self.acted = true;
        let back = format!("{}/games/{game}/leave", self.service.settings().base_url);
        Ok(vec![format!(
            "You have left the game. For one hour, you can take your seat back: {back}"
        )])
    }
}

/// Returns the description of an order in a list, if the list contains it.
fn words_of(groups: &[Group], line: &str) -> Option<String> {
    let line = line.trim().to_lowercase();
    let mut offers = groups.iter().flat_map(|group| &group.offers);
    offers.find(|offer| offer.order == line).map(|offer| offer.words.clone())
}

/// Returns the open vote, if the email with this key may be about it.
pub(super) fn open_vote<'a>(game: &'a Game, key: &Key) -> Result<&'a Proposal, ServiceError> {
    let Some(open) = &game.status.stops.proposal else {
        return Err(ServiceError::refused("there is no open vote"));
    };
    let known_step = game.log.step_of(key.known_seq.unwrap_or_default());
    if known_step < open.step {
        return Err(ServiceError::refused(
            "the email that you replied to is older than the vote; reply to the vote email",
        ));
    }
    Ok(open)
}

/// Confirms a vote.
pub(super) fn voted(motion: &Motion, agrees: bool) -> String {
    format!("You voted {}: {}.", if agrees { "yes" } else { "no" }, texts::motion(motion))
}
