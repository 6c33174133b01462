//! Emails that answer a reply.

pub(crate) mod reply_notice;
mod reply_on_hold;
pub(crate) mod reply_result;
