//! Derives the reason of a bounce from its status code and text.

use super::phrases;
use super::reason::{FailureKind, Reason};

/// Derives the reason from the status and the accompanying text. If they disagree, the less severe
/// one is used, so that no address is given up by mistake.
pub(super) fn reason(status: Option<[u16; 3]>, words: &str) -> Reason {
    let said = phrases::reason(words);
    let Some(status) = status.and_then(by_status) else {
        return said.unwrap_or(Reason::Unknown);
    };
    match said {
        Some(said)
            if status.failure_kind() == FailureKind::Hard
                && said.failure_kind() == FailureKind::Soft =>
        {
            said
        }
        // Servers use these status codes when they do not want to give details.
        Some(said) if matches!(status, Reason::Refused | Reason::Unreachable) => said,
        _ => status,
    }
}

/// Maps the definite status codes of RFC 3463.
fn by_status(status: [u16; 3]) -> Option<Reason> {
    Some(match status {
        [_, 1, 1 | 3 | 6] => Reason::NoMailbox,
        [_, 1, 2] | [5, 4, 4] => Reason::NoDomain,
        [_, 1, 7 | 8] => Reason::Refused,
        [_, 2, 1] => Reason::Closed,
        [_, 2, 2] | [_, 3, 1] => Reason::Full,
        [_, 2, 3] | [_, 3, 4] => Reason::TooLarge,
        [_, 4, 6 | 14] => Reason::Circle,
        [_, 4, 1 | 2 | 3 | 4 | 5 | 7] => Reason::Unreachable,
        [_, 7, _] => Reason::Refused,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milder_reason_wins() {
        for (status, words, wanted) in [
            (Some([5, 1, 1]), "", Reason::NoMailbox),
            (Some([5, 1, 1]), "mailbox full", Reason::Full),
            (Some([5, 7, 1]), "No such user here", Reason::NoMailbox),
            (Some([5, 7, 1]), "", Reason::Refused),
            (Some([5, 0, 0]), "User unknown", Reason::NoMailbox),
            (None, "so be it", Reason::Unknown),
        ] {
            assert_eq!(reason(status, words), wanted, "{status:?} {words}");
        }
    }
}
