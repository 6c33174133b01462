//! Random numbers for the checks' own choices: orders, corrupted lines, viewers. The generator is
//! seeded and separate from a game's dice, so a failure can be reproduced from its seed alone.

/// A splitmix64 generator.
///
/// ```
/// use ravenpost_rules::contract::chance::Chance;
///
/// let (mut one, mut other) = (Chance::new(7), Chance::new(7));
/// assert_eq!(one.word(), other.word());
/// assert!(one.below(6) < 6);
/// ```
pub struct Chance(u64);

impl Chance {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed ^ 0x005e_ed0f_7e57)
    }

    /// Returns the next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns a number in `0..of`, or 0 if `of` is 0.
    pub fn below(&mut self, of: usize) -> usize {
        (self.word() % of.max(1) as u64) as usize
    }

    /// Returns `true` one time in `of`.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Picks one of the things, or returns `None` if there are none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }
}
