-- From here on events have nonces, which stand in the column of the draws before the list itself, and
-- games have epochs. Programs of before know neither: they are not to open this file any more.
SELECT 1;
