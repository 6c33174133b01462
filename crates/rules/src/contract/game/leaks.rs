//! Checks for leaks: viewers must not notice changes in anything that is hidden from them.

use crate::ask::Awaited;
use crate::dice::Dice;
use crate::erased::{Decided, Position};
use crate::seat::{Seat, Viewer};

use super::super::{forks, headline, ids, invalid_lines, secrets};
use super::coverage::Tally;
use super::{FORKED, Game, SWAPPED};

impl Game {
    /// Checks that a viewer is given the same narration regardless of hidden things, draws and
    /// sealed choices.
    pub(super) fn look_for_words(&mut self, seat: Seat, order: &str, decided: &Decided) {
        let here = self.here();
        let viewer = match self.chance.below(usize::from(self.seats) + 1) {
            0 => Viewer::Spectator,
            place => Viewer::Seat(Seat::at(place - 1)),
        };
        let legal = self.position.legal(seat).orders;
        let orders = (0..SWAPPED).filter_map(|_| self.chance.pick(&legal).cloned());
        let orders: Vec<String> = orders.collect();
        let [mut dream, spare] = [self.spare_dice(), self.spare_dice()];
        let other = self.position.imagine(viewer, &mut dream);
        let draw_inputs = || super::dice(&self.draw_inputs, self.events - 1);
        secrets::nothing_known(&here, viewer, decided, &*other, seat, order, draw_inputs());
        secrets::nothing_drawn(&here, viewer, decided, &*self.position, seat, order, spare);
        if !viewer.is(seat) {
            secrets::sealed(&here, viewer, decided, &*self.position, seat, &orders, draw_inputs);
        }
    }

    /// Checks that everything a viewer gets is the same where only hidden things differ.
    pub(super) fn look_for_leaks(&mut self, tally: &mut Tally) {
        let text = invalid_lines::line(&self.old, &mut self.chance);
        for viewer in self.viewers() {
            if !self.chance.one_in(3) || !self.is_looked_at() {
                continue;
            }
            let here = format!("{} for {viewer:?}", self.here());
            let mut dice = self.spare_dice();
            let other = self.position.imagine(viewer, &mut dice);
            other.audit().unwrap_or_else(|wrong| panic!("{here}, imagined: {wrong}"));
            forks::check_imagined_identically(&here, viewer, &*self.position, &*other);
            if viewer == Viewer::Spectator && self.position.outcome().is_none() {
                forks::plays_on(&here, &self.table, &*self.position, &mut self.chance);
            }
            if tally.pairs.is_multiple_of(FORKED) {
                forks::check_continues_identically(&here, &self.table, &*self.position);
                forks::check_reads_back(&here, &self.table, &*other);
            }
            assert_eq!(self.position.show(viewer), other.show(viewer), "{here}");
            let presentation = self.position.present(viewer);
            ids::distinct(&here, &presentation);
            headline::begins_text(&here, &presentation);
            let presentation = |position: &dyn Position| format!("{:?}", position.present(viewer));
            assert_eq!(presentation(&*self.position), presentation(&*other), "{here}");
            assert_eq!(self.position.awaited(), other.awaited(), "{here}");
            if let Viewer::Seat(seat) = viewer {
                let mine = |position: &dyn Position| {
                    let legal = position.legal(seat);
                    let own = (position.offers(seat), position.instructions(seat));
                    format!("{legal:?} {own:?} {}", position.fallback(seat))
                };
                assert_eq!(mine(&*self.position), mine(&*other), "{here}");
                // The owner can see beforehand that its instruction will answer.
                let private = |one: &Awaited| one.seat == seat && one.private;
                if self.position.awaited().iter().any(private) {
                    let left = |position: &dyn Position| {
                        position.answer(seat, &mut Dice::seeded(3)).is_some()
                    };
                    assert_eq!(left(&*self.position), left(&*other), "{here}: what was left");
                }
                let answer = |position: &dyn Position| {
                    let decided = position.decide(seat, &text, &mut Dice::seeded(3));
                    decided.map(|decided| decided.order).map_err(|no| format!("{no:?}"))
                };
                assert_eq!(answer(&*self.position), answer(&*other), "{here}: {text:?}");
                // Compare the preview of an order, as far as the seat may see it.
                let legal = self.position.legal(seat).orders;
                if let Some(order) = self.chance.pick(&legal) {
                    let glimpse = |position: &dyn Position| {
                        let seen = position.preview(seat, order, &mut Dice::seeded(6));
                        let seen = seen.map_err(|no| format!("{no:?}")).expect("it is legal");
                        ((seen.narration, seen.next.show(viewer)), seen.ahead)
                    };
                    let (known, imagined) = (glimpse(&*self.position), glimpse(&*other));
                    assert_eq!(known.0, imagined.0, "{here}: {order}");
                    tally.foretelling.extend(known.1.as_ref().map(|_| self.title.about().key));
                    // What is revealed may depend on secrets; the preview then gives no note.
                    if let (Some(here_said), Some(said)) = (known.1, imagined.1) {
                        assert_eq!(here_said, said, "{here}: {order}");
                    }
                }
            }
            tally.pairs += 1;
            tally.differ += u64::from(self.position.document() != other.document());
        }
    }
}
