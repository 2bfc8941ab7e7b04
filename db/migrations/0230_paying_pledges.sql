-- A payment knows the pledge it was begun for, and the giver of a pledge has a language.

alter table payments add column if not exists pledge_id bigint references pledges on delete set null;
comment on column payments.pledge_id is 'The pledge from whose page it was begun. What arrives counts for it.';

alter table pledges add column if not exists language text not null default 'en' check (language ~ '^[a-z]{2,3}$');
comment on column pledges.language is 'In which the giver is written to.';

-- The gift is locked while its part is written: else one that goes back at this moment would keep its part, because neither of
-- the two sees the other.
create or replace function guard_pledge_part() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fits boolean;
begin
  if new.donation_id is not null then
    select d.fund_drive_id = g.fund_drive_id and new.amount <= d.amount - p.reversed into fits
      from donations d join payments p on p.id = d.payment_id, pledges g where d.id = new.donation_id and g.id = new.pledge_id
      for share of p;
  else
    select r.fund_drive_id = g.fund_drive_id and new.amount <= r.amount and r.voided_at is null into fits
      from recorded_gifts r, pledges g where r.id = new.recorded_id and g.id = new.pledge_id
      for share of r;
  end if;
  if fits is not true then
    raise exception 'more than its gift, or a gift to another drive' using errcode = 'check_violation', constraint = 'pledge_parts_of_gift';
  end if;
  return new;
end
$$;
comment on function guard_pledge_part() is 'Refuses parts larger than what is left of their gift, and gifts to other drives. Locks the gift meanwhile.';
