//! Assigns the lines of a reply about several tables to the tables: `Winter: pass`, or the table's
//! name with a colon and the lines for it below.

use crate::reply::line::ReplyLine;
use crate::reply::reading::command::Request;
use crate::reply::reading::phrases::{bare, is_heading};
use crate::reply::reading::{begins_block, command, ends_block};

const COLONS: [char; 2] = [':', '\u{ff1a}'];
/// Maximum number of words before a colon that may be part of a table's name.
const WORDS: usize = 6;

#[derive(Clone, Debug, Default)]
pub(in crate::reply) struct TableName {
    pub id: String,
    pub name: String,
    pub title: String,
    /// The first words of its title's orders.
    pub verbs: &'static [&'static str],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::reply) enum Piece {
    /// Lines for the table with that index. `at` is the index of the first line in the reply.
    Lines { table: usize, at: usize, lines: Vec<ReplyLine> },
    /// A table's name on a line of its own.
    Heading { table: usize, raw: String },
    /// A name shared by several tables.
    Ambiguous { raw: String, tables: Vec<usize> },
    /// A line that belongs to no table.
    Loose(ReplyLine),
}

enum Found {
    One(usize),
    Several(Vec<usize>),
}

/// The table that the lines below belong to.
#[derive(Clone, Copy)]
enum Open {
    No,
    /// Up to the next empty line.
    Paragraph(usize),
    /// Up to the next name.
    Block(usize),
}

/// Returns the name for a table in a reply, or its id if several tables share the name.
pub(in crate::reply) fn label(tables: &[TableName], at: usize) -> &str {
    let table = &tables[at];
    let name = bare(&table.name);
    let same = tables.iter().filter(|other| bare(&other.name) == name).count();
    if same > 1 || !called(table, &name) { &table.id } else { &table.name }
}

/// Splits the lines of a reply by table. If `only` is set, there is one table, which all lines are
/// for.
pub(in crate::reply) fn pieces(
    lines: &[ReplyLine],
    tables: &[TableName],
    only: bool,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open = if only { Open::Block(0) } else { Open::No };
    let mut block_ends = 0;
    let all: Vec<usize> = (0..tables.len()).collect();
    for (at, line) in lines.iter().enumerate() {
        // A message with an explicit end goes to its table as a whole.
        let named = if at < block_ends { None } else { named(line, tables) };
        if at >= block_ends {
            let text = match &named {
                Some((_, Some(rest))) => rest,
                _ => line,
            };
            if begins_block(&text.plain, &text.raw) {
                block_ends = explicit_end(&lines[at + 1..]).map_or(at, |end| at + 2 + end);
            }
        }
        match named {
            Some((Found::Several(several), Some(rest))) if is_for_any(&rest, tables, &several) => {
                open = Open::No;
                pieces.push(Piece::Lines { table: several[0], at, lines: vec![rest] });
                continue;
            }
            Some((Found::Several(tables), _)) => {
                pieces.push(Piece::Ambiguous { raw: line.raw.clone(), tables });
                open = Open::No;
                continue;
            }
            Some((Found::One(table), None)) => {
                pieces.push(Piece::Heading { table, raw: line.raw.clone() });
                open = Open::Block(table);
                continue;
            }
            Some((Found::One(table), Some(rest))) => {
                let block = only || begins_block(&rest.plain, &rest.raw);
                open = if block { Open::Block(table) } else { Open::Paragraph(table) };
                pieces.push(Piece::Lines { table, at, lines: vec![rest] });
                continue;
            }
            None => {}
        }
        let table = match open {
            Open::Block(table) => table,
            Open::Paragraph(table) if !line.begins_paragraph || at < block_ends => table,
            Open::Paragraph(_) | Open::No => {
                open = Open::No;
                pieces.push(match is_for_any(line, tables, &all) {
                    true => Piece::Lines { table: 0, at, lines: vec![line.clone()] },
                    false => Piece::Loose(line.clone()),
                });
                continue;
            }
        };
        match pieces.last_mut() {
            Some(Piece::Lines { table: last, lines, .. }) if *last == table => {
                lines.push(line.clone());
            }
            _ => pieces.push(Piece::Lines { table, at, lines: vec![line.clone()] }),
        }
    }
    pieces
}

