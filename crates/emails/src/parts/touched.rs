//! Extracts what concerns one seat from a long narration, such as the reveal of twelve order
//! sheets.

use ravenpost_rules::{Narration, Seat, SeatName};

/// Maximum number of sentences of a narration that needs no extract.
const LONG: usize = 20;

/// Maximum number of sentences of an extract.
const MOST: usize = 10;

/// Returns the sentences that concern a seat, in order. If there are too many, prefers what others
/// did to the seat. Returns nothing if the narration is short.
pub fn touched(told: &[Narration], seat: Seat, called: &SeatName) -> Vec<Narration> {
    match told.len() {
        0..=LONG => Vec::new(),
        _ => touching(told, seat, called),
    }
}

/// Like [`touched`], but regardless of the length of the narration.
pub fn touching(told: &[Narration], seat: Seat, called: &SeatName) -> Vec<Narration> {
    let weight = |one: &Narration| match (one.chapter, one.seat == Some(seat)) {
        (true, _) => 0,
        (_, false) if names(&one.text, &called.name) => 2,
        (_, true) => 1,
        _ => 0,
    };
    let mut found: Vec<(usize, &Narration)> =
        told.iter().enumerate().filter(|(_, one)| weight(one) > 0).collect();
    found.sort_by_key(|(at, one)| (std::cmp::Reverse(weight(one)), *at));
    found.truncate(MOST);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, one)| one.clone()).collect()
}

/// Returns whether a sentence contains the name as a whole word.
pub fn names(sentence: &str, name: &str) -> bool {
    sentence.match_indices(name).any(|(at, _)| {
        let before = sentence[..at].chars().next_back();
        let after = sentence[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(own: usize) -> Vec<Narration> {
        let told =
            |text: String, seat| Narration { text, seat: Some(seat), ..Narration::default() };
        let mut all: Vec<Narration> =
            (0..30).map(|n| told(format!("Blue marches {n}"), Seat(2))).collect();
        all.push(told("Blue storms the walls of Red at Roma".to_owned(), Seat(2)));
        all.extend((0..own).map(|n| told(format!("Red sows {n}"), Seat(1))));
        all
    }

    #[test]
    fn a_quiet_seat_reads_what_was_done_to_it_and_ten_lines_at_most() {
        let red = SeatName::by_colour("red");
        let texts = |own| {
            let found = touched(&story(own), Seat(1), &red);
            found.into_iter().map(|one| one.text).collect::<Vec<_>>()
        };
        assert_eq!(texts(0), ["Blue storms the walls of Red at Roma"]);
        assert_eq!(texts(1).len(), 2);
        let many = texts(40);
        assert_eq!(many.len(), MOST);
        assert_eq!(many[0], "Blue storms the walls of Red at Roma", "what others did comes first");
    }

    #[test]
    fn a_short_story_needs_no_extract_and_names_are_whole_words() {
        let red = SeatName::by_colour("red");
        assert!(touched(&story(0)[20..], Seat(1), &red).is_empty());
        assert!(!names("Blue marches to Reddale", "Red"));
    }
}
