-- One role owns the tables, the other serves: it adds to the log and cannot change it.
-- Run once, as the superuser, on the primary. What the second may do is set by the server at each start
-- that knows the first (data.database_owner).
CREATE ROLE ravenpost_owner LOGIN PASSWORD 'to-be-chosen';
CREATE ROLE ravenpost LOGIN PASSWORD 'to-be-chosen';
CREATE DATABASE ravenpost OWNER ravenpost_owner ENCODING 'UTF8' TEMPLATE template0;
-- So that `ravenpost doctor` sees the standbys.
GRANT pg_monitor TO ravenpost;
