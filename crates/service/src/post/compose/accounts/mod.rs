//! Emails about accounts and addresses, and to the admin.

mod admin_mail;
mod api_token;
mod new_address;
mod old_address;
pub(crate) mod seals;
mod sign_in;
mod undelivered;
