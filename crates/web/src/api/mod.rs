//! The API, `/api/v1`: JSON for programs, with bearer tokens. `frame` wraps every response;
//! the other files each cover one subject. The endpoints use the same use cases as the pages.

pub mod about;
pub mod analysis;
pub mod blocks;
pub mod board;
pub mod body;
pub mod caller;
pub mod chat;
pub mod clock;
pub mod describe;
pub mod events;
pub mod frame;
pub mod game;
pub mod lists;
pub mod orders;
pub mod problem;
pub mod query;
pub mod reply;
pub mod stream;
pub mod table;
pub mod verify;
pub mod views;
pub mod votes;
