//! Emails that answer a reply.

pub(crate) mod answer;
mod held;
pub(crate) mod transcript;
