//! Checks whether a seat has what an order costs.

use super::super::reckon::income::payments;
use super::super::state::State;
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::kinds::Kind;
use super::refuse::{refusal, require};
use ravenpost_rules::RefusalCode::{ExtraWord, NoneThere, WrongAmount};
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Checks whether the seat has `count` of a kind.
pub fn holds(state: &State, seat: Seat, kind: Kind, count: u8) -> Result<(), Refusal> {
    let have = state.of(seat).storage.of(kind);
    require(have >= count, || {
        let refusal = refusal("R9.10", format!("you have only {have} {}", kind.name()));
        refusal.word(kind.word()).code(RefusalCode::CannotPay)
    })
}

pub fn has_silver(state: &State, seat: Seat, silver: u8) -> Result<(), Refusal> {
    has(state, seat, &Goods::silver(silver))
}

fn has(state: &State, seat: Seat, pay: &Goods) -> Result<(), Refusal> {
    require(state.of(seat).storage.holds(pay), || {
        let refusal = refusal("R9.5", format!("you cannot pay {}", pay.words()));
        refusal.code(RefusalCode::CannotPay)
    })
}

/// Checks whether the seat is able and allowed to pay a cost this way (R9.5).
pub fn pays(state: &State, seat: Seat, cost: &Goods, pay: &Goods) -> Result<(), Refusal> {
    require(payments(cost).contains(pay), || {
        let silver = data().costs.substitute;
        refusal("R9.5", format!("it costs {cost}; {silver} Silver can replace one resource"))
            .code(WrongAmount)
    })?;
    has(state, seat, pay)
}

/// Checks that nothing is paid for something free.
pub fn pays_nothing(pay: &Goods) -> Result<(), Refusal> {
    require(pay.is_none(), || {
        refusal("R9.14", "this is free, so do not name a payment").code(ExtraWord)
    })
}

pub fn has_piece(left: u8, piece: &str, rule: &'static str) -> Result<(), Refusal> {
    require(left > 0, || refusal(rule, format!("you have no {piece} left")).code(NoneThere))
}
