//! Reads SMTP lines with a size limit and a timeout of one minute. Only CR LF ends a line: servers
//! that disagree about a lone LF are open to SMTP smuggling.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::address::Stream;
use crate::incoming::spool::{MOST, STORED_SIZE};

/// Maximum length of a command, including the parameters of extensions.
const COMMAND: usize = 2048;
/// Maximum length of a line of an email; the standard limits lines to 1000 octets.
const EMAIL_LINE: usize = 64 << 10;
/// Maximum time to wait for more data.
const SILENCE: Duration = Duration::from_secs(60);

/// The outcome of reading a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadLine {
    Whole,
    /// The line exceeded the limit, and its truncated text must not be used.
    TooLong,
    Bare,
    /// The connection was closed.
    Gone,
}

/// The outcome of reading the data after DATA.
#[derive(PartialEq, Eq, Debug)]
pub enum Message {
    Whole(Vec<u8>),
    TooLarge,
    /// It contains a line that is too long.
    LongLine,
    /// It contains a lone LF, so its end is ambiguous.
    Bare,
    Gone,
}

/// Both directions of a connection.
pub struct Lines(BufReader<Box<dyn Stream>>);

impl Lines {
    pub fn over(line: Box<dyn Stream>) -> Lines {
        Lines(BufReader::new(line))
    }

    /// Sends a reply in one write; a second small write would be delayed by Nagle's algorithm.
    pub async fn say(&mut self, words: &str) -> io::Result<()> {
        let words = format!("{words}\r\n");
        let said = async {
            self.0.write_all(words.as_bytes()).await?;
            self.0.flush().await
        };
        tokio::time::timeout(SILENCE, said).await.map_err(|_| io::ErrorKind::TimedOut)?
    }

    /// Reads the next command into `command`, without its line ending.
    pub async fn command(&mut self, command: &mut Vec<u8>) -> io::Result<ReadLine> {
        self.line(command, COMMAND).await
    }

    /// Reads an email up to the terminating dot. Only the first lines of a long email are returned.
    pub async fn message(&mut self) -> io::Result<Message> {
        let most = usize::try_from(MOST).unwrap_or(usize::MAX);
        let (mut email, mut line) = (Vec::new(), Vec::new());
        let (mut large, mut long, mut length) = (false, false, 0);
        loop {
            match self.line(&mut line, EMAIL_LINE).await? {
                ReadLine::Whole => {}
                ReadLine::TooLong => {
                    long = true;
                    continue;
                }
                ReadLine::Bare => return Ok(Message::Bare),
                ReadLine::Gone => return Ok(Message::Gone),
            }
            if line == b".\r\n" {
                break;
            }
            // Remove dot-stuffing.
            let text = line.strip_prefix(b".").unwrap_or(&line);
            length += text.len();
            large |= length > most;
            if large || long {
                email = Vec::new();
            } else if length <= STORED_SIZE {
                email.extend_from_slice(text);
            }
        }
        Ok(match (large, long) {
            (true, _) => Message::TooLarge,
            (_, true) => Message::LongLine,
            _ => Message::Whole(email),
        })
    }

    /// Reads a line including its ending, and stores at most `most` bytes of it.
    async fn line(&mut self, line: &mut Vec<u8>, most: usize) -> io::Result<ReadLine> {
        line.clear();
        let (mut long, mut before) = (false, 0);
        loop {
            let more = tokio::time::timeout(SILENCE, self.0.fill_buf());
            let chunk = more.await.map_err(|_| io::ErrorKind::TimedOut)??;
            if chunk.is_empty() {
                return Ok(ReadLine::Gone);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(chunk.len(), |at| at + 1);
            long |= line.len() + used > most;
            if !long {
                line.extend_from_slice(&chunk[..used]);
            }
            let last = chunk[..used - usize::from(end.is_some())].last().copied();
            before = last.unwrap_or(before);
            self.0.consume(used);
            if end.is_some() {
                return Ok(match (before == b'\r', long) {
                    (false, _) => ReadLine::Bare,
                    (true, true) => ReadLine::TooLong,
                    (true, false) => ReadLine::Whole,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    async fn message(sent: &[u8]) -> Message {
        let (mut far, near) = duplex(sent.len().max(1));
        far.write_all(sent).await.expect("it is sent");
        drop(far);
        Lines::over(Box::new(near)).message().await.expect("it is read")
    }

    #[tokio::test]
    async fn email_ends_at_a_dot_between_two_crlf() {
        let whole = message(b"a\r\n..b\r\n.\r\n").await;
        assert_eq!(whole, Message::Whole(b"a\r\n.b\r\n".to_vec()));
        for smuggled in ["a\n.\r\n", "a\r\n.\nb\r\n.\r\n", "\n.\n"] {
            assert_eq!(message(smuggled.as_bytes()).await, Message::Bare, "{smuggled:?}");
        }
        assert_eq!(message(b"a\r\n").await, Message::Gone);
    }

    #[tokio::test]
    async fn oversized_email_is_drained_and_not_stored() {
        let line = [b"x".repeat(EMAIL_LINE), b"\r\n".to_vec()].concat();
        assert_eq!(message(&[line, b".\r\n".to_vec()].concat()).await, Message::LongLine);
        let line = [b"x".repeat(998), b"\r\n".to_vec()].concat();
        let large = [line.repeat(4300), b".\r\n".to_vec()].concat();
        assert_eq!(message(&large).await, Message::TooLarge);
    }
}
