//! Orders that are composed from parts: their syntax, their effect, and the values of each part.
//!
//! Where a title's notation has the sign `>`, emails use the word `to`, because mail programs treat
//! a `>` at the start of a line as a quote. The word is converted back when a reply is read.

use ravenpost_rules::{Field, Form, Group, Hint};

/// Maximum number of values listed for one part.
pub(crate) const NAMED: usize = 8;
/// The width of a form's lines in an email, without their indent.
const COLUMNS: usize = 66;

/// How many of the possible orders an email lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The approximate number of orders.
    pub orders: usize,
    /// Maximum number of lines for forms.
    pub forms: usize,
    /// Maximum number of lines that list the values of forms.
    pub fits: usize,
    /// Maximum number of values listed for one part of a form.
    pub values: usize,
}

/// An order form as shown in an email.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownForm {
    /// The syntax, such as `move <how many> <what>`.
    pub shape: String,
    pub about: String,
    /// The possible values, one line for each part.
    pub fits: Vec<String>,
}

impl ShownForm {
    /// Builds the form; `room` is the number of value lines that the email has left.
    pub fn of(form: &Form, signs: &Signs, room: &mut usize) -> ShownForm {
        ShownForm::naming(form, signs, room, NAMED)
    }

    /// Builds the form with at most `most` values for each part.
    pub(crate) fn naming(form: &Form, signs: &Signs, room: &mut usize, most: usize) -> ShownForm {
        let fits = form.fields.iter().filter_map(|field| fitting(field, most));
        let mut fits: Vec<String> = fits.map(|line| signs.shown(&line)).collect();
        fits.truncate(*room);
        *room -= fits.len();
        ShownForm { shape: signs.shown(&shape(form)), about: about(form), fits }
    }

    /// Returns the approximate number of lines that the form takes in an email.
    pub(crate) fn lines(&self) -> usize {
        let lines = [&self.shape, &self.about].into_iter().chain(&self.fits);
        lines.map(|line| line.chars().count().div_ceil(COLUMNS).max(1)).sum()
    }

