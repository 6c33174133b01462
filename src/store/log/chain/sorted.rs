//! The facts of an event sorted by who may know them. Works on bytes, which may be damaged.
//!
//! Who that is stands in one letter for the event and one for each fact: `*` for everybody, `-` for
//! nobody yet, a seat's own for that seat alone: `1` to `9`, then `a`, `b` and `c`. Where the
//! event's stands alone, all of its facts are for the same. A fact without a letter is nobody's.

use std::borrow::Cow;
use std::io::Write;

use super::link::Link;
use crate::store::event::Hash;

/// The leaves that are not simply a column.
pub(super) struct Sorted<'a> {
    /// What nobody may know before the end.
    pub nobody: Vec<u8>,
    pub everybody: Cow<'a, [u8]>,
    /// By seat, empty where there is none; none at all where no fact is for one seat.
    pub seats: Vec<Vec<u8>>,
}

/// Sorts the facts of an event at a table of so many seats. `before` is the hash right before it.
pub(super) fn sorted<'a>(link: &Link<'a>, before: Hash, seats: usize) -> Sorted<'a> {
    let (event, facts) = link.known.split_at_checked(1).unwrap_or_default();
    let mut nobody = Vec::with_capacity(96 + link.known.len() + link.draws.len());
    let lengths = (link.facts.len(), link.draws.len());
    let begin = write!(
        nobody,
        "[\"{}\",\"{}\",{},{},[",
        before.hex(),
        text(link.known),
        lengths.0,
        lengths.1
    );
    begin.expect("there is room in memory");
    let head = nobody.len();
    let (mut everybody, mut own) = (Cow::Borrowed(link.facts), Vec::new());
    if link.known != b"*" {
        let (mut open, mut count) = (vec![b'['], 0_u32);
        own.resize(seats, Vec::new());
        for (at, fact) in pieces(link.facts).enumerate() {
            let who = if facts.is_empty() { event.first() } else { facts.get(at) };
            let seat = who.and_then(|who| seat(*who)).and_then(|seat| own.get_mut(seat));
            match (who, seat) {
                (Some(b'*'), _) => {
                    add(&mut open, 1, &[fact]);
                    count += 1;
                }
                (_, Some(own)) => {
                    if own.is_empty() {
                        own.push(b'[');
                    }
                    add(own, 1, &[b"[", count.to_string().as_bytes(), b",", fact, b"]"]);
                }
                (_, None) => add(&mut nobody, head, &[fact]),
            }
        }
        open.push(b']');
        own.iter_mut().filter(|own| !own.is_empty()).for_each(|own| own.push(b']'));
        everybody = Cow::Owned(open);
    }
    nobody.extend(b"],");
    nobody.extend(link.draws);
    nobody.push(b']');
    Sorted { nobody, everybody, seats: own }
}

/// The place of a seat in the order of seats.
fn seat(who: u8) -> Option<usize> {
    match who {
        b'1'..=b'9' => Some(usize::from(who - b'1')),
        b'a'..=b'c' => Some(usize::from(who - b'a') + 9),
        _ => None,
    }
}

/// Hexadecimal where it is anything but what is written there, so that it is always told apart.
fn text(known: &[u8]) -> String {
    let plain = |byte: &u8| matches!(byte, b'*' | b'-' | b'1'..=b'9' | b'a'..=b'c');
    match known.iter().all(plain) {
        true => known.iter().map(|byte| char::from(*byte)).collect(),
        false => format!("?{}", data_encoding::HEXLOWER.encode(known)),
    }
}

/// Adds to a list whose first element would begin at `head`.
fn add(list: &mut Vec<u8>, head: usize, parts: &[&[u8]]) {
    if list.len() > head {
        list.push(b',');
    }
    parts.iter().for_each(|part| list.extend(*part));
}

/// The elements of a JSON list, as they are written. With commas between and brackets around they
/// are the list again, whatever stands in it.
pub(super) fn pieces(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let inner = list.strip_prefix(b"[").and_then(|list| list.strip_suffix(b"]")).unwrap_or(list);
    let (mut rest, mut done) = (inner, inner.is_empty());
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let end = comma(rest);
        let piece = &rest[..end.unwrap_or(rest.len())];
        match end {
            Some(end) => rest = &rest[end + 1..],
            None => done = true,
        }
        Some(piece)
    })
}

/// Where the first element ends.
fn comma(list: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    list.iter().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => return depth == 0,
            _ => {}
        }
        false
    })
}
