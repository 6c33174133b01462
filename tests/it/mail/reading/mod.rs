//! How replies are read as people and mail programs write them.

mod corpus;
mod long;
mod mixtures;
mod own_words;
mod people;
mod press;
pub(super) mod programs;
mod step_comments;
