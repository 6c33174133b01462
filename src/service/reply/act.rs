//! What a reply asks for, done line by line. Each line is a request with a key of its own, made of
//! the letter: begun with again after a crash, what was done is answered and not done twice.

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::Holder;
use super::passages::{self, Passage};
use super::speak;
use super::words::{self, Ask};
use crate::letters::Line;
use crate::rules::act::{Motion, Via};
use crate::rules::{Title, Viewer};
use crate::service::error::ServiceError;
use crate::service::give_order::{OrderLine, Stopped};
use crate::service::live::Live;
use crate::service::office::{Minute, Minutes};
use crate::service::proposal::Proposal;
use crate::service::say::Say;
use crate::service::vote::Word;
use crate::service::{Idempotency, Service};
use crate::store::keys::Key;
use crate::store::proof::note;

/// Requests of a letter that are looked at; more are not a person's.
const MOST: usize = 60;
/// Remarks that are shown, and how much of each, in letters.
const REMARKS: usize = 4;
const LONG: usize = 60;
/// What a receipt is, before its digits.
const RECEIPT: &str = "The others do not know all of it yet. Your receipt, which the audit page \
    shows to everybody when it is told:";
/// Orders that a search shows.
const SHOWN: usize = 40;

/// A reply being worked on.
pub(super) struct Work<'a> {
    service: &'a Service,
    now: DateTime<Utc>,
    reply: &'a Reply,
    holder: &'a Holder,
    /// The step that the next line is taken to have seen.
    seen: u64,
    pub minutes: Minutes,
    /// Whether anything was changed in the game.
    pub acted: bool,
    /// The part at which the last line stopped, if it did.
    rest: Option<Stopped>,
}

impl<'a> Work<'a> {
    pub fn on(
        service: &'a Service,
        now: DateTime<Utc>,
        (reply, holder): (&'a Reply, &'a Holder),
        live: &Live,
    ) -> Work<'a> {
        let minutes = Minutes { after: live.version(), ..Minutes::default() };
        let seen = live.log.step_of(holder.key.version.unwrap_or_default());
        Work { service, now, reply, holder, seen, minutes, acted: false, rest: None }
    }

    /// All that is asked for, in turn. A line that is refused does not stop those after it, unless
    /// they are orders too: they were written in the belief that it is taken.
    pub async fn passages(&mut self, title: &dyn Title) -> Result<(), ServiceError> {
        let passages = passages::read(&self.reply.lines, title.about().verbs);
        let (mut stopped, mut looked_at, mut remarks) = (false, 0, Vec::new());
        for passage in passages {
            let (at, raw, ask) = match passage {
                Passage::Remark(raw) => {
                    remarks.push(raw);
                    continue;
                }
                Passage::Unclear { raw, near } => {
                    stopped = true;
                    self.note(&raw, false, vec![unclear(near)]);
                    continue;
                }
                Passage::Request { at, raw, ask } => (at, raw, ask),
            };
            looked_at += 1;
            if looked_at > MOST {
                self.minutes.first.push(format!("Only the first {MOST} lines were looked at."));
                break;
            }
            stopped |= self.request((at, &raw), ask, stopped).await?;
        }
        self.minutes.first.extend(told(&remarks));
        Ok(())
    }

    /// Does what one line asks for, and tells whether orders after it are not to be looked at.
    async fn request(
        &mut self,
        (at, raw): (usize, &str),
        ask: Ask,
        stopped: bool,
    ) -> Result<bool, ServiceError> {
        let orders = matches!(ask, Ask::Order(_) | Ask::Number(_));
        if orders && stopped {
            self.note(raw, false, vec![NOT_LOOKED_AT.to_owned()]);
            return Ok(true);
        }
        let (taken, said) = match self.line(at, ask).await {
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
        let line = Line::from(line).to_string();
        self.minutes.lines.push(Minute { line, taken, said });
    }

    async fn line(&mut self, at: usize, ask: Ask) -> Result<Vec<String>, ServiceError> {
        match ask {
            Ask::Order(order) if words::is_reserved(&order) => Err(ServiceError::refused(format!(
                "\"{order}\" is not what may be written; {HELP}"
            ))),
            Ask::Order(order) => self.order(at, order).await,
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
            Ask::Undo => self.undo(at).await,
            Ask::Say { to, text } => self.say(at, &to, text).await,
            Ask::Note(words) => self.keep(at, &words).await,
            Ask::Vote { agrees } => self.vote(at, agrees).await,
            Ask::Witness(line) => self.witness(&line).await,
            Ask::Help => Ok(help()),
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
        self.seen = taken.version;
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

    /// The order that had this number in the letter that is answered.
    async fn numbered(&self, number: usize) -> Result<String, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let then = match self.holder.key.version {
            Some(version) if version < live.version() => &live.at(version)?,
            _ => live.as_ref(),
        };
        let groups = then.position.offers(self.holder.seat);
        let mut offers = groups.iter().flat_map(|group| &group.offers);
        let offer = offers.nth(number - 1).map(|offer| offer.order.clone());
        offer.ok_or_else(|| ServiceError::refused("your letter had no order with that number"))
    }

    async fn orders(&self, words: &str) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let groups = live.position.offers(self.holder.seat);
        let offers = groups.iter().flat_map(|group| &group.offers).enumerate();
        let fits = |text: &str| wanted.iter().all(|word| text.to_lowercase().contains(word));
        let found: Vec<String> = offers
            .filter(|(_, offer)| fits(&format!("{} {}", offer.order, offer.words)))
            .map(|(at, offer)| format!("{}. {} - {}", at + 1, offer.order, offer.words))
            .collect();
        let more = found.len().saturating_sub(SHOWN);
        let mut said: Vec<String> = found.into_iter().take(SHOWN).collect();
        if more > 0 {
            said.push(format!("and {more} more: add words to see fewer"));
        }
        if said.is_empty() {
            said.push("None that may be ordered now.".to_owned());
        }
        Ok(said)
    }

    /// How it stood, as the seat knew it then.
    async fn past(&self, step: u64) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        if step == 0 || step > live.step() {
            let last = live.step();
            return Err(ServiceError::refused(format!("the events are numbered from 1 to {last}")));
        }
        let then = live.at(live.log.end_of(step))?;
        if !then.has_started() {
            return Err(ServiceError::refused("the game had not begun then"));
        }
        let sight = then.position.sight(Viewer::Seat(self.holder.seat));
        Ok(sight.text.lines().map(str::to_owned).collect())
    }

    async fn undo(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, seat) = (&self.holder.game, self.holder.seat);
        let undone = self
            .service
            .take_back_last(self.now, (game, seat), self.holder.player.id, &self.key(at))
            .await?;
        self.acted = true;
        Ok(vec![format!("Taken back: {undone}.")])
    }

    async fn say(
        &mut self,
        at: usize,
        names: &[String],
        words: String,
    ) -> Result<Vec<String>, ServiceError> {
        let live = self.service.live(&self.holder.game).await?;
        let say = Say {
            game: self.holder.game.clone(),
            by: self.holder.player.id,
            to: speak::to(&live, names)?,
            words,
            key: self.key(at),
        };
        let to = self.service.say(self.now, say).await?;
        self.acted = true;
        Ok(vec![speak::said(&live, &to)])
    }

    async fn keep(&mut self, at: usize, words: &str) -> Result<Vec<String>, ServiceError> {
        let own = (&self.holder.game, self.holder.player.id);
        let step = self.service.note(self.now, own, None, words, &self.key(at)).await?;
        self.acted = true;
        Ok(vec![format!("Noted at step {step}, for you alone.")])
    }

    /// A word in the vote that the letter is about: one that was written before it was put knew
    /// nothing of it.
    async fn vote(&mut self, at: usize, agrees: bool) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        let live = self.service.live(game).await?;
        let open = open_vote(&live, &self.holder.key)?;
        let word = Word { step: open.step, agrees, via: Via::Mail };
        self.service.vote(self.now, (game, player), word, &self.key(at)).await?;
        self.acted = true;
        Ok(vec![voted(&open.motion, agrees)])
    }

    async fn leave(&mut self, at: usize) -> Result<Vec<String>, ServiceError> {
        let (game, player) = (&self.holder.game, self.holder.player.id);
        self.service.leave_seat(self.now, game, player, &self.key(at)).await?;
        self.acted = true;
        Ok(vec!["You have given your seat up.".to_owned()])
    }
}

