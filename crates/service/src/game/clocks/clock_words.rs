//! A deadline explained in words: when the decision was asked, and what each part of its time is
//! for.

use chrono::Duration;

use ravenpost_log::act::why::Why;
use ravenpost_log::span::exact;
use ravenpost_log::table::clock_state::pending::{Part, Pending};

/// The reason for a part of the time, as a label.
pub fn why(why: Why) -> &'static str {
    match why {
        Why::Turn => "pace",
        Why::DaysOff => "days off",
        Why::Grace => "grace",
        Why::Bank => "bank",
        Why::Vacation => "on vacation",
        Why::Extended => "time given",
        Why::Vote => "the table voted",
        Why::Pause => "the game was stopped",
        Why::Server => "the server was away",
        Why::Relay => "letters could not leave",
        Why::MailSource => "letters could not come in",
        Why::Interrupted => "others were asked meanwhile",
        Why::Undone => "an answer was taken back",
        Why::Rewound => "the table went back",
        Why::Minimum => "ten minutes are left at least",
        Why::Floor => "extended after a long stop or a change of player",
    }
}

/// `pace 30 h, letters could not leave +3 h`: the parts of a deadline as one line.
pub fn sum(parts: &[Part]) -> String {
    let one = |part: &Part| format!("{} {}", why(part.why), length(part));
    parts.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The length of a part. Parts on top of the pace have a sign.
pub fn length(part: &Part) -> String {
    let sign = match part.why {
        Why::Turn => "",
        _ if part.span < Duration::zero() => "\u{2212}",
        _ => "+",
    };
    format!("{sign}{}", exact(part.span.abs()))
}

/// The sum, unless it consists of the table's pace alone.
pub fn special(wait: &Pending) -> Option<String> {
    let plain = wait.parts.iter().all(|part| part.why == Why::Turn);
    (!plain).then(|| sum(&wait.parts))
}
