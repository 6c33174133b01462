//! Columns in emails. Splits the text form of a board for narrow screens: prose may wrap, columns
//! must not.

use ravenpost_rules::{BoardText, Cell, Column, Row, TextLine};

/// Tables with more columns repeat the column names in each row, because a heading would not line
/// up.
const NARROW: usize = 3;

/// Consecutive lines of one kind.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ColumnPart {
    /// Whether they are in columns, and so must scroll horizontally instead of wrapping.
    pub columns: bool,
    pub text: String,
}

/// Returns a row of a table as text. Where it names its columns, empty cells are left out.
pub(crate) fn row(head: &[Column], row: &Row) -> String {
    let wide = head.len() > NARROW;
    let cells = row.cells.iter().enumerate().filter(|(_, cell)| !wide || !cell.is_blank());
    let cell = |(at, cell): (usize, &Cell)| match head.get(at).filter(|_| wide) {
        Some(column) if !(column.name.is_empty() || at == 0 && row.seat.is_some()) => {
            format!("{} {cell}", column.name)
        }
        _ => cell.to_string(),
    };
    cells.map(cell).collect::<Vec<_>>().join(" | ")
}

/// Splits a text into parts, each of a single kind. Empty lines belong to the preceding part.
pub(crate) fn parts(text: &BoardText) -> Vec<ColumnPart> {
    let mut parts: Vec<ColumnPart> = Vec::new();
    for line in text.lines() {
        let columns = matches!(line, TextLine::Columns(_));
        match parts.last_mut() {
            Some(last) if last.columns == columns || matches!(line, TextLine::Blank) => {
                last.text.push('\n');
                last.text.push_str(line.as_str());
            }
            _ => parts.push(ColumnPart { columns, text: line.as_str().to_owned() }),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_row_names_its_columns() {
        let head = Column::all([("", ""), ("hide", "Hide"), ("wool", "Wool"), ("gold", "Gold")]);
        let goods = Row::new("goods", ["Storage", "2 of 5", "", "1"].map(Cell::from).to_vec());
        assert_eq!(row(&head, &goods), "Storage | Hide 2 of 5 | Gold 1");
        let narrow = Row::new("goods", ["Hide", "2 of 5"].map(Cell::from).to_vec());
        assert_eq!(row(&head[..2], &narrow), "Hide | 2 of 5");
    }

    #[test]
    fn columns_are_distinguished_from_prose() {
        let mut text = BoardText::default();
        text.prose("The 1200s.", 2);
        text.blank();
        text.columns("bro  Field");
        text.columns("rute Hill");
        text.blank();
        text.prose("  Ships:  none.", 4);
        text.prose("Silver: 3.", 2);
        let parts = parts(&text);
        let columns: Vec<bool> = parts.iter().map(|part| part.columns).collect();
        assert_eq!(columns, [false, true, false]);
        assert_eq!(parts[1].text, "bro  Field\nrute Hill\n");
        let whole: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole.join("\n"), text.unwrapped(), "nothing is lost");
    }
}
