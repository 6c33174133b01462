//! The sentences that report the outcome of each part of a reply.

use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use ravenpost_emails::parts::line_outcomes::quoted;
use ravenpost_log::act::Motion;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Refusal, Seat, text::phrase};

/// Maximum length of a message line in a report, in characters.
const LINE: usize = 250;
/// Maximum number of mistakes that are named for a line. The others often follow from the first.
const MISTAKES: usize = 3;
/// Maximum number of suggestions for a line.
pub(in crate::reply) const SUGGESTED: usize = 2;

pub(in crate::reply) const NOT_PLAYED: &str = "Not played, because an earlier move was not played.";
pub(in crate::reply) const NOT_DONE: &str =
    "Not done, because of the question above. Send it again with your answer.";
/// Asks about a line below a message.
pub(in crate::reply) const IN_MESSAGE: &str = "Is this a move, or part of your message? It was \
    neither played nor sent. To play it, send it again on its own line. To send it, write your \
    message again with \"end say\" on its own line below.";
/// Asks about a line below a note.
pub(in crate::reply) const IN_NOTE: &str = "Is this a move, or part of your note? It was neither \
    played nor added. To play it, send it again on its own line. To add it, write your note again \
    with \"end note\" on its own line below.";
/// Asks about an order with a condition beside it.
pub(in crate::reply) const CONDITION: &str = "Do you want to play this move? Your text seems to \
    add a condition or to withdraw the move, and conditions do not work. To play it, send the \
    move alone on its own line.";

/// Asks about a line for another player without the command.
pub(in crate::reply) const RECIPIENT: &str = "Do you want to send this? Nothing was sent or \
    played. To send it, begin with \"say\" instead: \"say blue: hello\". To play a move, send it \
    alone on its own line.";
/// Introduces the digits of a receipt.
const RECEIPT: &str = "Part of this move is still secret. This receipt can later prove that you \
    made it:";
/// Reports a line that looks like a request but could not be understood.
pub(in crate::reply) const NOT_UNDERSTOOD: &str =
    "Not understood: this is not a move or a command.";

/// Rejects a line whose first word is a misspelt order. The moves are similar to the line.
pub(in crate::reply) fn slip(near: &str, moves: &[String]) -> String {
    let meant = did_you_mean(moves).unwrap_or_else(|| format!("Did you mean \"{near}\"?"));
    format!("Not played: this is not a move. {meant}")
}

/// Suggests moves, if there are any.
pub(in crate::reply) fn did_you_mean(moves: &[String]) -> Option<String> {
    let moves: Vec<String> = moves.iter().map(|one| format!("\"{one}\"")).collect();
    (!moves.is_empty()).then(|| format!("Did you mean: {}?", phrase::or(&moves)))
}

/// Asks which of several tables a line is for.
pub(in crate::reply) fn which_table(names: &[&str]) -> String {
    let lines: Vec<String> = names.iter().map(|name| format!("\"{name}: ...\"")).collect();
    format!(
        "Which game is this for? Send it again after the name of the game and a colon: {}.",
        phrase::or(&lines)
    )
}

/// Rejects a line that probably means a number of the list, described there with these words.
pub(in crate::reply) fn just_the_number(number: usize, words: Option<&str>) -> String {
    let move_there = words.map(|words| format!(" ({words})")).unwrap_or_default();
    format!(
        "Not played: to play move {number} of the list{move_there}, send just the number: {number}"
    )
}

/// Asks about a long move and the line below it.
pub(in crate::reply) const WRAPPED: &str = "Is the lower line part of the move above it? Neither \
    was played. If it is, send the move without a line break, or send its number. If not, put an \
    empty line between them.";

/// Repeats the question of a vote with both possible answers.
pub(in crate::reply) fn vote(open: &Motion) -> String {
    format!(
        "Do you agree to {}? Your answer was unclear. Reply with the word \"agree\" or \
         \"refuse\". No answer counts as no.",
        motion(open)
    )
}

/// Describes what the table votes on.
pub(in crate::reply) fn motion(motion: &Motion) -> String {
    match motion {
        Motion::Rewind { to } => format!("go back to step {to}"),
        Motion::End { .. } => "end the game".to_owned(),
        Motion::Replace { .. } => "give that seat to another player".to_owned(),
        Motion::Substitute { .. } => "let a bot play that seat for now".to_owned(),
        Motion::Resume => "resume the game".to_owned(),
    }
}

/// Names the recipients of a message and repeats its text.
pub(in crate::reply) fn sent(
    game: &Game,
    to: &[Seat],
    at_step: Option<Step>,
    text: &str,
) -> Vec<String> {
    let names: Vec<String> = to.iter().map(|seat| game.called(*seat).name).collect();
    let about = at_step.map(|step| format!(", about step {step}")).unwrap_or_default();
    let lead = match names.as_slice() {
        [] => format!("Sent to all players{about}:"),
        names => format!("Sent to {}{about}:", phrase::and(names)),
    };
    std::iter::once(lead).chain(shown(text)).collect()
}

