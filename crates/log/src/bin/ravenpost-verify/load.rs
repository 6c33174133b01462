//! Reading files with a size limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ravenpost_log::export::file::LARGEST;

/// Reads a whole file. The size limit also bounds devices that never end.
///
/// # Errors
///
/// Returns a message if the file is a folder, cannot be read, or is larger than any export.
pub fn file(path: &Path) -> Result<Vec<u8>, String> {
    let describe = |error: std::io::Error| format!("could not be read: {error}");
    if path.is_dir() {
        return Err("is a folder; name the files in it".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(describe)?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(describe)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("is larger than {} MB, the maximum for an export", LARGEST >> 20));
    }
    Ok(bytes)
}
