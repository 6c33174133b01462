//! The mail doctor, and the guide to setting up email.

pub mod doctor;
mod doctor_inward;
mod guide;
