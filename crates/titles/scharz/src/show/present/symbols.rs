//! The shapes of the pieces, distinguishable without colour. Units show their number.

use ravenpost_rules::view::scene::{Anchor, Paint, Symbol};

/// A wall with merlons in front of what it guards.
const WALL: &str = "M-13.5 11V3.5h3.6v2.2h3.6V3.5h3.6v2.2h5.4V3.5h3.6v2.2h3.6V3.5h3.6V11z";
const VILLAGE: &str = "M-12.5 9.5v-9L-6.4-7 -1-1.4 5-9.5l7.5 8.4v10.6z";
const CITY: &str = "M-12.5 9.5V-6h2.4v-2.6h2.4V-6h2.4v3.4h2V-10h2.2v-2.6h2.4V-10h2.2v7.4h2V-6\
                    h2.4v-2.6h2.4V-6h2.4V9.5z";

const SHEEP: &str = "M-10-1.5a4 4 0 0 1 3.6-4.6a4.4 4.4 0 0 1 7-1.2a4.6 4.6 0 0 1 5.6 1.4l3-1.6\
                     2.6 3.6-2 2.6-1.6-.2q0 4-3.2 6v5H3V7h-7v3h-2.2V6.4Q-10.4 4.4-10-1.5z";
const PIGS: &str = "M-10.5-3.4l-2 .6q-.4-3 2.4-3.4Q-6-8.6-1-8l5 .6 1-2.4 2.2 2.8q2.6 1.6 3.6 4.4\
                    l1.8.6v3.6l-2.2.8q-1 2-3 3V10H5.2V6.6H-5V10h-2.4V6Q-11 3-10.5-3.4z";
const CATTLE: &str = "M-11-4.6Q-6-7.6 2-6.4L4-9.4q-2-2.6.6-3.6.2 2 2 2.4h3q1.8-.4 2-2.4 2.6 1 .6 \
                      3.6l-.2 4.6-2.6 2.6-1.8-.6Q7.4 3 6 4.6V10H3.4V5.4h-8V10h-2.6V4Q-10.6 1\
                      -11-4.6z";
const HORSES: &str = "M-11.5-2Q-9.6-5.4-4-4.8 1-4.4 3.6-7L5-12.4l2 2 4.6 4.4-1.8 2.4L7.2-4\
                      Q6.6 1.6 5 3.4V10H2.6V4.2h-7V10h-2.6V4Q-9 3-9.4 1.4L-11 5.4-12.8 4z";

const SACK: &str = "M-3.5-9.5Q-5.5-12-3-12.5H3Q5.5-12 3.5-9.5Q10-4 10 3.5T6 11H-6Q-10 11-10 3.5\
                    T-3.5-9.5z";
const FISH: &str = "M-14-6.5L-7-2.5Q-1-8.5 6-6.6Q11-5 14 0Q11 5.4 6 7Q-1 8.6-7 2.5L-14 6.5\
                    Q-11 0-14-6.5z";

const fn own(name: &'static str, outline: &'static str, spots: [Anchor; 2]) -> Symbol {
    with(name, outline, spots, &[])
}

/// A shape with its owner's mark and a number.
const fn with(
    name: &'static str,
    outline: &'static str,
    [mark, number]: [Anchor; 2],
    details: &'static [(&'static str, Paint)],
) -> Symbol {
    Symbol { name, outline, details, mark: Some(mark), letter: Some(number) }
}

/// A shape with its owner's mark only.
const fn bare(
    name: &'static str,
    outline: &'static str,
    mark: Anchor,
    details: &'static [(&'static str, Paint)],
) -> Symbol {
    Symbol { name, outline, details, mark: Some(mark), letter: None }
}

/// An unowned shape with a number.
const fn plain(
    name: &'static str,
    outline: &'static str,
    number: Anchor,
    details: &'static [(&'static str, Paint)],
) -> Symbol {
    Symbol { name, outline, details, mark: None, letter: Some(number) }
}

/// Pieces shown as text only where units and walls need the space.
pub const MINOR: &[&str] =
    &["sheep", "pigs", "cattle", "horses", "stable", "crop", "grain", "fish", "looted"];
