//! Parses notes: beside a step, for a later turn, and what becomes of those for this turn.

use super::{Request, head, margin};

/// Parses `note: text`, `note done`, `note next: text`, `note from round 6: text`, `note at 41:
/// text`. Any other text becomes a note beside the last step.
pub(super) fn note(text: &str) -> Request {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let first = first.trim_end_matches([':', '.', '!']).to_lowercase();
    let rest = rest.trim();
    let later = match (first.as_str(), rest) {
        ("done", "") => Some(Request::NotesDone { keep: false }),
        ("keep", "") => Some(Request::NotesDone { keep: true }),
        ("next", rest) => {
            let rest = rest.strip_prefix("turn").map_or(rest, str::trim_start);
            let text = rest.trim_start_matches(':').trim();
            let said = !text.is_empty();
            said.then(|| Request::NoteLater { round: None, text: text.to_owned() })
        }
        ("from", rest) => from_round(rest),
        ("at", _) => match head(text) {
            Some((at, words)) => match margin(at) {
                (at_step @ Some(_), "") => {
                    Some(Request::Note { at_step, text: words.trim().to_owned() })
                }
                _ => None,
            },
            None => None,
        },
        _ => None,
    };
    later.unwrap_or_else(|| Request::Note { at_step: None, text: text.to_owned() })
}

/// Parses `round 6: text`, `generation 6 text`, `6: text`.
fn from_round(rest: &str) -> Option<Request> {
    let (first, more) = rest.split_once(char::is_whitespace)?;
    let named = ["round", "generation"].contains(&first.to_lowercase().as_str());
    let rest = if named { more.trim_start() } else { rest };
    let (number, text) = rest.split_once(char::is_whitespace)?;
    let round = number.trim_end_matches(':').parse().ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| Request::NoteLater { round: Some(round), text: text.to_owned() })
}
