//! The integration tests: one program, one module a subject.

mod tidy;
