-- The invitation lists of events and leagues: accounts, and names that no account has used yet.
CREATE TABLE invitations (
    log   INTEGER NOT NULL, -- of the event, or of the first season of the league
    user  TEXT NOT NULL, -- Discord id; '' = the name alone is invited
    alias TEXT NOT NULL, -- the name as names are compared; '' for an account that was chosen
    name  TEXT NOT NULL, -- as it was written or shown then
    PRIMARY KEY (log, user, alias)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_of ON invitations (user, log);
CREATE INDEX invitations_called ON invitations (log, alias);
CREATE INDEX invitations_listed ON invitations (log, name, user);
