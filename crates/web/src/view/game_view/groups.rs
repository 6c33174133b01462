//! Groups of orders, with what the page needs to collapse and find them.

use std::fmt::Display;

use crate::shared::query::{Fields, pairs};
use crate::shared::words;
use ravenpost_rules::{Field, Form, Group, Offer, begins_with};
use ravenpost_service::play::by_form::amount_name;

/// With at most this many orders, every group is expanded.
const FEW: usize = 14;
/// With more forms than this, groups that consist only of forms, or have as many themselves, are
/// collapsed.
const FORMS: usize = 6;
/// With at most this many choices, numbers are shown as a row of buttons.
const NUMBERS: usize = 9;
/// Lists longer than this are collapsed if forms produce the same orders.
const LONG: usize = 8;

/// A group of orders.
pub struct GroupView {
    pub id: String,
    /// The card in hand that the orders play, if any.
    pub card: Option<String>,
    /// Whether it is shown inside that card.
    pub in_hand: bool,
    pub title: String,
    pub note: String,
    /// The rule that describes it, or an empty string.
    pub rule: &'static str,
    pub open: bool,
    pub count: usize,
    /// Whether it is a single order, which is shown as a button without a collapsible group.
    pub lone: bool,
    /// Whether the list is collapsed beneath the forms that produce the same orders.
    pub folded: bool,
    /// Whether it submits or changes the draft, in which case it is shown with the draft.
    pub hands_in: bool,
    pub offers: Vec<Numbered>,
    pub forms: Vec<FormView>,
}

impl GroupView {
    /// Shows the orders that differ only in how they are paid as one; the preview lists the others.
    pub fn merge_payments(&mut self) {
        let mut merged: Vec<Numbered> = Vec::new();
        for one in std::mem::take(&mut self.offers) {
            let action = one.offer.action.as_str();
            match merged.iter_mut().find(|known| !action.is_empty() && known.label == action) {
                Some(known) => known.ways += 1,
                None if action.is_empty() => merged.push(one),
                None => merged.push(Numbered { label: action.to_owned(), ..one }),
            }
        }
        self.offers = merged;
        self.count = self.offers.len();
    }

    /// Fills in the form at a place again, and expands the group.
    pub fn keep(&mut self, place: &str, lead: &str, fields: &Fields) {
        let form = self.forms.iter_mut().find(|form| form.at == place && form.lead == lead);
        if let Some(form) = form {
            form.typed = Some(fields.clone());
            self.open = true;
        }
    }

    /// Whether it contains the next order of the first game.
    pub fn is_asked(&self) -> bool {
        self.offers.iter().any(|one| one.asked) || self.forms.iter().any(|form| form.asked)
    }

    /// Marks the given order or a form that produces it, which comes first then, and expands the
    /// group. With `exact`, the lists of the form must contain the order; otherwise it need only
    /// begin like it. Returns whether the group contains it.
    pub fn ask_for(&mut self, order: &str, exact: bool) -> bool {
        let produces = |one: &FormView| {
            let rest = || order[one.lead.len()..].trim_start();
            begins_with(order, &one.lead) && (!exact || contain(&one.fields, rest()))
        };
        let listed = self.offers.iter_mut().find(|one| one.offer.order == order);
        let asked = match listed {
            Some(one) => Some(&mut one.asked),
            None => self.forms.iter_mut().find(|one| produces(one)).map(|one| {
                one.typed = Some(one.filled_in(order[one.lead.len()..].trim_start()));
                &mut one.asked
            }),
        };
        let found = asked.is_some();
        asked.into_iter().for_each(|asked| *asked = true);
        self.offers.sort_by_key(|one| !one.asked);
        self.forms.sort_by_key(|form| !form.asked);
        self.open |= found;
        self.folded &= !found;
        found
    }
}

/// Returns whether the lists of these fields contain choices that write exactly these words.
fn contain(fields: &[Field], words: &str) -> bool {
    let Some((first, others)) = fields.split_first() else { return words.is_empty() };
    let Field::Pick { choices, .. } = first else { return false };
    choices.iter().any(|(word, _)| match word.is_empty() {
        true => contain(others, words),
        false => begins_with(words, word) && contain(others, words[word.len()..].trim_start()),
    })
}

