//! Checks the expectations of a step; each check returns its faults as text.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::format::{Step, Twin, merged};
use super::look;
use super::matching::{contained, differences};
use super::trial::{StepResult, Trial, said};
use crate::dice::Dice;
use crate::erased::Position;
use crate::orders::refusal::Refusal;
use crate::seat::{Seat, Viewer};
use crate::view::Narration;

/// Returns everything that is not as the step expects.
pub fn faults(
    run: &Trial<'_>,
    seat: Seat,
    step: &Step,
    done: &StepResult,
) -> Result<Vec<String>, String> {
    let mut wrong = refusal_faults(step, done);
    wrong.extend(run.sheet_faults(step));
    wrong.extend(run.order_faults(seat, step));
    wrong.extend(run.choice_faults(seat, step));
    wrong.extend(run.log_faults(step, done)?);
    wrong.extend(run.presentation_faults(step)?);
    if let Some(twin) = &step.twin {
        wrong.extend(run.twin_faults(twin)?);
    }
    Ok(wrong)
}

impl Trial<'_> {
    fn sheet_faults(&self, step: &Step) -> Vec<String> {
        let mut wrong = Vec::new();
        if !step.then.is_empty() {
            wrong.extend(contained("sheet", &step.then, &self.position.document()));
        }
        if let Some(expected) = &step.outcome {
            let outcome = self.position.outcome();
            let found = look::outcome(&*self.position, outcome.as_ref());
            wrong.extend(differences("outcome", expected, Some(&found)));
        }
        if let Some(expected) = &step.about {
            let found = look::about(self.title.about());
            wrong.extend(differences("about", expected, Some(&found)));
        }
        if step.audit {
            wrong.extend(self.position.audit().err().map(|why| format!("audit: {why}")));
        }
        wrong
    }

    /// Checks who is awaited, and what they may order.
    fn order_faults(&self, seat: Seat, step: &Step) -> Vec<String> {
        let mut wrong = Vec::new();
        if let Some(expected) = &step.awaits {
            let found = self.awaited();
            if found != *expected {
                wrong.push(format!("awaits: expected {expected:?}, found {found:?}"));
            }
        }
        for line in &step.legal {
            wrong.extend(self.legal_fault(seat, line));
        }
        let vacuous = !step.illegal.is_empty() || !step.only.is_empty();
        if vacuous && self.position.awaited().iter().all(|one| one.seat != seat) {
            let who = self.position.seat_name(seat).word;
            wrong.push(format!("{who} is asked nothing here, so any order is illegal"));
        }
        for line in &step.illegal {
            if self.refusals(seat, line).is_none() {
                wrong.push(format!("{line} is legal"));
            }
        }
        if step.only_legal.is_none() && step.only.is_empty() {
            return wrong;
        }
        let legal = self.position.legal(seat).orders;
        if let Some(expected) = &step.only_legal {
            wrong.extend(unlike("legal orders", expected, &legal));
        }
        for (beginning, ends) in &step.only {
            let expected: Vec<String> =
                ends.iter().map(|end| format!("{beginning} {end}").trim().to_owned()).collect();
            let begins = |order: &&String| {
                let mut words = order.split_whitespace();
                beginning.split_whitespace().all(|word| words.next() == Some(word))
            };
            let found: Vec<String> = legal.iter().filter(begins).cloned().collect();
            wrong.extend(unlike(beginning, &expected, &found));
        }
        wrong
    }

    fn awaited(&self) -> BTreeMap<String, String> {
        let awaited = self.position.awaited();
        let word = |seat| self.position.seat_name(seat).word.to_owned();
        awaited.iter().map(|one| (word(one.seat), one.decision.to_owned())).collect()
    }

    /// Returns why a line is not legal, if it is not. Its first part must be among the listed
    /// orders.
    fn legal_fault(&self, seat: Seat, line: &str) -> Option<String> {
        if let Some(refusals) = self.refusals(seat, line) {
            return Some(format!("{line} is refused: {}", said(&refusals)));
        }
        let first = self.title.split(line).first().copied().unwrap_or_default();
        let taken = self.position.decide(seat, first, &mut Dice::seeded(3)).ok()?;
        let legal = self.position.legal(seat);
        let listed = !legal.complete || legal.orders.contains(&taken.order);
        (!listed).then(|| format!("{line} is taken, but {} is not listed", taken.order))
    }

    /// Returns the refusals of a line; the position does not change.
    fn refusals(&self, seat: Seat, line: &str) -> Option<Vec<Refusal>> {
        let mut position = self.position.copy();
        let mut dice = Dice::seeded(3);
        for part in self.title.split(line) {
            match position.decide(seat, part, &mut dice) {
                Ok(decided) => position = decided.next,
                Err(refusals) => return Some(refusals),
            }
        }
        None
    }

    /// Checks the prompt, the forms and the standing instructions.
    fn choice_faults(&self, seat: Seat, step: &Step) -> Vec<String> {
        let mut wrong = Vec::new();
        if let Some(words) = &step.asks {
            let awaited = self.position.awaited();
            let ask = awaited
                .iter()
                .find(|one| one.seat == seat)
                .map(|one| one.ask.to(Viewer::Spectator));
            wrong.extend(missing("the question", words.all(), ask.unwrap_or_default()));
        }
        if let Some(words) = &step.aside {
            let found = look::aside(&self.position.instructions(seat));
            wrong.extend(missing("aside", words.all(), &found));
        }
        for (lead, expected) in &step.forms {
            let forms = self.position.legal(seat).forms;
            let form = forms.iter().find(|form| form.lead == *lead);
            match form.map(look::amounts) {
                Some(found) => wrong.extend(unlike(&format!("form {lead}"), expected, &found)),
                None => wrong.push(format!("there is no form {lead}")),
            }
        }
        wrong
    }

    fn log_faults(&self, step: &Step, done: &StepResult) -> Result<Vec<String>, String> {
        if step.tells.is_empty() && step.untold.is_empty() {
            return Ok(Vec::new());
        }
        let viewer = match &step.ears {
            Some(name) => self.viewer(name)?,
            None => Viewer::Spectator,
        };
        let mut log = Vec::new();
        for facts in &done.facts {
            log.extend(self.title.narrate(facts, viewer).map_err(|bad| bad.to_string())?);
        }
        let mut wrong = Vec::new();
        let mut rest = log.as_slice();
        for line in &step.tells {
            match rest.iter().position(|narration| matches(narration, line)) {
                Some(at) => rest = &rest[at + 1..],
                None => wrong.push(format!("the log does not tell \"{line}\" (in this order)")),
            }
        }
        let already_narrated =
            step.untold.iter().filter(|line| log.iter().any(|narration| matches(narration, line)));
        wrong.extend(already_narrated.map(|line| format!("the log tells \"{line}\"")));
        if !wrong.is_empty() {
            wrong.push(format!("the log is: {}", look::log(&log)));
        }
        Ok(wrong)
    }

    fn viewer(&self, name: &str) -> Result<Viewer, String> {
        if name == "watcher" {
            return Ok(Viewer::Spectator);
        }
        look::seat(&*self.position, name).map(Viewer::Seat)
    }

    fn presentation_faults(&self, step: &Step) -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        for (name, expected) in &step.view {
            let shown = self.position.show(self.viewer(name)?);
            let found: Value = serde_json::from_str(&shown).map_err(|error| error.to_string())?;
            wrong.extend(differences(&format!("view of {name}"), expected, Some(&found)));
        }
        for (name, words) in &step.page {
            let page = look::page(&self.position.present(self.viewer(name)?));
            let what = format!("the page of {name}");
            wrong.extend(missing(&what, &words.has, &page));
            let there = words.lacks.iter().filter(|word| page.contains(word.as_str()));
            wrong.extend(there.map(|word| format!("{what} has \"{word}\"")));
        }
        if let Some(expected) = &step.scene {
            let found = look::scene(&self.position.present(Viewer::Spectator).scene);
            wrong.extend(differences("scene", expected, Some(&found)));
        }
        Ok(wrong)
    }

    /// Compares what viewers see here and in a slightly different position.
    fn twin_faults(&self, twin: &Twin) -> Result<Vec<String>, String> {
        let here = self.position.document();
        let there = merged(here.as_object().unwrap_or(&Map::new()), &twin.change);
        let there = self.title.from_document(&self.table, &Value::Object(there));
        let there = there.map_err(|why| format!("the twin: {why}"))?;
        let here = self.title.from_document(&self.table, &here);
        let here = here.map_err(|why| format!("the sheet of this position: {why}"))?;
        let mut wrong = Vec::new();
        for (names, same) in [(&twin.same_for, true), (&twin.differs_for, false)] {
            for name in names {
                let viewer = self.viewer(name)?;
                if (seen(&*here, viewer) == seen(&*there, viewer)) != same {
                    let what = if same { "sees" } else { "does not see" };
                    wrong.push(format!("{name} {what} the difference"));
                }
            }
        }
        Ok(wrong)
    }
}

