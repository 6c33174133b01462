//! Parses lines by trying the table rows that begin with the same words.

use super::super::state::line::slots::Parts;
use super::super::state::line::{Done, Sheet, SheetLine};
use super::super::state::{State, Step};
use super::Order;
use super::rows::{LineKind, ROWS};
use super::slot::SlotReader;
use ravenpost_rules::text::reader::Reader;
use ravenpost_rules::{Refusal, Seat};

const RULE: &str = "R27.3";

/// Parses one line of a sheet, or returns everything that is wrong with it.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
    let mut reader = words(text);
    let rows = candidates(state, seat, &reader);
    if rows.is_empty() {
        unknown(&mut reader);
        return reader.end(None);
    }
    let mut best: Option<(usize, Vec<Refusal>)> = None;
    for row in rows {
        let mut pen = SlotReader { state, reader: words(text), also: Parts::new() };
        let line = (row.read)(&mut pen);
        let left = pen.reader.left().len();
        match pen.reader.end(line) {
            Ok(line) => return Ok(Order { line: closing(state, seat, line), also: pen.also }),
            Err(wrong) => {
                let far = wrong.len() * 4 + left;
                if best.as_ref().is_none_or(|(least, _)| far < *least) {
                    best = Some((far, wrong));
                }
            }
        }
    }
    Err(best.map(|(_, wrong)| wrong).unwrap_or_default())
}

/// On a sheet with lines, `done anyway` is the same as `done`.
fn closing(state: &State, seat: Seat, line: SheetLine) -> SheetLine {
    // Callers without a seat in this game have no sheet.
    let place = usize::from(seat.0).checked_sub(1);
    let written = place.and_then(|place| state.drafts.get(place));
    let written = written.is_some_and(|lines| !lines.is_empty());
    match line {
        SheetLine::Sheet(Sheet::Done(_)) if written => {
            SheetLine::Sheet(Sheet::Done(Done { anyway: false }))
        }
        line => line,
    }
}

/// Reports an unknown first or second word.
fn unknown(reader: &mut Reader<'_>) {
    reader.skip("second");
    let first = reader.peek().unwrap_or_default().to_owned();
    let begins: Vec<&LineKind> = ROWS.iter().filter(|row| row.words[0] == first).collect();
    let place = usize::from(!begins.is_empty());
    reader.pass(place);
    let rows = if begins.is_empty() { ROWS.iter().collect() } else { begins };
    let mut heads: Vec<&str> =
        rows.iter().filter_map(|row| row.words.get(place)).copied().collect();
    heads.dedup();
    let what = if place == 0 { "an order".to_owned() } else { format!("a word after `{first}`") };
    if place == 0
        && let Some(word) = reader.take()
    {
        reader.begins_no_order(&word, &what, &heads);
    } else {
        reader.read(&what, |_| None::<()>, &heads);
    }
}

fn words(text: &str) -> Reader<'_> {
    Reader::split(text, RULE, |letter: char| letter.is_whitespace() || letter == ',')
}

/// The rows that may match the first words. The second word selects among rows only if some row has
/// it.
fn candidates(state: &State, seat: Seat, reader: &Reader<'_>) -> Vec<&'static LineKind> {
    let plain: Vec<&str> = reader.left().iter().take(3).map(|word| &*word.plain).collect();
    let again = plain.first() == Some(&"second");
    let plain = &plain[usize::from(again)..];
    let first = plain.first().copied().unwrap_or_default();
    let may_begin = |row: &&LineKind| row.words[0] == first && (!again || row.before.is_some());
    let mut rows: Vec<&LineKind> = ROWS.iter().filter(may_begin).collect();
    let second = |row: &&LineKind| row.words.len() < 2 || plain.get(1) == row.words.get(1);
    if rows.iter().all(|row| row.words.len() > 1) && plain.len() > 1 {
        rows.retain(second);
    }
    // A word that begins lines of several decisions is read for the open decision first.
    let settling = state.step == Step::Settle && state.awaits(seat);
    rows.sort_by_key(|row| row.steps.contains(&Step::Settle) != settling);
    rows
}
