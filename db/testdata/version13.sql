INSERT INTO outbox (log, key, kind, channel, parent, lane, round, match, page, seq, pings, want) VALUES
 (1, 'thirteen', 'thread', '', 'card', '1/card', 0, 0, 0, 2, 1, 2);
