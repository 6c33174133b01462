//! Fills in forms at random, for seats with too many choices to list.

use crate::dice::Draws;
use crate::orders::legal::{Field, Form};

/// Fills in a form. The order may still be refused, because a form cannot express every rule.
pub fn filled(form: &Form, draws: &mut Draws<'_>) -> String {
    let given: Vec<Vec<Option<String>>> =
        form.fields.iter().map(|field| values(field, draws)).collect();
    form.write(|field, item| given[field].get(item).cloned().flatten())
}

fn values(field: &Field, draws: &mut Draws<'_>) -> Vec<Option<String>> {
    match field {
        Field::Tick { word, .. } => vec![(draws.below(2) == 0).then(|| word.clone())],
        Field::Pick { choices, .. } => vec![draws.pick(choices).map(|(word, _)| word.clone())],
        Field::Amounts { items, .. } => {
            // Usually few items, sometimes many: both kinds of demands are common.
            let most = if draws.below(3) == 0 { 9 } else { 3 };
            let wanted = 1 + draws.below(most);
            let mut counts = vec![0_u16; items.len()];
            for _ in 0..wanted {
                let open: Vec<usize> =
                    (0..items.len()).filter(|at| counts[*at] < items[*at].2).collect();
                if let Some(at) = draws.pick(&open) {
                    counts[*at] += 1;
                }
            }
            counts.iter().map(|count| (*count > 0).then(|| count.to_string())).collect()
        }
        // Free notation is for people.
        Field::Text { .. } => vec![None],
    }
}
