//! Checkpoints: the number of seals in a log, and the root of the tree over them.

use data_encoding::BASE64;

use super::tree::Hash;

/// The contents of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The log it belongs to, which is the name of its keys.
    pub origin: String,
    /// How many seals the log has.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

impl Checkpoint {
    /// Returns the text that is signed: origin, size and root, one per line.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, BASE64.encode(&self.root))
    }

    /// Parses a checkpoint. Lines after the third are extensions and are ignored.
    pub fn read(text: &str) -> Option<Checkpoint> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
        let checkpoint = Checkpoint {
            origin: origin.to_owned(),
            size: size.parse().ok()?,
            root: BASE64.decode(root.as_bytes()).ok()?.try_into().ok()?,
        };
        let plain = !origin.is_empty() && checkpoint.size.to_string() == size;
        (plain && lines.all(|line| !line.is_empty())).then_some(checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_form_is_parsed() {
        let one = Checkpoint { origin: "a.example/b".into(), size: 12, root: [3; 32] };
        let text = one.text();
        assert_eq!(Checkpoint::read(&text), Some(one.clone()));
        assert_eq!(Checkpoint::read(&format!("{text}more\n")), Some(one));
        let cut = text.trim_end().to_owned();
        let odd = [("\n12\n", "\n012\n"), ("\n12\n", "\n+12\n"), ("\n12\n", "\n-1\n")];
        let odd = odd.map(|(from, to)| text.replace(from, to));
        for none in odd.iter().chain([&cut, &format!("{text}\n"), &format!("\n{text}")]) {
            assert_eq!(Checkpoint::read(none), None, "{none:?}");
        }
    }
}
