//! Where commands print to: the standard output, or a buffer in tests.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

/// A buffered place to print to. Unlike `println!` it tells when nobody reads any more.
pub struct Out(Box<dyn Write + Send>);

impl Out {
    /// Writes to the standard output.
    pub fn stdout() -> Out {
        Out(Box::new(BufWriter::new(io::stdout())))
    }

    /// Writes to anything else that takes bytes.
    pub fn to(place: impl Write + Send + 'static) -> Out {
        Out(Box::new(place))
    }

    /// Prints a line, or several in one text.
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
