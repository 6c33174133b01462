//! Forms for the lines that the open decision takes: how many, then which holding and where to, as
//! picks out of what the seat could name now; the rest in notation (R27.9).

use super::super::super::orders::grammar::FORMS;
use super::super::super::orders::heading::{heading, label};
use super::super::super::orders::write::write;
use super::super::super::state::line::{Line, Sheet};
use super::super::super::state::{State, Verb};
use super::super::draft::belongs;
use crate::rules::phrase::capital;
use crate::rules::{Form, Seat};

/// The lines that begin with one word.
#[derive(Default)]
struct Lead {
    word: &'static str,
    /// The heading of the first verb with that word.
    heading: &'static str,
    /// Their forms without that word.
    hints: Vec<String>,
    /// The greatest number that a line has behind its first word, and what follows.
    most: u8,
    rests: Vec<String>,
}

/// One form for each first word; what to pick from comes from the lines that may be worth trying.
pub fn forms(state: &State, seat: Seat, lines: &[Line]) -> Vec<Form> {
    let mut leads: Vec<Lead> = Vec::new();
    for (verb, form) in FORMS.iter().filter(|(verb, _)| is_asked(state, *verb)) {
        let (word, rest) = form.split_once(' ').unwrap_or((form, ""));
        let at = leads.iter().position(|lead| lead.word == word).unwrap_or_else(|| {
            leads.push(Lead { word, heading: heading(*verb), ..Lead::default() });
            leads.len() - 1
        });
        leads[at].hints.push(rest.to_owned());
        for line in lines.iter().filter(|line| line.verb == *verb) {
            leads[at].learn(&write(state, line));
        }
    }
    let mut all: Vec<Form> = leads.into_iter().map(Lead::form).collect();
    let written = state.drafts[seat.index()].len();
    if written > 0 {
        let numbers = (1..=written).map(|n| (n.to_string(), n.to_string())).collect();
        let drop = Form::new("drop", "Take lines off the sheet").pick("From line", numbers);
        let reset = Form::new("reset", "Empty the sheet");
        all.extend([drop, reset].map(|form| form.under(heading(Verb::Reset))));
    }
    if belongs(state, &Line::of(Verb::Move)).is_ok() {
        let again = Form::new("second", "March a second time, for 14 PP");
        let again = again.text("Line", "move 2 li roma > reate");
        all.push(again.under(heading(Verb::Move)));
    }
    all
}

/// Whether lines of a verb may stand on the sheet that is asked for. Leaving the game is no line
/// among others: it is offered aside.
fn is_asked(state: &State, verb: Verb) -> bool {
    let about_sheet = matches!(verb.sheet(), Sheet::Any | Sheet::Doctrine);
    let words: &[usize] = if verb == Verb::Luck { &[0, 3] } else { &[0] };
    let belongs = |word: &usize| belongs(state, &Line::of(verb).word(*word)).is_ok();
    !about_sheet && verb != Verb::Resign && words.iter().any(belongs)
}

impl Lead {
    fn learn(&mut self, text: &str) {
        let rest = text.strip_prefix(self.word).unwrap_or_default().trim_start();
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let rest = match number.parse::<u8>() {
            Ok(n) if !after.is_empty() => {
                self.most = self.most.max(n);
                after
            }
            _ => rest,
        };
        if !rest.is_empty() && !self.rests.iter().any(|known| known == rest) {
            self.rests.push(rest.to_owned());
        }
    }

    fn form(self) -> Form {
        let words = label(self.word).map_or_else(|| capital(self.word), ToOwned::to_owned);
        let form = Form::new(self.word, words).under(self.heading);
        if self.hints.iter().all(String::is_empty) {
            return form;
        }
        let nothing = || (String::new(), "-".to_owned());
        let same = |text: String| (text.clone(), text);
        let numbers = (1..=self.most).map(|n| same(n.to_string()));
        let form = match self.most {
            0 => form,
            _ => form.pick("How many", [nothing()].into_iter().chain(numbers).collect()),
        };
        let rests = self.rests.into_iter().map(same);
        let form = match rests.len() {
            0 => form,
            _ => form.pick("What", [nothing()].into_iter().chain(rests).collect()),
        };
        let text = if form.fields.is_empty() { "The line" } else { "Or the line" };
        form.text(text, self.hints.join(" | "))
    }
}
