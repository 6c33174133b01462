//! The parameters of a request. `describe/parameters.rs` has already checked them against the
//! catalogue: each is known, sent once, and has one of the described values.

use actix_web::HttpRequest;

use crate::shared::query::Fields;
use ravenpost_rules::numbers::Step;

pub struct Query(Fields);

impl Query {
    pub fn of(request: &HttpRequest) -> Query {
        Query(Fields::read(request.query_string()))
    }

    /// Returns the value of a parameter, if it was sent.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    pub fn step(&self, name: &str) -> Option<Step> {
        self.number(name).map(Step)
    }
}
