//! A seat gives orders: one line, perhaps of several parts, taken in turn.

use std::ops::ControlFlow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::folded::Game;
use crate::service::game::receipt::Receipt;
use crate::service::game::side_writes::SideWrites;
use crate::service::idempotency::Idempotency;
use crate::service::play::line_parts;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Narration, Seat, Viewer, line};
use ravenpost_store::PlayerId;

/// A line of orders, as it came in.
#[derive(Clone, Debug)]
pub struct OrderLine {
    pub game: GameId,
    pub seat: Seat,
    /// Who gives it, and must hold the seat when it is taken; nobody for tools of the operator.
    pub giver: Option<PlayerId>,
    pub line: String,
    /// The step the sender saw.
    pub seen: Step,
    /// The request's key: the same key again gets the same answer and stores nothing.
    pub key: Idempotency,
    pub via: Via,
}

/// What became of a line.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The orders that were taken, in canonical form.
    pub orders: Vec<String>,
    /// The part that stopped the line, and why; parts after it were not looked at.
    pub stopped: Option<Stopped>,
    /// What happened, as the seat may hear it: its own orders and all that followed.
    pub told: Vec<Narration>,
    /// For each order of which others do not know all, what proves it when all is told.
    pub receipts: Vec<Receipt>,
    /// The step that the game has come to.
    pub step: Step,
}

/// A part that was refused after others were taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// The parts before it, as they were written.
    pub before: String,
    pub part: String,
    pub refusals: Vec<String>,
}

/// What is kept with the request's key.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    orders: Vec<String>,
    stopped: Option<Stopped>,
    after_seq: Seq,
    last_seq: Seq,
}

impl Service {
    /// Takes a line of orders. An answer means that it is on the disk.
    pub async fn give_order(
        &self,
        now: DateTime<Utc>,
        order: &OrderLine,
    ) -> Result<Accepted, ServiceError> {
        let seat = order.seat.0.to_string();
        let request = order.key.asks(&["order", order.game.as_str(), &seat, &order.line]);
        let answer = self
            .work_once(&order.game, now, Some(&request), |batch| {
                batch.must_hold(order.seat, order.giver)?;
                batch.must_run()?;
                let (orders, stopped) = take_line(batch, order)?;
                batch.carry_on()?;
                let (after_seq, last_seq) = (batch.after, batch.live.last_seq());
                Ok((StoredAnswer { orders, stopped, after_seq, last_seq }, SideWrites::default()))
            })
            .await?;
        let live = self.live_from(&order.game, answer.last_seq).await?;
        told(&live, order.seat, answer)
    }
}

fn told(live: &Game, seat: Seat, answer: StoredAnswer) -> Result<Accepted, ServiceError> {
    let last = live.log.step_of(answer.last_seq);
    let steps = live.story(Viewer::Seat(seat), answer.after_seq)?;
    let mine = steps.into_iter().filter(|step| step.step <= last);
    let mut receipts = live.receipts_after(seat, answer.after_seq);
    receipts.retain(|receipt| receipt.step <= last);
    Ok(Accepted {
        receipts,
        orders: answer.orders,
        stopped: answer.stopped,
        told: mine.flat_map(|step| step.told).collect(),
        step: last,
    })
}

/// Takes the parts of a line in turn, up to the first refusal. A line of which nothing was taken
/// is refused as a whole.
fn take_line(
    batch: &mut Batch,
    order: &OrderLine,
) -> Result<(Vec<String>, Option<Stopped>), ServiceError> {
    let parts = line_parts::parts(batch.live.title, &order.line)?;
    still_asked(batch, order)?;
    let mut orders = Vec::new();
    let stopped = line::walk(
        batch,
        |batch| batch.live.position.as_ref(),
        order.seat,
        &parts,
        |batch, at, part| match batch.order(order.seat, part, order.via) {
            Ok(taken) => {
                orders.extend(taken);
                ControlFlow::Continue(())
            }
            Err(ServiceError::Refused(refusals)) if !orders.is_empty() => {
                let refusals = refusals.iter().map(ToString::to_string).collect();
                let (before, part) = (parts[..at].join("; "), part.to_owned());
                ControlFlow::Break(Ok(Stopped { before, part, refusals }))
            }
            Err(ServiceError::Refused(refusals)) => {
                ControlFlow::Break(Err(ServiceError::in_part(refusals, at)))
            }
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    Ok((orders, stopped.break_value().transpose()?))
}

/// Refuses an order that answers a question which is no longer the one put.
fn still_asked(batch: &Batch, order: &OrderLine) -> Result<(), ServiceError> {
    let live = &batch.live;
    let put = live.course.waits.get(&order.seat).map_or(Seq::NONE, |wait| wait.asked_at);
    if order.seen >= live.log.step_of(put) {
        return Ok(());
    }
    let since = live.since(Viewer::Seat(order.seat), live.log.end_of(order.seen))?;
    Err(ServiceError::Changed { since, step: live.step() })
}
