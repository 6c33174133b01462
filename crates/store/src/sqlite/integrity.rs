//! Integrity checks of a file.

use crate::Store;
use crate::error::StoreError;
use crate::sql::sql;

const CHECK: &str = "PRAGMA integrity_check";
const KEYS: &str = "PRAGMA foreign_key_check";

impl Store {
    /// Returns the faults of the file in SQLite's words; empty if it is sound or the store is not a
    /// file.
    pub async fn integrity_check(&self) -> Result<Vec<String>, StoreError> {
        if !self.is_file() {
            // PostgreSQL reports damaged pages itself when it reads them.
            return Ok(Vec::new());
        }
        let mut wrong = Vec::new();
        for row in sql(CHECK).rows(self.read()).await? {
            wrong.push(row.get("integrity_check")?);
        }
        wrong.retain(|line: &String| line != "ok");
        for row in sql(KEYS).rows(self.read()).await? {
            let (table, parent): (String, String) = (row.get("table")?, row.get("parent")?);
            wrong.push(format!("a row of {table} refers to a missing row of {parent}"));
        }
        Ok(wrong)
    }
}
