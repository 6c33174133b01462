//! Which acts a release writes, and which it only reads. While nodes are brought up to date one
//! after the other, older ones read what newer ones write: so a new act is read by one release
//! before the next writes it. `docs/cluster.md` has the whole rule.

use super::Act;

/// The kinds of acts that this release reads and does not write yet. A new act stands here in its
/// first release, and is taken out in the next.
const ONLY_READ: &[&str] = &[];

impl Act {
    /// Whether this release may write it.
    pub fn is_written(&self) -> bool {
        may_write(self.kind(), ONLY_READ)
    }
}

fn may_write(kind: &str, only_read: &[&str]) -> bool {
    !only_read.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_read_is_not_written() {
        assert!(!may_write("danced", &["danced"]));
        assert!(may_write("ordered", &["danced"]) && Act::Started.is_written());
    }
}
