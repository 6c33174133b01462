//! Forms for the lines that the sheet takes now, as lists that can all be combined, and notation
//! for lines with more units or longer lists (R27.9).

use super::product::{Fields, Product, merged};
use super::scope::Scope;
use crate::orders::rows::{LineKind, Parted, ROWS};
use crate::orders::slot::SlotOptions;
use crate::play::sheet::draft::takes;
use crate::state::stack::Stack;
use crate::state::{State, Step};
use crate::things::ids::Field;
use crate::things::kinds::{Building, Herd};
use ravenpost_rules::Form;
use ravenpost_rules::text::phrase::capital;

/// Heading for lines to write out.
const TYPED: &str = "Lines to type";

/// Kinds that earlier sheets take without a look at the board.
const UNSEEN: &[&str] = &["Retreat", "Harbour", "Slip", "Withdraw", "WithdrawHerd", "Emerge"];

/// Builds the forms of the open sheet from its lines.
pub fn forms(scope: &Scope<'_>, all: Vec<Product>) -> Vec<Form> {
    let typed = typed(scope, &all);
    let mut forms: Vec<Form> = merged(all).into_iter().map(|one| form(one, None)).collect();
    let written = scope.sheet().len();
    if written > 0 {
        let numbers = (1..=written).map(|n| (n.to_string(), n.to_string())).collect();
        let drop = Form::new("drop", "Remove lines").pick("From line", numbers);
        let reset = Form::new("reset", "Clear the sheet");
        forms.extend([drop, reset].map(|form| form.under("Your sheet")));
    }
    forms.extend(typed);
    forms
}

/// Whether these lines start construction.
pub fn builds(product: &Product) -> bool {
    ROWS[product.row].name == "Build"
}

/// Builds the form of lines at a field of the board. Lines for the next march say so if that march
/// will be awaited anyway. `barred` are choices of the first slot that cannot be made there; if it
/// has a single choice, and so is no list, the help names them.
pub fn here(state: &State, product: Product, at: Field, barred: Vec<String>) -> Form {
    let later = is_ahead(state, ROWS[product.row].steps);
    let listed = product.parted.slots.first().is_some_and(|slot| slot.words.len() > 1);
    let mut form = form(product, Some(at));
    if listed {
        form.unavailable = barred;
    } else if !barred.is_empty() {
        let help = [form.help, format!("Not possible here now: {}", barred.join(", "))];
        form.help = help.join(". ");
    }
    if later { Form { label: format!("For the next march: {}", form.label), ..form } } else { form }
}

/// Builds the form of lines that can be combined. Its title names what all of them have in common,
/// except the field of the board where it is shown.
fn form(product: Product, at: Option<Field>) -> Form {
    let row = &ROWS[product.row];
    let second = row.before.is_some_and(|word| product.parted.lead.starts_with(word));
    let caption = caption(row, &product.parted, second);
    let Fields { lead, picks, mut fixed } = Fields::of(product.parted);
    fixed.retain(|word| at.is_none_or(|at| at.name() != word));
    let label = match (fixed.is_empty(), second) {
        (false, _) => caption,
        (true, true) => format!("{}, second march", row.label),
        (true, false) => row.label.to_owned(),
    };
    let help = prices(row).unwrap_or_else(|| capital(product.help));
    let form = Form::new(lead, label).under(row.heading).help(help);
    picks.into_iter().fold(form, |form, slot| {
        let words = slot.words.into_iter();
        let words = words.map(|(word, meaning)| (word.into_owned(), meaning.into_owned()));
        form.pick(slot.label, words.collect())
    })
}

/// The sentence for lines of a form, with gaps for what its fields choose.
fn caption(row: &LineKind, parted: &Parted, second: bool) -> String {
    let mut slots = parted.slots.iter();
    let mut next = || slots.next().map(SlotOptions::caption).unwrap_or_default();
    (row.sentence)(second, &mut next).replace("… …", "…")
}

