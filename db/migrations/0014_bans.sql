-- The ban lists of servers: who may not enter events and leagues there until when, 0 for no end.
CREATE TABLE bans (
    guild  TEXT NOT NULL,
    user   TEXT NOT NULL,
    name   TEXT NOT NULL, -- as shown then; '' once it is forgotten, as are author and reason
    author TEXT NOT NULL, -- Discord id
    reason TEXT NOT NULL,
    begun  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    cause  TEXT NOT NULL, -- the interaction that brought it
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX bans_of ON bans (user);
CREATE INDEX bans_by ON bans (author);
CREATE INDEX bans_listed ON bans (guild, begun DESC, user);
CREATE INDEX bans_until ON bans (until);
