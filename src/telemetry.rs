//! Logs to the standard error stream: text on a terminal, otherwise JSON.
//!
//! Addresses and tokens must not be logged; there is no filter here that would remove them.
//!
//! Logging never fails, blocks or panics. If the stream is no longer read, lines are counted and
//! dropped, and the server continues.

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::reload;
use tracing_subscriber::util::TryInitError;

use ravenpost_config::{Log, LogFormat};
use ravenpost_service::admin::log_level::LogLevel;

/// Malformed requests, which anyone can send, are not errors of the server.
const QUIET: &str = "actix_http=off";

/// Why logging could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("log.filter: \"{filter}\" is invalid: {why}; write for example info,ravenpost=debug")]
    Filter { filter: String, why: tracing_subscriber::filter::ParseError },
    #[error("logging has already been set up")]
    Twice(#[from] TryInitError),
}

/// Checks whether logging can be started with these settings.
pub fn check(log: &Log) -> Result<(), LogError> {
    filter(log).map(drop)
}

fn filter(log: &Log) -> Result<EnvFilter, LogError> {
    EnvFilter::try_new(format!("{QUIET},{}", log.filter))
        .map_err(|why| LogError::Filter { filter: log.filter.clone(), why })
}

/// Starts logging for the whole process; may be called only once.
pub fn start(log: &Log) -> Result<(), LogError> {
    use tracing_subscriber::util::SubscriberInitExt;
    let filter = filter(log)?;
    let terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(LogWriter::default);
    let replace: Replace = if in_json(log.format, terminal) {
        // The list of spans contains the current one.
        let lines = lines.json().flatten_event(true).with_current_span(false);
        let lines = lines.with_filter_reloading();
        let handle = lines.reload_handle();
        lines.finish().try_init()?;
        Box::new(move |filter: EnvFilter| handle.reload(filter))
    } else {
        let lines = lines.with_ansi(terminal).with_target(false).compact();
        let lines = lines.with_filter_reloading();
        let handle = lines.reload_handle();
        lines.finish().try_init()?;
        Box::new(move |filter: EnvFilter| handle.reload(filter))
    };
    // It is the first, because logging was not set up before.
    let _ = FILTER.set(replace);
    Ok(())
}

/// Replaces the filter of the log.
type Replace = Box<dyn Fn(EnvFilter) -> Result<(), reload::Error> + Send + Sync>;

static FILTER: OnceLock<Replace> = OnceLock::new();

/// Logs Ravenpost's own messages at a level, or as the settings say. Libraries might log the
/// contents of emails, so their level is not changed.
///
/// # Errors
///
/// Returns why the level could not be changed.
pub fn set_level(log: &Log, level: Option<LogLevel>) -> Result<(), String> {
    let replace = FILTER.get().ok_or("logging is not set up")?;
    let chosen = level.map(|level| {
        let filter = format!("{},ravenpost={}", log.filter, level.word());
        Log { filter, ..log.clone() }
    });
    let filter = filter(chosen.as_ref().unwrap_or(log)).map_err(|why| why.to_string())?;
    replace(filter).map_err(|why| why.to_string())
}

/// How many bytes can be written to a pipe that is reported as writable.
const CHUNK: usize = 4096;
/// How long to wait, once, for a reader that has fallen behind.
const PATIENCE: Duration = Duration::from_millis(200);

static STREAM: Mutex<Stream> = Mutex::new(Stream { lost: 0, why: None });

/// The state of the log stream.
struct Stream {
    /// Lines lost since the last successful write.
    lost: u64,
    why: Option<&'static str>,
}

/// Returns why log lines are currently lost; `None` while they are written.
pub fn trouble() -> Option<String> {
    STREAM.lock().unwrap_or_else(PoisonError::into_inner).trouble()
}

impl Stream {
    fn trouble(&self) -> Option<String> {
        self.why.map(|why| format!("{} log lines lost: {why}", self.lost))
    }

