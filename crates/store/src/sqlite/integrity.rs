//! The look whether a file is sound.

use crate::Store;
use crate::error::StoreError;
use crate::sql::sql;

const CHECK: &str = "PRAGMA integrity_check";
const KEYS: &str = "PRAGMA foreign_key_check";

impl Store {
    /// What is wrong with the file, in SQLite's words. Nothing, when all is well, or where it
    /// is no file.
    pub async fn integrity_check(&self) -> Result<Vec<String>, StoreError> {
        if !self.is_file() {
            // PostgreSQL says so by itself when it meets a bad page.
            return Ok(Vec::new());
        }
        let mut wrong = Vec::new();
        for row in sql(CHECK).rows(self.read()).await? {
            wrong.push(row.get(0)?);
        }
        wrong.retain(|line: &String| line != "ok");
        for row in sql(KEYS).rows(self.read()).await? {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            wrong.push(format!("a row of {table} names a row of {parent} that is not there"));
        }
        Ok(wrong)
    }
}
