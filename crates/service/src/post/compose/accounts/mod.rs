//! Emails about accounts and addresses, and to the admin.

mod address_change_new;
mod address_change_old;
mod admin_mail;
mod api_token;
pub(crate) mod daily_seals;
mod email_undelivered;
mod sign_in;
