//! Copies of the whole database, made while it is in use.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Store;
use crate::error::StoreError;
use crate::sql::sql;

const COPY: &str = "VACUUM INTO $1";

/// Converts an I/O error of a file.
pub(super) fn broken(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full,
        _ => StoreError::Unavailable(format!("{}: {error}", path.display())),
    }
}

impl Store {
    /// Copies the database as it is at this moment into a new file. A failed copy leaves no file of
    /// that name.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the file exists.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if !self.is_file() {
            return Err(StoreError::Unavailable(
                "use PostgreSQL's own tools for backups: see docs/operate/postgresql.md".to_owned(),
            ));
        }
        if to.exists() {
            return Err(StoreError::Conflict);
        }
        let mut name = to.as_os_str().to_owned();
        name.push(".partial");
        let partial = Path::new(&name);
        match fs::remove_file(partial) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(broken(partial, &error));
            }
            _ => {}
        }
        let text = partial.to_str().ok_or_else(|| {
            StoreError::Unavailable(format!("{}: the name is not valid UTF-8", to.display()))
        })?;
        let done = match sql(COPY).bind(text).rows(self.read()).await {
            Ok(_) => aside(partial, to, |partial, to| keep(&partial, &to)).await,
            Err(error) => Err(error),
        };
        if done.is_err() {
            let _ = fs::remove_file(partial);
        }
        done
    }
}

/// Runs slow work on two files on a blocking thread.
pub(super) async fn aside<T: Send + 'static>(
    from: &Path,
    to: &Path,
    work: impl FnOnce(PathBuf, PathBuf) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let (from, to) = (from.to_owned(), to.to_owned());
    let done = tokio::task::spawn_blocking(move || work(from, to)).await;
    done.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

/// Flushes the copy to disk and gives it its final name, without replacing another file.
pub(crate) fn keep(partial: &Path, to: &Path) -> Result<(), StoreError> {
    let synced = fs::File::open(partial).and_then(|file| file.sync_all());
    synced.map_err(|error| broken(partial, &error))?;
    match fs::hard_link(partial, to) {
        Ok(()) => {
            let _ = fs::remove_file(partial);
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(StoreError::Conflict);
        }
        // Some file systems have no hard links.
        Err(_) => fs::rename(partial, to).map_err(|error| broken(to, &error))?,
    }
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| broken(folder, &error))
}
