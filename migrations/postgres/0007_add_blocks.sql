-- Whom each player has blocked, at all tables. Private: blocked players are never told.
CREATE TABLE player_block (
    player         bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    blocked_player bigint NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created_at     bigint NOT NULL,
    PRIMARY KEY (player, blocked_player)
);

CREATE INDEX player_block_by_blocked_player ON player_block (blocked_player);
