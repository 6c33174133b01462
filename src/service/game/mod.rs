//! A game as it stands, and the only way to change it: fold, work on a copy, store, show.

pub mod audit;
pub mod batch;
pub mod commit;
pub mod course;
pub mod live;
pub mod log;
pub mod marks;
pub mod once;
pub mod outage;
pub mod rebuild;
pub mod request;
pub mod story;
pub mod tick;
pub mod told;
