//! The pages, one file each: the data of the page bound to its template, and its handler.

pub mod credits;
pub mod health;
pub mod titles;
