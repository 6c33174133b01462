//! STUB
use super::super::orders::Order;
use super::Run;
pub fn order(_run: &mut Run<'_>, _at: usize, _order: &Order) {}
pub fn done(_run: &mut Run<'_>, _at: usize) {}
