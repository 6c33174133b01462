//! Letters that come in. `reading` makes of their bytes what a person wrote, or a machine told.

pub mod reading;
