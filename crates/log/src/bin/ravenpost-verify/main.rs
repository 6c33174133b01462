//! `ravenpost-verify`: checks exported games, seals, signed checkpoints and saved emails of a
//! Ravenpost server, each by itself and all against each other. It uses none of the server's code.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it reads files")]

mod args;
mod load;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Command};
use ravenpost_log::evidence::piece::{EvidenceError, Piece};
use ravenpost_log::evidence::{Finding, Named, examine};

/// The note about what this program does not check.
const LEFT: &str = "Not checked here: whether the games follow the rules of their titles. Use \
                    `ravenpost verify` for that.";

fn main() -> ExitCode {
    let args = match args::read(std::env::args_os().skip(1)) {
        Ok(Command::Help) => return finish(args::HELP.trim_end().to_owned(), 0),
        Ok(Command::Version) => return finish(env!("CARGO_PKG_VERSION").to_owned(), 0),
        Ok(Command::Verify(args)) => args,
        Err(what) => {
            let _ =
                writeln!(std::io::stderr(), "error: {what}\n\nFor more information, try '--help'.");
            return ExitCode::from(2);
        }
    };
    let (text, code) = verify(&args);
    finish(text, code)
}

/// Prints the text and returns the exit code. A closed pipe is not an error.
fn finish(text: String, code: u8) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let printed = writeln!(out, "{text}").and_then(|()| out.flush());
    match printed {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::from(code),
    }
}

/// Checks all files and returns the report and the exit code.
fn verify(args: &Args) -> (String, u8) {
    let (mut pieces, mut lines) = (Vec::new(), Vec::new());
    let (mut broken, mut unread) = (0, 0);
    for path in &args.files {
        let name = path.display().to_string();
        match load::file(path) {
            Err(what) => {
                lines.push(format!("UNREAD  {name}: {what}"));
                unread += 1;
            }
            Ok(bytes) => match Piece::read(&bytes) {
                Ok(piece) => pieces.push(Named { name, piece }),
                Err(EvidenceError { what, newer: true }) => {
                    lines.push(format!("UNREAD  {name}: {what}"));
                    unread += 1;
                }
                Err(what) => {
                    lines.push(format!("BROKEN  {name}: {what}"));
                    broken += 1;
                }
            },
        }
    }
    let found = examine(&pieces, &args.trust);
    broken += found.iter().filter(|one| one.broken).count();
    lines.extend(found.iter().map(line));
    if pieces.iter().any(|named| matches!(named.piece, Piece::Export(_))) {
        lines.push(LEFT.to_owned());
    }
    lines.push(match (broken, unread) {
        (0, 0) => "Everything is valid.".to_owned(),
        (0, 1) => "One file could not be read; everything else is valid.".to_owned(),
        (0, _) => format!("{unread} files could not be read; everything else is valid."),
        (1, _) => "One check failed.".to_owned(),
        _ => format!("{broken} checks failed."),
    });
    let code = match (broken, unread) {
        (0, 0) => 0,
        (0, _) => 2,
        _ => 1,
    };
    (lines.join("\n"), code)
}

fn line(found: &Finding) -> String {
    let begin = if found.broken { "BROKEN  " } else { "" };
    match &found.about {
        Some(about) => format!("{begin}{about}: {}", found.what),
        None => format!("{begin}{}", found.what),
    }
}
