//! Words: counted nouns, spelling, invisible characters, and the words of an order.

pub mod phrase;
pub mod reader;
pub mod spelling;
pub mod unseen;
