-- Which drives visitors can use, and which of them take gifts, said once.

create view open_drives as
select d.id, d.slug, d.user_id, d.fee_policy,
  d.collect_donations and d.fee_policy <> 'donor_on_top' as takes_gifts
from fund_drives d join users u on u.id = d.user_id
where d.status = 'active' and u.deleted_at is null and u.suspended_at is null;
comment on view open_drives is 'The drives that visitors can use: active, and their owner is with us and not suspended. takes_gifts: donations can be given to it.';
