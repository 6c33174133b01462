//! Runs one example step by step. It stops at the first failing step and reports all faults of that
//! step.

use std::ops::ControlFlow;

use serde_json::Value;

use super::format::{Example, File, Step, merged};
use super::played::{PlayedOrder, PlayedStep};
use super::trial::{StepResult, Trial, said};
use super::{check, look};
use crate::about::Table;
use crate::dice::Dice;
use crate::erased::line;
use crate::erased::{Decided, Position, Title};
use crate::orders::refusal::Refusal;
use crate::seat::Seat;

/// Runs an example and returns its faults.
pub fn example(title: &'static dyn Title, file: &File, example: &Example) -> Vec<String> {
    let mut run = begun(title, file, example);
    for (at, step) in example.step.iter().enumerate() {
        let wrong = run.step(at == 0, step).unwrap_or_else(|why| vec![why]);
        if !wrong.is_empty() {
            let place = format!("step {}{}", at + 1, named(step));
            return wrong.into_iter().map(|why| format!("{place}: {why}")).collect();
        }
    }
    Vec::new()
}

fn begun<'a>(title: &'static dyn Title, file: &'a File, example: &'a Example) -> Trial<'a> {
    let position = title.blank();
    Trial { title, file, example, table: Table::default(), position, played: None }
}

/// Returns the positions after each step of an example, or `None` if a step fails.
pub fn positions(
    title: &'static dyn Title,
    file: &File,
    example: &Example,
) -> Option<Vec<Box<dyn Position>>> {
    let mut run = begun(title, file, example);
    let steps = example.step.iter().enumerate();
    let after = steps.map(|(at, step)| {
        let holds = run.step(at == 0, step).is_ok_and(|wrong| wrong.is_empty());
        holds.then(|| run.position.copy())
    });
    after.collect()
}

/// Returns the steps of an example as they were played, or `None` if a step cannot be played.
/// Expectations are not checked again: tests cover them, and examples are displayed often.
pub fn played(
    title: &'static dyn Title,
    file: &File,
    example: &Example,
) -> Option<Vec<PlayedStep>> {
    let mut run = Trial { played: Some(Vec::new()), ..begun(title, file, example) };
    for (at, step) in example.step.iter().enumerate() {
        run.step(at == 0, step).ok().filter(Vec::is_empty)?;
    }
    run.played
}

/// Returns a step as it was played, with the positions before and after it.
fn shown(
    step: &Step,
    table: &Table,
    first: bool,
    seat: Seat,
    [before, end]: [Box<dyn Position>; 2],
    done: StepResult,
) -> PlayedStep {
    let (part, refused) = done.refused.unwrap_or_default();
    let each = done.written.into_iter().zip(done.facts).zip(done.after);
    let each = each.map(|((order, facts), after)| PlayedOrder { order, facts, after });
    let orders = match step.play_on {
        Some(_) => vec![PlayedOrder { order: String::new(), facts: String::new(), after: end }],
        None => each.collect(),
    };
    PlayedStep {
        chapter: step.chapter.clone().unwrap_or_default(),
        says: step.says.clone().unwrap_or_default(),
        restarted: first || step.starts_over(),
        opens: step.open && step.play_on.is_none(),
        defaults: step.play_on.is_some(),
        table: table.clone(),
        seat,
        line: step.order.clone().or_else(|| step.fallback.clone()),
        before,
        orders,
        refused,
        part,
        legal: taken(step),
        illegal: step.illegal.clone(),
    }
}

/// Returns the lines that the step says would be accepted.
fn taken(step: &Step) -> Vec<String> {
    let only = step.only.iter().flat_map(|(lead, rest)| rest.iter().map(move |rest| (lead, rest)));
    let only = only.map(|(lead, rest)| format!("{lead} {rest}").trim_end().to_owned());
    let listed = step.legal.iter().chain(step.only_legal.iter().flatten());
    listed.cloned().chain(only).collect()
}

fn named(step: &Step) -> String {
    step.order.as_ref().map(|order| format!(" ({order})")).unwrap_or_default()
}

