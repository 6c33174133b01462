//! The one integration test binary: a list of modules, nothing else.

mod examples;
