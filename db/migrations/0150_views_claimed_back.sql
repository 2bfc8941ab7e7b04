-- Views whose payment is asked back can't be used: the unused ones are taken while that is open, come back when it comes
-- to nothing, and stay gone when the money goes back.

create table view_claims (
  payment_id bigint primary key references payments,
  due integer not null check (due >= 0),
  taken integer not null,
  updated_at timestamptz(3) not null default now(),
  constraint view_claims_taken_range check (taken between 0 and due)
);
comment on table view_claims is 'What was taken from a drive''s views because the payment for them is asked back, or went back.';
comment on column view_claims.due is 'How many of the purchase''s views the claims on its payment are worth: see views_due.';
comment on column view_claims.taken is 'How many of those were unused when they were claimed, and are gone from the drive''s views.';

-- A part of the payment claims the same part of its views, rounded down.
create view views_due as
select p.id as payment_id, p.fund_drive_id, (q.open + f.open) > 0 as is_open,
  (p.views * least(p.amount, p.reversed + q.open + f.open) / p.amount)::integer as due
from payments p,
  lateral (select coalesce(sum(amount), 0)::bigint as open from disputes
    where payment_id = p.id and status = 'open') q,
  lateral (select coalesce(sum(amount), 0)::bigint as open from reversals
    where payment_id = p.id and kind = 'refund' and state = 'open') f
where p.kind = 'subscription' and p.status = 'succeeded' and p.fund_drive_id is not null;
comment on view views_due is 'Each purchase of views with how many of them are claimed by its disputes and refunds: those that are open, and those that took money back.';

-- What went back before this rule took no views, and takes none now.
insert into view_claims (payment_id, due, taken) select payment_id, due, 0 from views_due where due > 0;
