//! The rulebook of a title as plain text, in sections, for replies by email.

/// A rule with its tables and lists, or the text of a chapter before its first rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section<'d> {
    /// The number of the rule: "R9.1".
    pub number: Option<&'d str>,
    /// The heading above it.
    pub chapter: &'d str,
    /// Its paragraphs, list items and table rows, one on each line. The first begins with the
    /// number.
    pub lines: Vec<String>,
}

impl<'d> Section<'d> {
    /// Returns the number of the rule, or the heading.
    pub fn name(&self) -> &'d str {
        self.number.unwrap_or(self.chapter)
    }

    /// Returns the fragment of the rules page's address that leads to the section, if it has one.
    pub fn fragment(&self) -> String {
        let chapter = || self.numbered_chapter().map(|(digits, _)| format!("#R{digits}"));
        self.number.map(|number| format!("#{number}")).or_else(chapter).unwrap_or_default()
    }

    /// Splits the heading into the number of the chapter and its title: "R9 Ships", "9. Ships".
    fn numbered_chapter(&self) -> Option<(&'d str, &'d str)> {
        let (first, title) = self.chapter.split_once(' ')?;
        let digits = first.trim_start_matches('R').trim_end_matches('.');
        let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        all.then_some((digits, title.trim()))
    }

    fn contains(&self, words: &[String]) -> bool {
        let text = self.lines.join("\n").to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Splits the rules of a title. What follows the second title, such as the reasons for rulings, is
/// left out.
pub fn sections(document: &str) -> Vec<Section<'_>> {
    let rules = document.find("\n# ").map_or(document, |at| &document[..at]);
    let mut sections: Vec<Section> = Vec::new();
    let (mut chapter, mut begins, mut apart, mut code) = ("", true, true, false);
    for line in rules.lines().map(str::trim) {
        if line.starts_with('#') && !code {
            (chapter, begins, apart) = (line.trim_start_matches('#').trim(), true, true);
            continue;
        }
        let fence = line.starts_with("```");
        code ^= fence;
        if line.is_empty() || fence || line.starts_with("![") {
            apart = true;
            continue;
        }
        // The line between the head and the rows of a table.
        if line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
            continue;
        }
        let item = line.strip_prefix("- ");
        let number = defined(item.unwrap_or(line)).filter(|_| apart || item.is_some());
        if begins || number.is_some() {
            sections.push(Section { number, chapter, lines: Vec::new() });
        }
        let Some(section) = sections.last_mut() else { continue };
        let words = plain(if number.is_some() { item.unwrap_or(line) } else { line });
        match section.lines.last_mut() {
            Some(last) if !apart && item.is_none() && !line.starts_with('|') => {
                last.push(' ');
                last.push_str(&words);
            }
            _ => section.lines.push(words),
        }
        (begins, apart) = (false, code);
    }
    sections
}

/// Returns the sections that a search finds, best first: a rule or chapter by its number, or
/// sections with all words in the heading, then those with all words in the text.
pub fn found<'d>(document: &'d str, search: &str) -> Vec<Section<'d>> {
    let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
    let mut sections = sections(document);
    let [first, ..] = words.as_slice() else { return Vec::new() };
    let digits = first.trim_start_matches(['#', 'r']).trim_end_matches('.');
    if words.len() == 1 && digits.starts_with(|c: char| c.is_ascii_digit()) {
        let (rule, chapter) = (format!("R{digits}"), format!("R{digits}."));
        sections.retain(|one| {
            one.number.is_some_and(|number| number == rule || number.starts_with(&chapter))
        });
        return sections;
    }
    let is_heading = |section: &Section| {
        let heading = section.chapter.to_lowercase();
        words.iter().all(|word| heading.contains(word.as_str()))
    };
    sections.retain(|one| is_heading(one) || one.contains(&words));
    sections.sort_by_key(|one| !is_heading(one));
    sections
}

