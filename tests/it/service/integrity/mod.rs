//! What protects the log: hashes, seals, receipts, forged and damaged data, and restored backups.

mod backups;
mod damage_reports;
mod damaged;
mod epochs;
mod forged;
mod forged_facts;
mod forged_forks;
mod receipts;
pub mod restores;
mod salts;
mod saved_emails;
mod seal_texts;
pub(super) mod seals;
mod tampering;
