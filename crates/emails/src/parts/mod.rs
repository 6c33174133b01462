//! Parts that several emails share: choices, cards, boards in words, links and line wrapping.

pub mod badge;
pub(crate) mod ballot;
pub mod cards;
pub mod choices;
pub(crate) mod columns;
pub mod frame;
pub mod length_limit;
pub mod line_outcomes;
pub mod links;
pub mod news;
pub mod notice;
pub mod order_forms;
pub mod relevance;
pub mod reply_marker;
pub mod safe_line;
pub mod seats;
pub mod times;
pub mod todo;
pub(crate) mod wrap;
