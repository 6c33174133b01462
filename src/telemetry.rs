//! Log lines on the standard error stream: text on a terminal, JSON otherwise.
//!
//! Nobody logs an address or a token; nothing here could take one out again.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::TryInitError;

use crate::config::{Log, LogFormat};

/// What anybody on the network can cause by sending rubbish is no error of ours.
const QUIET: &str = "actix_http=off";

/// Why logging could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("log.filter: \"{filter}\" cannot be read: {why}")]
    Filter { filter: String, why: tracing_subscriber::filter::ParseError },
    #[error("logging was started before")]
    Twice(#[from] TryInitError),
}

/// Starts logging for the whole process; may be done once.
pub fn start(log: &Log) -> Result<(), LogError> {
    use tracing_subscriber::util::SubscriberInitExt;
    let filter = EnvFilter::try_new(format!("{QUIET},{}", log.filter))
        .map_err(|why| LogError::Filter { filter: log.filter.clone(), why })?;
    let terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if in_json(log.format, terminal) {
        lines.json().flatten_event(true).finish().try_init()?;
    } else {
        lines.with_ansi(terminal).with_target(false).compact().finish().try_init()?;
    }
    Ok(())
}

fn in_json(format: LogFormat, terminal: bool) -> bool {
    match format {
        LogFormat::Auto => !terminal,
        LogFormat::Text => false,
        LogFormat::Json => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_unless_a_person_looks_on() {
        assert!(in_json(LogFormat::Auto, false));
        assert!(!in_json(LogFormat::Auto, true));
        assert!(in_json(LogFormat::Json, true));
        assert!(!in_json(LogFormat::Text, false));
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_named() {
        let log = Log { filter: "a=b=c".to_owned(), ..Log::default() };
        let why = start(&log).unwrap_err().to_string();
        assert!(why.contains("log.filter: \"a=b=c\""), "{why}");
    }
}
