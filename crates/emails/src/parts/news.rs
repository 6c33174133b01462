//! The few lines of news in an email, the most important first. The rest is on the game's page.

use crate::parts::badge::Badge;
use crate::parts::relevance::{Weight, by_weight};
use crate::parts::seats::SeatedPlayer;
use ravenpost_rules::{Narration, Seat};

/// Maximum number of lines of news in HTML, and in the longer text.
const FEW: usize = 3;
const LISTED: usize = 8;

/// The most important events since the reader's last move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    /// Effects of others on the reader's seat, followed by other news of the seat.
    pub about_you: Vec<NewsLine>,
    /// What others did, in order.
    pub others: Vec<NewsLine>,
    /// The number of further events.
    pub more: usize,
}

/// An event, and the seat that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsLine {
    pub seat: Option<Badge>,
    pub text: String,
}

impl News {
    /// Selects the news for HTML.
    pub fn few(happened: &[Narration], seat: Seat, seats: &[SeatedPlayer]) -> News {
        News::of(happened, seat, seats, FEW)
    }

    /// Selects the news for the text.
    pub fn listed(happened: &[Narration], seat: Seat, seats: &[SeatedPlayer]) -> News {
        News::of(happened, seat, seats, LISTED)
    }

    /// Selects at most `most` events. Events about the reader leave some lines for events about
    /// others.
    fn of(happened: &[Narration], seat: Seat, seats: &[SeatedPlayer], most: usize) -> News {
        let narrated = happened.iter().filter(|one| !one.chapter && !one.quiet);
        let (own, others): (Vec<&Narration>, Vec<&Narration>) =
            narrated.partition(|one| Weight::of(one, seat) > Weight::OfOthers);
        let badge = |seat: Seat| seats.iter().find(|one| one.seat.seat == seat);
        let line = |one: &Narration| NewsLine {
            seat: one.seat.and_then(badge).map(|seated| seated.seat.clone()),
            text: one.text.trim_end_matches('.').to_owned(),
        };
        let lines = |of: &[&Narration], most: usize| -> Vec<NewsLine> {
            by_weight(of, seat, most).into_iter().map(line).collect()
        };
        let about_you = lines(&own, most - others.len().min(most / 3));
        let of_others = lines(&others, most - about_you.len());
        let shown = about_you.len() + of_others.len();
        News { more: own.len() + others.len() - shown, about_you, others: of_others }
    }

    /// Returns all lines, the most important first.
    pub fn lines(&self) -> Vec<&NewsLine> {
        self.about_you.iter().chain(&self.others).collect()
    }

    /// Returns the most important event as a sentence, for the preview in mail programs.
    pub fn first(&self) -> Option<String> {
        self.lines().first().map(|line| format!("{}.", line.text))
    }

    /// Returns a label for the link to all news: "All 12 events".
    pub fn all(&self) -> String {
        format!("All {} events", self.about_you.len() + self.others.len() + self.more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::SeatName;

    fn about(seat: u8, mentions: &[u8], text: &str) -> Narration {
        Narration {
            seat: Some(Seat(seat)),
            mentions: mentions.iter().map(|seat| Seat(*seat)).collect(),
            text: text.to_owned(),
            ..Narration::default()
        }
    }

    fn texts(lines: &[NewsLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn what_happened_to_the_reader_comes_first() {
        let mut all = vec![about(2, &[2], "a"), about(1, &[1], "own"), about(2, &[2, 1], "hit")];
        all.extend(["b", "c"].map(|text| about(2, &[2], text)));
        all.push(Narration { chapter: true, ..about(2, &[2], "Round 2") });
        let seat = Badge { seat: Seat(2), called: SeatName::by_colour("blue") };
        let seats = [SeatedPlayer { seat: seat.clone(), name: None }];
        let news = News::few(&all, Seat(1), &seats);
        assert_eq!(texts(&news.about_you), ["hit", "own"]);
        assert_eq!((texts(&news.others), news.more), (vec!["c"], 2));
        assert_eq!(news.first().as_deref(), Some("hit."));
        assert!(news.others.iter().all(|line| line.seat == Some(seat.clone())));
        let news = News::listed(&all, Seat(1), &seats);
        assert_eq!((texts(&news.others), news.more), (vec!["a", "b", "c"], 0));
    }

    #[test]
    fn events_about_the_reader_leave_room_for_others() {
        let mut all = vec![about(1, &[1], "own"); 30];
        all.push(about(2, &[2], "a"));
        let news = News::listed(&all, Seat(1), &[]);
        assert_eq!((news.about_you.len(), news.others.len(), news.more), (7, 1, 23));
        let news = News::few(&all[..2], Seat(1), &[]);
        assert_eq!((news.about_you.len(), news.more, news.all().len()), (2, 0, 12));
    }
}