/// An order with its number in the list, as in emails. Standing orders have no number, nor those of
/// the draft, which are shown first.
pub struct Numbered {
    pub number: Option<usize>,
    pub offer: Offer,
    /// The label of the button: the description, without the payment in games that have one.
    pub label: String,
    /// The number of ways to pay for the order.
    pub ways: usize,
    /// Whether the first game continues with this order.
    pub asked: bool,
}

impl Numbered {
    /// Returns the price, unless the label says it.
    pub fn price(&self) -> &str {
        let said = !self.offer.action.is_empty() && self.label == self.offer.words;
        if said { "" } else { &self.offer.price }
    }
}

/// A form that produces an order.
pub struct FormView {
    pub at: String,
    /// Whether it submits the order without a preview, since a draft line can be removed again.
    pub quick: bool,
    /// Whether it produces the next order of the first game.
    pub asked: bool,
    pub lead: String,
    pub label: String,
    pub help: String,
    pub fields: Vec<Field>,
    /// Choices of the first field that cannot be made now, with the reasons.
    pub unavailable: Vec<String>,
    /// What was entered, if the order was refused.
    typed: Option<Fields>,
}

impl FormView {
    /// Returns what was entered into an input of a field.
    pub fn entered(&self, field: impl Display, input: impl Display) -> Option<&str> {
        self.typed.as_ref()?.get(&format!("f{field}.{input}"))
    }

    /// Returns the amount that was entered for a word, by the name of its input.
    pub fn amount(&self, field: impl Display, lead: &str, word: &str) -> Option<&str> {
        self.entered(field, amount_name(lead, word))
    }

    /// Whether this choice of a field was selected.
    pub fn chose(&self, field: impl Display, word: &str) -> bool {
        self.entered(field, 0) == Some(word)
    }

    /// Returns the fields in which the choices that write these words are selected, up to the first
    /// field without choices. Where no choice fits, the first is selected.
    fn filled_in(&self, words: &str) -> Fields {
        let mut rest = words;
        let mut inputs = Vec::new();
        for (at, field) in self.fields.iter().enumerate() {
            let Field::Pick { choices, .. } = field else { break };
            let mut written = choices.iter().map(|(word, _)| word.as_str());
            let fit = written.find(|word| !word.is_empty() && begins_with(rest, word));
            rest = rest[fit.map_or(0, str::len)..].trim_start();
            let first = choices.first().map(|(word, _)| word.as_str());
            inputs.push((format!("f{at}.0"), fit.or(first).unwrap_or_default()));
        }
        let inputs: Vec<(&str, &str)> =
            inputs.iter().map(|(name, word)| (name.as_str(), *word)).collect();
        Fields::read(&pairs(&inputs))
    }

    /// Whether it asks for several numbers, each from zero, so that their sum is shown.
    pub fn adds_up(&self) -> bool {
        let from_zero = |field: &&Field| {
            matches!(field, Field::Pick { choices, .. }
                if Self::is_number(choices) && choices[0].0.is_empty())
        };
        self.fields.iter().filter(from_zero).count() > 1
    }

    /// Returns what was entered into the text of a field.
    pub fn text(&self, field: impl Display) -> &str {
        self.entered(field, 0).unwrap_or_default()
    }

    /// Whether it is filled in again.
    pub fn is_kept(&self) -> bool {
        self.typed.is_some()
    }

    /// Whether a choice is a number, which is shown as a row of buttons: "none", "1", "2".
    pub fn is_number(choices: &[(String, String)]) -> bool {
        let number = |(word, label): &(String, String)| {
            word.is_empty() || label.chars().all(|digit| digit.is_ascii_digit())
        };
        (2..=NUMBERS).contains(&choices.len()) && choices.iter().all(number)
    }
}

pub(super) fn form_view(at: String, form: Form) -> FormView {
    let quick = at.starts_with('p');
    let Form { lead, label, help, fields, unavailable, .. } = form;
    FormView { at, quick, asked: false, lead, label, help, fields, unavailable, typed: None }
}

