//! The owner of files in the data folder: root may run a command, and another user the server.

use std::io;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::Path;

/// Gives a file or folder to the owner of the folder that contains it. Otherwise, a server that
/// runs as that user could not open what a command of root has created. Does not follow links.
///
/// # Errors
///
/// If this user may not give it away, unless it already belongs to the right one, who can open it
/// regardless of the group.
pub fn give_to_owner_of_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let wanted = std::fs::metadata(folder.unwrap_or(Path::new(".")))?;
    let own = std::fs::symlink_metadata(path)?;
    if (own.uid(), own.gid()) == (wanted.uid(), wanted.gid()) {
        return Ok(());
    }
    match lchown(path, Some(wanted.uid()), Some(wanted.gid())) {
        Err(_) if own.uid() == wanted.uid() => Ok(()),
        done => done,
    }
}

/// Like `give_to_owner_of_folder`, for a file that was just created. Ignores failures, because only
/// root can give files away.
pub(crate) fn give(path: &Path) {
    if let Err(error) = give_to_owner_of_folder(path) {
        tracing::debug!(file = %path.display(), %error, "failed to change the owner of a new file");
    }
}
