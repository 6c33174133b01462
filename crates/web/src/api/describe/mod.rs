//! Describes the API itself: the list of endpoints, the OpenAPI document, the schemas of events,
//! and a page for people.

pub mod catalogue;
pub mod details;
pub mod headers;
pub mod openapi;
pub mod page;
pub mod parameters;
pub mod schema;
