//! Parts that several emails share: choices, cards, boards in words, links and line wrapping.

pub mod account;
pub mod badge;
pub(crate) mod ballot;
pub mod cards;
pub mod choices;
pub(crate) mod columns;
pub mod fits;
pub mod frame;
pub mod links;
pub mod mark;
pub mod news;
pub mod notice;
pub mod safe_line;
pub mod seats;
pub mod short;
pub mod todo;
pub mod touched;
pub mod when;
pub(crate) mod wrap;
