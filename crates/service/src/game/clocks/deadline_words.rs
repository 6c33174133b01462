//! A deadline explained in words: when the decision was asked, and what each part of its time is
//! for.

use chrono::Duration;

use ravenpost_log::act::time_reasons::Why;
use ravenpost_log::span::exact;
use ravenpost_log::table::clock_state::pending::{Part, Pending};

/// The reason for a part of the time, as a label.
pub fn why(why: Why) -> &'static str {
    match why {
        Why::Turn => "pace",
        Why::DaysOff => "days off",
        Why::Grace => "extra time",
        Why::Bank => "time bank",
        Why::Vacation => "vacation",
        Why::Extended => "extension",
        Why::Vote => "vote",
        Why::Pause => "pause",
        Why::Server => "server outage",
        Why::Relay => "outgoing email outage",
        Why::MailSource => "incoming email outage",
        Why::Interrupted => "other players moved first",
        Why::Undone => "undo",
        Why::Rewound => "takeback",
        Why::Minimum => "minimum of ten minutes",
        Why::Floor => "minimum after a long pause or a change of player",
    }
}

/// `pace 30 h, outgoing email outage +3 h`: the parts of a deadline as one line.
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
