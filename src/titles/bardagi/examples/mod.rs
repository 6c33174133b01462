//! The worked examples of Bardagi: scenario files, told of in this folder's README.

/// File name and text of every scenario file.
pub static EXAMPLES: &[(&str, &str)] = &[];
