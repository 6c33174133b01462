//! The worked examples of Scharz: scenario files.

/// File name and text of every scenario file.
pub static EXAMPLES: &[(&str, &str)] = &[];
