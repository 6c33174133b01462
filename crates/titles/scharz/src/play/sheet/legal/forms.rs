//! Forms for lines of the open decision: first a number, then a holding and a destination, as
//! choices from what the seat could name now. Other lines are typed in notation (R27.9).

use crate::orders::rows::{LineKind, ROWS, place, said};
use crate::orders::write;
use crate::play::sheet::draft::takes;
use crate::state::line::{Retreats, SheetLine};
use crate::state::{State, Step};
use ravenpost_rules::{Form, Seat};

/// Heading for lines with nothing to choose from.
const TYPED: &str = "Lines to type";

/// The lines that begin with one word.
#[derive(Default)]
struct Lead {
    word: &'static str,
    /// Heading and label of the first row with that word.
    heading: &'static str,
    label: &'static str,
    /// Their forms without that word.
    hints: Vec<&'static str>,
    /// The greatest number after the first word of a line.
    most: u8,
    /// What may follow the word, and its meaning.
    rests: Vec<(String, String)>,
    /// Indices into `rests`, sorted by text, to find duplicates.
    sorted: Vec<usize>,
}

/// Builds one form for each first word, with choices from the candidate lines.
pub fn forms(state: &State, seat: Seat, lines: &[SheetLine]) -> Vec<Form> {
    let mut leads: Vec<Lead> = Vec::new();
    let mut by_row: Vec<Vec<&SheetLine>> = vec![Vec::new(); ROWS.len()];
    let all = lines.iter().filter(|line| leads_somewhere(state, seat, line));
    all.for_each(|line| by_row[place(line)].push(line));
    for (kind, lines) in ROWS.iter().zip(by_row).filter(|(row, _)| is_asked(state, row)) {
        let lead = Lead::of(&mut leads, kind);
        lines.into_iter().for_each(|line| lead.learn(line));
    }
    // In the setup, the list of choices is complete: without choices, the line is not available.
    leads.retain(|lead| state.step != Step::Settle || !lead.rests.is_empty());
    let mut all: Vec<Form> = leads.into_iter().map(Lead::form).collect();
    let written = state.drafts[seat.index()].len();
    if written > 0 {
        let numbers = (1..=written).map(|n| (n.to_string(), n.to_string())).collect();
        let drop = Form::new("drop", "Remove lines").pick("From line", numbers);
        let reset = Form::new("reset", "Clear the sheet");
        all.extend([drop, reset].map(|form| form.under("Your sheet")));
    }
    if takes(state, &[Step::March]) && !is_ahead(state, &[Step::March]) {
        all.push(second());
    }
    all
}

/// Builds forms for lines that a rear takes in advance, all to be typed. The board offers the
/// choices.
pub fn ahead(state: &State) -> Vec<Form> {
    let mut leads: Vec<Lead> = Vec::new();
    for kind in ROWS.iter().filter(|row| takes(state, row.steps) && is_ahead(state, row.steps)) {
        Lead::of(&mut leads, kind);
    }
    let again = (!leads.is_empty()).then(second);
    leads.into_iter().map(Lead::form).chain(again).collect()
}

fn second() -> Form {
    let again = Form::new("second", "March a second time for 14 PP");
    again.text("Line", "move 2 li roma > reate").under("March")
}

/// Whether lines of a kind belong to the awaited sheet. Resigning is offered separately.
fn is_asked(state: &State, row: &LineKind) -> bool {
    takes(state, row.steps) && !is_ahead(state, row.steps) && row.name != "Resign"
}

/// Whether lines of these decisions are optional in a rear: the march will be awaited, but its
/// lines may be written in advance (R9.9a).
fn is_ahead(state: &State, steps: &[Step]) -> bool {
    state.step == Step::Rear && !steps.contains(&Step::Rear) && !state.marches_ahead()
}

impl Lead {
    /// Finds or adds the lead of a row and adds its form.
    fn of<'l>(leads: &'l mut Vec<Lead>, kind: &'static LineKind) -> &'l mut Lead {
        let word = kind.words[0];
        let known = leads.iter().position(|lead| lead.word == word);
        let at = known.unwrap_or_else(|| {
            let (heading, label) = (kind.heading, kind.label);
            leads.push(Lead { word, heading, label, ..Lead::default() });
            leads.len() - 1
        });
        leads[at].hints.push(kind.form[word.len()..].trim_start());
        &mut leads[at]
    }

    fn learn(&mut self, line: &SheetLine) {
        let mut text = write(line);
        let rest = text.strip_prefix(self.word).unwrap_or_default().trim_start();
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let counted = number.parse::<u8>().ok().filter(|_| !after.is_empty());
        let rest = if counted.is_some() { after } else { rest };
        self.most = self.most.max(counted.unwrap_or_default());
        let known = self.sorted.binary_search_by(|at| self.rests[*at].0.as_str().cmp(rest));
        let Err(place) = known else { return };
        if rest.is_empty() {
            return;
        }
        let mut sentence = said(line, &[]);
        if let Some(n) = counted {
            uncount(&mut sentence, n);
        }
        text.drain(..text.len() - rest.len());
        self.sorted.insert(place, self.rests.len());
        self.rests.push((text, sentence));
    }

    fn form(self) -> Form {
        let typed = self.rests.is_empty() && !self.hints.iter().all(|hint| hint.is_empty());
        let heading = if typed { TYPED } else { self.heading };
        let form = Form::new(self.word, self.label).under(heading);
        if self.hints.iter().all(|hint| hint.is_empty()) {
            return form;
        }
        let nothing = || (String::new(), "-".to_owned());
        let numbers = (1..=self.most).map(|n| (n.to_string(), n.to_string()));
        let form = match self.most {
            0 => form,
            _ => form.pick("How many", [nothing()].into_iter().chain(numbers).collect()),
        };
        let form = match self.rests.len() {
            0 => form,
            _ => form.pick("Choose", [nothing()].into_iter().chain(self.rests).collect()),
        };
        let text = if form.fields.is_empty() { "Type the line" } else { "Or type the line" };
        form.text(text, self.hints.join(" | "))
    }
}

/// Whether the line leads to a place where a ship could ever end, in its owner's harbour.
/// Impossible destinations are no choice.
fn leads_somewhere(state: &State, seat: Seat, line: &SheetLine) -> bool {
    match line {
        SheetLine::Retreats(Retreats::Harbour(line)) => {
            line.at.is_water() && state.land(line.to).yard_of(seat).is_some()
        }
        _ => true,
    }
}

/// Removes the number from a sentence.
fn uncount(sentence: &mut String, n: u8) {
    let number = format!("{n} ");
    if let Some(at) = sentence.find(&number) {
        sentence.replace_range(at..at + number.len(), "");
    }
}