/// Whether any of these tables can answer a line, because it is about the writer, or about the
/// rules of a title that they all play.
fn is_for_any(line: &ReplyLine, tables: &[TableName], these: &[usize]) -> bool {
    match command::read(&line.plain, &line.raw) {
        Request::Emails(_)
        | Request::Zone(_)
        | Request::Games
        | Request::Block { .. }
        | Request::Help => true,
        Request::Rules(_) => {
            these.windows(2).all(|pair| tables[pair[0]].title == tables[pair[1]].title)
        }
        _ => false,
    }
}

/// Returns where a message or note that began above these lines ends, if it has an explicit end
/// before the next one begins.
fn explicit_end(below: &[ReplyLine]) -> Option<usize> {
    let decides =
        |line: &&ReplyLine| ends_block(&line.plain) || begins_block(&line.plain, &line.raw);
    let (at, line) = below.iter().enumerate().find(|(_, line)| decides(line))?;
    ends_block(&line.plain).then_some(at)
}

/// Returns the table that a line names and the text after the colon.
fn named(line: &ReplyLine, tables: &[TableName]) -> Option<(Found, Option<ReplyLine>)> {
    let colons = |text: &str| -> Vec<(usize, usize)> {
        let found = text.char_indices().filter(|(_, c)| COLONS.contains(c));
        found.map(|(at, c)| (at, at + c.len_utf8())).collect()
    };
    let (plain, raw) = (colons(&line.plain), colons(&line.raw));
    // The longest name counts, because a name may contain a colon.
    let whole = plain.iter().enumerate().rev().find_map(|(nth, (at, _))| {
        let name = bare(&line.plain[..*at]);
        Some((nth, found(tables, |table| called(table, &name))?))
    });
    let part = || {
        let (at, _) = plain.first()?;
        Some((0, by_words(&line.plain[..*at], tables)?))
    };
    let Some((nth, found)) = whole.or_else(part) else {
        // The name alone, as a heading.
        let name = bare(&line.plain);
        let alone = name.contains(' ').then(|| found(tables, |table| called(table, &name)));
        return Some((alone.flatten()?, None));
    };
    let around = |c: char| c.is_whitespace() || "\"'*_`".contains(c);
    let behind = |text: &str, colons: &[(usize, usize)]| {
        colons.get(nth).map_or("", |(_, end)| text[*end..].trim_matches(around)).to_owned()
    };
    let rest = ReplyLine {
        raw: behind(&line.raw, &raw),
        plain: behind(&line.plain, &plain),
        ..line.clone()
    };
    let rest = Some(rest).filter(|rest| !rest.plain.is_empty());
    Some((found, rest))
}

/// Whether a table has this name. A table named like a command or a heading is found by its id
/// only.
fn called(table: &TableName, name: &str) -> bool {
    let free = || !command::is_reserved(name) && !is_heading(&format!("{name}:"));
    !name.is_empty() && (table.id == name || (bare(&table.name) == name && free()))
}

fn found(tables: &[TableName], fits: impl Fn(&TableName) -> bool) -> Option<Found> {
    let fitting = tables.iter().enumerate().filter(|(_, table)| fits(table)).map(|(at, _)| at);
    match fitting.collect::<Vec<_>>().as_slice() {
        [] => None,
        [one] => Some(Found::One(*one)),
        several => Some(Found::Several(several.to_vec())),
    }
}

