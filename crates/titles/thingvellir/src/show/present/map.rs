//! The static board: areas, quarters, and the shapes of the pieces.

use ravenpost_rules::view::scene::{Board, Paint, Symbol};

/// The drawn board of Iceland.
pub static BOARD: Board = Board {
    key: "thingvellir",
    name: "Ísland",
    geometry: include_str!("../../map/thingvellir.json"),
    symbols: SYMBOLS,
    card_symbols: &[],
    groups: &[
        ("south", "South Quarter"),
        ("west", "West Quarter"),
        ("north", "North Quarter"),
        ("east", "East Quarter"),
    ],
    shore_marks: &[],
    on_borders: true,
    part: None,
    minor: &[],
    markers: &["stone"],
    legend: super::legend::LEGEND,
};

/// A round token for farms.
const COIN: &str = "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0z";

static SYMBOLS: &[Symbol] = &[
    Symbol {
        name: "stead",
        outline: "M-13 10V-1l4-8h18l4 8v11z",
        details: &[("M-13-1h26", Paint::Ink), ("M-9-9l-2-3M9-9l2-3", Paint::Ink)],
        mark: Some((-6, 5, 8)),
        letter: Some((6, 5, 11)),
    },
    Symbol {
        name: "thingman",
        outline: "M0-13.5a5.2 5.2 0 1 1 0 10.4a5.2 5.2 0 1 1 0-10.4zM-9.5 11c0-8 2.5-14 9.5-14\
                  s9.5 6 9.5 14z",
        details: &[],
        mark: Some((0, -8, 7)),
        letter: Some((0, 5, 11)),
    },
    Symbol {
        name: "sword",
        outline: COIN,
        details: &[("M0-5.2V3M-2.8 1.4h5.6M0 3v2.2", Paint::Pale)],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "sheep",
        outline: COIN,
        details: &[
            (
                "M-4 1.4a2 2 0 0 1 .4-3.4a2.6 2.6 0 0 1 4.4-.8a2.1 2.1 0 0 1 3.2 2.6a1.7 1.7 0 0 1\
                 -1.4 2.4h-5.2a1.7 1.7 0 0 1-1.4-.8z",
                Paint::PaleFill,
            ),
            ("M-2.4 2.4v2.2M1.4 2.4v2.2", Paint::Pale),
        ],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "ring",
        outline: COIN,
        details: &[("M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z", Paint::Pale)],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "spindle",
        outline: COIN,
        details: &[
            ("M0-5.6V5.6", Paint::Ink),
            ("M-3.2 2.4h6.4M-2.2 1.4c-.4-4 4.8-4 4.4 0z", Paint::Ink),
        ],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "arson",
        outline: "M.5-9.5c1 4.5 6 6 6 11.5a6.5 6.5 0 0 1-13 0c0-3 1.8-4.6 3-7c1 1 1.4 2 1.5 3.2c1.8\
                  -2 2.6-4.4 2.5-7.7z",
        details: &[("M0 6.5c-2-1-2.4-3.4 0-5.6c2.4 2.2 2 4.6 0 5.6z", Paint::InkFill)],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "outlaw",
        outline: "M0-11c4.2 0 5.6 3 5.6 6.4c3 2.6 4.4 8 4.4 14.6h-20c0-6.6 1.4-12 4.4-14.6c0-3.4\
                  1.4-6.4 5.6-6.4z",
        details: &[("M-3.2-4.6a3.2 3.6 0 0 1 6.4 0a3.2 3 0 0 1-6.4 0z", Paint::InkFill)],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "fame",
        outline: "M-9-7h18v6c0 6-4 9-9 11c-5-2-9-5-9-11z",
        details: &[],
        mark: Some((0, 0, 8)),
        letter: None,
    },
    Symbol {
        name: "ship",
        outline: "M-11 2c3 1 19 1 22 0c0 4-3 7-7 7h-8c-4 0-7-3-7-7z",
        details: &[("M0 2v-12", Paint::Ink), ("M-7-9h14v7c-5 1.6-9 1.6-14 0z", Paint::Owner)],
        mark: None,
        letter: None,
    },
    Symbol {
        name: "stone",
        outline: "M-4.5 4l1-6.5l3.5-2l3.5 2l1 6.5z",
        details: &[],
        mark: None,
        letter: None,
    },
];
