-- What is still promised counts where its giver said yes. A part of KES 1 says it of no more than that part, which is a gift already.

create or replace view drive_beside as
select d.id as fund_drive_id, r.amount as recorded,
  case when d.hides_recorded or d.recorded_hidden_at is not null then 0 else r.amount end as shown, p.amount as pledged
from fund_drives d
cross join lateral (
  select coalesce(sum(amount), 0)::bigint as amount from recorded_gifts where fund_drive_id = d.id and voided_at is null) r
cross join lateral (
  select coalesce(sum(amount - paid), 0)::bigint as amount from pledges
  where fund_drive_id = d.id and state = 'open' and (agreed or source <> 'giver')) p;

drop index pledges_sum;
create index pledges_sum on pledges (fund_drive_id) include (amount, paid)
  where state = 'open' and (agreed or source <> 'giver');
