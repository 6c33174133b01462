//! Processes a reply part by part. Each part is executed, delivered, ignored, rejected or queried,
//! and recorded in the transcript.

use super::texts::{self, NOT_DONE, NOT_PLAYED, reasons};
use super::{Halt, MOST, Progress, Work, open_vote};
use crate::Service;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::reply::Reply;
use crate::reply::act::account::omit;
use crate::reply::act::broken_moves;
use crate::reply::act::copied;
use crate::reply::act::suggest;
use crate::reply::act::unseen_decisions::Decision;
use crate::reply::admit::is_asked_again;
use crate::reply::line::{Cut, Omitted};
use crate::reply::reading::address::Seats;
use crate::reply::reading::command::Request;
use crate::reply::reading::grammar::Grammar;
use crate::reply::reading::{self, Context, Meaning, Part, Question, Remark};
use ravenpost_emails::parts::line_outcomes::SkipCause;
use ravenpost_emails::parts::order_forms::Signs;
use ravenpost_emails::{LineOutcome, MARK, NotificationKind};
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox;

impl Work<'_> {
    pub async fn lines(&mut self, game: &Game) -> Result<(), ServiceError> {
        let then = self.game_then(game)?;
        self.decision = Decision::of(game, self.holder.seat);
        self.asked_again = is_asked_again(game, self.holder)?;
        if self.asked_again {
            self.seen = game.step();
        }
        let groups = then.position.offers(self.holder.seat);
        let mut lines = copied::out_of_lists(&self.reply.lines, &groups);
        self.signs = Signs::of(&groups);
        self.listed.clone_from(&groups);
        let occupants = self.service.members().seat_names(game).await?;
        self.seats = Seats::of(&occupants);
        self.transcript.messages.extend(self.reply.unread.clone());
        let mut context = Context {
            grammar: Grammar::of(&then, self.holder.seat, &groups),
            seats: self.seats.clone(),
            whole: self.reply.unread.is_none(),
            own: vec![self.holder.player.name.clone()],
            ballot: false,
            secret: then.seats().is_secret() || game.seats().is_secret(),
        };
        let ours = our_email(self.service, self.reply, &self.holder.key).await?;
        let mut omitted = self.reply.omitted.clone();
        broken_moves::rejoin(&mut lines, &mut omitted, &context.grammar, |line| is_in(&ours, line));
        let mut parts = reading::read(&lines, &context);
        let asks = |part: &Part| !matches!(part.meaning, Meaning::Remark(_));
        let voting = game.status.stops.proposal.is_some() || !parts.iter().any(asks);
        if voting && answers_ballot(self.service, &self.holder.key).await? {
            context.ballot = true;
            // Names in an answer are irrelevant to the vote.
            let called = occupants.into_iter().flat_map(|one| [Some(one.called.name), one.name]);
            context.own.extend(called.flatten());
            parts = reading::read(&lines, &context);
        }
        let mut omitted = omitted.chunk_by(|one, next| one.after == next.after).peekable();
        let Progress { mut halt, mut requests } = self.progress;
        let mut passed = 0;
        // Absence commands run last, because the substitute bot plays at once.
        let mut leaving = Vec::new();
        for Part { lines: range, raw, meaning } in parts {
            while let Some(here) = omitted.next_if(|here| here[0].after <= passed) {
                omit(&mut self.transcript.lines, here, |line| is_in(&ours, line));
            }
            let count = lines[range.clone()].iter().map(|line| line.lines).sum();
            passed += count;
            if !matches!(meaning, Meaning::Remark(_)) {
                requests += 1;
                if requests == MOST + 1 {
                    self.transcript.messages.push(texts::too_many(MOST));
                    halt = Halt::All;
                }
            }
            match meaning {
                Meaning::Request(request) if request.leaves() && halt < Halt::All => {
                    leaving.push((range.start, count, raw, request));
                }
                meaning => {
                    halt = halt.max(self.part(range.start, count, &raw, meaning, halt).await?)
                }
            }
        }
        for (at, count, raw, request) in leaving {
            halt = halt.max(self.part(at, count, &raw, Meaning::Request(request), halt).await?);
        }
        self.progress = Progress { halt, requests };
        omitted.for_each(|here| omit(&mut self.transcript.lines, here, |line| is_in(&ours, line)));
        self.suggest().await
    }

    /// Processes one part and returns how much of the rest may still be carried out.
    async fn part(
        &mut self,
        at: usize,
        lines: usize,
        raw: &str,
        meaning: Meaning,
        halt: Halt,
    ) -> Result<Halt, ServiceError> {
        let orders = match &meaning {
            Meaning::Remark(Remark::NotUnderstood) => {
                let said = vec![texts::NOT_UNDERSTOOD.to_owned()];
                self.transcript.lines.not_understood(lines, raw, said);
                return Ok(halt);
            }
            Meaning::Remark(remark) => {
                self.transcript.lines.ignore(lines, raw, (*remark).into());
                return Ok(halt);
            }
            // After a rejected order, these would take back an older one.
            Meaning::Request(Request::Undo | Request::Takeback { .. }) => halt == Halt::Orders,
            Meaning::Request(request) => is_order(request),
            Meaning::Unclear(_) | Meaning::NearNumber(_) => true,
            Meaning::Question(question) => *question != Question::Vote,
            Meaning::Message(_) => false,
        };
        self.orders |= orders;
        if halt == Halt::All || (halt == Halt::Orders && orders) {
            let (cause, why) = match halt {
                Halt::All => (SkipCause::OpenQuestion, NOT_DONE),
                _ => (SkipCause::RejectedMove, NOT_PLAYED),
            };
            self.transcript.lines.skip(lines, raw, cause, why);
            return Ok(halt);
        }
        match meaning {
            Meaning::Unclear(near) => {
                let moves = suggest::closest(raw, &self.offers_now().await?, self.signs);
                self.account(lines, raw, LineOutcome::Rejected, vec![texts::slip(near, &moves)]);
                Ok(Halt::Orders)
            }
            Meaning::NearNumber(number) => {
                let mut offers = self.listed.iter().flat_map(|group| &group.offers);
                let words = offers.nth(number - 1).map(|offer| offer.words.as_str());
                let said = vec![texts::just_the_number(number, words)];
                self.account(lines, raw, LineOutcome::Rejected, said);
                Ok(Halt::Orders)
            }
            Meaning::Question(question) => {
                let said = self.question(question).await?;
                self.account(lines, raw, LineOutcome::Asked, said);
                // An unclear vote does not affect the other requests.
                Ok(if question == Question::Vote { halt } else { Halt::All })
            }
            Meaning::Message(message) => {
                let said = self.say(at, message).await;
                let (outcome, said) = self.outcome(said, LineOutcome::Delivered)?;
                self.account(lines, raw, outcome, said);
                Ok(halt)
            }
            Meaning::Request(request) => self.request(at, lines, raw, request).await,
            Meaning::Remark(_) => Ok(halt),
        }
    }

    /// Carries out one request and returns how much of the rest may still be carried out.
    async fn request(
        &mut self,
        at: usize,
        lines: usize,
        raw: &str,
        request: Request,
    ) -> Result<Halt, ServiceError> {
        let orders = is_order(&request);
        // Boxed, because the futures of all request types together are large.
        let said = Box::pin(self.line(at, request)).await;
        let (outcome, said) = self.outcome(said, LineOutcome::Executed)?;
        let Some(rest) = self.rest.take() else {
            self.account(lines, raw, outcome, said);
            let stops = orders && outcome == LineOutcome::Rejected;
            return Ok(if stops { Halt::Orders } else { Halt::Nothing });
        };
        // Record the executed parts of the line and the rejected one separately.
        self.account(lines, &rest.before, LineOutcome::Executed, said);
        self.transcript.cite(rest.rules.iter().map(String::as_str));
        let said = vec![format!("Not played: {}", rest.refusals.join("; "))];
        self.account(0, &rest.part, LineOutcome::Rejected, said);
        Ok(Halt::Orders)
    }

    /// Returns the outcome of a request and what the sender is told, and notes the rules cited.
    fn outcome(
        &mut self,
        said: Result<Vec<String>, ServiceError>,
        success: LineOutcome,
    ) -> Result<(LineOutcome, Vec<String>), ServiceError> {
        match said {
            Ok(said) => Ok((success, said)),
            Err(error) => {
                self.transcript.cite(texts::cited(&error));
                Ok((LineOutcome::Rejected, reasons(error)?))
            }
        }
    }

    fn account(&mut self, lines: usize, line: &str, outcome: LineOutcome, said: Vec<String>) {
        self.transcript.lines.add(lines, line, outcome, said);
    }

    /// Returns the question for the sender, with instructions for answering it.
    async fn question(&self, question: Question) -> Result<Vec<String>, ServiceError> {
        Ok(match question {
            Question::InMessage => vec![texts::IN_MESSAGE.to_owned()],
            Question::InNote => vec![texts::IN_NOTE.to_owned()],
            Question::Condition => vec![texts::CONDITION.to_owned()],
            Question::Wrapped => vec![texts::WRAPPED.to_owned()],
            Question::Recipient => vec![texts::RECIPIENT.to_owned()],
            Question::Vote => {
                let game = self.service.games().load(&self.holder.game).await?;
                match open_vote(&game, &self.holder.key) {
                    Ok(open) => vec![texts::vote(&open.motion)],
                    Err(error) => reasons(error)?,
                }
            }
        })
    }
}

