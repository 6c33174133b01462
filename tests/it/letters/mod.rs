//! Every letter: what must stand in it, and how it looks as text and HTML.

pub mod samples;
mod signed;
mod titles;

use ravenpost::letters::Kind;
use samples::Names;

#[test]
fn every_kind_has_a_sample() {
    let letters = samples::all(&Names::default());
    for kind in Kind::ALL {
        assert_eq!(letters.iter().filter(|letter| letter.kind == kind).count(), 1, "{kind:?}");
    }
}

/// Writes every sample where RAVENPOST_LETTERS says, to be looked at.
#[test]
fn letters_look_like_this() {
    let names = Names::default();
    let kinds = samples::all(&names).into_iter().map(|letter| (letter.kind.key(), letter));
    for (name, letter) in kinds.chain(samples::variants(&names)) {
        insta::assert_snapshot!(
            format!("{name}.txt"),
            format!("Subject: {}\n\n{}", letter.subject, letter.text)
        );
        insta::assert_snapshot!(format!("{name}.html"), letter.html);
        if let Some(folder) = std::env::var_os("RAVENPOST_LETTERS") {
            let folder = std::path::Path::new(&folder);
            std::fs::write(folder.join(format!("{name}.html")), &letter.html).expect("a folder");
            std::fs::write(folder.join(format!("{name}.txt")), &letter.text).expect("a folder");
        }
    }
}
