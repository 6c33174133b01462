//! Replies about several tables.

mod digest;
mod several;
mod tables;