const STONES: [(&str, Paint); 2] = [(WALL, Paint::PaleFill), (WALL, Paint::Ink)];

pub const SYMBOLS: &[Symbol] = &[
    bare("village", VILLAGE, (5, 2, 8), &[("M-1-1.4V9.5M-8.4 9.5V4.4h3.6v5.1", Paint::Ink)]),
    bare(
        "village-walled",
        VILLAGE,
        (5, -2, 7),
        &[("M-1-1.4V9.5", Paint::Ink), STONES[0], STONES[1]],
    ),
    bare("city", CITY, (0, 1, 9), &[("M-7.6-1.6v2.6M7.6-1.6v2.6M-3.3-2.6h6.6", Paint::Ink)]),
    bare(
        "city-walled",
        CITY,
        (0, -4, 8),
        &[("M-7.6-1.6v2.6M7.6-1.6v2.6", Paint::Ink), STONES[0], STONES[1]],
    ),
    // A jetty on piles.
    bare(
        "dock",
        "M-12-5.5h24V4H9.6v6.5H6.4V4h-4.8v6.5h-3.2V4h-4.8v6.5h-3.2V4H-12z",
        (0, -1, 7),
        &[],
    ),
    // A quay with a lighthouse.
    bare(
        "port",
        "M-12.5 10.5V3.5h6.2L-4.6-6h-1.2v-2.4h2v-4.2h7.6v4.2h2V-6H4.6L6.3 3.5h6.2v7z",
        (0, -1, 7),
        &[("M-12.5 6.4h25M-2-10.6h4", Paint::Ink)],
    ),
    // A building site with its points.
    with(
        "works",
        "M-10.5 10.5v-18h21v18z",
        [(-4, -3, 7), (3, 3, 11)],
        &[("M-13-10.5h26M-10.5-12.5v5M10.5-12.5v5M-10.5-7.5L10.5 10.5", Paint::Ink)],
    ),
    // A round shield before a spear.
    with(
        "light",
        "M-10 1.5a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
        [(0, -3, 7), (0, 5, 10)],
        &[("M10.8-10.5l-.9-.2L11.6-15.5l1.7 4.8-.9.2V11h-1.6z", Paint::Wood)],
    ),
    // A tall shield under a helmet.
    with(
        "heavy",
        "M-9.5-6.5Q-6-8-4.6-8.4Q-5.4-14.5 0-14.5T4.6-8.4Q6-8 9.5-6.5V8Q5 12 0 12T-9.5 8z",
        [(0, -2, 7), (0, 6, 10)],
        &[("M-4.8-8.6h9.6M0-14.5v-2.6", Paint::Ink)],
    ),
    // A horse's head.
    with(
        "riders",
        "M-9.5 11.5Q-11.5-2-4-8.5L-4.4-14 0-10.6Q8.5-9 11.5-1L7.5 3 3.6 1Q5.6 6 9 11.5z",
        [(-3, -3, 7), (-1, 6, 10)],
        &[("M3.6-5.4h.8M-4.4-8.4Q-9-4-9.4 3", Paint::Ink)],
    ),
    // A pointed shield before crossed swords.
    with(
        "mercenaries",
        "M-9.5-8Q0-12.5 9.5-8Q10.5 5 0 13Q-10.5 5-9.5-8z",
        [(0, -4, 7), (0, 4, 10)],
        &[("M-12.5-13.5l5 6M12.5-13.5l-5 6M-13-9.4l3.6-3.4M13-9.4l-3.6-3.4", Paint::Ink)],
    ),
    with(
        "elephants",
        "M-11.5 11V-3Q-11.5-12-2-12H3Q10-12 11-5Q13.5 2 11.5 9.5H8.5Q9.5 4 6.5 2V11H1.5V6H-4v5z",
        [(-5, -5, 7), (-1, 0, 9)],
        &[("M3-9.5Q7-8 6-2.5", Paint::Ink)],
    ),
    // A frame with a throwing arm, on wheels.
    with(
        "machines",
        "M-12 8V3.5h4L8.4-12.6l3.4 3.2L2.6 0H12v8h-1a3.4 3.4 0 0 1-6.8 0h-8.4a3.4 3.4 0 0 1-6.8 0z",
        [(-5, -1, 6), (4, 4, 9)],
        &[],
    ),
    // A broad hull under a square sail.
    with(
        "transports",
        "M-14 2.5Q-11 4-8.4 4Q-10.6-4-8.4-12.5H8.4Q10.6-4 8.4 4Q11 4 14 2.5Q13.5 12.5 7 12.5H-7\
         Q-13.5 12.5-14 2.5z",
        [(0, -7, 7), (0, 1, 10)],
        &[("M-13.4 5Q-9.6 6.4-7 6.4H7Q9.6 6.4 13.4 5", Paint::Ink)],
    ),
    // A long hull with ram and oars under a slanting sail.
    with(
        "galleys",
        "M-15.5 5.5l4-1.5L-13.4-.5h4L-7 3-1-14Q10-9 11 3.4h1l4 4.6-4 3.5H-8Q-12 11-15.5 5.5z",
        [(1, -6, 7), (4, 2, 9)],
        &[("M-8 11.5l-2 3.4M-3 11.5l-2 3.4M2 11.5L0 14.9M7 11.5l-2 3.4M-10 6.4h22", Paint::Ink)],
    ),
    // The same, with a torn flag.
    with(
        "corsairs",
        "M-14.5 4.5Q-9 6-6 5L-1.6-9.4V-15l11 2.2-5 2.2 4 2.6-7.4.6Q8-3 8.6 4.6q3.4.6 6.4-.6\
         Q13 12 7 12H-7Q-13 12-14.5 4.5z",
        [(1, -1, 6), (0, 7, 9)],
        &[("M-1.6-15v4", Paint::Ink)],
    ),
    own("sheep", SHEEP, [(-3, -1, 7), (4, 0, 8)]),
    own("pigs", PIGS, [(-3, -1, 7), (4, 0, 8)]),
    own("cattle", CATTLE, [(-4, -1, 7), (3, 0, 8)]),
    own("horses", HORSES, [(-4, -1, 6), (3, 0, 7)]),
    // A stable with the first letters of its herds.
    with(
        "stable",
        "M-12.5 10.5V-2.5L0-11.5 12.5-2.5v13z",
        [(0, -4, 7), (0, 5, 10)],
        &[("M-14.5-1L0-11.5 14.5-1", Paint::Ink)],
    ),
    // A sheaf.
    with(
        "crop",
        "M-3 10.5L-2.2 2Q-9-1-9.5-9Q-6-8-4.4-5Q-4-10.5 0-13.5Q4-10.5 4.4-5Q6-8 9.5-9\
         Q9 -1 2.2 2L3 10.5z",
        [(0, -5, 7), (0, 6, 9)],
        &[("M-3 2.4h6", Paint::Ink)],
    ),
    // A sack, and a fish.
    plain(
        "grain",
        SACK,
        (0, 3, 12),
        &[(SACK, Paint::PaleFill), (SACK, Paint::Ink), ("M-3.8-9.4h7.6", Paint::Wood)],
    ),
    plain(
        "fish",
        FISH,
        (2, 0, 11),
        &[(FISH, Paint::PaleFill), (FISH, Paint::Ink), ("M10.4-1.6h.6", Paint::Ink)],
    ),
    // Looted land and an encircled settlement.
    plain(
        "looted",
        "M0-13Q7-6 7.5 0Q9.5-1.5 9-5Q14 8 4 12H-4Q-13 8-8-1Q-7 2-5 2.5Q-6.5-6 0-13z",
        (0, 6, 8),
        &[("M0 10.5Q-4.5 8-1.6 3Q0 5 1.6 1.5Q5 8 0 10.5z", Paint::PaleFill)],
    ),
    plain(
        "siege",
        "M-12.5-7.5l3-4 3 4V-2h3.5v-5.5l3-4 3 4V-2h3.5v-5.5l3-4 3 4V11h-3V2.5H-9.5V11h-3z",
        (0, 8, 8),
        &[],
    ),
];
