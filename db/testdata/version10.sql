INSERT INTO calendars VALUES ('700000000000000001', '100000000000000001', '{"zone":"Europe/Berlin","away":[{"from":"2026-03-14T12:00:00Z","until":"2026-03-20T12:00:00Z"}]}');
