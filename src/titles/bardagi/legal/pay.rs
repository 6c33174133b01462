//! STUB: what an action costs in cards, sessions and upgrades (R7.2, R7.7-R7.9).
use super::super::facts::Payment;
use super::super::orders::{Action, Pay};
use super::super::state::{Session, State};
use crate::rules::Refusal;
/// What an action needs beside its own conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bill {
    /// None: no card.
    pub payment: Option<Payment>,
    /// The session it opens or goes on with.
    pub session: Session,
}
/// Judges how an action is paid for.
pub fn check(_state: &State, _at: usize, _action: Action, _pay: Pay) -> Result<Bill, Refusal> {
    Ok(Bill { payment: None, session: Session::None })
}
/// The ways in which an action may be paid for now, for lists: none if it cannot be.
pub fn ways(_state: &State, _at: usize, _action: Action) -> Vec<Pay> {
    Vec::new()
}
