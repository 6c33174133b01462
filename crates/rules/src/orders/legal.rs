//! What a seat may order: lists of orders, and forms where a list would be too long.

/// Everything a seat may order now.
#[derive(Clone, Debug)]
pub struct Legal<O> {
    /// The orders, in a fixed order. If `complete` is false, these are all orders that no form
    /// makes and a representative selection of the others.
    pub orders: Vec<O>,
    /// Whether `orders` is the complete set.
    pub complete: bool,
    /// Forms that make the orders not listed, or replace a long list.
    pub forms: Vec<Form>,
}

impl<O> Legal<O> {
    /// Creates a complete list.
    ///
    /// ```
    /// use ravenpost_rules::Legal;
    /// let legal = Legal::listed(vec!["pass", "take 1 a"]);
    /// assert!(legal.complete && legal.forms.is_empty());
    /// ```
    pub fn listed(orders: Vec<O>) -> Legal<O> {
        Legal { orders, complete: true, forms: Vec::new() }
    }

    /// Creates the list of a seat that may order nothing.
    pub fn none() -> Legal<O> {
        Legal::listed(Vec::new())
    }
}

/// Legal orders under one heading on a page or in an email.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    /// The heading: a card's name or the prompt.
    pub title: String,
    /// The slug of the card in the viewer's hand that this group plays, if any.
    pub card: Option<String>,
    /// Sentences below the heading, e.g. the instructions now in force.
    pub notes: Vec<String>,
    /// The rule that covers these orders: "R9.2". Empty if unknown.
    pub rule: &'static str,
    /// Whether these orders change or submit a draft, which the panel `sheet` shows. They are shown
    /// first, together with that panel, whatever area of the board is selected.
    pub hands_in: bool,
    /// The listed orders.
    pub offers: Vec<Offer>,
    /// The forms for orders that are too many to list.
    pub forms: Vec<Form>,
}

impl Group {
    /// Returns the notes as one text.
    pub fn note(&self) -> String {
        self.notes.join("; ")
    }
}

/// A legal order, in notation and described in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offer {
    /// The order in notation.
    pub order: String,
    /// The order in words.
    pub words: String,
    /// The words without the payment: "Settle Dede". Orders of a group with the same action differ
    /// only in how they are paid. Empty if the order pays nothing.
    pub action: String,
    /// What the order costs, if the action or the words do not say it: "2 Silver and 1 Wood".
    pub price: String,
    /// The map area the order is about, so that the board can offer it too; or the space of a box
    /// beside it, as `box.space`.
    pub area: Option<String>,
}

impl Offer {
    /// Returns whether the words only repeat the order, so that one of them need not be shown.
    ///
    /// ```
    /// use ravenpost_rules::Offer;
    /// let offer = |words: &str| Offer {
    ///     order: "pass".to_owned(),
    ///     words: words.to_owned(),
    ///     ..Offer::default()
    /// };
    /// assert!(offer("Pass").is_self_explanatory());
    /// assert!(!offer("End the turn").is_self_explanatory());
    /// ```
    pub fn is_self_explanatory(&self) -> bool {
        self.words.to_lowercase() == self.order.to_lowercase()
    }
}

/// Returns the description of an order among the offers, if it adds something to the order.
pub fn description<'a>(groups: &'a [Group], order: &str) -> Option<&'a str> {
    let mut offers = groups.iter().flat_map(|group| &group.offers);
    let offer = offers.find(|offer| offer.order == order)?;
    (!offer.is_self_explanatory()).then_some(offer.words.as_str())
}

/// A form that writes one order: its lead, followed by the values of the fields in order.
///
/// `lose` with amounts 2 of `s` and 1 of `grain` writes `lose 2s+grain`.
///
/// ```
/// use ravenpost_rules::Form;
/// let good = |word: &str, label: &str, most| (word.to_owned(), label.to_owned(), most);
/// let goods = vec![good("s", "Silver", 3), good("grain", "Grain", 1)];
/// let form = Form::new("lose", "Give up goods").amounts("", goods);
/// let given = [Some("2".to_owned()), Some("1".to_owned())];
/// assert_eq!(form.write(|_, item| given[item].clone()), "lose 2s+grain");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The first word or words of the order.
    pub lead: String,
    /// What the form does.
    pub label: String,
    /// A sentence of help: "give up 4 of these".
    pub help: String,
    /// The heading to use if none of its orders is listed; if empty, the label is used.
    pub heading: String,
    /// The fields, in the order of the notation.
    pub fields: Vec<Field>,
    /// Choices of the first field that cannot be made now, each with the reason: "a dock (the field
    /// is not on a coast)". Pages show them greyed out.
    pub unavailable: Vec<String>,
}

