//! Letters that come in. `reading` makes of their bytes what a person wrote, or what a machine told.

pub mod reading;
