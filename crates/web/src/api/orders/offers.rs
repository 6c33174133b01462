//! Legal orders and the forms that write others.

use schemars::JsonSchema;
use serde::Serialize;

use ravenpost_rules::{Field, Form, Group};

#[derive(Serialize, JsonSchema)]
pub struct GroupView {
    title: String,
    card: Option<String>,
    notes: Vec<String>,
    rule: &'static str,
    orders: Vec<OrderItem>,
    forms: Vec<FormView>,
}

/// A legal order. Numbers count across all groups, as on pages and in emails. Send the order, not
/// its number.
#[derive(Serialize, JsonSchema)]
pub struct OrderItem {
    number: Option<usize>,
    order: String,
    text: String,
    area: Option<String>,
}

/// A form that writes an order: the lead, then the fields in order.
#[derive(Serialize, JsonSchema)]
pub struct FormView {
    lead: String,
    label: String,
    help: String,
    fields: Vec<FieldView>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldView {
    /// A checkbox that adds a word.
    Tick { word: String, label: String },
    /// A choice of several words; the empty word adds nothing.
    Pick { label: String, choices: Vec<ChoiceView> },
    /// Amounts joined by `+`; the lead precedes them if there are any.
    Amounts { lead: String, items: Vec<AmountView> },
    /// A line in notation.
    Text { label: String, hint: String },
}

#[derive(Serialize, JsonSchema)]
pub struct ChoiceView {
    word: String,
    label: String,
}

#[derive(Serialize, JsonSchema)]
pub struct AmountView {
    word: String,
    label: String,
    max: u16,
}

#[derive(Serialize, JsonSchema)]
pub struct PlaceView {
    area: String,
    forms: Vec<FormView>,
}

impl FormView {
    fn of(form: Form) -> FormView {
        let field = |field| match field {
            Field::Tick { word, label } => FieldView::Tick { word, label },
            Field::Pick { label, choices } => {
                let choice = |(word, label)| ChoiceView { word, label };
                FieldView::Pick { label, choices: choices.into_iter().map(choice).collect() }
            }
            Field::Amounts { lead, items } => {
                let item = |(word, label, max)| AmountView { word, label, max };
                FieldView::Amounts { lead, items: items.into_iter().map(item).collect() }
            }
            Field::Text { label, hint } => FieldView::Text { label, hint: hint.to_string() },
        };
        let Form { lead, label, help, fields, .. } = form;
        FormView { lead, label, help, fields: fields.into_iter().map(field).collect() }
    }
}

/// Lists groups. Only orders that answer the prompt are numbered.
pub fn groups(groups: Vec<Group>, numbered: bool) -> Vec<GroupView> {
    let mut count = 0;
    let group = |group: Group| GroupView {
        orders: group
            .offers
            .into_iter()
            .map(|offer| {
                count += 1;
                let number = numbered.then_some(count);
                OrderItem { number, order: offer.order, text: offer.words, area: offer.area }
            })
            .collect(),
        title: group.title,
        card: group.card,
        notes: group.notes,
        rule: group.rule,
        forms: group.forms.into_iter().map(FormView::of).collect(),
    };
    groups.into_iter().map(group).collect()
}

impl PlaceView {
    pub fn of(area: String, forms: Vec<Form>) -> PlaceView {
        PlaceView { area, forms: forms.into_iter().map(FormView::of).collect() }
    }
}
