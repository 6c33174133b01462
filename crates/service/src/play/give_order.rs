//! Orders from a seat: one line with one or more parts, processed in turn.

use crate::handles::Play;
use std::ops::ControlFlow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::core::side_writes::SideWrites;
use crate::game::counts::count_order;
use crate::game::fairness::receipt::Receipt;
use crate::idempotency::Idempotency;
use crate::play::line_parts;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_metrics::labels::OrderResult;
use ravenpost_rules::erased::line;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Narration, Seat, Viewer};
use ravenpost_store::PlayerId;

/// A line of orders as received.
#[derive(Clone, Debug)]
pub struct OrderLine {
    pub game: GameId,
    pub seat: Seat,
    /// The player, who must hold the seat when the order is played. `None` for admin tools.
    pub giver: Option<PlayerId>,
    pub line: String,
    /// The step that the sender saw.
    pub seen: Step,
    pub key: Idempotency,
    pub via: Via,
}

/// The result of a line.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The accepted orders in canonical form.
    pub orders: Vec<String>,
    /// The part that was rejected, and why. The parts after it were not examined.
    pub stopped: Option<Stopped>,
    /// The narration for the seat: its own orders and all their consequences.
    pub narration: Vec<Narration>,
    /// A receipt for each order that the other players do not fully know. It proves the order once
    /// it is revealed.
    pub receipts: Vec<Receipt>,
    pub step: Step,
}

/// A part that was rejected after others were accepted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// The parts before it, as they were written.
    pub before: String,
    pub part: String,
    pub refusals: Vec<String>,
    /// The code of each refusal.
    #[serde(default)]
    pub codes: Vec<String>,
    /// The rules that the refusals cite.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// The answer that is stored with the request's key.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    orders: Vec<String>,
    stopped: Option<Stopped>,
    after_seq: Seq,
    last_seq: Seq,
}

impl Play<'_> {
    /// Plays a line of orders. When it returns, the orders are on disk.
    pub async fn give_order(
        self,
        now: DateTime<Utc>,
        order: &OrderLine,
    ) -> Result<Accepted, ServiceError> {
        self.answer_prompt(now, order, None).await
    }

    /// Plays a line of orders if the seat's pending prompt is the one asked at this step. A
    /// repeated request gets the original response, even if the prompt is gone.
    pub async fn answer_prompt(
        self,
        now: DateTime<Utc>,
        order: &OrderLine,
        prompt: Option<Step>,
    ) -> Result<Accepted, ServiceError> {
        let seat = order.seat.0.to_string();
        let request = order.key.asks(&["order", order.game.as_str(), &seat, &order.line]);
        let answer = self
            .games()
            .work_once(&order.game, now, Some(&request), |batch| {
                batch.must_hold(order.seat, order.giver)?;
                batch.must_run()?;
                if let Some(prompt) = prompt {
                    must_be_asked(batch, order.seat, prompt)?;
                }
                let (orders, stopped) = take_line(batch, order)?;
                batch.carry_on()?;
                let (after_seq, last_seq) = (batch.after, batch.game.last_seq());
                Ok((StoredAnswer { orders, stopped, after_seq, last_seq }, SideWrites::default()))
            })
            .await;
        let refused = match &answer {
            Ok(answer) => answer.stopped.is_some(),
            Err(error) => {
                matches!(error, ServiceError::Refused(_) | ServiceError::Changed { .. })
            }
        };
        if refused {
            count_order(self.metrics(), order.via, OrderResult::Refused);
        }
        let answer = answer?;
        let game = self.games().load_from(&order.game, answer.last_seq).await?;
        accepted(&game, order.seat, answer)
    }
}

fn accepted(game: &Game, seat: Seat, answer: StoredAnswer) -> Result<Accepted, ServiceError> {
    let last = game.log.step_of(answer.last_seq);
    let steps = game.narration().story(Viewer::Seat(seat), answer.after_seq)?;
    let mine = steps.into_iter().filter(|step| step.step <= last);
    let mut receipts = game.fairness().receipts_after(seat, answer.after_seq);
    receipts.retain(|receipt| receipt.step <= last);
    Ok(Accepted {
        receipts,
        orders: answer.orders,
        stopped: answer.stopped,
        narration: mine.flat_map(|step| step.narration).collect(),
        step: last,
    })
}

/// Plays the parts of a line in turn, up to the first rejection. A line without any accepted part
/// is refused as a whole.
fn take_line(
    batch: &mut Batch,
    order: &OrderLine,
) -> Result<(Vec<String>, Option<Stopped>), ServiceError> {
    let parts = line_parts::parts(batch.game.title, &order.line)?;
    still_asked(batch, order)?;
    let mut orders = Vec::new();
    let stopped = line::walk(
        batch,
        |batch| batch.game.position.as_ref(),
        order.seat,
        &parts,
        |batch, at, part| match batch.order(order.seat, part, order.via) {
            Ok(taken) => {
                orders.extend(taken);
                ControlFlow::Continue(())
            }
            Err(ServiceError::Refused(refusals)) if !orders.is_empty() => {
                let codes = refusals.iter().map(|one| one.code.key().to_owned()).collect();
                let rules = refusals.iter().filter_map(|one| one.rule).map(str::to_owned).collect();
                let refusals = refusals.iter().map(ToString::to_string).collect();
                let (before, part) = (parts[..at].join("; "), part.to_owned());
                ControlFlow::Break(Ok(Stopped { before, part, refusals, codes, rules }))
            }
            Err(ServiceError::Refused(refusals)) => {
                ControlFlow::Break(Err(ServiceError::in_part(refusals, at)))
            }
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    Ok((orders, stopped.break_value().transpose()?))
}

/// Refuses an order for a prompt that is no longer pending.
fn must_be_asked(batch: &Batch, seat: Seat, prompt: Step) -> Result<(), ServiceError> {
    let game = &batch.game;
    let asked = game.seats().wait(seat).map(|wait| game.log.step_of(wait.asked_at));
    if asked == Some(prompt) {
        return Ok(());
    }
    let since = game.narration().since(Viewer::Seat(seat), game.log.end_of(prompt))?;
    Err(ServiceError::Changed { since, step: game.step() })
}

/// Refuses an order that answers an earlier question than the pending one.
fn still_asked(batch: &Batch, order: &OrderLine) -> Result<(), ServiceError> {
    let game = &batch.game;
    let put = game.status.clocks.asked_at(order.seat);
    if order.seen >= game.log.step_of(put) {
        return Ok(());
    }
    let since = game.narration().since(Viewer::Seat(order.seat), game.log.end_of(order.seen))?;
    Err(ServiceError::Changed { since, step: game.step() })
}