/// A field of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A checkbox that adds a word.
    Tick {
        /// The word that it adds.
        word: String,
        /// The name of the field, as shown to players.
        label: String,
    },
    /// A choice of several words; the empty word adds nothing.
    Pick {
        /// The name of the field, as shown to players.
        label: String,
        /// The word and the label of each choice.
        choices: Vec<(String, String)>,
    },
    /// Amounts joined by `+`.
    Amounts {
        /// The words that precede the amounts if any is given.
        lead: String,
        /// The word, the label and the maximum of each amount.
        items: Vec<(String, String, u16)>,
    },
    /// A line of free notation.
    Text {
        /// The name of the field, as shown to players.
        label: String,
        /// What to type.
        hint: Hint,
    },
}

/// Tells players what to type into a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// An example or a description. May be empty.
    Example(String),
    /// The notation of everything after the lead, in each possible form: `<units> <at>`. What is
    /// typed then replaces the fields before it.
    Notation(Vec<String>),
}

impl Hint {
    /// Returns whether it is the notation of the rest of the order.
    pub fn is_notation(&self) -> bool {
        matches!(self, Hint::Notation(_))
    }
}

impl std::fmt::Display for Hint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Hint::Example(text) => f.write_str(text),
            Hint::Notation(forms) => f.write_str(&forms.join(" | ")),
        }
    }
}

/// Returns whether an order begins with these words, at a word boundary.
pub fn begins_with(order: &str, words: &str) -> bool {
    order.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl Form {
    /// Creates a form without fields, which writes its lead only.
    pub fn new(lead: impl Into<String>, label: impl Into<String>) -> Form {
        Form {
            lead: lead.into(),
            label: label.into(),
            help: String::new(),
            heading: String::new(),
            fields: Vec::new(),
            unavailable: Vec::new(),
        }
    }

    /// Sets the sentence of help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Form {
        Form { help: help.into(), ..self }
    }

    /// Sets the heading.
    #[must_use]
    pub fn under(self, heading: impl Into<String>) -> Form {
        Form { heading: heading.into(), ..self }
    }

    /// Adds a checkbox.
    #[must_use]
    pub fn tick(self, word: impl Into<String>, label: impl Into<String>) -> Form {
        self.field(Field::Tick { word: word.into(), label: label.into() })
    }

    /// Adds a choice: word and label of each.
    #[must_use]
    pub fn pick(self, label: impl Into<String>, choices: Vec<(String, String)>) -> Form {
        self.field(Field::Pick { label: label.into(), choices })
    }

    /// Adds amounts: word, label and maximum of each.
    #[must_use]
    pub fn amounts(self, lead: impl Into<String>, items: Vec<(String, String, u16)>) -> Form {
        self.field(Field::Amounts { lead: lead.into(), items })
    }

    /// Adds a line of free notation, with an example.
    #[must_use]
    pub fn text(self, label: impl Into<String>, example: impl Into<String>) -> Form {
        self.field(Field::Text { label: label.into(), hint: Hint::Example(example.into()) })
    }

    /// Adds a line for the rest of the order, with its notation in each possible form.
    #[must_use]
    pub fn notation(self, label: impl Into<String>, forms: Vec<String>) -> Form {
        self.field(Field::Text { label: label.into(), hint: Hint::Notation(forms) })
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, field: Field) -> Form {
        self.fields.push(field);
        self
    }

    /// Adds several fields.
    #[must_use]
    pub fn fields(mut self, fields: impl IntoIterator<Item = Field>) -> Form {
        self.fields.extend(fields);
        self
    }

    /// Returns whether an order begins with the form's lead.
    ///
    /// ```
    /// use ravenpost_rules::Form;
    /// let form = Form::new("end", "End the turn").tick("grow", "and grow");
    /// assert!(form.makes("end grow") && !form.makes("ending"));
    /// ```
    pub fn makes(&self, order: &str) -> bool {
        begins_with(order, &self.lead)
    }

    /// Writes the order of a filled-in form. `value` returns the text for a field index and an item
    /// index; missing or empty values are omitted.
    pub fn write(&self, value: impl Fn(usize, usize) -> Option<String>) -> String {
        let mut words = vec![self.lead.clone()];
        for (at, field) in self.fields.iter().enumerate() {
            match field {
                Field::Tick { word, .. } => {
                    if value(at, 0).is_some_and(|given| !given.is_empty()) {
                        words.push(word.clone());
                    }
                }
                Field::Pick { .. } | Field::Text { .. } => {
                    words.extend(value(at, 0).map(|given| given.trim().to_owned()));
                }
                Field::Amounts { lead, items } => {
                    let parts: Vec<String> = items
                        .iter()
                        .enumerate()
                        .filter_map(|(item, (word, ..))| amount(&value(at, item)?, word))
                        .collect();
                    if !parts.is_empty() {
                        words.push(lead.clone());
                        words.push(parts.join("+"));
                    }
                }
            }
        }
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}

fn amount(given: &str, word: &str) -> Option<String> {
    match given.trim() {
        "" | "0" => None,
        "1" => Some(word.to_owned()),
        // Keep text that is not a number in the order, so that the rules refuse it.
        number => Some(format!("{number}{word}")),
    }
}