/// The prices of a kind's choices, where they differ (R15.1, R16.14).
fn prices(row: &LineKind) -> Option<String> {
    let listed = |name: &str, gold: u16| format!("{name} {gold}");
    let all: Vec<String> = match row.name {
        "Build" => Building::ALL.iter().map(|one| listed(one.slug(), one.price())).collect(),
        "BuyHerd" => Herd::ALL.iter().map(|one| listed(one.slug(), one.price())).collect(),
        _ => return None,
    };
    Some(format!("Usual prices in gold: {}", all.join(", ")))
}

/// Forms to write out lines, one for each first word that the sheet takes now.
fn typed(scope: &Scope<'_>, all: &[Product]) -> Vec<Form> {
    let open = |at: usize, row: &LineKind| {
        let listed = all.iter().any(|one| one.row == at);
        // A complete ranking of homelands can still be replaced.
        listed
            || is_unseen(scope, row)
            || row.name == "Pick"
            || row.name == "Sail" && has_ships(scope)
    };
    let rows = ROWS.iter().enumerate();
    let rows = rows.filter(|(at, row)| is_asked(scope.state, row) && open(*at, row));
    let mut forms = written_out(rows.map(|(_, row)| row));
    if all.iter().any(|one| one.parted.lead.starts_with("second ")) {
        forms.push(second());
    }
    forms
}

/// One form for each first word of these kinds, with their notation.
fn written_out<'r>(rows: impl Iterator<Item = &'r LineKind>) -> Vec<Form> {
    let mut leads: Vec<Vec<&LineKind>> = Vec::new();
    for row in rows.filter(|row| row.form.contains('<')) {
        match leads.iter_mut().find(|known| known[0].words[0] == row.words[0]) {
            Some(known) => known.push(row),
            None => leads.push(vec![row]),
        }
    }
    let form = |rows: Vec<&LineKind>| {
        let (word, label) = (rows[0].words[0], rows[0].label);
        let rest = rows.iter().map(|row| row.form[word.len()..].trim_start().to_owned());
        Form::new(word, label).under(TYPED).notation(format!("After “{word}”"), rest.collect())
    };
    leads.into_iter().map(form).collect()
}

fn is_unseen(scope: &Scope<'_>, row: &LineKind) -> bool {
    scope.state.step != Step::Clash && UNSEEN.contains(&row.name)
}

fn has_ships(scope: &Scope<'_>) -> bool {
    let ship = |stack: &Stack| stack.kind().is_ship();
    scope.march_stage(3).is_some_and(|board| board.state.player(scope.seat).stacks.iter().any(ship))
}

/// Builds forms for lines that a rear takes in advance: whole lines, and others to be typed. The
/// board offers the choices.
pub fn ahead(state: &State) -> Vec<Form> {
    let is_taken = |row: &&LineKind| takes(state, row.steps) && is_ahead(state, row.steps);
    let rows: Vec<&LineKind> = ROWS.iter().filter(is_taken).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let whole = rows.iter().filter(|row| !row.form.contains('<'));
    let whole = whole.map(|row| Form::new(row.form.clone(), row.label).under(row.heading));
    let mut forms: Vec<Form> = whole.collect();
    forms.extend(written_out(rows.into_iter()));
    forms.push(second());
    forms
}

fn second() -> Form {
    let again = Form::new("second", "March a second time for 14 PP").under(TYPED);
    again.text("Line", "move 2 li roma > reate")
}

/// Whether lines of a kind belong to the awaited sheet. Resigning is offered separately.
fn is_asked(state: &State, row: &LineKind) -> bool {
    takes(state, row.steps) && !is_ahead(state, row.steps) && row.name != "Resign"
}

/// Whether lines of these decisions are optional in a rear: the march will be awaited, but its
/// lines may be written in advance (R9.9a).
fn is_ahead(state: &State, steps: &[Step]) -> bool {
    state.step == Step::Rear && !steps.contains(&Step::Rear) && !state.marches_ahead()
}
