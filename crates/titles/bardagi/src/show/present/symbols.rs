//! The shapes of the pieces, distinguishable without colour.

use ravenpost_rules::view::scene::{Paint, Symbol};

/// A menhir and its pale face.
const STONE: &str = "M-8.5 10.5Q-9.5-1-7.5-6Q-5.5-11 0-11t7.5 5Q9.5-1 8.5 10.5z";
const STONE_FACE: &str = "M-7 9.3Q-8-.8-6.2-5.4Q-4.6-9.6 0-9.6t6.2 4.2Q8-.8 7 9.3z";
/// A broader stone and its pale face.
const SLAB: &str = "M-13.5 10.5Q-14.5 0-13-6Q-8-11 0-11t13 5Q14.5 0 13.5 10.5z";
const SLAB_FACE: &str = "M-12.2 9.3Q-13 0-11.8-5.3Q-7.4-9.7 0-9.7t11.8 4.4Q13 0 12.2 9.3z";
/// A fallen stone, pointing down.
const FALLEN: &str = "M-10-9.5Q0-11.5 10-9.5Q11 0 6 5.5Q3 9 0 11.5Q-3 9-6 5.5Q-11 0-10-9.5z";

pub const SYMBOLS: &[Symbol] = &[
    // Disks of one owner; the letter is their number.
    Symbol {
        name: "disks",
        outline: "M-14-3.5a14 9 0 0 1 28 0v6.5a14 9 0 0 1-28 0z",
        details: &[("M-14-3.5a14 9 0 0 0 28 0M-14-.2a14 9 0 0 0 28 0", Paint::Ink)],
        mark: Some((-7, -3, 8)),
        letter: Some((4, -4, 14)),
    },
    // Axe tokens; the letter is their number.
    Symbol {
        name: "axe",
        outline: "M-9.5-11h20q2.5 0 2.5 2.5V8q0 2.5-2.5 2.5h-20Q-12 10.5-12 8V-8.5\
                  Q-12-11-9.5-11z",
        details: &[
            ("M-3.6-9.4h2.2V9.4h-2.2z", Paint::Wood),
            ("M-1.4-7.6Q-6-7-10.4-9.6Q-12-3.6-9.6 2.6Q-6.6-1.2-1.4-1.4z", Paint::PaleFill),
            ("M-1.4-7.6Q-6-7-10.4-9.6Q-12-3.6-9.6 2.6Q-6.6-1.2-1.4-1.4z", Paint::Ink),
        ],
        mark: None,
        letter: Some((6, 1, 14)),
    },
    // One helpful Rune.
    Symbol {
        name: "rune",
        outline: STONE,
        details: &[(STONE_FACE, Paint::PaleFill)],
        mark: None,
        letter: Some((0, 0, 13)),
    },
    // Several helpful Runes on one stone.
    Symbol {
        name: "runes",
        outline: SLAB,
        details: &[(SLAB_FACE, Paint::PaleFill)],
        mark: None,
        letter: Some((0, 0, 11)),
    },
    // A Curse: the area yields nothing.
    Symbol {
        name: "curse",
        outline: FALLEN,
        details: &[("M2-10.5L.6-7.6l2 1.6M-3.6 8l2-2.4-1-1.8", Paint::Ink)],
        mark: None,
        letter: Some((0, -1, 12)),
    },
    // A Curse with its caster's marker: the caster gets the yield of the area.
    Symbol {
        name: "theirs",
        outline: FALLEN,
        details: &[],
        mark: Some((-5, -4, 8)),
        letter: Some((4, -3, 12)),
    },
    Symbol {
        name: "berserkur",
        outline: "M-9.5-17q-2.6 7 4 9\
                  Q-4.4-12.6 0-12.6T5.5-8q6.6-2 4-9q5.4 8.4-2.9 11.9q-.2 2-1.4 3.3\
                  Q12.5 0 12.5 11.5h-25Q-12.5 0-5.2-1.8Q-6.4-3.1-6.6-5.1Q-14.9-8.6-9.5-17z",
        details: &[("M-5.5-6.4h11", Paint::Ink)],
        mark: Some((-5, 6, 7)),
        letter: Some((4, 5, 11)),
    },
    Symbol {
        name: "godi",
        outline: "M-1-17.5Q5.4-14 5.6-7.4q0 2.2-1.2 3.7Q9-1.4 10.4 3V-9.5h2.8v21h-24.9Q-11.7-.5\
                  -4.8-3.7Q-6-5.2-6-7.4Q-5.8-14-1-17.5z",
        details: &[("M-3.2-7q0-3 3-5.2q3 2.2 3 5.2q0 2.8-3 2.8t-3-2.8z", Paint::InkFill)],
        mark: Some((-5, 6, 7)),
        letter: Some((4, 5, 11)),
    },
    Symbol {
        name: "kaupmadur",
        outline: "M-4.6-11.6q0-4.8 4.6-4.8t4.6 4.8h5.2q1.6 0 1.6 1.5t-1.6 1.5H5.6q0 3-2.2 4.6\
                  Q12.5-2 12.5 6q0 5.5-3 5.5h-19q-3 0-3-5.5q0-8 9.1-10q-2.2-1.6-2.2-4.6h-4.2\
                  q-1.6 0-1.6-1.5t1.6-1.5z",
        details: &[("M-5.6-8.6H5.6", Paint::Ink)],
        mark: Some((-5, 5, 7)),
        letter: Some((4, 4, 11)),
    },
    // The letters are those of the units aboard.
    Symbol {
        name: "knerrir",
        outline: "M-17 .5Q-13 2.6-9.6 2.6Q-12.4-6-9.6-14.5H9.6Q12.4-6 9.6 2.6Q13 2.6 17 .5\
                  Q16 12 8 12H-8Q-16 12-17 .5z",
        details: &[("M-16.6 2.4Q-12 3.4-9.6 3.4H9.6Q12 3.4 16.6 2.4", Paint::Ink)],
        mark: Some((0, -6, 10)),
        letter: Some((0, 7, 9)),
    },
    // A ship in its dock.
    Symbol {
        name: "moored",
        outline: "M-12 .5Q-9.4 2-7 2Q-9-4-7-10.5H7Q9-4 7 2Q9.4 2 12 .5Q11.6 9 6 9H-6\
                  Q-11.6 9-12 .5z",
        details: &[("M-11.6 2Q-9 2.8-7 2.8H7Q9 2.8 11.6 2", Paint::Ink)],
        mark: Some((0, -4, 8)),
        letter: None,
    },
];

