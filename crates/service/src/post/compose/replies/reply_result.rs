//! The answer to a reply. The outcome of each line was stored when it was carried out; the position
//! is rendered when the answer is sent.

use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, sittings};
use crate::rulebook;
use ravenpost_emails::parts::line_outcomes::AccountedLine;
use ravenpost_emails::turns::reply_result::LineResult;
use ravenpost_emails::turns::reply_verdict::ReplyTally;
use ravenpost_emails::{Email, LineOutcome, Offered, SafeLine, Transcript};
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn transcript(
        self,
        transcript: ReplyTranscript,
    ) -> Result<Email, ServiceError> {
        let viewer = Viewer::Seat(self.seat);
        let changed =
            self.game.log.after(transcript.after_seq).any(|entry| entry.is_known_by(viewer));
        // Before the start there is only an empty board.
        let shown = self.game.has_started() && (changed || transcript.show_position);
        let presentation = shown.then(|| self.game.position.present(viewer));
        let now = self.asked().unwrap_or_else(|| match self.asks_now() {
            _ if !self.game.has_started() => {
                SafeLine::from("The game starts when all seats are taken. You will get an email.")
            }
            nobody if nobody.is_empty() => SafeLine::from("It is not anyone's turn."),
            asks => asks,
        });
        let asked = self.game.seats().wait(self.seat).is_some();
        let ignored = transcript.lines.ignored().into_iter().map(SafeLine::from).collect();
        let tally = ReplyTally::of(&transcript.lines);
        let answered =
            |one: &AccountedLine| one.outcome != LineOutcome::Ignored || one.is_not_understood();
        let lines = transcript.lines.0.into_iter().filter(answered);
        let lines = lines.map(|one| {
            let not_understood = one.is_not_understood();
            let said = one.messages.iter().map(|words| SafeLine::passage(words)).collect();
            LineResult {
                not_understood,
                line: SafeLine::from(one.text),
                outcome: one.outcome,
                said,
            }
        });
        let lines: Vec<LineResult> = lines.collect();
        let about = self.game.title.about();
        let email = Transcript {
            seat: self.badge(self.seat),
            seats: sittings(&self.seats),
            shows: transcript.show_position,
            first: transcript.messages.iter().map(|words| SafeLine::passage(words)).collect(),
            lines,
            tally,
            ignored,
            rules: quoted(about.rules, &transcript.rules),
            rules_page: format!("{}/titles/{}/rules", self.base, about.key),
            receipts: transcript.receipts.iter().map(SafeLine::from).collect(),
            played: transcript.played,
            happened: self.game.narration().since(viewer, transcript.after_seq)?,
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

/// Maximum number of rules that are quoted.
const RULES: usize = 3;
/// Returns the first of these rules, in full.
fn quoted(document: &str, numbers: &[String]) -> Vec<SafeLine> {
    numbers.iter().filter_map(|number| rule(document, number)).take(RULES).collect()
}

/// Returns a rule with its number. A rule that only introduces a list says nothing alone.
fn rule(document: &str, number: &str) -> Option<SafeLine> {
    let words = rulebook::rule(document, number)?;
    (!words.ends_with(':')).then(|| SafeLine::passage(&words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cited_rules_are_quoted_completely() {
        let document = "# Ships\n\nR9.1 *A ship* carries two\nitems. It sinks.\n\nR9.11 No.\n\n\
                        - R9.2 Grammar:\n- R9.3 Farms `grow`.";
        let numbers = ["R9.1", "R9.2", "R9.3", "R7.7"].map(str::to_owned);
        let rules = quoted(document, &numbers);
        let rules: Vec<&str> = rules.iter().map(|rule| &**rule).collect();
        assert_eq!(rules, ["R9.1 A ship carries two items. It sinks.", "R9.3 Farms grow."]);
    }
}