/// Returns the first paragraph of a rule, or the heading of a chapter: "R9 Ships".
pub fn rule(document: &str, number: &str) -> Option<String> {
    let sections = sections(document);
    if let Some(rule) = sections.iter().find(|one| one.number == Some(number)) {
        return rule.lines.first().cloned();
    }
    let mut chapters = sections.iter().filter_map(Section::numbered_chapter);
    let (digits, title) = chapters.find(|(digits, _)| number.strip_prefix('R') == Some(*digits))?;
    Some(format!("R{digits} {title}"))
}

/// Returns the rule that a line defines: a number such as `R9.3` or `R4.2a`, followed by a space.
fn defined(line: &str) -> Option<&str> {
    let (number, _) = line.split_once(' ')?;
    let rest = number.strip_prefix('R')?;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.';
    let ends = rest.starts_with('.') || rest.ends_with('.');
    (rest.contains('.') && !ends && rest.chars().all(fits)).then_some(number)
}

/// Removes the markup of a line.
fn plain(line: &str) -> String {
    let bare = line.replace(['*', '`'], "");
    let cells = bare.trim_start_matches('|').trim_end_matches('|');
    cells.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::titles;

    const RULES: &str = "# Own: the rules\n\nA game.\n\n## R1 Ships\n\nR1.1 A *ship* carries two\n\
        items. See\nR1.2 too.\n\n- wood\n- wool\n  and tar\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\
        R1.2 Ships sink.\n\n## 2 Farms\n\n- R2.1 Farms `grow`\n  near ships.\n- R2.10 Once.\n\n\
        ## Going back\n\nVote.\n\n# Behind the rules\n\nR1.1 Ships are a ruling.\n";

    fn names(search: &str) -> Vec<&'static str> {
        found(RULES, search).iter().map(Section::name).collect()
    }

    #[test]
    fn sections_contain_their_lists_and_tables() {
        let all = sections(RULES);
        let all: Vec<&str> = all.iter().map(Section::name).collect();
        let wanted = ["Own: the rules", "R1.1", "R1.2", "R2.1", "R2.10", "Going back"];
        assert_eq!(all, wanted);
        let first = &found(RULES, "R1.1")[0];
        let lines =
            ["R1.1 A ship carries two items. See R1.2 too.", "- wood", "- wool and tar", "a | b"];
        assert_eq!(first.lines[..4], lines);
        assert_eq!((first.lines.len(), first.fragment().as_str()), (5, "#R1.1"));
        assert_eq!(rule(RULES, "R2.1").as_deref(), Some("R2.1 Farms grow near ships."));
        assert_eq!(rule(RULES, "R2").as_deref(), Some("R2 Farms"));
        assert_eq!((rule(RULES, "R9.9"), rule(RULES, "R9")), (None, None));
    }

    #[test]
    fn rules_are_found_by_number_heading_and_all_words() {
        for number in ["R1.1", "r1.1", "1.1", "#R1.1", "1.1."] {
            assert_eq!(names(number), ["R1.1"], "{number}");
        }
        assert_eq!(names("2"), ["R2.1", "R2.10"]);
        assert_eq!(names("ships"), ["R1.1", "R1.2", "R2.1"]);
        assert_eq!(names("ship items"), ["R1.1"]);
        assert_eq!(names("back"), ["Going back"]);
        for nothing in ["", "raven", "R7", "ruling"] {
            assert!(names(nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn every_title_has_sections_with_unique_numbers() {
        for title in titles::all() {
            let about = title.about();
            let mut numbers: Vec<&str> =
                sections(about.rules).iter().filter_map(|one| one.number).collect();
            let count = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert!(count > 30 && numbers.len() == count, "{}", about.key);
            let words = rule(about.rules, "R1.1").expect("a first rule");
            assert!(words.starts_with("R1.1 ") && !words.contains('*'), "{words}");
        }
    }
}
