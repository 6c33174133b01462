//! Colours must have enough contrast, and nothing may be shown by colour alone.

use std::collections::BTreeSet;

use crate::style::emblem::emblem;
use crate::style::marks::{letter, mark, mark_name};
use crate::style::palette::{GROUNDS, INKS, SEATS, seat};

#[test]
fn colours_have_distinct_marks_and_letters() {
    let letters: BTreeSet<_> = SEATS.iter().map(|(name, ..)| letter(name).unwrap()).collect();
    let marks: BTreeSet<_> = SEATS.iter().map(|(name, ..)| mark(name).unwrap()).collect();
    let names: BTreeSet<_> = SEATS.iter().map(|(name, ..)| mark_name(name).unwrap()).collect();
    assert_eq!((letters.len(), marks.len(), names.len()), (12, 12, 12));
    assert!(mark("neutral").is_none());
    assert!(emblem("pink", 18).contains(mark("pink").unwrap()));
}

#[test]
fn all_inks_have_enough_contrast() {
    let ink = |name: &str| INKS.iter().find(|tone| tone.0 == name).expect("an ink");
    let ground = |name: &str| GROUNDS.iter().find(|tone| tone.0 == name).expect("a ground");
    for (mode, pick) in [("light", 0), ("dark", 1)] {
        let value = |tone: &(&str, &'static str, &'static str)| [tone.1, tone.2][pick];
        let check = |front: &str, back: &str, least: f64, what: &str| {
            let found = contrast(front, back);
            assert!(found >= least, "{what} in {mode}: {found:.1} of {least}");
        };
        for tone in GROUNDS {
            check(value(ink("ink")), value(tone), 4.5, tone.0);
            check(value(ink("line")), value(tone), 3.0, tone.0);
        }
        for sea in ["sea", "stormy"] {
            check(value(ink("seaink")), value(ground(sea)), 4.5, sea);
            check(value(ink("coast")), value(ground(sea)), 4.5, sea);
        }
        for land in ["forest", "pasture", "field", "hill"] {
            check(value(ink("threat")), value(ground(land)), 3.0, land);
        }
        for group in ["g0", "g1", "g2", "g3", "g4", "g5"] {
            check(value(ink(group)), value(ink("halo")), 4.5, group);
            for land in ["forest", "pasture", "field", "hill"] {
                check(value(ink(group)), value(ground(land)), 3.0, "edge of a group's name");
            }
        }
        check(value(ink("seaink")), value(ink("pool")), 4.5, "number of a square");
        check(value(ink("coast")), value(ink("brook")), 3.0, "bank of a river");
        check(value(ink("ridge")), value(ink("peak")), 3.0, "ridge of a peak");
        check(value(ink("ink")), value(ink("box")), 4.5, "box");
        check(value(ink("boxline")), value(ink("box")), 3.0, "edge of a box");
    }
    for (name, ..) in SEATS {
        let (fill, mark) = seat(name);
        let found = contrast(fill, mark);
        assert!(found >= 4.5, "mark on {name}: {found:.1}");
    }
}

/// Returns the WCAG contrast ratio of two colours.
fn contrast(one: &str, other: &str) -> f64 {
    let light = |hex: &str| {
        let part = |at: usize| {
            let byte = u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour in hex");
            let part = f64::from(byte) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}
