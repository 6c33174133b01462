//! The few lines of news in an email. The rest is on the game's page.

use crate::parts::badge::Badge;
use crate::parts::seats::Sitting;
use crate::parts::touched::by_weight;
use ravenpost_rules::{Narration, Seat};

/// Maximum number of lines of news.
const MOST: usize = 3;

/// The most important events since the reader's last move, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    pub lines: Vec<NewsLine>,
    /// How many more there are.
    pub more: usize,
}

/// An event, and the seat that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsLine {
    pub seat: Option<Badge>,
    pub text: String,
}

impl News {
    /// Selects what others did to the reader's seat, then what others did, and the latest of it.
    pub fn of(happened: &[Narration], seat: Seat, seats: &[Sitting]) -> News {
        let told: Vec<&Narration> =
            happened.iter().filter(|one| !one.chapter && !one.quiet).collect();
        let badge = |seat: Seat| seats.iter().find(|one| one.seat.seat == seat);
        let lines: Vec<NewsLine> = by_weight(&told, seat, MOST)
            .into_iter()
            .map(|one| NewsLine {
                seat: one.seat.and_then(badge).map(|sitting| sitting.seat.clone()),
                text: one.text.trim_end_matches('.').to_owned(),
            })
            .collect();
        News { more: told.len() - lines.len(), lines }
    }

    /// Returns a label for the link to all news: "All 12 events".
    pub fn all(&self) -> String {
        format!("All {} events", self.lines.len() + self.more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::SeatName;

    #[test]
    fn what_others_did_to_the_reader_comes_first() {
        let about = |seat: u8, mentions: &[u8], text: &str| Narration {
            seat: Some(Seat(seat)),
            mentions: mentions.iter().map(|seat| Seat(*seat)).collect(),
            text: text.to_owned(),
            ..Narration::default()
        };
        let mut all = vec![about(2, &[2, 1], "hit"), about(1, &[1], "own")];
        all.extend(["a", "b", "c"].map(|text| about(2, &[2], text)));
        all.push(Narration { chapter: true, ..about(2, &[2], "Round 2") });
        let seat = Badge { seat: Seat(2), called: SeatName::by_colour("blue") };
        let news = News::of(&all, Seat(1), &[Sitting { seat: seat.clone(), name: None }]);
        let texts: Vec<&str> = news.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!((texts.as_slice(), news.more), (&["hit", "b", "c"][..], 2));
        assert!(news.lines.iter().all(|line| line.seat == Some(seat.clone())));
    }
}
