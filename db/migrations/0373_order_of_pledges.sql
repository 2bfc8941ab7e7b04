-- The list of a drive's pledges begins with what is late and what is due next, not with the newest. Its order, word for word as
-- the list asks for it: else each page sorts all pledges of the drive.

drop index pledges_list;
create index pledges_list on pledges (fund_drive_id,
  (case when state <> 'open' then 1000000000000000 - id else coalesce(due_on - date '1970-01-01', 1000000) end), id);
