//! Sorts the contents of an event by who may know them. Works on bytes, which may be damaged.
//!
//! Visibility is one character for the event and one for each fact: `*` for everyone, `-` for
//! nobody yet, and the seat's own character for one seat (`1` to `9`, then `a`, `b` and `c`). If
//! the event's character is the only one, it applies to all facts. A fact without a character is
//! visible to nobody.

use std::borrow::Cow;

use super::Tip;
use super::link::Link;
use crate::act::kinds;
use crate::event::Hash;

pub(super) struct Sorted<'a> {
    /// What stays secret until the end of the game, if anything does.
    pub revealed_at_end: Option<Vec<u8>>,
    /// What the acting seat knows.
    pub by_actor: Cow<'a, [u8]>,
    pub everybody: Cow<'a, [u8]>,
    /// What other seats know, in seat order; empty if there are no such facts.
    pub seats: Vec<Option<Vec<u8>>>,
}

/// Sorts the contents of an event that follows `tip`, at a table with this many seats.
pub(super) fn sorted<'a>(link: &Link<'a>, tip: &Tip, seats: usize) -> Sorted<'a> {
    let open = link.known == b"*";
    let follows = tip.head.hash == tip.shown;
    let mut lists = Lists::default();
    if !open {
        lists.sort(link, seats);
    }
    let revealed_at_end = (!open || !follows || link.draws != b"[]")
        .then(|| revealed_at_end(link, (!follows).then_some(tip.head.hash), lists.nobody));
    let by_actor = match lists.by_actor {
        own if own.is_empty() => Cow::Borrowed(link.act),
        own => Cow::Owned([link.act, b"\n", &whole(own)].concat()),
    };
    let everybody = match open {
        true => Cow::Borrowed(link.facts),
        false => Cow::Owned(whole(lists.everybody)),
    };
    let list = |list: Vec<u8>| (!list.is_empty()).then(|| whole(list));
    let seats = lists.seats.into_iter().map(list).collect();
    Sorted { revealed_at_end, by_actor, everybody, seats }
}

fn revealed_at_end(link: &Link, before: Option<Hash>, nobody: Vec<u8>) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(128 + nobody.len() + link.draws.len());
    buffer.extend(b"[\"");
    buffer.extend(before.map(|hash| hash.hex()).unwrap_or_default().as_bytes());
    buffer.extend(b"\",\"");
    buffer.extend(text(link.known).as_ref());
    buffer.extend(b"\"");
    for length in [link.act.len(), link.facts.len(), link.draws.len()] {
        buffer.push(b',');
        number(&mut buffer, length);
    }
    for bytes in [b",", &whole(nobody)[..], b",", link.draws, b"]"] {
        buffer.extend(bytes);
    }
    buffer
}

/// Facts by who may know them, each preceded by a comma.
#[derive(Default)]
struct Lists {
    nobody: Vec<u8>,
    everybody: Vec<u8>,
    by_actor: Vec<u8>,
    seats: Vec<Vec<u8>>,
}

impl Lists {
    fn sort(&mut self, link: &Link, seats: usize) {
        let (event, facts) = link.known.split_at_checked(1).unwrap_or_default();
        let actor = link.seat.filter(|_| kinds::is_own(link.kind)).map(usize::from);
        let mut open = 0;
        for (at, fact) in pieces(link.facts).enumerate() {
            let who = if facts.is_empty() { event.first() } else { facts.get(at) };
            let own = |list: &mut Vec<u8>| {
                list.extend(b",[");
                number(list, open);
                add(list, fact);
                list.push(b']');
            };
            match who.and_then(|who| seat(*who)) {
                _ if who == Some(&b'*') => {
                    add(&mut self.everybody, fact);
                    open += 1;
                }
                Some(seat) if actor == Some(seat) => own(&mut self.by_actor),
                Some(seat) if seat <= seats => {
                    self.seats.resize(seats, Vec::new());
                    own(&mut self.seats[seat - 1]);
                }
                _ => add(&mut self.nobody, fact),
            }
        }
    }
}

fn add(list: &mut Vec<u8>, fact: &[u8]) {
    list.reserve(fact.len() + 8);
    list.push(b',');
    list.extend(fact);
}

/// Completes a list by replacing the first comma with the opening bracket.
fn whole(mut list: Vec<u8>) -> Vec<u8> {
    match list.first_mut() {
        Some(first) => *first = b'[',
        None => list.push(b'['),
    }
    list.push(b']');
    list
}

/// Appends a decimal number. Formatting with the standard library takes longer than hashing.
fn number(list: &mut Vec<u8>, number: usize) {
    if number > 9 {
        self::number(list, number / 10);
    }
    list.push(b"0123456789"[number % 10]);
}

/// Returns the seat number, from 1.
fn seat(who: u8) -> Option<usize> {
    match who {
        b'1'..=b'9' => Some(usize::from(who - b'0')),
        b'a'..=b'c' => Some(usize::from(who - b'a') + 10),
        _ => None,
    }
}

/// Returns the visibility as text. Unexpected bytes are written in hexadecimal, so that different
/// inputs never give the same text.
fn text(known: &[u8]) -> Cow<'_, [u8]> {
    let plain = |byte: &u8| matches!(byte, b'*' | b'-' | b'1'..=b'9' | b'a'..=b'c');
    match known.iter().all(plain) {
        true => Cow::Borrowed(known),
        false => Cow::Owned(format!("?{}", data_encoding::HEXLOWER.encode(known)).into_bytes()),
    }
}

/// Returns the elements of a JSON list as they are written. Joined with commas and put in brackets
/// they are the same list again, even if it is malformed.
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

/// Returns where the first element ends.
fn comma(list: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in list.iter().enumerate() {
        match byte {
            // Most bytes are within quotes.
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b',' if depth == 0 => return Some(at),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
