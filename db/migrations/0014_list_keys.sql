-- Lists that are narrowed to one state, and counts of one, stay quick however many rows are in the others.

create index fund_drive_comments_by_state on fund_drive_comments (fund_drive_id, state, id desc);
-- What it did, the index above does for every state; and a prepared statement, which knows no state yet, can use that one.
drop index fund_drive_comments_shown;

create index fund_drive_reservations_by_status
  on fund_drive_reservations (fund_drive_id, status, created_at desc, id desc) include (number_of_guests);
