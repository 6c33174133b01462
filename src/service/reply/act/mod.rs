//! What a reply asks for, done line by line. Each line is a request with a key of its own, made of
//! the letter: begun with again after a crash, what was done is answered and not done twice.

mod away;
mod lists;
mod notes;
pub(super) mod told;
mod wish;

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::SeatHolder;
use super::copied;
use super::passages::{self, Passage};
use super::speak;
use super::words::{self, Ask};
use crate::letters::SafeLine;
use crate::letters::fits::Signs;
use crate::letters::when;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::idempotency::Idempotency;
use crate::service::letter_payload::{Minute, ReplyTranscript};
use crate::service::people::mail_choices::MailChoices;
use crate::service::play::give_order::{OrderLine, Stopped};
use crate::service::rewind::vote::Word;
use crate::service::table::ask_for_time::TimeAsked;
use crate::service::talk::say::Say;
use ravenpost_log::act::{Motion, Via};
use ravenpost_log::proof::note;
use ravenpost_log::table::proposal::Proposal;
use ravenpost_rules::numbers::Step;
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox;
use told::{NOT_LOOKED_AT, reasons, unclear};
use told::{help, remarks_told};

/// Requests of a letter that are looked at; more are not a person's.
pub(super) const MOST: usize = 60;
/// What a receipt is, before its digits.
const RECEIPT: &str = "The others do not know all of it yet. Your receipt, which the audit page \
    shows to everybody when it is told:";
/// A reply being worked on.
pub(super) struct Work<'a> {
    service: &'a Service,
    now: DateTime<Utc>,
    reply: &'a Reply,
    holder: &'a SeatHolder,
    /// The step that the next line is taken to have seen.
    seen: Step,
    pub minutes: ReplyTranscript,
    /// Whether anything was changed in the game.
    pub acted: bool,
    /// Whether anything in it begins like an order.
    pub orders: bool,
    /// The part at which the last line stopped, if it did.
    rest: Option<Stopped>,
    /// What looks like orders within the words that are being said.
    within: Vec<String>,
    /// How the title writes ways.
    signs: Signs,
}

