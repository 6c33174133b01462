//! Letters: which are owed, how each is written, and what became of them.

pub mod door_watch;
pub mod inbox_page;
pub mod invited;
pub mod letters_owed;
pub mod office;
pub mod outbox_page;
pub mod relay_watch;
pub mod thread;
pub mod undelivered;