/// Returns everything a viewer gets of a position: view, page and legal orders.
fn seen(position: &dyn Position, viewer: Viewer) -> (String, String, Vec<String>) {
    let legal = match viewer {
        Viewer::Seat(seat) => position.legal(seat).orders,
        Viewer::Spectator => Vec::new(),
    };
    (position.show(viewer), format!("{:?}", position.present(viewer)), legal)
}

fn refusal_faults(step: &Step, done: &StepResult) -> Vec<String> {
    let expects = step.refused.is_some() || step.rule.is_some() || step.part.is_some();
    let mut wrong = Vec::new();
    match &done.refused {
        None if expects => wrong.push("the order is taken".to_owned()),
        Some((part, refusals)) if !expects => {
            wrong.push(format!("part {part} is refused: {}", said(refusals)));
        }
        Some((part, refusals)) => {
            if let Some(words) = &step.refused {
                wrong.extend(missing("the refusal", words.all(), &said(refusals)));
            }
            if step.part.is_some_and(|expected| expected != *part) {
                wrong.push(format!("part {part} is refused: {}", said(refusals)));
            }
            let cites = |rule: &String| refusals.iter().any(|no| no.rule == Some(rule.as_str()));
            if let Some(rule) = step.rule.as_ref().filter(|rule| !cites(rule)) {
                wrong.push(format!("the refusal does not cite {rule}: {}", said(refusals)));
            }
        }
        None => {}
    }
    if let Some(expected) = &step.written
        && *expected != done.written
    {
        wrong.push(format!("written: expected {expected:?}, found {:?}", done.written));
    }
    wrong
}

/// Returns whether a narration matches a line: by the first words of its short form, or by part of
/// its sentence.
fn matches(narration: &Narration, line: &str) -> bool {
    let mut code = narration.code.as_deref().unwrap_or_default().split_whitespace();
    let by_code = line.split_whitespace().all(|word| code.next() == Some(word));
    by_code || narration.text.contains(line)
}

fn missing(what: &str, words: &[String], text: &str) -> Vec<String> {
    let lacking = words.iter().filter(|word| !text.contains(word.as_str()));
    lacking.map(|word| format!("{what} lacks \"{word}\": {text}")).collect()
}

fn unlike(what: &str, expected: &[String], found: &[String]) -> Vec<String> {
    let lacking: Vec<&String> = expected.iter().filter(|one| !found.contains(one)).collect();
    let surplus: Vec<&String> = found.iter().filter(|one| !expected.contains(one)).collect();
    if lacking.is_empty() && surplus.is_empty() {
        return Vec::new();
    }
    vec![format!("{what}: missing {lacking:?}, not expected {surplus:?}")]
}
