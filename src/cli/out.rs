//! The output of commands: standard output, or a buffer in tests.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

/// A buffered output. Unlike `println!`, it reports a closed pipe as an error.
pub struct Out(Box<dyn Write + Send>);

impl Out {
    pub fn stdout() -> Out {
        Out(Box::new(BufWriter::new(io::stdout())))
    }

    pub fn to(place: impl Write + Send + 'static) -> Out {
        Out(Box::new(place))
    }

    /// Prints one or more lines.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        self.0.write_all(text.trim_end_matches('\n').as_bytes())?;
        self.0.write_all(b"\n")
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