/// Whether a reply with this key answers an email that asks for a vote.
async fn answers_ballot(service: &Service, key: &Key) -> Result<bool, ServiceError> {
    let Some(email) = key.email else { return Ok(false) };
    let email = outbox::get(service.store().read(), email).await?;
    Ok(email.queued.kind == NotificationKind::VoteOpened.key())
}

/// Returns the text of the answered email, if a quote has to be compared with it.
async fn our_email(service: &Service, reply: &Reply, key: &Key) -> Result<String, ServiceError> {
    let quotes = |one: &Omitted| {
        one.why.is_quote()
            && one.why != Cut::Mark
            && !one.lines.iter().any(|line| line.contains(MARK))
    };
    let is_doubtful = reply.omitted.iter().any(quotes);
    let Some(email) = key.email.filter(|_| is_doubtful) else {
        return Ok(String::new());
    };
    let email = outbox::get(service.store().read(), email).await?;
    Ok(email.finished.map(|sent| words(&sent.text)).unwrap_or_default())
}

fn is_order(request: &Request) -> bool {
    matches!(request, Request::Order(_) | Request::Number(_))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a quoted line occurs in an email with this text.
fn is_in(email: &str, line: &str) -> bool {
    let line = words(line.trim_start_matches(['>', ' ', '|']));
    line.contains(MARK) || (line.chars().count() > 3 && email.contains(&line))
}
