//! The worked examples, file by file.

/// File names and texts.
pub static EXAMPLES: &[(&str, &str)] = &[];
