//! Describes the API itself: the list of endpoints, the OpenAPI document, and a page for people.

pub mod catalogue;
pub mod openapi;
pub mod page;
