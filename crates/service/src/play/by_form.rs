//! Orders composed by filling in a form.

use crate::game::core::folded::handles::GameOrders;
use crate::play::analysis::Imagined;
use ravenpost_rules::{Field, Form, Group, Position, Refusal, Seat};

/// A completed form: its place on the page, the words that its order began with there, and what was
/// entered.
pub struct Filled<'a> {
    /// "o.2.0": the list (`o` for orders, `a` for instructions, `p` for places), the group and the
    /// form.
    pub place: &'a str,
    pub lead: &'a str,
    /// The name and value of each input that is not empty, in the order of the form.
    pub inputs: Vec<(&'a str, &'a str)>,
}

/// The only input of a field that has no amounts.
const WHOLE: &str = "0";

/// Returns the name of the input for an amount, within its field. It states the words that the
/// amount adds to the order, so that an amount never applies to something else.
pub fn amount_name(lead: &str, word: &str) -> String {
    format!("{lead} {word}")
}

/// Returns the names of a field's inputs: "2.0", or "1.give grain" for an amount.
fn input_names(at: usize, field: &Field) -> Vec<String> {
    match field {
        Field::Amounts { lead, items } => {
            items.iter().map(|(word, ..)| format!("{at}.{}", amount_name(lead, word))).collect()
        }
        Field::Tick { .. } | Field::Pick { .. } | Field::Text { .. } => {
            vec![format!("{at}.{WHOLE}")]
        }
    }
}

impl Filled<'_> {
    /// Returns what was entered, as text: "trade give 2grain for wood". Unlike
    /// [`order`](Self::order), it does not need the form, which may be gone.
    pub fn words(&self) -> String {
        let mut words = self.lead.to_owned();
        // The field and words before the amounts written last.
        let mut last = ("", "");
        for (input, value) in &self.inputs {
            let Some((field, name)) = input.split_once('.') else { continue };
            let (before, text) = match name.rsplit_once(' ') {
                Some((before, word)) => (before, amount(word, value)),
                None => ("", (*value).to_owned()),
            };
            if text.is_empty() {
                continue;
            }
            if name != WHOLE && last == (field, before) {
                words.push('+');
            } else {
                last = (field, before);
                for part in [" ", before, if before.is_empty() { "" } else { " " }] {
                    words.push_str(part);
                }
            }
            words.push_str(&text);
        }
        words.trim().to_owned()
    }

    /// Returns the order that the form makes. Refused if the form is no longer on offer.
    pub fn order(&self, position: &dyn Position, seat: Seat) -> Result<String, Refusal> {
        let gone = || Refusal::new("this move is no longer available; choose again");
        let mut place = self.place.split('.');
        let forms = |groups: Vec<Group>| groups.into_iter().map(|group| group.forms).collect();
        let groups: Vec<Vec<Form>> = match place.next() {
            Some("o") => forms(position.offers(seat)),
            Some("a") => forms(position.instructions(seat)),
            Some("p") => position.places(seat).into_iter().map(|(_, forms)| forms).collect(),
            _ => return Err(gone()),
        };
        let mut number = || place.next()?.parse::<usize>().ok();
        let form = number().and_then(|group| groups.get(group)).zip(number());
        let form = form.and_then(|(group, form)| group.get(form)).ok_or_else(gone)?;
        if form.lead != self.lead {
            return Err(gone());
        }
        let fields = form.fields.iter().enumerate();
        let names: Vec<Vec<String>> = fields.map(|(at, field)| input_names(at, field)).collect();
        // Refuse an amount of something that is no longer on offer, rather than ignore it.
        if self.inputs.iter().any(|(input, _)| !names.iter().flatten().any(|name| name == input)) {
            return Err(gone());
        }
        Ok(form.write(|field, item| {
            let name = names.get(field)?.get(item)?;
            let found = self.inputs.iter().find(|(input, _)| name == input);
            found.map(|(_, value)| (*value).to_owned())
        }))
    }
}

impl GameOrders<'_> {
    /// Returns the order with this number in the seat's list of orders, which starts at 1.
    pub fn by_number(&self, seat: Seat, number: usize) -> Option<String> {
        let groups = self.position.offers(seat);
        let mut offers = groups.into_iter().flat_map(|group| group.offers);
        offers.nth(number.checked_sub(1)?).map(|offer| offer.order)
    }

    /// Returns the order that a form of this seat makes.
    pub fn by_form(&self, seat: Seat, form: &Filled<'_>) -> Result<String, Refusal> {
        form.order(&*self.position, seat)
    }
}

impl Imagined {
    /// Returns the order that a form makes at the imagined position.
    pub fn by_form(&self, seat: Seat, form: &Filled<'_>) -> Result<String, Refusal> {
        form.order(&*self.position, seat)
    }
}

/// Writes an amount as in an order: "2grain".
fn amount(word: &str, number: &str) -> String {
    match number {
        "0" => String::new(),
        "1" => word.to_owned(),
        _ => format!("{number}{word}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Hint;

    #[test]
    fn amount_field_is_named_after_its_label() {
        let items = vec![("grain".to_owned(), String::new(), 3)];
        let give = Field::Amounts { lead: "give".to_owned(), items };
        assert_eq!(input_names(1, &give), ["1.give grain"]);
        let text = Field::Text { label: String::new(), hint: Hint::Example(String::new()) };
        assert_eq!(input_names(2, &text), ["2.0"]);
    }

    #[test]
    fn form_summary_omits_the_place() {
        let words = |lead, inputs: &[(&'static str, &'static str)]| {
            Filled { place: "o.0.0", lead, inputs: inputs.to_vec() }.words()
        };
        let trade = [("0.give grain", "2"), ("0.give wood", "1"), ("1.for iron", "1")];
        assert_eq!(words("trade", &trade), "trade give 2grain+wood for iron");
        assert_eq!(words("lose", &[("0. s", "2"), ("0. hill", "1")]), "lose 2s+hill");
        assert_eq!(words("end", &[("0.0", "grow"), ("1.0", "b1")]), "end grow b1");
        assert_eq!(words("lose", &[("0. s", "0"), ("x", "1")]), "lose");
    }
}
