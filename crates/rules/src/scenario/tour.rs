//! A title's tutorial game: the example [`FIRST`], whose steps contain explanations. It is shown as
//! text, and can be played by the reader, who gives the orders of one seat.

use super::played::Played;
use crate::dice::Dice;
use crate::erased::{Position, Preview, Title};
use crate::orders::refusal::Refusal;
use crate::seat::{Seat, Viewer};

/// The id of the example that is a title's tutorial game, if its steps contain explanations.
pub const FIRST: &str = "L1";

/// A tutorial game. The text and the moves come from the same steps.
pub struct Tour {
    title: &'static dyn Title,
    /// The seat whose orders the reader gives: the first seat to order.
    pub reader: Seat,
    /// The steps of the text.
    pub steps: Vec<TourStep>,
    opening: Box<dyn Position>,
    moves: Vec<Move>,
    /// Indices of the reader's own moves.
    own: Vec<usize>,
}

/// A step of the tutorial text.
pub struct TourStep {
    /// The heading of this step; empty if the previous heading continues.
    pub chapter: String,
    /// An explanation in Markdown.
    pub says: String,
    /// The seat that orders.
    pub seat: Seat,
    /// The orders of the step on one line; `None` if it only explains.
    pub line: Option<String>,
}

/// An order that is given.
pub struct Move {
    /// The index of its step.
    pub step: usize,
    /// The seat that orders.
    pub seat: Seat,
    /// The order in canonical notation.
    pub order: String,
    /// A JSON list of its facts.
    pub facts: String,
    after: Box<dyn Position>,
}

/// A point in the tour where the reader must give an order; the last stop is the end.
pub struct Stop<'a> {
    /// The position in which the order must be given.
    pub position: &'a dyn Position,
    /// The orders since the previous stop: the reader's, then those of others.
    pub since: &'a [Move],
    /// The explanations for this stop.
    pub recent: &'a [TourStep],
    /// The orders of the same line: given, asked for, and still to come.
    pub line: &'a [Move],
    /// The next order of the tour; `None` at the end.
    pub asked: Option<&'a Move>,
}

/// Where a line of orders leads.
pub enum Followed {
    /// To this stop.
    On(usize),
    /// To this stop, and then to an order that differs from the tour's, with its preview.
    Elsewhere(usize, Preview),
    /// To this stop, and then to an order that the rules refuse.
    Refused(usize, Vec<Refusal>),
}

impl Tour {
    /// Returns the title's tutorial game, or `None` if it has none with explanations.
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
        let has_text = tour.steps.iter().any(|step| !step.says.is_empty());
        Some(tour).filter(|tour| has_text && !tour.own.is_empty())
    }

    /// Returns the number of the last stop, which is the end. Stops are numbered from 1.
    pub fn last(&self) -> usize {
        self.own.len() + 1
    }

    /// Returns a stop by its number.
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
            recent: &self.steps[begun.min(ends.saturating_sub(1))..ends],
            line: asked.map_or(&[], |asked| self.line(asked.step)),
            asked,
        })
    }

    /// Follows a line that the reader gives at a stop, as far as its orders match those of the
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

    /// Returns the tutorial game as Markdown: the explanations and orders of its steps.
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

    /// Describes the final board in words.
    pub fn board(&self) -> String {
        self.before(self.moves.len()).present(Viewer::Spectator).text.to_string()
    }

    /// Returns the name of a seat once the game has started.
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
