-- One role owns the tables. The other serves: it appends to the log and cannot change it. Run this
-- once on the primary, as the superuser. Each start with data.database_owner grants the serving role
-- its privileges.
CREATE ROLE ravenpost_owner LOGIN PASSWORD 'to-be-chosen';
CREATE ROLE ravenpost LOGIN PASSWORD 'to-be-chosen';
CREATE DATABASE ravenpost OWNER ravenpost_owner ENCODING 'UTF8' TEMPLATE template0;
-- Lets `ravenpost doctor` see the standbys.
GRANT pg_monitor TO ravenpost;
