-- The games of servers that their organisers have described, each in its latest versions.
CREATE TABLE games (
    guild   TEXT NOT NULL,
    id      TEXT NOT NULL, -- of the ruleset
    version INTEGER NOT NULL, -- 1, 2, …
    name    TEXT NOT NULL,
    author  TEXT NOT NULL, -- Discord id; '' once the person is forgotten
    at      INTEGER NOT NULL,
    removed INTEGER NOT NULL, -- 1 if no menu has the game any more; counts in the latest version
    cause   TEXT NOT NULL, -- the interaction that brought it
    toml    BLOB NOT NULL,
    PRIMARY KEY (guild, id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by ON games (author);