    /// Returns whether the form contains all these lower-case words.
    pub fn has(&self, words: &[String]) -> bool {
        let text = format!("{} {} {}", self.shape, self.about, self.fits.join(" ")).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Lists at most `most` values of a part; `None` if it is free text or has only one value.
fn fitting(field: &Field, most: usize) -> Option<String> {
    let named = |choices: &[(String, String)]| {
        let known = choices.iter().filter(|(word, _)| !word.is_empty());
        let words = known.clone().take(most).map(|(word, label)| match label.as_str() {
            "" => word.clone(),
            label if label.eq_ignore_ascii_case(word) => word.clone(),
            label => format!("{word} ({label})"),
        });
        let words = words.collect::<Vec<_>>().join(", ");
        match known.count().saturating_sub(most) {
            0 => words,
            more => format!("{words}, and {more} more"),
        }
    };
    let (label, words) = match field {
        Field::Pick { label, choices } => (label.as_str(), named(choices)),
        Field::Amounts { lead, items } => {
            let items = items
                .iter()
                .map(|(word, label, most)| (word.clone(), format!("{label}, up to {most}")));
            (lead.as_str(), named(&items.collect::<Vec<_>>()))
        }
        Field::Tick { .. } | Field::Text { .. } => return None,
    };
    let label = if label.is_empty() { "Of".to_owned() } else { label.to_owned() };
    (!words.is_empty()).then(|| format!("{label}: {words}"))
}

/// Whether a title's orders contain the sign `>` between words, and never the word `to`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Signs(bool);

const SIGN: &str = " > ";
const WORD: &str = " to ";

impl Signs {
    pub fn of(groups: &[Group]) -> Signs {
        let offers = groups.iter().flat_map(|group| &group.offers).map(|offer| &offer.order);
        let hints = groups.iter().flat_map(|group| &group.forms).flat_map(|form| &form.fields);
        let hints = hints.filter_map(|field| match field {
            Field::Text { hint, .. } => Some(hint.to_string()),
            _ => None,
        });
        let (mut sign, mut word) = (false, false);
        let mut look = |text: &str| {
            sign |= text.contains(SIGN);
            word |= text.contains(WORD);
        };
        offers.for_each(|order| look(order));
        hints.for_each(|hint| look(&hint));
        Signs(sign && !word)
    }

    /// Converts an order to the form used in emails.
    pub fn shown(self, order: &str) -> String {
        if self.0 { order.replace(SIGN, WORD) } else { order.to_owned() }
    }

    /// Converts an order to the title's notation.
    pub fn read(self, order: &str) -> String {
        // Arrows are accepted as well.
        if self.0 {
            order.replace(WORD, SIGN).replace(" -> ", SIGN).replace(" \u{2192} ", SIGN)
        } else {
            order.to_owned()
        }
    }
}

/// Returns the description of a form.
fn about(form: &Form) -> String {
    match (form.label.as_str(), form.help.as_str()) {
        (label, "") => label.to_owned(),
        ("", help) => help.to_owned(),
        (label, help) if label == help => label.to_owned(),
        (label, help) => format!("{label}: {help}"),
    }
}

/// Returns the syntax of a form, such as `lose <amounts>`: its lead and its fields, or the notation
/// of a text field that replaces all fields.
fn shape(form: &Form) -> String {
    if let Some(Field::Text { hint: Hint::Notation(forms), .. }) = form.fields.last() {
        let whole = forms.iter().map(|rest| format!("{} {rest}", form.lead));
        return whole.collect::<Vec<_>>().join(" | ");
    }
    let mut words = vec![form.lead.clone()];
    for field in &form.fields {
        words.push(match field {
            Field::Tick { word, .. } => format!("[{word}]"),
            Field::Pick { label, .. } => format!("<{}>", label.to_lowercase()),
            Field::Amounts { lead, items } => {
                let sorts: Vec<&str> = items.iter().take(6).map(|item| item.0.as_str()).collect();
                let more = if items.len() > 6 { ", ..." } else { "" };
                let amounts = format!("<amounts of {}{more}>", sorts.join(", "));
                if lead.is_empty() { amounts } else { format!("{lead} {amounts}") }
            }
            Field::Text { label, hint } => {
                let hint = hint.to_string();
                format!("<{}>", if hint.is_empty() { label } else { &hint })
            }
        });
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// Selects forms evenly from all groups, within a number of lines, and returns those of each group.
/// A free-text form may not lead to any legal order now, so it is listed only if nothing else is
/// available.
pub(crate) fn share_forms(groups: &[Group], limits: Limits, signs: Signs) -> Vec<Vec<ShownForm>> {
    let is_typed = |form: &Form| {
        let typed = |field: &Field| matches!(field, Field::Text { .. });
        !form.fields.is_empty() && form.fields.iter().all(typed)
    };
    let is_sure =
        |group: &Group| !group.offers.is_empty() || group.forms.iter().any(|form| !is_typed(form));
    let is_any_sure = groups.iter().any(is_sure);
    let (mut lines, mut room) = (limits.forms, limits.fits);
    let mut shown: Vec<Vec<ShownForm>> = vec![Vec::new(); groups.len()];
    let most = groups.iter().map(|group| group.forms.len()).max().unwrap_or_default();
    for at in 0..most {
        for (group, shown) in groups.iter().zip(&mut shown) {
            let form = group.forms.get(at).filter(|form| !(is_any_sure && is_typed(form)));
            let Some(form) = form else { continue };
            let is_first = shown.is_empty() && group.offers.is_empty();
            let mut left = room;
            let form = ShownForm::naming(form, &signs, &mut left, limits.values);
            let heading = if is_first { 2 } else { 0 };
            if let Some(rest) = lines.checked_sub(form.lines() + heading) {
                (lines, room) = (rest, left);
                shown.push(form);
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        let ways = ["roma > reate", "roma > ostia"].map(|way| (way.to_owned(), String::new()));
        let who = (1..=12).map(|n| (format!("{n} li"), format!("{n} light infantry")));
        Form::new("move", "March")
            .pick("Who", who.collect())
            .pick("To", ways.to_vec())
            .notation("Or write the line", vec!["<units> <at> > <to>".to_owned()])
    }

    #[test]
    fn possible_values_are_listed_below_each_form() {
        let groups = [Group { forms: vec![form()], ..Group::default() }];
        let signs = Signs::of(&groups);
        let shown = ShownForm::of(&form(), &signs, &mut 9);
        assert_eq!(shown.shape, "move <units> <at> to <to>");
        assert!(shown.fits[0].starts_with("Who: 1 li (1 light infantry), 2 li"), "{shown:?}");
        assert!(shown.fits[0].ends_with("and 4 more"), "{shown:?}");
        assert_eq!(shown.fits[1], "To: roma to reate, roma to ostia");
        assert!(shown.has(&["ostia".to_owned()]) && !shown.has(&["capua".to_owned()]));
        assert_eq!(signs.read("move 2 li roma to reate"), "move 2 li roma > reate");
        let mut room = 1;
        assert_eq!(ShownForm::of(&form(), &signs, &mut room).fits.len(), 1);
        assert_eq!(
            ShownForm::of(&form(), &signs, &mut room).fits.len(),
            0,
            "the email is limited in length"
        );
    }

    #[test]
    fn words_of_the_title_are_not_replaced() {
        let hint = |hint: &str| Form::new("send", "Send").text("Line", hint);
        let of = |hints: [&str; 2]| {
            let forms = hints.map(hint).to_vec();
            Signs::of(&[Group { forms, ..Group::default() }])
        };
        assert_eq!(of(["<a> > <b>", "<a> to <b>"]).read("send x to y"), "send x to y");
        assert_eq!(of(["<a>", "<b>"]).shown("a > b"), "a > b");
    }
    const LIMITS: Limits = Limits { orders: 9, forms: 44, fits: 30, values: NAMED };

    fn pick(lead: &str) -> Form {
        let words = (1..=12).map(|n| (format!("{n} li"), "light infantry".to_owned()));
        Form::new(lead, "March").pick("Units", words.collect())
    }

    fn group(forms: Vec<Form>) -> Group {
        Group { forms, ..Group::default() }
    }

    #[test]
    fn forms_of_all_groups_share_a_line_limit() {
        let groups = [40, 2, 40].map(|count| group(vec![pick("move"); count]));
        let shown = share_forms(&groups, LIMITS, Signs::default());
        let lines: usize = shown.iter().flatten().map(ShownForm::lines).sum();
        assert!(lines <= LIMITS.forms, "{lines}");
        let counts: Vec<usize> = shown.iter().map(Vec::len).collect();
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        assert!(counts[0].abs_diff(counts[2]) <= 1, "{counts:?}");
    }

    #[test]
    fn free_text_forms_are_listed_only_alone() {
        let line = || vec!["<units> <at> > <to>".to_owned()];
        let typed = || group(vec![Form::new("ferry", "Ferry").notation("Line", line())]);
        let counts = |groups: &[Group]| -> Vec<usize> {
            share_forms(groups, LIMITS, Signs::default()).iter().map(Vec::len).collect()
        };
        assert_eq!(counts(&[typed(), group(vec![pick("move")])]), [0, 1]);
        assert_eq!(counts(&[typed()]), [1]);
    }
}
