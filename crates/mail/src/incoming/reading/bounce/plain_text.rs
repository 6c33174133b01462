//! Bounces without a machine-readable part, as sent by qmail, Exim, old Exchange and many
//! providers.

use super::super::automatic;
use super::super::fields::addresses_in;
use super::super::parts::MimeParts;
use super::super::{body, limits};
use super::reason::FailureKind;
use super::report::numbers;
use super::{BounceDetails, classify, phrases};

/// Phrases in the subjects of bounces, in lower case.
const SUBJECTS: &[&str] = &[
    "undeliver",
    "delivery status notification",
    "delivery failure",
    "delivery failed",
    "delivery has failed",
    "delivery notification",
    "delivery report",
    "mail delivery fail",
    "mail delivery problem",
    "mail delivery system",
    "mail failure",
    "mail system error",
    "message delivery fail",
    "returned mail",
    "returned to sender",
    "failure notice",
    "failed delivery",
    "non-delivery",
    "nondeliverable",
    "could not be delivered",
    "not delivered",
    "unable to deliver",
    "unzustellbar",
    "nicht zugestellt",
    "zustellung fehlgeschlagen",
    "rückläufer",
    "non remis",
    "échec de la remise",
    "no se puede entregar",
    "no entregado",
    "kunde inte levereras",
    "går inte att leverera",
    "kunne ikke leveres",
    "nedoručiteln",
    "niedostarczon",
    "nie można dostarczyć",
];

/// Phrases that announce a delay.
const DELAYED: &[&str] = &[
    "delivery delayed",
    "delivery is delayed",
    "has been delayed",
    "delivery temporarily suspended",
    "warning: could not send",
    "warning: message",
    "warning message only",
    "not yet been delivered",
    "still being retried",
    "will be retried",
    "will continue to be made",
    "will keep trying",
    "will continue trying",
    "do not need to resend",
    "nicht sofort zugestellt",
    "noch nicht zugestellt",
    "verzögert",
    "försenad",
];

/// Lines that introduce the returned email.
const RETURNED: &[&str] = &[
    "--- below this line is a copy",
    "------ this is a copy of",
    "--- original message",
    "----- original message",
    "--- unsent message",
    "--- returned message",
    "------ returned message",
    "------ unmodified",
    "message header follow",
    "original message headers",
    "ursprüngliche nachrichtenkopf",
    "received: ",
    "return-path: ",
    "message-id: ",
];

/// Parses a bounce from its text.
pub(super) fn of(parts: &MimeParts, from: Option<&str>) -> Option<BounceDetails> {
    let head = parts.head();
    let failed = head.raw("x-failed-recipients");
    let daemon = from.is_none_or(automatic::is_nobody) || automatic::has_no_sender(head);
    if failed.is_empty() && !daemon {
        return None;
    }
    let words = words(parts);
    let subject = head.text("subject").to_lowercase();
    let titled = SUBJECTS.iter().any(|title| subject.contains(title));
    let status = status(&words);
    let small = words.to_lowercase();
    let delayed = DELAYED.iter().any(|phrase| small.contains(phrase) || subject.contains(phrase));
    // Out-of-office replies have an empty sender too, but contain neither a status code nor such a
    // phrase.
    let coded = status.is_some() && phrases::reason(&words).is_some();
    if !(titled || delayed || coded) && failed.is_empty() {
        return None;
    }
    let reason = classify::reason(status, &words);
    let failure_kind = match status {
        _ if delayed => FailureKind::Delayed,
        Some([4, ..]) => FailureKind::Soft,
        _ => reason.failure_kind(),
    };
    let ours = head.recipients();
    let not_us = |address: &String| !ours.contains(address) && !automatic::is_nobody(address);
    let mut named = addresses_in(failed).into_iter().chain(addresses_in(&words));
    Some(BounceDetails { address: named.find(not_us), failure_kind, reason })
}

/// Returns the human-readable text, up to the returned email.
pub(super) fn words(parts: &MimeParts) -> String {
    let body = body::of(parts);
    let is_end = |line: &String| {
        let line = line.trim_start_matches(['>', ' ', '\t']).to_lowercase();
        RETURNED.iter().any(|begin| line.starts_with(begin))
    };
    let lines: Vec<String> = body.lines.into_iter().take_while(|line| !is_end(line)).collect();
    let mut words = lines.join("\n");
    words.truncate(words.floor_char_boundary(limits::LINE));
    words
}

/// Returns the first status or reply code in the text: `550 5.1.1`, `#5.1.1` or `552`.
fn status(words: &str) -> Option<[u16; 3]> {
    let ends = |c: char| !(c.is_ascii_digit() || c == '.');
    let numbered = words.split(ends).filter(|word| word.len() < 12).find_map(numbers);
    let answers = || {
        let mut tokens = words.split(|c: char| !c.is_ascii_alphanumeric());
        tokens.find_map(|word| match word.parse::<u16>() {
            Ok(code @ 400..=499 | code @ 500..=559) if word.len() == 3 => Some([code / 100, 0, 0]),
            _ => None,
        })
    };
    numbered.or_else(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_codes_are_found_in_text() {
        assert_eq!(status("host said: 550 5.1.1 <a@b> no"), Some([5, 1, 1]));
        assert_eq!(status("#5.2.2 smtp;552"), Some([5, 2, 2]));
        assert_eq!(status("answered 452 later, on 192.0.2.1"), Some([4, 0, 0]));
        assert_eq!(status("version 7.1.2 of 1999"), None);
    }
}
