//! The answer to a reply. The outcome of each line was stored when it was carried out; the position
//! is rendered when the answer is sent.

use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, sittings};
use ravenpost_emails::parts::account::AccountedLine;
use ravenpost_emails::parts::verdict::ReplyTally;
use ravenpost_emails::turns::transcript::LineResult;
use ravenpost_emails::{Email, LineOutcome, Offered, SafeLine, Transcript};
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn transcript(
        self,
        minutes: ReplyTranscript,
    ) -> Result<Email, ServiceError> {
        let viewer = Viewer::Seat(self.seat);
        let changed = self.game.log.after(minutes.after_seq).any(|entry| entry.is_known_by(viewer));
        // Before the start there is only an empty board.
        let shown = self.game.has_started() && (changed || minutes.show_position);
        let presentation = shown.then(|| self.game.position.present(viewer));
        let now = self.asked().unwrap_or_else(|| match self.asks_now() {
            _ if !self.game.has_started() => {
                SafeLine::from("The game starts when all seats are taken. You will get an email.")
            }
            nobody if nobody.is_empty() => SafeLine::from("It is no player's turn."),
            asks => asks,
        });
        let asked = self.game.seats().wait(self.seat).is_some();
        let ignored = minutes.lines.ignored().into_iter().map(SafeLine::from).collect();
        let tally = ReplyTally::of(&minutes.lines);
        let answered =
            |one: &AccountedLine| one.outcome != LineOutcome::Ignored || one.is_not_understood();
        let lines = minutes.lines.0.into_iter().filter(answered);
        let lines = lines.map(|one| LineResult {
            not_understood: one.is_not_understood(),
            line: SafeLine::from(one.text),
            outcome: one.outcome,
            said: one.messages.into_iter().map(SafeLine::from).collect(),
        });
        let email = Transcript {
            seat: self.badge(self.seat),
            seats: sittings(&self.seats),
            shows: minutes.show_position,
            first: minutes.messages.into_iter().map(SafeLine::from).collect(),
            lines: lines.collect(),
            tally,
            ignored,
            played: minutes.played,
            happened: self.game.narration().since(viewer, minutes.after_seq)?,
            now,
            clock: self.clock(),
            asked,
            orders: if asked { self.orders() } else { Offered::default() },
            presentation: presentation.map(Box::new),
            frame: self.frame,
            game: self.card,
        };
        Ok(email.compose())
    }
}
