//! The only implementation of [`Title`] and [`Position`], generic over a title's types.

use std::marker::PhantomData;

use serde_json::Value;

use super::narration::{narrate_to_each, narrated, revealed_to};
use super::offers::offers;
use super::previews::up_to_reveal;
use super::{BadHistory, Decided, NarrationForAll, Position, Preview, Replay, Title};
use crate::about::{About, Preference, Table};
use crate::advice::{advise, search};
use crate::ask::Awaited;
use crate::dice::Dice;
use crate::orders::legal::{Form, Group, Legal, Offer};
use crate::orders::refusal::{Refusal, RefusalCode};
use crate::rules::Rules;
use crate::rules::fact_info::Audience;
use crate::rules::run::{Run, Waits};
use crate::rules::snapshot;
use crate::seat::{Outcome, Seat, SeatName, Viewer, Visibility};
use crate::view::{Narration, Presentation};
use crate::voice::Perspective;

/// The only implementation of [`Title`].
pub struct Erased<R>(PhantomData<R>);

impl<R> Erased<R> {
    /// Creates the title of these rules.
    pub const fn new() -> Erased<R> {
        Erased(PhantomData)
    }
}

impl<R> Default for Erased<R> {
    fn default() -> Self {
        Erased::new()
    }
}

/// A state, and the answers on it that need an explicit request.
struct TypedPosition<R: Rules>(R::State, Waits);

/// An accepted order and its result.
struct Judged<R: Rules> {
    order: String,
    facts: Vec<R::Fact>,
    next: R::State,
}

impl<R: Rules> TypedPosition<R> {
    /// Parses and decides a part of a line, with the title's own refusals.
    fn judge(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Judged<R>, Vec<Refusal>> {
        self.judge_by(seat, part, dice, |run, order| R::decide(run, seat, order))
    }

    fn judge_by(
        &self,
        seat: Seat,
        part: &str,
        dice: &mut Dice,
        decide: impl FnOnce(&mut Run<R>, &R::Order) -> Result<(), Refusal>,
    ) -> Result<Judged<R>, Vec<Refusal>> {
        let malformed = |refusal: Refusal| refusal.or_code(RefusalCode::Malformed);
        let order = R::parse(&self.0, seat, part)
            .map_err(|refusals| refusals.into_iter().map(malformed).collect::<Vec<_>>())?;
        let mut run = self.run(dice);
        decide(&mut run, &order).map_err(|refusal| vec![refusal.or_code(RefusalCode::NotLegal)])?;
        let (facts, next) = run.done();
        Ok(Judged { order: R::write(&self.0, &order), facts, next })
    }

    /// Runs steps that need no order.
    fn without_order(&self, run: Run<R>, steps: impl FnOnce(&mut Run<R>)) -> Decided {
        let mut run = run;
        steps(&mut run);
        let (facts, next) = run.done();
        self.decided(String::new(), &facts, next)
    }

    /// Starts a run on the state with this position's own `Waits`.
    fn run<'d>(&self, dice: &'d mut Dice) -> Run<'d, R> {
        self.run_with(dice, self.1)
    }

    fn run_with<'d>(&self, dice: &'d mut Dice, waits: Waits) -> Run<'d, R> {
        Run::waiting(self.0.clone(), dice, waits)
    }

    /// Wraps a result in a position with this position's own `Waits`.
    fn decided(&self, order: String, facts: &[R::Fact], next: R::State) -> Decided {
        Erased::<R>::decided(order, facts, TypedPosition(next, self.1))
    }
}

impl<R: Rules> Erased<R> {
    const TITLE: &'static dyn Title = &Erased::<R>(PhantomData);

    fn read(facts: &str) -> Result<Vec<R::Fact>, BadHistory> {
        if snapshot::is_snapshot(facts) {
            return Ok(Vec::new());
        }
        serde_json::from_str(facts).map_err(Self::bad)
    }

    fn bad(source: serde_json::Error) -> BadHistory {
        BadHistory { title: R::about().key, source }
    }

    /// Returns the state that a fork begins with, if these facts are a snapshot.
    fn snapshot(facts: &str) -> Result<Option<R::State>, BadHistory> {
        snapshot::read::<R>(facts).map_err(Self::bad)
    }

    fn decided(order: String, facts: &[R::Fact], next: TypedPosition<R>) -> Decided {
        let (mut happened, mut known) = (false, Vec::with_capacity(facts.len()));
        for info in facts.iter().map(R::info) {
            happened |= !info.is_instruction;
            known.push(info.visibility);
        }
        let facts = serde_json::to_string(facts).expect("facts are plain data");
        Decided { order, facts, known, happened, next: Box::new(next) }
    }
}

