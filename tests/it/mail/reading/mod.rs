//! How replies are read as people and mail programs write them.

mod corpus;
mod long;
mod messages;
mod mixtures;
mod people;
pub(super) mod programs;
mod step_comments;
mod written_emails;
