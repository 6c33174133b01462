//! A form for every kind of line that the open decision takes, with what stands in it as a hint.

use super::super::super::orders::grammar::FORMS;
use super::super::super::state::State;
use super::super::super::state::line::{Line, Sheet};
use super::super::draft::belongs;
use crate::rules::Form;

/// One form for each first word.
pub fn forms(state: &State) -> Vec<Form> {
    let mut forms: Vec<(&str, Vec<&str>)> = Vec::new();
    for (verb, form) in FORMS {
        let sheet = verb.sheet();
        let words = if *verb == super::super::super::state::Verb::Luck {
            [0, 3].iter().any(|word| belongs(state, &Line::of(*verb).word(*word)).is_ok())
        } else {
            belongs(state, &Line::of(*verb)).is_ok()
        };
        let about_sheet = matches!(sheet, Sheet::Any | Sheet::Doctrine);
        if about_sheet || !words {
            continue;
        }
        let (lead, rest) = form.split_once(' ').unwrap_or((form, ""));
        match forms.iter_mut().find(|(known, _)| *known == lead) {
            Some((_, hints)) => hints.push(rest),
            None => forms.push((lead, vec![rest])),
        }
    }
    let mut all: Vec<Form> = forms.into_iter().map(|(lead, hints)| form(lead, &hints)).collect();
    all.push(Form::new("drop", "Take lines off the sheet").text("From line", "2"));
    if forms_again(state) {
        all.push(Form::new("again", "March a second time").text("Line", "move 2 li roma > reate"));
    }
    all
}

fn forms_again(state: &State) -> bool {
    belongs(state, &Line::of(super::super::super::state::Verb::Move)).is_ok()
}

fn form(lead: &str, hints: &[&str]) -> Form {
    let hints: Vec<String> = hints.iter().map(|hint| hint.replace(['<', '>'], " ")).collect();
    let plain = hints.iter().all(|hint| hint.is_empty());
    let form = Form::new(lead, crate::rules::phrase::capital(lead));
    if plain { form } else { form.text("The rest of the line", hints.join(" | ")) }
}