pub fn group_views(groups: Vec<Group>, area: Option<&str>, prefix: &str) -> Vec<GroupView> {
    let about = |one: &Numbered| area.is_none_or(|area| one.offer.area.as_deref() == Some(area));
    let mut number = 0;
    let standing = prefix == "a";
    let questions = |group: &Group| standing && group.forms.len() > FORMS;
    let folded = |group: &Group| {
        area.is_none() && !group.forms.is_empty() && (questions(group) || group.offers.len() > LONG)
    };
    let seen = |group: &Group| if folded(group) { group.forms.len() } else { group.offers.len() };
    let all: usize = groups.iter().map(seen).sum();
    let forms: usize = groups.iter().map(|group| group.forms.len()).sum();
    let views = groups.into_iter().enumerate().map(|(at, group)| {
        let short = !group.offers.is_empty() && group.forms.len() <= FORMS;
        let few = all <= FEW && (forms <= FORMS || short);
        let folded = folded(&group);
        let hands_in = group.hands_in;
        let numbered = group.offers.into_iter().map(|offer| {
            number += 1;
            let number = (prefix == "o" && !hands_in).then_some(number);
            Numbered { number, label: offer.words.clone(), ways: 1, offer, asked: false }
        });
        let offers: Vec<Numbered> = numbered.filter(|one| hands_in || about(one)).collect();
        let name = group.card.clone().unwrap_or_else(|| group.title.clone());
        let form = |(place, form)| form_view(format!("{prefix}.{at}.{place}"), form);
        GroupView {
            id: format!("{prefix}-{}", words::slug(&name)),
            card: group.card,
            in_hand: false,
            title: group.title,
            note: group.notes.join("; "),
            rule: group.rule,
            open: area.is_some() || (few && prefix == "o"),
            count: offers.len(),
            lone: prefix == "o" && area.is_none() && offers.len() == 1 && group.forms.is_empty(),
            folded,
            hands_in,
            offers,
            forms: group.forms.into_iter().enumerate().map(form).collect(),
        }
    });
    let mut merged: Vec<GroupView> = Vec::new();
    for mut group in views.filter(|group| area.is_none() || group.count > 0) {
        // Two groups may concern the same card, but anchors must be unique.
        if merged.iter().any(|known| known.id == group.id) {
            group.id = format!("{}-{}", group.id, merged.len() + 1);
        }
        merged.push(group);
    }
    // Groups with buttons come before forms. The numbers of the orders stay the same.
    let filled_in = |group: &GroupView| group.offers.is_empty() || group.folded;
    if area.is_none() && prefix == "o" {
        merged.sort_by_key(filled_in);
        open_first(&mut merged);
    } else if standing {
        open_first(&mut merged);
    }
    merged
}

/// Expands the first group if none is expanded.
fn open_first(groups: &mut [GroupView]) {
    if groups.iter().all(|group| !group.open)
        && let Some(first) = groups.first_mut()
    {
        first.open = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Hint;

    fn pick(words: &[&str]) -> Field {
        let choices = words.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect();
        Field::Pick { label: String::new(), choices }
    }

    fn form(fields: Vec<Field>) -> FormView {
        let form = Form { fields, ..Form::new("plan", "") };
        form_view("o.0.0".to_owned(), form)
    }

    #[test]
    fn an_expected_order_selects_its_choices_in_the_form() {
        let mut form = form(vec![pick(&["", "1", "2"]), pick(&["", "3"]), pick(&["", "4"])]);
        form.typed = Some(form.filled_in("2 4"));
        let chosen = ["2", "", "4"].iter().enumerate().all(|(at, word)| form.chose(at, word));
        assert!(chosen && form.adds_up());
        let text = Field::Text { label: String::new(), hint: Hint::Example(String::new()) };
        let mut form = self::form(vec![pick(&["a", "b"]), text]);
        form.typed = Some(form.filled_in("c"));
        assert!(form.chose(0, "a") && !form.adds_up(), "the first, where none fits");
    }
}
