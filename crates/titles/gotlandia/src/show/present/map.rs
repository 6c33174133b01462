//! R28 The board: the static map of the island, and the shapes of its pieces.
//!
//! This module does not depend on a game's state. Grounds are stored in the board's file; a test
//! compares them with `data.json`.

use ravenpost_rules::view::scene::{Board, Paint, Symbol};

/// Gotland: 21 districts in six Settings, six directions of sea, Wisby and Roma.
pub static BOARD: Board = Board {
    key: "gotlandia",
    name: "Gotlandia",
    geometry: include_str!("../../map/gotlandia.json"),
    symbols: SYMBOLS,
    card_symbols: CARD_SYMBOLS,
    groups: &[
        ("setting-rute", "Rute"),
        ("setting-kraklinge", "Kräklinge"),
        ("setting-burs", "Burs"),
        ("setting-hoburg", "Hoburg"),
        ("setting-hejde", "Hejde"),
        ("setting-bro", "Bro"),
    ],
    shore_marks: &[
        ("rute", "ne"),
        ("kraklinge", "e"),
        ("burs", "se"),
        ("hoburg", "sw"),
        ("banda", "w"),
        ("endre", "nw"),
    ],
    on_borders: false,
    part: None,
    minor: &[],
    markers: &[],
    legend: super::legend::LEGEND,
};

const SYMBOLS: &[Symbol] = &[
    Symbol {
        name: "farmstead",
        outline: "M-9.5 8.5v-9L0-9l9.5 8.5v9z",
        details: &[("M-9.5-.5h19", Paint::Ink)],
        mark: Some((0, 4, 6)),
        letter: None,
    },
    Symbol {
        name: "tower",
        outline: "M-7 10V-5h-1.5v-6.5h3.6v2.7h3v-2.7h3.8v2.7h3v-2.7h3.6V-5H7v15z",
        details: &[("M-7-4.5H7", Paint::Ink)],
        mark: Some((0, 3, 6)),
        letter: None,
    },
    Symbol {
        name: "church",
        outline: "M-11.5 10V1l3.5-4 3 3v-7.5l4-8.5 4 8.5v7.5l8 4v6z",
        details: &[("M-1-19.5v5M-3-17.6h4", Paint::Ink)],
        mark: Some((-1, 4, 6)),
        letter: None,
    },
    Symbol {
        name: "ship",
        outline: "M-15 3h6.5v-2.5q-2-7 .5-13.5h15q3.5 6.5 .5 13.5V3H15q-2.5 8-8 8H-7q-5.5 0-8-8z",
        details: &[("M-15 3h30q-2.5 8-8 8H-7q-5.5 0-8-8z", Paint::Wood), ("M-.5-16V3", Paint::Ink)],
        mark: Some((4, -6, 6)),
        letter: None,
    },
    Symbol {
        name: "pirate",
        outline: "M-16 3h7.5V.5q-2.5-8 0-15.5h16q4.5 7.5 1 15.5V3H16q-2.5 9-8 9H-8q-5.5 0-8-9z",
        details: &[
            ("M-8.5 1.5q-1.8-8.5 0-16.5h16q4.5 8 1 16.5z", Paint::InkFill),
            ("M-16 3h32q-2.5 9-8 9H-8q-5.5 0-8-9z", Paint::Wood),
            (
                "M-3.4-9a3.4 3.4 0 1 1 6.8 0q0 1.6-1.5 2.4v2h-3.8v-2q-1.5-.8-1.5-2.4z",
                Paint::PaleFill,
            ),
            ("M-2.3-8.8h1.6v1.5h-1.6zM.7-8.8h1.6v1.5H.7z", Paint::InkFill),
            ("M-5.5-3.4l11 2.6M5.5-3.4l-11 2.6", Paint::Pale),
        ],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "worker",
        outline: "M0-10.5a4 4 0 0 1 2.7 6.9q4.9 1 7.1 4.3L7.1 3.4 \
                  4.5 2l2.8 7H-7.3l2.8-7-2.6 1.4-2.7-2.7\
                  q2.2-3.3 7.1-4.3A4 4 0 0 1 0-10.5z",
        details: &[],
        mark: Some((0, 4, 6)),
        letter: None,
    },
];

/// The pictures of cards that concern no piece: Silver, reputation and generations.
const CARD_SYMBOLS: &[Symbol] = &[
    // Two coins.
    Symbol {
        name: "silver",
        outline: "M-3.5-4.5a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM-13.5 4a8.5 8.5 0 1 0 17 0\
                  a8.5 8.5 0 1 0-17 0z",
        details: &[
            ("M-13.5 4a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z", Paint::Owner),
            ("M-11.2 4a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0-12.4 0z", Paint::PaleFill),
            ("M-5 .4v7.2M-8.6 4h7.2", Paint::Ink),
        ],
        mark: None,
        letter: None,
    },
    // A round shield.
    Symbol {
        name: "reputation",
        outline: "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z",
        details: &[
            (
                "M0 0V-11.4A11.4 11.4 0 0 1 11.4 0zM0 0V11.4A11.4 11.4 0 0 1-11.4 0z",
                Paint::PaleFill,
            ),
            (
                "M-11.4 0a11.4 11.4 0 1 0 22.8 0a11.4 11.4 0 1 0-22.8 0zM-11.4 0h22.8M0-11.4v22.8",
                Paint::Ink,
            ),
            ("M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z", Paint::InkFill),
        ],
        mark: None,
        letter: None,
    },
    // An hourglass.
    Symbol {
        name: "generation",
        outline: "M-9-11h18v2q0 5.5-6.5 9Q9 3.5 9 9v2H-9V9q0-5.5 6.5-9Q-9-3.5-9-9z",
        details: &[
            ("M-5.4-5.4H5.4Q3.8-2.8 0-.8Q-3.8-2.8-5.4-5.4z", Paint::PaleFill),
            ("M-6.6 10q.6-4 6.6-6.8Q6 6 6.6 10z", Paint::PaleFill),
            ("M-11-14h22v3.6h-22zM-11 10.4h22V14h-22z", Paint::Wood),
        ],
        mark: None,
        letter: None,
    },
];