/// Finds a table by words from its name or title. The first words of commands and orders do not
/// count as names.
fn by_words(written: &str, tables: &[TableName]) -> Option<Found> {
    let name = bare(written);
    let first = name.split(' ').next().unwrap_or_default();
    let verb = tables.iter().any(|table| table.verbs.contains(&first));
    let taken = command::is_reserved(&name) || is_heading(&format!("{written}:")) || verb;
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    if taken || words.is_empty() || words.len() > WORDS {
        return None;
    }
    found(tables, |table| {
        let known = format!("{} {}", bare(&table.name), bare(&table.title));
        let apart = |c: char| !c.is_alphanumeric();
        words.iter().all(|word| known.split(apart).any(|one| one == *word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(id: &str, name: &str, title: &str) -> TableName {
        let (id, name, title) = (id.to_owned(), name.to_owned(), title.to_owned());
        TableName { id, name, title, verbs: &["plan", "pass"] }
    }

    /// Returns a short form of a reply's pieces.
    fn read(text: &str, tables: &[TableName]) -> Vec<String> {
        let mut gap = false;
        let mut lines = Vec::new();
        for line in text.lines() {
            if line.is_empty() {
                gap = true;
                continue;
            }
            let begins_paragraph = std::mem::take(&mut gap);
            lines.push(ReplyLine { begins_paragraph, ..ReplyLine::of(line) });
        }
        let short = |piece| match piece {
            Piece::Lines { table, lines, .. } => {
                let lines: Vec<String> = lines.into_iter().map(|line| line.plain).collect();
                format!("{table}: {}", lines.join(" | "))
            }
            Piece::Heading { table, .. } => format!("{table}"),
            Piece::Ambiguous { tables, .. } => format!("{tables:?}"),
            Piece::Loose(line) => format!("- {}", line.plain),
        };
        pieces(&lines, tables, tables.len() == 1).into_iter().map(short).collect()
    }

    #[test]
    fn lines_belong_to_the_table_named_above() {
        let tables = [table("a1", "Winter table", "Gotlandia"), table("b2", "Spring", "Scharz")];
        for (text, wanted) in [
            ("Winter table: pass", vec!["0: pass"]),
            ("WINTER TABLE: 3\nspring: *pass*", vec!["0: 3", "1: pass"]),
            ("Hi,\nwinter: pass\nwood\n\nAnn", vec!["- Hi,", "0: pass | wood", "- Ann"]),
            ("Spring:\npass\n\nwood", vec!["1", "1: pass | wood"]),
            ("**Winter table**\npass", vec!["0", "0: pass"]),
            ("Scharz: pass\nb2: wood", vec!["1: pass", "1: wood"]),
            (
                "Winter: say all: hi\n\nall of you\nSpring: pass",
                vec!["0: say all: hi | all of you", "1: pass"],
            ),
            (
                "Winter: say all:\nmy plan:\nSpring: pass\n\nend say\nSpring: wood",
                vec!["0: say all: | my plan: | Spring: pass | end say", "1: wood"],
            ),
            ("the table: pass", vec!["- the table: pass"]),
            ("say all: hi", vec!["- say all: hi"]),
            ("plan: b2 g1", vec!["- plan: b2 g1"]),
            ("pass", vec!["- pass"]),
            (
                "games\npass\nblock bo\nSpring: zone Europe/Oslo",
                vec!["0: games", "- pass", "0: block bo", "1: zone Europe/Oslo"],
            ),
        ] {
            assert_eq!(read(text, &tables), wanted, "{text:?}");
        }
    }

    #[test]
    fn shared_name_is_ambiguous_but_an_id_is_not() {
        let tables = [table("a1", "Duel", "Gotlandia"), table("b2", "Duel", "Gotlandia")];
        assert_eq!(read("Duel: pass\nb2: pass", &tables), ["[0, 1]", "1: pass"]);
        assert_eq!(read("Duel: rules pirates\npass", &tables), ["0: rules pirates", "- pass"]);
        assert_eq!(label(&tables, 1), "b2");
        let tables = [table("a1", "Orders", "Scharz"), table("b2", "Agree", "Scharz")];
        assert_eq!(read("Orders: pass\nagree", &tables), ["- Orders: pass", "- agree"]);
        assert_eq!([label(&tables, 0), label(&tables, 1)], ["a1", "b2"]);
        let tables = [table("a1", "A: B", "Scharz"), table("b2", "A", "Scharz")];
        assert_eq!(read("A: B: pass\nA: pass", &tables), ["0: pass", "1: pass"]);
        assert_eq!(label(&tables, 0), "A: B");
    }

    #[test]
    fn question_about_the_rules_needs_a_name_only_if_the_titles_differ() {
        let gotlandia = [table("a1", "Duel", "Gotlandia"), table("b2", "Spring", "Gotlandia")];
        assert_eq!(read("rules pirates", &gotlandia), ["0: rules pirates"]);
        let tables = [&gotlandia[..], &[table("c3", "Winter", "Scharz")]].concat();
        for (text, wanted) in [
            ("rules pirates", "- rules pirates"),
            ("Spring: rules pirates", "1: rules pirates"),
            ("Scharz: rules pirates", "2: rules pirates"),
            ("Gotlandia: rules pirates", "0: rules pirates"),
            ("Gotlandia: pass", "[0, 1]"),
        ] {
            assert_eq!(read(text, &tables), [wanted], "{text}");
        }
    }

    #[test]
    fn with_one_table_every_line_belongs_to_it() {
        let tables = [table("a1", "Duel", "Gotlandia")];
        assert_eq!(read("pass\n\nDuel: wood\n\nAnn", &tables), ["0: pass", "0: wood | Ann"]);
    }
}