impl<'a> Work<'a> {
    pub fn on(
        service: &'a Service,
        now: DateTime<Utc>,
        reply: &'a Reply,
        holder: &'a SeatHolder,
        live: &Game,
    ) -> Work<'a> {
        let minutes = ReplyTranscript { after: live.last_seq(), ..ReplyTranscript::default() };
        let seen = live.log.step_of(holder.key.known_seq.unwrap_or_default());
        Work {
            service,
            now,
            reply,
            holder,
            seen,
            minutes,
            acted: false,
            orders: false,
            rest: None,
            within: Vec::new(),
            signs: Signs::default(),
        }
    }

    /// All that is asked for, in turn. A line that is refused does not stop those after it, unless
    /// they are orders too: they were written in the belief that it is taken.
    pub async fn passages(&mut self, live: &Game) -> Result<(), ServiceError> {
        let groups = self.offers_then(live)?;
        let lines = copied::out_of_lists(&self.reply.lines, &groups);
        self.signs = Signs::of(&groups);
        self.minutes.first.extend(self.reply.unread.clone());
        let whole = self.reply.unread.is_none();
        let passages = passages::read(&lines, whole, live.title.about().verbs);
        let (mut stopped, mut looked_at, mut remarks) = (false, 0, Vec::new());
        for passage in passages {
            let (at, raw, ask) = match passage {
                Passage::Remark(raw) => {
                    remarks.push(raw);
                    continue;
                }
                Passage::Unclear { raw, near } => {
                    (stopped, self.orders) = (true, self.orders || near.is_some());
                    self.note(&raw, false, vec![unclear(near)]);
                    continue;
                }
                Passage::Request { at, raw, ask, within } => {
                    self.within = within;
                    (at, raw, ask)
                }
            };
            looked_at += 1;
            if looked_at > MOST {
                self.minutes.first.push(told::too_many(MOST));
                break;
            }
            stopped |= self.request(at, &raw, ask, stopped).await?;
        }
        self.minutes.first.extend(remarks_told(&remarks));
        self.minutes.first.extend(told::beneath(&self.beneath().await?));
        Ok(())
    }

    /// Lines that begin like a quote and are none: they stand in no letter that is answered.
    async fn beneath(&self) -> Result<Vec<String>, ServiceError> {
        let Some(letter) = self.holder.key.letter.filter(|_| !self.reply.beneath.is_empty()) else {
            return Ok(Vec::new());
        };
        let letter = outbox::get(self.service.store().read(), letter).await?;
        let Some(sent) = letter.finished else { return Ok(Vec::new()) };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let sent = words(&sent.text);
        let beneath = self.reply.beneath.iter().filter(|line| !sent.contains(&words(line)));
        Ok(beneath.cloned().collect())
    }

    /// Does what one line asks for, and tells whether orders after it are not to be looked at.
    async fn request(
        &mut self,
        at: usize,
        raw: &str,
        ask: Ask,
        stopped: bool,
    ) -> Result<bool, ServiceError> {
        let orders = matches!(ask, Ask::Order(_) | Ask::Number(_));
        self.orders |= orders;
        if orders && stopped {
            self.note(raw, false, vec![NOT_LOOKED_AT.to_owned()]);
            return Ok(true);
        }
        // Boxed: so many ways to go on are large together.
        let (taken, said) = match Box::pin(self.line(at, ask)).await {
            Ok(said) => (true, said),
            Err(error) => (false, reasons(error)?),
        };
        let rest = self.rest.take();
        let stops = orders && !(taken && rest.is_none());
        match rest {
            None => self.note(raw, taken, said),
            Some(rest) => self.note_parts(said, rest),
        }
        Ok(stops)
    }

    /// A line of which only the first parts were taken is told as two.
    fn note_parts(&mut self, said: Vec<String>, rest: Stopped) {
        self.note(&rest.before, true, said);
        let said = rest.refusals.iter().map(|why| format!("Not taken: {why}")).collect();
        self.note(&rest.part, false, said);
    }

    fn note(&mut self, line: &str, taken: bool, said: Vec<String>) {
        let line = SafeLine::from(line).to_string();
        self.minutes.lines.push(Minute { line, taken, said });
    }

    async fn line(&mut self, at: usize, ask: Ask) -> Result<Vec<String>, ServiceError> {
        match ask {
            Ask::Order(order) if words::is_reserved(&order) => Err(ServiceError::refused(format!(
                "\"{order}\" is not what may be written; write help for what may be"
            ))),
            Ask::Order(order) => self.order(at, self.signs.read(&order)).await,
            Ask::Number(number) => {
                let order = self.numbered(number).await?;
                self.order(at, order).await
            }
            Ask::Show | Ask::ShowHand => {
                self.minutes.show = true;
                Ok(vec!["You find it below.".to_owned()])
            }
            Ask::ShowOrders(words) => self.orders(&words).await,
            Ask::ShowAt(step) => self.past(step).await,
            Ask::ShowSince => {
                let (game, player) = (&self.holder.game, self.holder.player.id);
                Ok(self.service.catch_up(game, player).await?.text())
            }
            Ask::Undo => self.undo(at).await,
            Ask::Extend(reason) => self.extend(at, reason).await,
            Ask::Away { days } => self.away(at, days).await,
            Ask::Vacation { first, last } => self.vacation(at, first, last).await,
            Ask::Back => self.back(at).await,
            Ask::Nudge => self.nudge(at).await,
            Ask::Say { to, beside, text } => self.say(at, &to, beside, text).await,
            Ask::Note { beside, text } => self.keep(at, beside, &text).await,
            Ask::NoteLater { round, text } => self.keep_for_later(at, round, &text).await,
            Ask::NotesDone { keep } => self.notes_done(keep).await,
            Ask::Vote { agrees } => self.vote(at, agrees).await,
            Ask::Witness(line) => self.witness(&line).await,
            Ask::Help => Ok(help()),
            Ask::Letters { short } => self.letters(short).await,
            Ask::Join | Ask::Decline => {
                Err(ServiceError::refused("you have a seat at this table already"))
            }
            Ask::Again => Err(ServiceError::refused("no letter of yours is held here")),
            Ask::Leave { sure: false } => {
                Err(ServiceError::refused("to give your seat up for ever, write: leave for good"))
            }
            Ask::Leave { sure: true } => self.leave(at).await,
        }
    }

    fn key(&self, at: usize) -> Idempotency {
        let seat = format!("seat {}", self.holder.seat.0);
        let line = format!("{} {at}", self.reply.mark());
        Idempotency::of(seat, &self.holder.game, "mail", line)
    }

    async fn order(&mut self, at: usize, line: String) -> Result<Vec<String>, ServiceError> {
        if self.service.live(&self.holder.game).await?.is_wish(&line) {
            return self.wish(line).await;
        }
        let order = OrderLine {
            game: self.holder.game.clone(),
            seat: self.holder.seat,
            giver: Some(self.holder.player.id),
            line,
            seen: self.seen,
            key: self.key(at),
            via: Via::Mail,
        };
        let taken = self.service.give_order(self.now, &order).await?;
        self.seen = taken.step;
        self.acted = true;
        let mut said = match taken.orders.as_slice() {
            [] => vec!["Changes nothing.".to_owned()],
            orders => vec![format!("Taken: {}.", orders.join("; "))],
        };
        if !taken.receipts.is_empty() {
            said.push(RECEIPT.to_owned());
            for receipt in &taken.receipts {
                said.push(receipt.hash.hex());
                let line = self.service.signed_receipt(&order.game, &receipt.hash).await?;
                said.extend(line.map(|line| line.to_string()));
            }
        }
        self.rest = taken.stopped;
        Ok(said)
    }

    /// Whoever writes to us may be a witness of the seals: what it signed proves itself.
    async fn witness(&mut self, line: &str) -> Result<Vec<String>, ServiceError> {
        let line = note::Line::parse(line).ok_or_else(|| {
            ServiceError::refused("that is no signature: the whole line of the witness is needed")
        })?;
        let (day, key) = self.service.take_cosignature(self.now, &line).await?;
        Ok(vec![format!("Thank you: {} has seen the seals up to {day}.", key.name)])
    }

    async fn undo(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, seat) = (&self.holder.game, self.holder.seat);
        let undone = self
            .service
            .take_back_last(self.now, game, seat, self.holder.player.id, &self.key(at))
            .await?;
        self.acted = true;
        Ok(vec![format!("Taken back: {undone}.")])
    }

    /// More time for the own seat. Whoever writes later than the deadline is told so.
    async fn extend(&mut self, at: usize, reason: String) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let asked = TimeAsked { seat: self.holder.seat, reason };
        let known = self.holder.key.known_seq.unwrap_or_default();
        let live = self.service.live(game).await?;
        if live.wait(asked.seat).is_some_and(|wait| wait.asked_at > known) {
            return Err(ServiceError::refused(
                "the question that your letter is about is over: you are asked another now",
            ));
        }
        let due = self.service.ask_for_time(self.now, game, player, &asked, &self.key(at)).await?;
        self.acted = true;
        let zone = self.holder.player.zone.parse().unwrap_or(chrono_tz::Tz::UTC);
        let until = when::moment(due, zone);
        Ok(vec![format!("You have until {until}. The others see it in the game.")])
    }

    async fn say(
        &mut self,
        at: usize,
        names: &[String],
        beside: Option<Step>,
        words: String,
    ) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let say = Say {
            game: self.holder.game.clone(),
            by: self.holder.player.id,
            to: speak::to(&live, names)?,
            beside,
            words,
            key: self.key(at),
        };
        let to = self.service.say(self.now, say).await?;
        if let Some(letter) = self.holder.key.letter {
            let by = self.holder.player.id;
            self.service.mark_letter_read(&self.holder.game, by, letter).await?;
        }
        self.acted = true;
        let mut said = vec![speak::said(&live, &to, beside)];
        said.extend(told::within(&self.within));
        Ok(said)
    }

    /// A word in the vote that the letter is about: one that was written before it was put knew
    /// nothing of it.
    async fn vote(&mut self, at: usize, agrees: bool) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let live = self.service.live(game).await?;
        let open = open_vote(&live, &self.holder.key)?;
        let word = Word { step: open.step, agrees, via: Via::Mail };
        self.service.vote(self.now, game, player, word, &self.key(at)).await?;
        self.acted = true;
        Ok(vec![voted(&open.motion, agrees)])
    }

    /// Whether the writer's letters are short from now on. Done again, it changes nothing.
    async fn letters(&mut self, short: bool) -> Result<Vec<String>, ServiceError> {
        let change = move |choices: MailChoices| MailChoices { short, ..choices };
        self.acted |= self.service.choose_mail(self.holder.player.id, change).await?;
        Ok(vec![match short {
            true => "Your letters are short from now on. Write show for all of one.".to_owned(),
            false => "Your letters are whole from now on.".to_owned(),
        }])
    }

    async fn leave(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        self.service.leave_seat(self.now, game, player, &self.key(at)).await?;
        self.acted = true;
        Ok(vec!["You have given your seat up.".to_owned()])
    }
}

/// The vote that a letter with that key can be about.
pub(super) fn open_vote<'a>(live: &'a Game, key: &Key) -> Result<&'a Proposal, ServiceError> {
    let Some(open) = &live.course.proposal else {
        return Err(ServiceError::refused("nothing is put to the vote now"));
    };
    let told = live.log.step_of(key.known_seq.unwrap_or_default());
    if told < open.step {
        return Err(ServiceError::refused(
            "your letter is older than the vote: answer the letter about it",
        ));
    }
    Ok(open)
}

/// What is answered to a word in a vote.
pub(super) fn voted(motion: &Motion, agrees: bool) -> String {
    let what = match motion {
        Motion::Rewind { .. } => "go back",
        Motion::End { .. } => "end the game",
        Motion::Replace { .. } => "give that seat to somebody else",
        Motion::StandIn { .. } => "let a bot stand in for that seat",
        Motion::GoOn => "go on",
    };
    format!("You {} to {what}.", if agrees { "agree" } else { "refuse" })
}
