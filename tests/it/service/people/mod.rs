//! Accounts: signing in, addresses, invitations, names and erasure.

mod addresses;
mod admins;
mod blocked;
mod blocks;
pub(super) mod erasure;
mod erasure_killed;
mod erasure_roles;
mod first_link;
mod floods;
mod guests;
pub(super) mod invitations;
mod names;
mod reliability;
mod saved_forms;
mod sign_in;
mod sign_ups;
mod unsubscribing;
