-- A giver's own promise counts once its giver has said yes to our message, or has given a part: anybody can type another's phone.

create or replace view drive_beside as
select d.id as fund_drive_id, r.amount as recorded, case when d.hides_recorded then 0 else r.amount end as shown, p.amount as pledged
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(amount - paid), 0)::bigint as amount from pledges
  where fund_drive_id = d.id and state = 'open' and (agreed or paid > 0 or source <> 'giver')) p;

-- As the sum is read: from the index alone.
drop index pledges_sum;
create index pledges_sum on pledges (fund_drive_id) include (amount, paid)
  where state = 'open' and (agreed or paid > 0 or source <> 'giver');
comment on column pledges.agreed is 'Whose pledge it is said yes to our message, and is reminded; of another''s pledge its writer ticked that.';
