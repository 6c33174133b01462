//! The threading algorithm of mail programs, as Jamie Zawinski described it
//! (<https://www.jwz.org/doc/threading.html>), written without our own code.

use std::collections::BTreeMap;

/// An email as a mail program sees it.
#[derive(Clone, Debug)]
pub struct Threaded {
    pub id: String,
    pub references: Vec<String>,
    pub subject: String,
}

/// The parents of all known Message-IDs.
#[derive(Default)]
struct Tree(BTreeMap<String, Option<String>>);

impl Tree {
    fn root(&self, id: &str) -> String {
        let mut at = id.to_owned();
        while let Some(Some(parent)) = self.0.get(&at) {
            at.clone_from(parent);
        }
        at
    }

    /// Links a message to a parent, unless that would make a loop.
    fn link(&mut self, child: &str, parent: &str) {
        self.0.entry(parent.to_owned()).or_default();
        if self.root(parent) != child {
            self.0.insert(child.to_owned(), Some(parent.to_owned()));
        }
    }
}

/// Returns the indices of the emails in each thread. Emails are in one thread if References connect
/// them, or if the first emails of their trees have the same subject.
pub fn threads(emails: &[Threaded]) -> Vec<Vec<usize>> {
    let mut tree = Tree::default();
    for email in emails {
        for pair in email.references.windows(2) {
            // An existing link is kept.
            if tree.0.get(&pair[1]).is_none_or(Option::is_none) {
                tree.link(&pair[1], &pair[0]);
            }
        }
        tree.0.entry(email.id.clone()).or_default();
        if let Some(parent) = email.references.last() {
            tree.link(&email.id, parent);
        }
    }
    let mut trees: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, email) in emails.iter().enumerate() {
        trees.entry(tree.root(&email.id)).or_default().push(at);
    }
    let mut subjects: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for found in trees.into_values() {
        subjects.entry(base(&emails[found[0]].subject)).or_default().extend(found);
    }
    subjects.into_values().collect()
}

/// Returns a subject without "Re:".
fn base(subject: &str) -> &str {
    let mut base = subject.trim();
    while let Some(re) = base.get(..3).filter(|start| start.eq_ignore_ascii_case("re:")) {
        base = base[re.len()..].trim_start();
    }
    base
}

#[test]
fn references_or_subjects_connect_emails() {
    let email = |id: &str, references: &[&str], subject: &str| Threaded {
        id: id.to_owned(),
        references: references.iter().map(|id| (*id).to_owned()).collect(),
        subject: subject.to_owned(),
    };
    let found = threads(&[
        email("a", &[], "Winter"),
        email("b", &["a"], "Something else"),
        email("c", &[], "Spring"),
        // Its parent is not among the emails.
        email("d", &["c", "lost"], "Spring"),
        email("e", &["lost"], "Autumn"),
        email("f", &[], "RE: re: winter is over"),
        email("g", &["g"], "Re: Winter"),
    ]);
    assert_eq!(found, [vec![2, 3, 4], vec![0, 1, 6], vec![5]]);
}
