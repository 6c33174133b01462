//! A folder for measurements, removed on drop.

use std::path::{Path, PathBuf};

pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates a folder inside `parent`.
    pub fn new(parent: &Path) -> std::io::Result<Scratch> {
        let folder = parent.join(format!("ravenpost-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Scratch(folder))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If removal fails, the name of the folder shows its origin.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