impl<R: Rules> Title for Erased<R> {
    fn about(&self) -> &'static About {
        R::about()
    }

    fn blank(&self) -> Box<dyn Position> {
        Box::new(TypedPosition::<R>(R::blank(), Waits::default()))
    }

    fn open(&self, table: &Table, dice: &mut Dice) -> Result<Decided, Vec<Refusal>> {
        table.check(R::about())?;
        let mut run = Run::<R>::new(R::blank(), dice);
        R::open(&mut run, table).map_err(|refusal| vec![refusal])?;
        let (facts, next) = run.done();
        Ok(Self::decided(String::new(), &facts, TypedPosition(next, Waits::default())))
    }

    fn wish(&self, table: &Table) -> Option<Preference> {
        R::wish(table)
    }

    fn from_document(&self, table: &Table, document: &Value) -> Result<Box<dyn Position>, String> {
        Ok(Box::new(TypedPosition::<R>(R::from_document(table, document)?, Waits::default())))
    }

    fn split<'t>(&self, line: &'t str) -> Vec<&'t str> {
        R::split(line)
    }

    fn replay(&self, facts: &[String]) -> Result<Replay, BadHistory> {
        let each = facts.iter().map(|facts| Self::read(facts)).collect::<Result<Vec<_>, _>>()?;
        let facts = each.concat();
        Ok(Box::new(move || {
            let mut state = R::blank();
            for fact in &facts {
                R::apply(&mut state, fact);
            }
            Box::new(TypedPosition::<R>(state, Waits::default()))
        }))
    }

    fn narrate_from(
        &self,
        facts: &str,
        perspective: Perspective,
    ) -> Result<Vec<Narration>, BadHistory> {
        Ok(narrated::<R>(&Self::read(facts)?, perspective, |_| true))
    }

    fn as_actions(&self, facts: &str, seat: Seat) -> Result<Vec<Narration>, BadHistory> {
        let facts = Self::read(facts)?;
        let actions = facts.iter().filter_map(|fact| R::as_action(fact, seat));
        Ok(actions.filter(|one| one.seat == Some(seat) && !one.chapter && !one.quiet).collect())
    }

    fn narrate_result(
        &self,
        facts: &str,
        purpose: &str,
        viewer: Viewer,
    ) -> Result<Vec<Narration>, BadHistory> {
        let is_result = |fact: &R::Fact| R::narrates_result(fact, purpose);
        Ok(narrated::<R>(&Self::read(facts)?, viewer, is_result))
    }

    fn narrate_to_all(&self, facts: &str, seats: u8) -> Result<Vec<NarrationForAll>, BadHistory> {
        Ok(Self::read(facts)?.iter().map(|fact| narrate_to_each::<R>(fact, seats)).collect())
    }

    fn came_to_light(&self, facts: &str, viewer: Viewer) -> Result<Vec<Narration>, BadHistory> {
        let reveals = |fact: &R::Fact| R::info(fact).reveals.is_some();
        Ok(narrated::<R>(&Self::read(facts)?, viewer, reveals))
    }

    fn narrate_privately(&self, facts: &str, seat: Seat) -> Result<Vec<Narration>, BadHistory> {
        let alone = |fact: &R::Fact| R::info(fact).narration == Audience::Seat(seat);
        Ok(narrated::<R>(&Self::read(facts)?, Viewer::Seat(seat), alone))
    }

    fn reveals_to(&self, facts: &str, seat: Option<Seat>) -> Result<bool, BadHistory> {
        Ok(Self::read(facts)?.iter().any(|fact| revealed_to(&R::info(fact), seat)))
    }
}

