//! The worked examples, as scenario files.

/// File name and text of each.
pub static EXAMPLES: &[(&str, &str)] = &[];
