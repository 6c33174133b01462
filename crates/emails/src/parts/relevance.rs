//! Extracts what concerns one seat from a long narration, such as the reveal of twelve order
//! sheets.

use ravenpost_rules::{Narration, Seat};

/// Maximum number of sentences of a narration that needs no extract.
const LONG: usize = 20;

/// Maximum number of sentences in an extract.
const MOST: usize = 10;

/// Returns the sentences that concern a seat, in order. If there are too many, prefers what others
/// did to the seat. Returns nothing if the narration is short.
pub fn touched(narration: &[Narration], seat: Seat) -> Vec<Narration> {
    match narration.len() {
        0..=LONG => Vec::new(),
        _ => touching(narration, seat),
    }
}

/// Like [`touched`], but regardless of the length of the narration.
pub fn touching(narration: &[Narration], seat: Seat) -> Vec<Narration> {
    let weight = |one: &Narration| match (one.chapter, one.seat == Some(seat)) {
        (true, _) => 0,
        (_, false) if one.mentions(seat) => 2,
        (_, true) => 1,
        _ => 0,
    };
    let mut found: Vec<(usize, &Narration)> =
        narration.iter().enumerate().filter(|(_, one)| weight(one) > 0).collect();
    found.sort_by_key(|(at, one)| (std::cmp::Reverse(weight(one)), *at));
    found.truncate(MOST);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, one)| one.clone()).collect()
}

/// How much an event matters to a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// It is about others.
    OfOthers,
    /// It is about the seat.
    Own,
    /// Others did it to the seat.
    ByOthers,
}

impl Weight {
    pub fn of(one: &Narration, seat: Seat) -> Weight {
        match one.seat == Some(seat) {
            true => Weight::Own,
            false if one.mentions(seat) => Weight::ByOthers,
            false => Weight::OfOthers,
        }
    }
}

/// Returns the most important events for a seat, the most important first and equally important
/// ones in order. Of equally important ones, the latest are chosen.
pub fn by_weight<'n>(narration: &[&'n Narration], seat: Seat, most: usize) -> Vec<&'n Narration> {
    let mut found: Vec<(usize, &Narration)> = narration.iter().copied().enumerate().collect();
    found.sort_by_key(|(at, one)| std::cmp::Reverse((Weight::of(one, seat), *at)));
    found.truncate(most);
    found.sort_by_key(|(at, one)| (std::cmp::Reverse(Weight::of(one, seat)), *at));
    found.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thirty lines about Blue, one of which mentions Red, and `own` lines about Red.
    fn story(own: usize) -> Vec<Narration> {
        let about =
            |seat, mentions| Narration { seat: Some(seat), mentions, ..Narration::default() };
        let mut all: Vec<Narration> = vec![about(Seat(2), vec![Seat(2)]); 30];
        all.push(about(Seat(2), vec![Seat(2), Seat(1)]));
        all.extend(vec![about(Seat(1), vec![Seat(1)]); own]);
        all
    }

    #[test]
    fn extract_prefers_others_actions_and_has_ten_lines() {
        let by = |own| {
            let found = touched(&story(own), Seat(1));
            found.into_iter().filter_map(|one| one.seat).collect::<Vec<_>>()
        };
        assert_eq!(by(0), [Seat(2)]);
        assert_eq!(by(1), [Seat(2), Seat(1)]);
        let many = by(40);
        assert_eq!((many.len(), many[0]), (MOST, Seat(2)), "actions of other seats come first");
    }

    #[test]
    fn short_narration_needs_no_extract() {
        assert!(touched(&story(0)[20..], Seat(1)).is_empty());
    }
}
