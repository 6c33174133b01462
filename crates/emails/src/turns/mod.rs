//! Emails about turns and votes of a running game.

pub mod answer;
pub mod proposed;
pub mod proposed_change;
pub mod proposed_end;
pub mod reminder;
pub mod replaced;
pub mod rewound;
pub mod said;
pub mod started;
pub mod taken_back;
pub mod transcript;
pub mod verdict;
pub mod your_turn;
