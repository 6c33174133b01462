//! Reads text files with a size limit.

use std::fs::File as OnDisk;
use std::io::Read;
use std::path::Path;

/// Reads a text file of at most `most` bytes. Endless files, such as devices, are read up to the
/// limit only.
pub fn load(path: &Path, most: u64) -> Result<String, String> {
    let describe = |error: std::io::Error| format!("cannot be read: {error}");
    let (mut text, file) = (String::new(), OnDisk::open(path).map_err(describe)?);
    let read = file.take(most + 1).read_to_string(&mut text);
    if text.len() as u64 > most {
        return Err(format!("is larger than {} MB, the maximum for such files", most >> 20));
    }
    read.map_err(describe)?;
    Ok(text)
}
