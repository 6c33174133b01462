//! Lines of a mail server: bounded, waited for no longer than a minute, and ended by CR LF and by
//! nothing else. A lone LF that one server takes for the end of a line and another does not is how
//! letters are smuggled inside letters.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::place::Stream;
use crate::mail::incoming::spool::{KEPT, MOST};

/// The longest command, with all that extensions may put behind it.
const COMMAND: usize = 2048;
/// The longest line of a letter; mail servers break them at 1000.
const LETTER_LINE: usize = 64 << 10;
/// No byte is waited for longer.
const SILENCE: Duration = Duration::from_secs(60);

/// A line that came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadLine {
    Whole,
    /// It was longer than it may be; what there is of it means nothing.
    TooLong,
    /// It ended with a lone LF.
    Bare,
    /// There will be no more.
    Gone,
}

/// What was sent after DATA.
#[derive(PartialEq, Eq, Debug)]
pub enum Message {
    Whole(Vec<u8>),
    TooLarge,
    /// It holds a line that is too long.
    LongLine,
    /// It holds a lone LF. Where it ends is not known.
    Bare,
    Gone,
}

/// Both directions of a talk.
pub struct Lines(BufReader<Box<dyn Stream>>);

impl Lines {
    pub fn over(line: Box<dyn Stream>) -> Lines {
        Lines(BufReader::new(line))
    }

    /// Answers, in one piece: a second one would wait until the first was heard of.
    pub async fn say(&mut self, words: &str) -> io::Result<()> {
        let words = format!("{words}\r\n");
        let said = async {
            self.0.write_all(words.as_bytes()).await?;
            self.0.flush().await
        };
        tokio::time::timeout(SILENCE, said).await.map_err(|_| io::ErrorKind::TimedOut)?
    }

    /// Reads the next command into `command`, without its end of line.
    pub async fn command(&mut self, command: &mut Vec<u8>) -> io::Result<ReadLine> {
        self.line(command, COMMAND).await
    }

    /// A letter, up to the line with a single point. Of a long one the first lines are kept.
    pub async fn message(&mut self) -> io::Result<Message> {
        let most = usize::try_from(MOST).unwrap_or(usize::MAX);
        let (mut letter, mut line) = (Vec::new(), Vec::new());
        let (mut large, mut long, mut length) = (false, false, 0);
        loop {
            match self.line(&mut line, LETTER_LINE).await? {
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
            // A point was put before each line that begins with one.
            let text = line.strip_prefix(b".").unwrap_or(&line);
            length += text.len();
            large |= length > most;
            if large || long {
                letter = Vec::new();
            } else if length <= KEPT {
                letter.extend_from_slice(text);
            }
        }
        Ok(match (large, long) {
            (true, _) => Message::TooLarge,
            (_, true) => Message::LongLine,
            _ => Message::Whole(letter),
        })
    }

    /// One line with its end, of which no more than `most` is kept.
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
    async fn a_letter_ends_at_a_point_between_two_whole_line_ends() {
        let whole = message(b"a\r\n..b\r\n.\r\n").await;
        assert_eq!(whole, Message::Whole(b"a\r\n.b\r\n".to_vec()));
        for smuggled in ["a\n.\r\n", "a\r\n.\nb\r\n.\r\n", "\n.\n"] {
            assert_eq!(message(smuggled.as_bytes()).await, Message::Bare, "{smuggled:?}");
        }
        assert_eq!(message(b"a\r\n").await, Message::Gone);
    }

    #[tokio::test]
    async fn what_is_too_large_is_read_to_its_end_and_not_kept() {
        let line = [b"x".repeat(LETTER_LINE), b"\r\n".to_vec()].concat();
        assert_eq!(message(&[line, b".\r\n".to_vec()].concat()).await, Message::LongLine);
        let line = [b"x".repeat(998), b"\r\n".to_vec()].concat();
        let large = [line.repeat(4300), b".\r\n".to_vec()].concat();
        assert_eq!(message(&large).await, Message::TooLarge);
    }
}