impl<R: Rules> Position for TypedPosition<R> {
    fn title(&self) -> &'static dyn Title {
        Erased::<R>::TITLE
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(TypedPosition::<R>(self.0.clone(), self.1))
    }

    fn holding(mut self: Box<Self>, held: bool) -> Box<dyn Position> {
        self.1.held = held;
        self
    }

    fn patient(mut self: Box<Self>, patient: bool) -> Box<dyn Position> {
        self.1.patient = patient;
        self
    }

    fn answer(&self, seat: Seat, dice: &mut Dice) -> Option<Decided> {
        let mut run = self.run_with(dice, Waits { patient: true, ..self.1 });
        run.ask_for(seat);
        R::resume(&mut run);
        if run.asks_without_effect() {
            return None;
        }
        let (facts, next) = run.done();
        Some(self.decided(String::new(), &facts, next))
    }

    fn fold(&mut self, facts: &str) -> Result<bool, BadHistory> {
        if let Some(state) = Erased::<R>::snapshot(facts)? {
            self.0 = state;
            return Ok(true);
        }
        let facts = Erased::<R>::read(facts)?;
        for fact in &facts {
            R::apply(&mut self.0, fact);
        }
        Ok(!facts.iter().all(|fact| R::info(fact).is_instruction))
    }

    fn seats(&self) -> u8 {
        R::seats(&self.0)
    }

    fn seat_name(&self, seat: Seat) -> SeatName {
        R::seat_name(&self.0, seat)
    }

    fn purpose(&self, purpose: &str) -> String {
        R::purpose(&self.0, purpose)
    }

    fn awaited(&self) -> Vec<Awaited> {
        R::awaited(&self.0)
    }

    fn legal(&self, seat: Seat) -> Legal<String> {
        let legal = R::legal(&self.0, seat);
        let orders = legal.orders.iter().map(|order| R::write(&self.0, order)).collect();
        Legal { orders, complete: legal.complete, forms: legal.forms }
    }

    fn offers(&self, seat: Seat) -> Vec<Group> {
        offers::<R>(&self.0, seat)
    }

    fn unplayable(&self, seat: Seat) -> Vec<(String, String)> {
        R::unplayable(&self.0, seat)
    }

    fn search(&self, seat: Seat, words: &str, most: usize) -> Vec<Offer> {
        search::search::<R>(&self.0, seat, words, most)
    }

    fn instructions(&self, seat: Seat) -> Vec<Group> {
        R::instructions(&self.0, seat)
    }

    fn places(&self, seat: Seat) -> Vec<(String, Vec<Form>)> {
        R::places(&self.0, seat)
    }

    fn parses(&self, seat: Seat, part: &str) -> bool {
        R::parse(&self.0, seat, part).is_ok()
    }

    fn decide(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Decided, Vec<Refusal>> {
        let judged = self.judge(seat, part, dice);
        let done = judged.map_err(|no| advise::<R>(&self.0, seat, part, no))?;
        Ok(self.decided(done.order, &done.facts, done.next))
    }

    fn attempt(&self, seat: Seat, part: &str, dice: &mut Dice) -> Option<Decided> {
        let done = self.judge(seat, part, dice).ok()?;
        Some(self.decided(done.order, &done.facts, done.next))
    }

    fn preview(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Preview, Vec<Refusal>> {
        let judged = self.judge(seat, part, dice);
        let done = judged.map_err(|no| advise::<R>(&self.0, seat, part, no))?;
        let shown = up_to_reveal::<R>(&self.0, seat, &done.facts, done.next);
        Ok(Preview {
            order: done.order,
            narration: shown.narration,
            cut: shown.cut,
            ahead: shown.ahead,
            next: Box::new(TypedPosition::<R>(shown.next, self.1)),
        })
    }

    fn time_out(
        &self,
        seat: Seat,
        part: &str,
        missed: bool,
        dice: &mut Dice,
    ) -> Result<Decided, Vec<Refusal>> {
        let done =
            self.judge_by(seat, part, dice, |run, order| R::time_out(run, seat, order, missed))?;
        Ok(self.decided(done.order, &done.facts, done.next))
    }

    fn resume(&self, dice: &mut Dice) -> Decided {
        self.without_order(self.run_with(dice, Waits { held: false, ..self.1 }), R::resume)
    }

    fn time_limit(&self) -> Option<u32> {
        R::time_limit(&self.0)
    }

    fn on_time_limit(&self) -> Decided {
        self.without_order(self.run(&mut Dice::seeded(0)), R::on_time_limit)
    }

    fn redraw_hidden(&self, dice: &mut Dice) -> Decided {
        self.without_order(self.run(dice), R::redraw_hidden)
    }

    fn on_seats_left(&self, gone: &[Seat]) -> Decided {
        self.without_order(self.run(&mut Dice::seeded(0)), |run| R::on_seats_left(run, gone))
    }

    fn fallback(&self, seat: Seat) -> String {
        R::write(&self.0, &R::fallback(&self.0, seat))
    }

    fn show(&self, viewer: Viewer) -> String {
        serde_json::to_string(&R::show(&self.0, viewer)).expect("views are plain data")
    }

    fn present(&self, viewer: Viewer) -> Presentation {
        R::present(&R::show(&self.0, viewer))
    }

    fn outcome(&self) -> Option<Outcome> {
        R::outcome(&self.0)
    }

    fn estimate(&self, seat: Seat) -> i64 {
        R::estimate(&self.0, seat)
    }

    fn imagine(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Position> {
        Box::new(TypedPosition::<R>(R::imagine(&self.0, viewer, dice), Waits::default()))
    }

    fn unsealed(&self, seat: Seat) -> Box<dyn Position> {
        let mut state = self.0.clone();
        R::unseal(&mut state, seat);
        Box::new(TypedPosition::<R>(state, self.1))
    }

    fn audit(&self) -> Result<(), String> {
        R::audit(&self.0)
    }

    fn document(&self) -> Value {
        R::document(&self.0)
    }

    fn snapshot(&self, table: &Table) -> Result<Decided, BadHistory> {
        let facts = snapshot::write::<R>(table, &self.0);
        // Fold the fact as a reader would: data that bots cache in a state is not in the document.
        let next = Erased::<R>::snapshot(&facts)?.unwrap_or_else(|| self.0.clone());
        let known = vec![Visibility::Nobody];
        let next = Box::new(TypedPosition::<R>(next, Waits::default()));
        Ok(Decided { order: String::new(), facts, known, happened: true, next })
    }
}
