INSERT INTO invitations VALUES (1, '100000000000000001', '', 'ann'), (1, '', '鈴木', '鈴木');
