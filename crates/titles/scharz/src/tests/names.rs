//! Names of fields in the texts for new players.

use crate::Scharz;
use crate::play::sheet::open;
use crate::things::kinds::MapId;
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Seat, Table};

const TEXTS: [&str; 3] = [
    include_str!("../LEARN.md"),
    include_str!("../TOUR.md"),
    include_str!("../examples/learn.toml"),
];

/// The board shows "Clevsin (Clusium)". A text begins with both names; later, the first is enough.
#[test]
fn lessons_name_fields_as_the_board_does() {
    let mut named = 0;
    for field in MapId::Italia.data().all() {
        let names = field.name().strip_suffix(')').and_then(|names| names.split_once(" ("));
        let Some((first, second)) = names else { continue };
        for text in TEXTS {
            let both = text.find(field.name());
            assert_eq!(text.find(first), both, "{first}");
            let alone = text.match_indices(second).find(|(at, _)| !text[..*at].ends_with(" ("));
            assert!(alone.is_none(), "{second}: {alone:?}");
            named += usize::from(both.is_some());
        }
    }
    assert!(named >= 4, "{named} fields with two names");
}

/// The second name of a field is in brackets, so its text cannot be in brackets too.
#[test]
fn open_items_have_no_nested_brackets() {
    const SEATS: u8 = 3;
    let mut names = 0;
    for seed in 0..20 {
        let table = Table::of(SEATS).with("map", "italia").with("homelands", "random");
        let walk = Walk::<Scharz>::open(&table, seed);
        for seat in Seat::all(SEATS) {
            let text = open::lacks(&walk.state, seat).join(" ");
            let mut depth = 0;
            for sign in text.chars() {
                depth += i32::from(sign == '(') - i32::from(sign == ')');
                assert!((0..=1).contains(&depth), "{text}");
                names += usize::from(sign == '(');
            }
        }
    }
    assert!(names > 0, "a field with two names");
}
