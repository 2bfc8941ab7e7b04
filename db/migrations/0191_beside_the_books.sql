-- What a drive has beside its books: read with its page, so both sums are read from an index alone.

create view drive_beside as
select d.id as fund_drive_id, r.amount as recorded, case when d.hides_recorded then 0 else r.amount end as shown, p.amount as pledged
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(amount - paid), 0)::bigint as amount from pledges where fund_drive_id = d.id and state = 'open') p;
comment on view drive_beside is 'What was recorded for each drive, in all and as visitors see it, and what is still promised, in cents. Never in the books.';
