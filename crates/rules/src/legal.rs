//! What a seat may order: lists of orders, and forms where a list would be too long.

/// Everything a seat may order now.
#[derive(Clone, Debug)]
pub struct Legal<O> {
    /// The orders, in a fixed order. Where `complete` is false: all that no form makes, and a fair
    /// choice of the others.
    pub orders: Vec<O>,
    /// Whether `orders` is the whole set.
    pub complete: bool,
    /// Forms that make the orders which are not listed, or a long list with less reading.
    pub forms: Vec<Form>,
}

impl<O> Legal<O> {
    /// A set that is listed whole.
    ///
    /// ```
    /// use ravenpost_rules::Legal;
    /// let legal = Legal::listed(vec!["pass", "take 1 a"]);
    /// assert!(legal.complete && legal.forms.is_empty());
    /// ```
    pub fn listed(orders: Vec<O>) -> Legal<O> {
        Legal { orders, complete: true, forms: Vec::new() }
    }

    /// The list of a seat that may order nothing.
    pub fn none() -> Legal<O> {
        Legal::listed(Vec::new())
    }
}

/// Legal orders as a page or a letter shows them: under the card or place they belong to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    /// The heading: a card's name, or what is asked.
    pub title: String,
    /// Slug of the card in the viewer's hand that this group plays, if it is one.
    pub card: Option<String>,
    /// A sentence beneath the heading, e.g. the instruction now in force.
    pub note: String,
    /// The point of the rules that tells of these orders: "R9.2". Empty where none is known.
    pub rule: &'static str,
    /// Whether these orders hand in or change a draft, which the panel `sheet` shows: they stand
    /// with it on top, whatever place of the board is chosen.
    pub hands_in: bool,
    pub offers: Vec<Offer>,
    pub forms: Vec<Form>,
}

/// One legal order: as written, and in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub order: String,
    pub words: String,
    /// The map area the order is about, so that the board can offer it too.
    pub area: Option<String>,
}

/// A form that writes one order: its lead word, then what the fields give, in order.
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
    /// What the form does, in words.
    pub label: String,
    /// A sentence of help: "give up 4 of these".
    pub help: String,
    /// The heading it stands under where none of its orders is listed; empty: its own label.
    pub heading: String,
    pub fields: Vec<Field>,
}

/// One field of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A tick box that adds a word.
    Tick { word: String, label: String },
    /// One of several words; the empty word adds nothing.
    Pick { label: String, choices: Vec<(String, String)> },
    /// Amounts joined by `+`: word, label, most. `lead` stands before them when any is given.
    Amounts { lead: String, items: Vec<(String, String, u16)> },
    /// A line of free notation; `+` of several given lines is not made. A hint with `<` in it is
    /// the notation of all that follows the lead, its ways parted by `|`: what is typed then
    /// stands in place of the fields before it.
    Text { label: String, hint: String },
}

/// Whether an order begins with those words, and not in the midst of a longer one.
pub fn begins_with(order: &str, words: &str) -> bool {
    order.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl Form {
    /// A form that writes its lead alone, until it is given fields.
    pub fn new(lead: impl Into<String>, label: impl Into<String>) -> Form {
        Form {
            lead: lead.into(),
            label: label.into(),
            help: String::new(),
            heading: String::new(),
            fields: Vec::new(),
        }
    }

    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Form {
        Form { help: help.into(), ..self }
    }

    #[must_use]
    pub fn under(self, heading: impl Into<String>) -> Form {
        Form { heading: heading.into(), ..self }
    }

    #[must_use]
    pub fn tick(self, word: impl Into<String>, label: impl Into<String>) -> Form {
        self.field(Field::Tick { word: word.into(), label: label.into() })
    }

    /// Word and label of each choice.
    #[must_use]
    pub fn pick(self, label: impl Into<String>, choices: Vec<(String, String)>) -> Form {
        self.field(Field::Pick { label: label.into(), choices })
    }

    /// Word, label and the most of each.
    #[must_use]
    pub fn amounts(self, lead: impl Into<String>, items: Vec<(String, String, u16)>) -> Form {
        self.field(Field::Amounts { lead: lead.into(), items })
    }

    #[must_use]
    pub fn text(self, label: impl Into<String>, hint: impl Into<String>) -> Form {
        self.field(Field::Text { label: label.into(), hint: hint.into() })
    }

    #[must_use]
    pub fn field(mut self, field: Field) -> Form {
        self.fields.push(field);
        self
    }

    #[must_use]
    pub fn fields(mut self, fields: impl IntoIterator<Item = Field>) -> Form {
        self.fields.extend(fields);
        self
    }

    /// Whether it stands for an order: whether the order begins with the form's lead.
    ///
    /// ```
    /// use ravenpost_rules::Form;
    /// let form = Form::new("end", "End the turn").tick("grow", "and grow");
    /// assert!(form.makes("end grow") && !form.makes("ending"));
    /// ```
    pub fn makes(&self, order: &str) -> bool {
        begins_with(order, &self.lead)
    }

    /// The order a filled form writes. `values` are (field index, item index, value) as text;
    /// unknown or empty ones are left out.
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
        // What is not a number goes into the order as written, so that the rules refuse it.
        number => Some(format!("{number}{word}")),
    }
}
