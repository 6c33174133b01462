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
        let mut receipts = Vec::new();
        let lines = minutes.lines.0.into_iter().filter(answered);
        let lines = lines.map(|one| {
            let not_understood = one.is_not_understood();
            let (said, receipt) = apart(one.messages);
            receipts.extend(receipt.iter().map(SafeLine::from));
            let said = said.iter().map(|words| SafeLine::passage(words)).collect();
            LineResult {
                not_understood,
                line: SafeLine::from(one.text),
                outcome: one.outcome,
                said,
            }
        });
        let lines: Vec<LineResult> = lines.collect();
        let about = self.game.title.about();
        let rules = rules_named(about.rules, &lines);
        let email = Transcript {
            seat: self.badge(self.seat),
            seats: sittings(&self.seats),
            shows: minutes.show_position,
            first: minutes.messages.iter().map(|words| SafeLine::passage(words)).collect(),
            lines,
            tally,
            ignored,
            rules,
            rules_page: format!("{}/titles/{}/rules", self.base, about.key),
            receipts,
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

/// Maximum number of rules that are quoted.
const RULES: usize = 3;
/// The beginning of the lines of a receipt.
const RECEIPT: &str = "ravenpost receipt ";

/// Separates the lines of a receipt, and the words that introduce it, from the other results.
fn apart(mut results: Vec<String>) -> (Vec<String>, Vec<String>) {
    let Some(at) = results.iter().position(|line| line.starts_with(RECEIPT)) else {
        return (results, Vec::new());
    };
    let receipt = results.split_off(at);
    results.pop_if(|last| last.ends_with(':'));
    (results, receipt)
}

/// Returns the rules that the results of refused lines cite by number, in full.
fn rules_named(document: &str, lines: &[LineResult]) -> Vec<SafeLine> {
    let refused = lines.iter().filter(|line| line.outcome.is_open());
    let mut numbers: Vec<&str> = Vec::new();
    for number in refused.flat_map(|line| &line.said).flat_map(|said| cited(said)) {
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.into_iter().filter_map(|number| rule(document, number)).take(RULES).collect()
}

/// Returns the numbers of rules in parentheses.
fn cited(said: &str) -> impl Iterator<Item = &str> {
    let is_number = |words: &&str| {
        let number = words.strip_prefix('R').unwrap_or_default();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '.';
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(fits)
    };
    let inside = said.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    inside.map(|(words, _)| words).filter(is_number)
}

/// Returns a rule with its number. A rule that only introduces a list says nothing alone.
fn rule(document: &str, number: &str) -> Option<SafeLine> {
    let words = rulebook::rule(document, number)?;
    (!words.ends_with(':')).then(|| SafeLine::passage(&words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(said: &[&str]) -> Vec<LineResult> {
        let said = said.iter().map(|words| SafeLine::from(*words)).collect();
        vec![LineResult {
            line: "x".into(),
            outcome: LineOutcome::Rejected,
            not_understood: false,
            said,
        }]
    }

    #[test]
    fn rules_are_quoted_completely_and_once() {
        let document = "# Ships\n\nR9.1 *A ship* carries two\nitems. It sinks.\n\nR9.11 No.\n\n\
                        - R9.2 Grammar:\n- R9.3 Farms `grow`.";
        let said = ["Not done: no (R9.1); try: x", "no (R9.2) (red) (R9.1)", "(R9.3) (R7.7)"];
        let rules = rules_named(document, &lines(&said));
        let rules: Vec<&str> = rules.iter().map(|rule| &**rule).collect();
        assert_eq!(rules, ["R9.1 A ship carries two items. It sinks.", "R9.3 Farms grow."]);
    }

    #[test]
    fn receipt_is_separate_from_the_results() {
        let all = ["Played: 1.", "Keep this:", "ravenpost receipt g", "HASH", "\u{2014} s AA"];
        let (results, receipt) = apart(all.map(str::to_owned).into());
        assert_eq!((results, receipt.len()), (vec!["Played: 1.".to_owned()], 3));
        assert_eq!(apart(vec!["Played: 1.".to_owned()]).1, Vec::<String>::new());
    }
}
