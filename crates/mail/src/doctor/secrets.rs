//! Checks whether the account of the server can read the settings and the secret files. The doctor
//! may run under another account, such as root, which can read everything.

use std::fs::{self, File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::finding::DoctorReport;
use ravenpost_config::Config;

/// Checks each file with the permissions of the owner of the data folder.
pub(super) fn look(config: &Config, files: &[PathBuf], report: &mut DoctorReport) {
    let Ok(home) = fs::metadata(Path::new(&config.data.dir)) else { return };
    let account = home.uid();
    for path in files {
        let Ok(about) = fs::metadata(path) else { continue };
        let (file, readable) = (path.display(), File::open(path).is_ok());
        match may_read(&home, &about) {
            true if readable => {}
            true => report.note(
                "secrets",
                format!("{file} cannot be read by this account, so it was not checked"),
                format!("Run the doctor as account {account}, which owns the data folder."),
            ),
            // systemd reads credentials as root, and passes copies to the service.
            false if readable && about.uid() == 0 => report.note(
                "secrets",
                format!("only root can read {file}, not account {account} of the data folder"),
                "That is correct if the unit passes the file with LoadCredential. Otherwise make \
                 that account the owner of the file (chown). To check as the service does, run \
                 the doctor as that account.",
            ),
            false => report.bad(
                "secrets",
                format!("{file} cannot be read by account {account}, which owns the data folder"),
                "Make that account the owner of the file (chown), and deny access to others (chmod \
                 600). The server and the mail server's pipe run under that account.",
            ),
        }
    }
}

fn may_read(reader: &Metadata, file: &Metadata) -> bool {
    let mode = file.mode();
    match reader {
        root if root.uid() == 0 => true,
        own if own.uid() == file.uid() => mode & 0o400 != 0,
        kin if kin.gid() == file.gid() => mode & 0o040 != 0,
        _ => mode & 0o004 != 0,
    }
}
