//! The reader's pending decision, or otherwise the awaited seats. Each email has it in a block of
//! its own, after the news.

use crate::parts::frame::Clock;
use crate::parts::safe_line::SafeLine;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Todo {
    /// Whether the reader is to move.
    pub asked: bool,
    /// What is awaited, in complete sentences: "You are to move." Empty if nothing is.
    pub words: SafeLine,
    /// The reader's clock, if it runs.
    pub clock: Option<Clock>,
}

impl Todo {
    /// The decisions awaited from others.
    pub fn of_others(words: impl Into<SafeLine>) -> Todo {
        Todo { words: words.into(), ..Todo::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the text of the block.
    pub fn sentence(&self) -> String {
        match self.asked {
            true => self.words.to_string(),
            false => format!("Nothing for now. {}", self.words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Todo;

    #[test]
    fn only_the_awaited_reader_has_something_to_do() {
        let others = Todo::of_others("Blue is to move.");
        let own = Todo { asked: true, ..Todo::of_others("You are to move.") };
        assert_eq!(own.sentence(), &*own.words);
        assert!(others.sentence().len() > others.words.len());
        assert!(Todo::default().is_empty());
    }
}
