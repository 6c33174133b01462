//! A title's first game: the example [`FIRST`], whose steps say what there is to know. It is told
//! as a text, and played by its reader, who gives the orders of one seat.

use super::played::Played;
use crate::dice::Dice;
use crate::erased::{Position, Preview, Title};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// The id of the example that is a title's first game, where its steps say something.
pub const FIRST: &str = "L1";

/// A first game. What it tells and what is played are the same steps.
pub struct Tour {
    title: &'static dyn Title,
    /// The seat whose orders the reader gives: whoever orders first.
    pub reader: Seat,
    pub steps: Vec<TourStep>,
    opening: Box<dyn Position>,
    moves: Vec<Move>,
    /// Which of the moves are the reader's.
    own: Vec<usize>,
}

/// A step of the telling.
pub struct TourStep {
    /// The heading under which it is told; empty where that of the step before goes on.
    pub chapter: String,
    /// What there is to know, in Markdown.
    pub says: String,
    pub seat: Seat,
    /// The orders of it in one line; nothing where it only tells.
    pub line: Option<String>,
}

/// An order that is given.
pub struct Move {
    /// Which of the steps it belongs to.
    pub step: usize,
    pub seat: Seat,
    pub order: String,
    pub facts: String,
    after: Box<dyn Position>,
}

/// A place of the tour where the reader has to order something; the last is its end.
pub struct Stop<'a> {
    pub position: &'a dyn Position,
    /// What was ordered since the stop before: by the reader, then by others.
    pub since: &'a [Move],
    /// What there is to know here.
    pub told: &'a [TourStep],
    /// The orders of the same line: given, the one that is asked for, and still to come.
    pub line: &'a [Move],
    /// The order that the tour goes on with; nothing at its end.
    pub asked: Option<&'a Move>,
}

/// Where a line of orders leads.
pub enum Followed {
    /// To that stop.
    On(usize),
    /// To that stop; and then it is another order than the tour's, which would do this.
    Elsewhere(usize, Preview),
    /// To that stop; and then the rules refuse it.
    Refused(usize, Vec<Refusal>),
}

impl Tour {
    /// The title's first game; none where it has none, or none that tells anything.
    pub fn of(title: &'static dyn Title) -> Option<Tour> {
        let Played { steps, .. } = super::played(title, FIRST)?;
        let reader = steps.iter().find(|step| step.line.is_some())?.seat;
        let opening = steps.first()?.before.copy();
        let mut tour =
            Tour { title, reader, steps: Vec::new(), opening, moves: Vec::new(), own: Vec::new() };
        for (at, step) in steps.into_iter().enumerate() {
            for order in step.orders.into_iter().filter(|order| !order.order.is_empty()) {
                if step.seat == reader {
                    tour.own.push(tour.moves.len());
                }
                let (order, facts, after) = (order.order, order.facts, order.after);
                tour.moves.push(Move { step: at, seat: step.seat, order, facts, after });
            }
            let (chapter, says, seat, line) = (step.chapter, step.says, step.seat, step.line);
            tour.steps.push(TourStep { chapter, says, seat, line });
        }
        let tells = tour.steps.iter().any(|step| !step.says.is_empty());
        Some(tour).filter(|tour| tells && !tour.own.is_empty())
    }

    /// The number of its last stop, which is its end; they are counted from 1.
    pub fn last(&self) -> usize {
        self.own.len() + 1
    }

    /// A stop by its number.
    pub fn stop(&self, number: usize) -> Option<Stop<'_>> {
        let at = number.checked_sub(1).filter(|at| *at <= self.own.len())?;
        let before = at.checked_sub(1).map(|at| self.own[at]);
        let next = self.own.get(at).copied().unwrap_or(self.moves.len());
        let asked = self.moves.get(next);
        let ends = asked.map_or(self.steps.len(), |asked| asked.step + 1);
        let begun = before.map_or(0, |before| self.moves[before].step + 1);
        Some(Stop {
            position: self.before(next),
            since: &self.moves[before.unwrap_or(0)..next],
            told: &self.steps[begun.min(ends.saturating_sub(1))..ends],
            line: asked.map_or(&[], |asked| self.line(asked.step)),
            asked,
        })
    }

    /// Where a line leads that the reader gives at a stop: on as far as its orders are those of the
    /// tour, however they are written.
    pub fn follow(&self, number: usize, line: &str) -> Followed {
        let mut at = number;
        for part in self.title.split(line) {
            let Some(Stop { position, asked, .. }) = self.stop(at) else { break };
            let Some(asked) = asked else { break };
            let mut dice = Dice::seeded(1);
            match position.decide(self.reader, part, &mut dice) {
                Ok(given) if given.order == asked.order || given.facts == asked.facts => at += 1,
                Ok(_) => {
                    let would = position.preview(self.reader, part, &mut Dice::seeded(1));
                    return match would {
                        Ok(would) => Followed::Elsewhere(at, would),
                        Err(refused) => Followed::Refused(at, refused),
                    };
                }
                Err(refused) => return Followed::Refused(at, refused),
            }
        }
        Followed::On(at)
    }

    /// The first game as a text in Markdown: what its steps tell, and their orders.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            if !step.chapter.is_empty() {
                text.push_str(&format!("## {}\n\n", step.chapter));
            }
            if !step.says.is_empty() {
                text.push_str(&format!("{}\n\n", step.says.trim()));
            }
            if let Some(line) = &step.line {
                let who = self.name_of(step.seat);
                text.push_str(&format!("`{line}` ({who})\n\n"));
            }
        }
        text
    }

    /// The board at its end, in words.
    pub fn board(&self) -> String {
        self.before(self.moves.len()).present(Viewer::Watcher).text
    }

    /// What a seat is called once the game is under way.
    fn name_of(&self, seat: Seat) -> String {
        self.before(self.moves.len()).seat_name(seat).name
    }

    fn before(&self, order: usize) -> &dyn Position {
        order.checked_sub(1).map_or(&*self.opening, |before| &*self.moves[before].after)
    }

    fn line(&self, step: usize) -> &[Move] {
        let from = self.moves.partition_point(|one| one.step < step);
        let to = self.moves.partition_point(|one| one.step <= step);
        &self.moves[from..to]
    }
}
