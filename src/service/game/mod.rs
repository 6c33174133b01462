//! A game as it stands, and the only way to change it: fold, work on a copy, store, show.

pub mod agreed;
pub mod allowance;
pub mod audit;
pub mod batch;
pub mod begins;
mod checkpoints;
pub mod commit;
pub mod conduct;
pub mod course;
pub mod damage;
pub mod depth;
pub mod going_back;
mod hands;
#[cfg(test)]
mod histories;
pub mod live;
pub mod log;
pub mod luck;
pub mod marks;
pub mod once;
pub mod openness;
pub mod organised;
pub mod outage;
mod parentage;
pub mod proposal;
pub mod rebuild;
pub mod receipt;
pub mod request;
pub mod ruled;
pub mod story;
pub mod tick;
pub mod told;
pub mod verdict;
pub mod voting;
pub mod wait;