/// The pictures of tiles: the buildings that they extend.
pub const CARD_SYMBOLS: &[Symbol] = &[
    // A palisade with its gate.
    Symbol {
        name: "virki",
        outline: "M-13 10.5V-5.5l2.6-5 2.6 5 2.6-5 2.6 5 2.6-5 2.6 5 2.6-5 2.6 5 2.6-5 2.6 5v16z",
        details: &[
            ("M-7.8-5.5v16M-2.6-5.5v6M2.6-5.5v6M7.8-5.5v16", Paint::Ink),
            ("M-4 10.5V4q0-4 4-4t4 4v6.5z", Paint::Wood),
        ],
        mark: None,
        letter: None,
    },
    // A temple with two roofs.
    Symbol {
        name: "hof",
        outline: "M-9.5 11V4.5h-3.5L-7.6-3H-10L-1.6-12.4l-2-2.6L0-13.6 3.6-15l-2 2.6L10-3H7.6\
                  L13 4.5H9.5V11z",
        details: &[
            ("M-7.6-3H7.6M-9.5 4.5h19", Paint::Ink),
            ("M-3.2 11V7.6Q-3.2 4.5 0 4.5T3.2 7.6V11z", Paint::Wood),
        ],
        mark: None,
        letter: None,
    },
    // A stall under its awning.
    Symbol {
        name: "verslun",
        outline: "M-13-3l3-9h20l3 9q0 3.4-3.25 3.4H9.7V11H-9.7V.4h-.05Q-13 .4-13-3z",
        details: &[
            ("M-9.6.4H9.6V4H-9.6z", Paint::InkFill),
            ("M-10.6 4h21.2v7.2h-21.2z", Paint::Wood),
            (
                "M-6.5-3l1.5-9H0v9q0 3.4-3.25 3.4T-6.5-3zM6.5-3l-1.5-9h5l3 9q0 3.4-3.25 3.4\
                 T6.5-3z",
                Paint::PaleFill,
            ),
            (
                "M-13-3q0 3.4 3.25 3.4T-6.5-3q0 3.4 3.25 3.4T0-3q0 3.4 3.25 3.4T6.5-3\
                 q0 3.4 3.25 3.4T13-3",
                Paint::Ink,
            ),
        ],
        mark: None,
        letter: None,
    },
];
