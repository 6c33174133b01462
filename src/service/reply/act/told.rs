//! What is said of the parts of a letter: sentences, and nothing else.

use crate::letters::SafeLine;
use crate::service::error::ServiceError;

/// Remarks that are shown, and how much of each, in letters.
const REMARKS: usize = 4;
const LONG: usize = 60;

pub(in crate::service::reply) const NOT_LOOKED_AT: &str =
    "Not looked at, because an order before it was not taken.";

/// Why a line between two orders stops those after it.
pub(in crate::service::reply) fn unclear(near: Option<&str>) -> String {
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
pub(super) fn remarks_told(remarks: &[String]) -> Option<String> {
    (!remarks.is_empty()).then(|| format!("Not read as orders: {}.", some_of(remarks)))
}

/// What is said where orders may stand within words that were said: nobody's words are played, and
/// nobody's order is lost without a word.
pub(in crate::service::reply) fn within(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| {
        format!(
            "Said with it, and not ordered: {}. To order below words, end them with a line of its \
             own: end say",
            some_of(lines)
        )
    })
}

/// What is said where a letter asks for more than is done at once.
pub(in crate::service::reply) fn too_many(most: usize) -> String {
    format!(
        "Your letter asks for more than {most} things: only the first {most} were looked at, and \
         nothing that stands below them is done."
    )
}

/// What is said of a line that begins with the sign of a quote and stands in no letter of ours.
pub(super) fn beneath(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| {
        format!(
            "Taken for a quote, because of the sign it begins with: {}. If it belongs to the line \
             above, write \"to\" instead of the sign, or both on one line.",
            some_of(lines)
        )
    })
}

/// The first few lines, in quotes and cut short.
fn some_of(lines: &[String]) -> String {
    let shown = lines.iter().take(REMARKS).map(|line| {
        let line = SafeLine::from(line).to_string();
        match line.char_indices().nth(LONG) {
            Some((end, _)) => format!("\u{201c}{}...\u{201d}", &line[..end]),
            None => format!("\u{201c}{line}\u{201d}"),
        }
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match lines.len().saturating_sub(REMARKS) {
        0 => shown,
        more => format!("{shown}, and {more} more lines"),
    }
}

pub(super) fn help() -> Vec<String> {
    [
        "An order on a line of its own, as the list shows it, or its number.",
        "show: how it stands. show orders WORDS: what may be ordered, of all that holds the words. \
         show orders later: instructions for later.",
        "show at 41: how it stood after step 41. show since: what happened since your last order. \
         undo: take your last order back.",
        "say all: WORDS: to the table. say to SEAT: WORDS: to that seat alone. It goes on to the \
         end of the letter, or to a line: end say. say at 41: WORDS: in the margin of step 41.",
        "extend REASON: more time for what you are asked, once in thirty days, before it is over.",
        "away, away 5 days: a bot plays for you until you write back. away from 2026-12-20 to \
         2027-01-03: vacation, at a table that has it; back ends it.",
        "nudge: asks those to go on for whom you wait, once a day.",
        "note WORDS: for you alone, at this step. note at 41: WORDS: at that one. note next WORDS: \
         comes back at your next turn. \
         note from round 6: WORDS. note done, note keep: what you noted for this turn.",
        "leave for good: give your seat up.",
        "letters short, letters long: how much your letters tell.",
        "agree, refuse: your word when the table votes on going back, or on ending the game.",
    ]
    .map(str::to_owned)
    .into()
}

/// Why a line was not done. A machine's failure is none of the player's: it is tried again.
pub(in crate::service::reply) fn reasons(error: ServiceError) -> Result<Vec<String>, ServiceError> {
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
