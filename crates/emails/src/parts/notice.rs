//! News of other notifications that an email includes, so that one event causes one email.

use crate::notification_kind::NotificationKind;
use crate::parts::news::News;
use crate::parts::safe_line::SafeLine;
use ravenpost_rules::{Narration, Seat};

/// The text of a notification that would otherwise be a separate email to the same reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub kind: NotificationKind,
    /// Its headline: "Your time ran out".
    pub headline: SafeLine,
    /// What happened, one sentence each.
    pub lines: Vec<SafeLine>,
}

impl Notice {
    /// Returns the news in one paragraph, which begins with the headline.
    pub fn sentence(&self) -> String {
        let lines = self.lines.iter().map(ToString::to_string);
        let headline = format!("{}.", self.headline.trim_end_matches('.'));
        std::iter::once(headline).chain(lines).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the most important of these events for a seat, one sentence each.
pub(crate) fn events(happened: &[Narration], seat: Seat) -> Vec<SafeLine> {
    let news = News::few(happened, seat, &[]);
    news.lines().into_iter().map(|line| SafeLine::from(format!("{}.", line.text))).collect()
}
