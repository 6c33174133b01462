//! The engine: a program that reads one JSON document per line, and answers each with one line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use super::TOKEN;

/// The longest line that an engine may write, in bytes. The API refuses longer requests.
const LONGEST_LINE: u64 = 65_536;
/// How many lines an engine can write before they are read. Then it has to wait.
const AHEAD: usize = 16;

/// Why an engine did not answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("cannot start {0}: {1}")]
    Start(String, io::Error),
    #[error("no answer within {0} seconds")]
    Hung(u64),
    #[error("the engine ended without an answer")]
    Ended,
}

/// An engine, which is started again if it has ended.
pub struct Engine {
    program: String,
    arguments: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
}

impl Engine {
    pub fn start(
        program: String,
        arguments: Vec<String>,
        timeout: Duration,
    ) -> Result<Engine, EngineError> {
        let mut engine = Engine { program, arguments, timeout, running: None };
        engine.running = Some(engine.run()?);
        Ok(engine)
    }

    /// How long it may take to answer, in seconds.
    pub fn seconds(&self) -> u64 {
        self.timeout.as_secs()
    }

    /// Sends a line and returns the answer. An engine that does not answer is killed.
    pub fn ask(&mut self, line: &str) -> Result<String, EngineError> {
        let is_alive = self.running.as_mut().is_some_and(Running::is_alive);
        let running = match self.running.take().filter(|_| is_alive) {
            Some(running) => running,
            None => self.run()?,
        };
        let answer = running.answer(line, self.timeout)?;
        self.running = Some(running);
        Ok(answer)
    }

    fn run(&self) -> Result<Running, EngineError> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_remove(TOKEN);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|why| EngineError::Start(self.program.clone(), why))?;
        let stdin = child.stdin.take().expect("its input is a pipe");
        let stdout = child.stdout.take().expect("its output is a pipe");
        // Neither an engine that does not read nor one that does not write may block the caller.
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(AHEAD);
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &read));
        Ok(Running { child, input, output })
    }
}

/// A running engine. It is killed when dropped.
struct Running {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
}

impl Running {
    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn answer(&self, line: &str, timeout: Duration) -> Result<String, EngineError> {
        // Discard lines that the engine wrote before this question.
        let early = self.output.try_iter().take(AHEAD).count();
        if early > 0 {
            tracing::warn!(lines = early, "engine wrote unexpected lines");
        }
        self.input.send(format!("{line}\n")).map_err(|_| EngineError::Ended)?;
        self.output.recv_timeout(timeout).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineError::Hung(timeout.as_secs()),
            RecvTimeoutError::Disconnected => EngineError::Ended,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing fails only if the engine has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends or a line is too long.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let too_long = line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n");
        if !read.is_ok_and(|length| length > 0) || too_long {
            return;
        }
        if lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(script: &str, timeout: Duration) -> Engine {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Engine::start("sh".to_owned(), arguments, timeout).unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn every_line_gets_an_answer() {
        let mut echo = engine("while read line; do echo \" got $line \"; done", LONG);
        for line in ["one", "two"] {
            assert_eq!(echo.ask(line).unwrap(), format!("got {line}"));
        }
    }

    #[test]
    fn engine_that_exits_is_restarted() {
        let mut short = engine("read line; echo \"$line\"", LONG);
        for line in ["one", "two", "three"] {
            // The engine may exit between the check and the question.
            let answer = short.ask(line).or_else(|_| short.ask(line));
            assert_eq!(answer.unwrap(), line);
        }
        let mut broken = engine("exit 1", LONG);
        assert!(matches!(broken.ask("one"), Err(EngineError::Ended)));
    }

    #[test]
    fn engine_that_does_not_read_or_write_is_killed() {
        let line = "x".repeat(1_000_000);
        for script in ["exec tail -f /dev/null", "while read line; do :; done"] {
            let mut silent = engine(script, Duration::from_millis(100));
            assert!(matches!(silent.ask(&line), Err(EngineError::Hung(_))), "{script}");
            assert!(silent.running.is_none());
        }
    }

    #[test]
    fn endless_output_is_bounded_in_memory() {
        let mut flood = engine("exec yes", LONG);
        assert_eq!(flood.ask("one").unwrap(), "y");
        let mut endless = engine("exec cat /dev/zero", LONG);
        assert!(matches!(endless.ask("one"), Err(EngineError::Ended)));
    }

    #[test]
    fn missing_program_is_named() {
        let missing = Engine::start("/nowhere/engine".to_owned(), Vec::new(), LONG);
        assert!(matches!(missing, Err(EngineError::Start(name, _)) if name == "/nowhere/engine"));
    }
}
