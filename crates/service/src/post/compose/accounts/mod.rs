//! Emails about accounts and addresses, and to the admin.

mod admin_mail;
mod new_address;
mod old_address;
pub(crate) mod seals;
mod sign_in;
mod undelivered;
