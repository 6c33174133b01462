//! Words: counted nouns, spelling, invisible characters, and the words of an order.

pub mod invisible;
pub mod phrase;
pub mod reader;
pub mod spelling;