/// Returns the lines of a text, wrapped at the maximum line length of a report.
fn shown(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut begins = true;
        for word in line.split_whitespace() {
            match lines.last_mut().filter(|_| !begins) {
                Some(line) if line.chars().count() + word.chars().count() < LINE => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
            begins = false;
        }
    }
    lines
}

/// Warns that a message or note contains lines that look like moves and were not played.
pub(in crate::reply) fn within(lines: &[String]) -> Option<String> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    (!lines.is_empty()).then(|| {
        format!("It contains text that looks like a move. This was not played: {}.", quoted(&lines))
    })
}

/// Explains that an email exceeds the maximum number of requests.
pub(in crate::reply) fn too_many(most: usize) -> String {
    format!(
        "Your email contains more than {most} requests. Only the first {most} were carried \
         out."
    )
}

pub(super) fn help() -> Vec<String> {
    [
        "Moves: write each move on its own line, as in the list or as its number.",
        "say all: TEXT sends a message to all players. say blue: TEXT, or say to blue and red: \
         TEXT, sends it to some. A message can have several lines. It ends at the next move or \
         command, or at a line: end say. say at 41: TEXT comments on step 41.",
        "map, or show: the current position. show orders WORDS: moves that contain all these \
         words. show orders later: standing orders. show at 41: the position after step 41. show \
         since: what happened since your last move.",
        "undo: undo your last move. takeback: REASON asks the other players to agree to take it \
         back. takeback to 41: REASON goes back to step 41.",
        "extend REASON: get more time for this move. Possible before the deadline, once every \
         thirty days.",
        "away, away 5 days: a bot plays for you until you return. away from 2026-12-20 to \
         2027-01-03: take a vacation, if this game allows it. back: play again.",
        "nudge: remind the players you are waiting for. Possible once a day.",
        "note: TEXT adds a private note at the current step; note at 41: TEXT, at step 41. note \
         next: TEXT shows it on your next turn; note from round 6: TEXT, from round 6. A note can \
         have several lines. To write several paragraphs, end with: end note. note done clears \
         the notes for this turn. note keep shows them again.",
        "Votes: reply to the vote email with yes or no, or to any email with agree or refuse.",
        "games: list your games. rules WORD: search the rules. rules R9.1: read that rule.",
        "emails off, emails on: stop all emails, or start them again. emails short, emails long: \
         get shorter or longer emails. zone Europe/Oslo: set your time zone.",
        "block NAME: hide a player's messages, and get no private messages or invitations from \
         them. unblock NAME: undo that.",
        "leave for good: leave this game.",
    ]
    .map(str::to_owned)
    .into()
}

/// Returns the results of all lines and the receipts as one paragraph.
pub(in crate::reply) fn in_one_paragraph(transcript: &ReplyTranscript) -> String {
    let said = transcript.lines.0.iter().flat_map(|line| &line.messages);
    let lead = (!transcript.receipts.is_empty()).then_some(RECEIPT);
    let said = said.map(String::as_str).chain(lead);
    said.chain(transcript.receipts.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// Returns the rules that the explanation of an error cites.
pub(super) fn cited(error: &ServiceError) -> Vec<&'static str> {
    match error {
        ServiceError::Refused(refusals) => {
            refusals.iter().take(MISTAKES).filter_map(|one| one.rule).collect()
        }
        _ => Vec::new(),
    }
}

/// Explains the refusals of one line in one sentence and suggests the closest moves.
fn refused(mut refusals: Vec<Refusal>) -> Vec<String> {
    let hints = refusals.iter_mut().flat_map(|one| std::mem::take(&mut one.instead));
    let mut near: Vec<String> = hints.collect();
    near.truncate(SUGGESTED);
    let whys: Vec<String> = refusals.iter().take(MISTAKES).map(ToString::to_string).collect();
    let said = format!("Not done: {}", whys.join("; "));
    std::iter::once(said).chain(did_you_mean(&near)).collect()
}

/// Explains why a line was not carried out. Internal errors are passed on, so that the email is
/// retried.
pub(in crate::reply) fn reasons(error: ServiceError) -> Result<Vec<String>, ServiceError> {
    match error {
        ServiceError::Refused(refusals) => Ok(refused(refusals)),
        ServiceError::Changed { .. } => Ok(vec![
            "Not done: the game has changed since that email, and you now have a new decision to \
             make."
                .to_owned(),
        ]),
        ServiceError::Denied(why) | ServiceError::TooMany(why) => {
            Ok(vec![format!("Not done: {why}.")])
        }
        other => Err(other),
    }
}
