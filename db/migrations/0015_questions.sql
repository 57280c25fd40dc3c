-- Commands that wait until what they change for others is agreed to: some of a member, for
-- an hour.
CREATE TABLE questions (
    id    TEXT    NOT NULL PRIMARY KEY, -- the interaction that asked
    guild TEXT    NOT NULL,
    user  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    act   TEXT    NOT NULL -- what was typed, chosen or pressed, JSON
) STRICT;
CREATE INDEX questions_of ON questions (user, guild, at);
CREATE INDEX questions_at ON questions (at);