    /// Writes one line, or counts it as lost.
    fn line(&mut self, out: &impl AsFd, line: &[u8]) {
        let mut patience = PATIENCE;
        if self.lost > 0 {
            patience = Duration::ZERO;
            let notice = format!("\n{} log lines were lost\n", self.lost);
            if self.write(out, notice.as_bytes(), patience).is_err() {
                self.lost += 1;
                return;
            }
        }
        match self.write(out, line, patience) {
            Ok(()) => (self.lost, self.why) = (0, None),
            Err(()) => self.lost += 1,
        }
    }

    fn write(&mut self, out: &impl AsFd, text: &[u8], patience: Duration) -> Result<(), ()> {
        for chunk in text.chunks(CHUNK) {
            if !takes_more(out, patience) {
                self.why = Some("nothing reads the log");
                return Err(());
            }
            let mut left = chunk;
            while !left.is_empty() {
                match rustix::io::write(out, left) {
                    Ok(written) => left = &left[written..],
                    Err(rustix::io::Errno::INTR) => {}
                    Err(rustix::io::Errno::NOSPC) => {
                        self.why = Some("the disk is full");
                        return Err(());
                    }
                    Err(_) => {
                        self.why = Some("the log stream is closed");
                        return Err(());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a chunk can be written within the given time.
fn takes_more(out: &impl AsFd, patience: Duration) -> bool {
    let wait = Timespec::try_from(patience).ok();
    let mut streams = [PollFd::new(out, PollFlags::OUT)];
    poll(&mut streams, wait.as_ref()).is_ok_and(|ready| ready > 0)
}

/// Writes to the standard error stream and never fails, because the logging library would panic.
#[derive(Default)]
struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut stream = STREAM.lock().unwrap_or_else(PoisonError::into_inner);
        stream.line(&io::stderr(), line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints to the standard error stream and ignores errors.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
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
    fn log_is_json_unless_on_a_terminal() {
        assert!(in_json(LogFormat::Auto, false));
        assert!(!in_json(LogFormat::Auto, true));
        assert!(in_json(LogFormat::Json, true));
        assert!(!in_json(LogFormat::Text, false));
    }

    fn lines(from: impl AsFd) -> String {
        let mut read = vec![0; 1 << 20];
        let length = rustix::io::read(from, &mut read[..]).unwrap();
        String::from_utf8_lossy(&read[..length]).into_owned()
    }

    #[test]
    fn lines_without_a_reader_are_counted_and_dropped() {
        let mut stream = Stream { lost: 0, why: None };
        let (reader, out) = std::io::pipe().unwrap();
        stream.line(&out, b"one\n");
        assert_eq!((lines(&reader).as_str(), stream.trouble()), ("one\n", None));
        drop(reader);
        for _ in 0..3 {
            stream.line(&out, b"two\n");
        }
        let trouble = stream.trouble().unwrap();
        assert!(trouble.starts_with("3 log lines lost"), "{trouble}");
    }

    #[test]
    fn stalled_reader_blocks_nothing_and_gets_a_summary() {
        let mut stream = Stream { lost: 0, why: None };
        let (reader, out) = std::io::pipe().unwrap();
        let line = [b'x'; 1000];
        for _ in 0..200 {
            stream.line(&out, &line);
        }
        let lost = stream.lost;
        assert!(lost > 0 && stream.trouble().is_some());
        lines(&reader);
        stream.line(&out, b"again\n");
        let heard = lines(&reader);
        assert!(heard.contains(&format!("{lost} log lines were lost\nagain\n")), "{heard}");
        assert_eq!(stream.trouble(), None);
    }

    #[test]
    fn invalid_filter_is_named() {
        let log = Log { filter: "a=b=c".to_owned(), ..Log::default() };
        let why = start(&log).unwrap_err().to_string();
        assert!(why.contains("log.filter: \"a=b=c\""), "{why}");
    }
}
