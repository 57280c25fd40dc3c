-- What members have said of themselves for all events of a server: their time zone and
-- when they are away.
CREATE TABLE calendars (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX calendars_of ON calendars (user);