impl Trial<'_> {
    fn step(&mut self, first: bool, step: &Step) -> Result<Vec<String>, String> {
        let mut done = self.start(first, step)?;
        if done.refused.is_some() {
            let Some(played) = &mut self.played else {
                return check::faults(self, Seat(1), step, &done);
            };
            let nothing = [self.title.blank(), self.title.blank()];
            played.push(shown(step, &self.table, first, Seat(1), nothing, done));
            return Ok(Vec::new());
        }
        let seat = match &step.seat {
            Some(name) => look::seat(&*self.position, name)?,
            None => self.position.awaited().first().map_or(Seat(1), |first| first.seat),
        };
        let before = self.played.is_some().then(|| self.position.copy());
        self.act(seat, step, &mut done)?;
        let Some((played, before)) = self.played.as_mut().zip(before) else {
            return check::faults(self, seat, step, &done);
        };
        let ends = [before, self.position.copy()];
        played.push(shown(step, &self.table, first, seat, ends, done));
        Ok(Vec::new())
    }

    /// Sets the position up, if the step starts over.
    fn start(&mut self, first: bool, step: &Step) -> Result<StepResult, String> {
        let mut done = StepResult::default();
        if !first && !step.starts_over() {
            return Ok(done);
        }
        let base = &self.file.base;
        let mut options = base.options.clone();
        options.extend(self.example.options.clone());
        options.extend(step.options.clone().unwrap_or_default());
        let seats = step.seats.or(self.example.seats).or(base.seats).unwrap_or(2);
        self.table = Table { seats, options };
        if step.open {
            let mut dice = Dice::laid(step.draws.clone(), 1);
            match self.title.open(&self.table, &mut dice) {
                Ok(opened) => self.take(opened, &mut done),
                Err(refusals) => done.refused = Some((1, refusals)),
            }
            return Ok(done);
        }
        self.table.check(self.title.about()).map_err(|refusals| said(&refusals))?;
        let mut given = merged(&base.given, &self.example.given);
        if let Some(changes) = &step.given {
            given = merged(&given, changes);
        }
        let made = self.title.from_document(&self.table, &Value::Object(given));
        self.position = made.map_err(|why| format!("the given position: {why}"))?;
        Ok(done)
    }

    /// Performs the step.
    fn act(&mut self, seat: Seat, step: &Step, done: &mut StepResult) -> Result<(), String> {
        let mut dice = Dice::laid(step.draws.clone(), 2);
        if step.resume {
            let went_on = self.position.resume(&mut dice);
            self.take(went_on, done);
        }
        if step.ring {
            let rung = self.position.on_time_limit();
            self.take(rung, done);
        }
        if !step.deserted.is_empty() {
            let gone = step.deserted.iter().map(|name| look::seat(&*self.position, name));
            let over = self.position.on_seats_left(&gone.collect::<Result<Vec<_>, _>>()?);
            self.take(over, done);
        }
        if let Some(line) = &step.order {
            done.refused = self.line(seat, line, &mut dice, done);
        }
        if let Some(expected) = &step.fallback {
            let played = self.position.fallback(seat);
            if played != *expected {
                return Err(format!("the fallback is {played}, not {expected}"));
            }
            done.refused = self.time_out(seat, &played, &mut dice, done);
        }
        if let Some(until) = &step.play_on {
            // Show only the end of a long sequence.
            let played = self.played.take();
            self.play_on(until, &mut dice, done)?;
            self.played = played;
        }
        Ok(())
    }

    fn take(&mut self, decided: Decided, done: &mut StepResult) {
        done.facts.push(decided.facts);
        done.written.push(decided.order);
        self.position = decided.next;
        if self.played.is_some() {
            done.after.push(self.position.copy());
        }
    }

    /// Gives the parts of a line until one is refused.
    fn line(
        &mut self,
        seat: Seat,
        line: &str,
        dice: &mut Dice,
        done: &mut StepResult,
    ) -> Option<(usize, Vec<Refusal>)> {
        let parts = self.title.split(line);
        let stopped = line::walk(
            self,
            |run| run.position.as_ref(),
            seat,
            &parts,
            |run, at, part| match run.position.decide(seat, part, dice) {
                Ok(decided) => {
                    run.take(decided, done);
                    ControlFlow::Continue(())
                }
                Err(refusals) => ControlFlow::Break((at + 1, refusals)),
            },
        );
        stopped.break_value()
    }

    /// Plays the default order of a seat whose deadline has passed.
    fn time_out(
        &mut self,
        seat: Seat,
        order: &str,
        dice: &mut Dice,
        done: &mut StepResult,
    ) -> Option<(usize, Vec<Refusal>)> {
        match self.position.time_out(seat, order, true, dice) {
            Ok(decided) => {
                self.take(decided, done);
                None
            }
            Err(refusals) => Some((1, refusals)),
        }
    }

    fn play_on(
        &mut self,
        until: &str,
        dice: &mut Dice,
        done: &mut StepResult,
    ) -> Result<(), String> {
        for _ in 0..=self.title.about().bound {
            let awaited = self.position.awaited();
            let Some(first) = awaited.first() else {
                let over =
                    if until == "over" { Ok(()) } else { Err("the game is over".to_owned()) };
                return over;
            };
            if awaited.iter().any(|one| one.decision == until) {
                return Ok(());
            }
            let (seat, played) = (first.seat, self.position.fallback(first.seat));
            if let Some((_, refusals)) = self.time_out(seat, &played, dice, done) {
                return Err(format!("the fallback {played} is refused: {}", said(&refusals)));
            }
        }
        Err(format!("{until} never came, in {} orders", self.title.about().bound))
    }
}
