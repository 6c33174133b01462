//! Doctrine is entered as questions with textual answers (R28.1), in the forms of pages and emails.

use ravenpost::titles;
use ravenpost_rules::{Dice, Field, Form, Position, Seat, Table};

/// The settings of R28.1, as the notation begins them.
const SETTINGS: [&str; 17] = [
    "stance", "withdraw", "emerge", "escape", "target", "reroll", "spare", "siege", "loot",
    "herds", "retreat", "harbour", "train", "luck", "sow", "recruit", "festival",
];

fn game() -> Box<dyn Position> {
    let title = titles::find("scharz").expect("the title");
    title.open(&Table::of(4), &mut Dice::seeded(5)).expect("opened").next
}

fn forms(position: &dyn Position) -> Vec<Form> {
    let groups = position.instructions(Seat(1)).into_iter();
    let doctrine = groups.filter(|group| group.title == "Doctrine");
    doctrine.flat_map(|group| group.forms).collect()
}

#[test]
fn doctrine_is_prompted_as_questions() {
    let position = game();
    let forms = forms(&*position);
    for setting in SETTINGS {
        let lead = format!("doctrine {setting}");
        let form = forms.iter().find(|form| form.lead == lead);
        let form = form.unwrap_or_else(|| panic!("no question about {setting}"));
        assert!(form.label.ends_with('?'), "{setting}: {}", form.label);
        assert!(!form.label.contains(setting) || form.label.contains(' '), "{}", form.label);
    }
    assert_eq!(forms.len(), SETTINGS.len(), "each once, and no other");
}

#[test]
fn every_doctrine_answer_is_text_and_accepted() {
    let mut position = game();
    for form in forms(&*position) {
        let mut lines = vec![form.lead.clone()];
        for field in &form.fields {
            let Field::Pick { label, choices } = field else {
                panic!("{}: an answer is chosen, not written", form.lead)
            };
            assert!(choices.len() > 1, "{}: {label} leaves nothing to choose", form.lead);
            for (word, means) in choices.iter().filter(|(word, _)| word.parse::<u8>().is_err()) {
                let said = means.chars().next().is_some_and(char::is_uppercase);
                assert!(said && !means.contains('-'), "{}: {word} is {means:?}", form.lead);
            }
            let with = |line: &String| {
                let each = choices.iter().map(|(word, _)| format!("{line} {word}"));
                each.collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(with).collect();
        }
        for line in lines {
            let taken = position.decide(Seat(1), line.trim(), &mut Dice::seeded(1));
            match taken {
                Ok(decided) => position = decided.next,
                // Luck may be offered for something that this game does not roll for.
                Err(why) if line.starts_with("doctrine luck") => {
                    assert!(why[0].to_string().contains("R2.5"), "{line}: {why:?}");
                }
                Err(why) => panic!("{line}: {why:?}"),
            }
        }
    }
}

/// The current settings are listed above the questions, one sentence each.
#[test]
fn current_doctrine_is_described_in_sentences() {
    let position = game();
    let before = position.instructions(Seat(1))[0].notes.clone();
    assert_eq!(before.len(), SETTINGS.len() - 1, "luck has none: {before:?}");
    let after = position.decide(Seat(1), "doctrine loot rival", &mut Dice::seeded(1));
    let after = after.expect("taken").next.instructions(Seat(1))[0].notes.clone();
    let new: Vec<&String> = after.iter().filter(|note| !before.contains(note)).collect();
    assert_eq!(new.len(), 1, "{after:?}");
    assert!(new[0].starts_with("Looting without an order: "), "{new:?}");
}
