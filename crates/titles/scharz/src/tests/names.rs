//! Names of fields in the texts for new players.

use crate::things::kinds::MapId;

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
