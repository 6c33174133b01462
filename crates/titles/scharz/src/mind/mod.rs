//! What bots and tests think with.

pub mod audit;
pub mod estimate;
pub mod imagine;
mod promise;
mod wages;
mod war;