/// The vote that a letter with that key can be about.
pub(super) fn open_vote<'a>(live: &'a Live, key: &Key) -> Result<&'a Proposal, ServiceError> {
    let Some(open) = &live.course.proposal else {
        return Err(ServiceError::refused("nothing is put to the vote now"));
    };
    let told = live.log.step_of(key.version.unwrap_or_default());
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
        Motion::GoOn => "go on",
    };
    format!("You {} to {what}.", if agrees { "agree" } else { "refuse" })
}

const NOT_LOOKED_AT: &str = "Not looked at, because an order before it was not taken.";

/// Why a line between two orders stops those after it.
fn unclear(near: Option<&str>) -> String {
    match near {
        Some(word) => format!("Not taken: this begins no order; did you mean \"{word}\"?"),
        None => {
            "Not taken: this is no order. Words to the table go on a line that begins with say."
                .to_owned()
        }
    }
}

/// What is said of the lines that were for nobody: they are shown, so that an order among them is
/// seen to have been none.
fn told(remarks: &[String]) -> Option<String> {
    let shown = remarks.iter().take(REMARKS).map(|line| {
        let line = Line::from(line).to_string();
        match line.char_indices().nth(LONG) {
            Some((end, _)) => format!("\u{201c}{}...\u{201d}", &line[..end]),
            None => format!("\u{201c}{line}\u{201d}"),
        }
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match remarks.len() {
        0 => None,
        few if few <= REMARKS => Some(format!("Not read as orders: {shown}.")),
        many => Some(format!("Not read as orders: {shown}, and {} more lines.", many - REMARKS)),
    }
}

const HELP: &str = "write help for what may be written";

fn help() -> Vec<String> {
    [
        "An order on a line of its own, as the list shows it, or its number.",
        "show: how it stands. show orders WORDS: what may be ordered, of all that holds the words.",
        "show at 41: how it stood after step 41. undo: take your last order back.",
        "say all: WORDS: to the table. say to SEAT: WORDS: to that seat alone. It goes on to the \
         end of the letter, or to a line: end say.",
        "note WORDS: for you alone, at this step. leave for good: give your seat up.",
        "agree, refuse: your word when the table votes on going back, or on ending the game.",
    ]
    .map(str::to_owned)
    .into()
}

/// Why a line was not done. A machine's failure is none of the player's: it is tried again.
pub(super) fn reasons(error: ServiceError) -> Result<Vec<String>, ServiceError> {
    match error {
        ServiceError::Refused(refusals) => {
            Ok(refusals.iter().map(|refusal| format!("Not taken: {refusal}")).collect())
        }
        ServiceError::Changed { .. } => Ok(vec![
            "Not taken: you are asked something else now than your letter was about.".to_owned(),
        ]),
        ServiceError::Denied(why) | ServiceError::TooMany(why) => {
            Ok(vec![format!("Not taken: {why}.")])
        }
        other => Err(other),
    }
}
