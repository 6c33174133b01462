//! Chance for the contract's own choices: which order is given, what is garbled, who looks. Small,
//! seeded and apart from a game's dice, so that a failure is played again from its seed alone.

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
    /// A generator whose numbers depend on the seed alone.
    pub fn new(seed: u64) -> Chance {
        Chance(seed ^ 0x005e_ed0f_7e57)
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number from 0 up to, not with, `of`; 0 if `of` is 0.
    pub fn below(&mut self, of: usize) -> usize {
        (self.word() % of.max(1) as u64) as usize
    }

    /// True one time in `of`.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of the things, or nothing if there is none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }
}
