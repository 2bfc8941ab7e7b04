-- What a group does around the money that passes through us: it promises, it takes cash, and others than the owner write it
-- down. None of this is money of ours: nothing here is posted, withdrawn or charged.

create table drive_helpers (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  user_id uuid references users,
  invited text not null check (length(invited) between 1 and 200),
  role text not null check (role in ('treasurer')),
  token_hash text collate "C" unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  left_at timestamptz(3),
  removed_by uuid references users,
  constraint drive_helpers_accepted_by check ((accepted_at is null) = (user_id is null)),
  constraint drive_helpers_invited_by_link check ((token_hash is not null) = (accepted_at is null and left_at is null))
);
create unique index drive_helpers_once on drive_helpers (fund_drive_id, user_id) where left_at is null and user_id is not null;
create index drive_helpers_of_person on drive_helpers (user_id) where user_id is not null;
create index drive_helpers_inviting on drive_helpers (invited_by);
create index drive_helpers_removing on drive_helpers (removed_by) where removed_by is not null;
comment on table drive_helpers is 'Who helps the owner of a drive. A row is an invitation until its link is followed by a person with an account.';
comment on column drive_helpers.invited is 'Whom the owner invited, in the owner''s words: a name, an email address or a number.';
comment on column drive_helpers.token_hash is 'SHA-256 of the secret in the link; gone once it was used or taken back.';
comment on column drive_helpers.left_at is 'When they left, were removed, or the invitation was taken back.';

create or replace function may(drive uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select (wanted in ('read', 'story', 'answer', 'givers', 'record', 'purse', 'run', 'delete')
      and exists (
        select from public.fund_drives d join public.users u on u.id = d.user_id
        where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null))
    or (wanted in ('read', 'givers', 'record')
      and exists (
        select from public.drive_helpers h join public.users u on u.id = h.user_id
          join public.fund_drives d on d.id = h.fund_drive_id join public.users o on o.id = d.user_id
        where h.fund_drive_id = drive and h.user_id = person and h.role = 'treasurer' and h.accepted_at is not null
          and h.left_at is null and u.deleted_at is null and u.suspended_at is null and o.deleted_at is null))
$$;
comment on function may is 'Whether a person may do this to a drive now. Its owner may do everything, a treasurer reads, sees who gave and records. The rights are those of app/kit/rights.ts; a test compares the two.';

alter table fund_drives add column hides_recorded boolean not null default false;
comment on column fund_drives.hides_recorded is 'The bar shows what came through us alone; what was recorded stays in the lists.';

create table recorded_gifts (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  amount bigint not null check (amount between 1 and 100000000),
  method text not null check (method in ('cash', 'cheque', 'bank', 'mpesa', 'airtel')),
  code text collate "C" check (code ~ '^[A-Z0-9]{6,20}$'),
  name text not null default '' check (length(name) <= 200),
  phone text check (phone ~ '^\+[1-9]\d{6,14}$'),
  given_on date not null,
  note text not null default '' check (length(note) <= 500),
  anonymous boolean not null default false,
  recorded_by uuid not null references users,
  receipt text collate "C" not null unique check (receipt ~ '^[0-9A-Z]{10,24}$'),
  version int not null default 1,
  voided_at timestamptz(3),
  voided_by uuid references users,
  void_why text check (length(void_why) between 1 and 500),
  client_key uuid not null unique,
  created_at timestamptz(3) not null default now(),
  constraint recorded_gifts_voided_why check ((voided_at is null) = (void_why is null)),
  constraint recorded_gifts_past check (given_on <= (created_at at time zone 'Africa/Nairobi')::date)
);
create unique index recorded_gifts_code on recorded_gifts (code) where voided_at is null and code is not null;
create index recorded_gifts_sum on recorded_gifts (fund_drive_id) include (amount) where voided_at is null;
create index recorded_gifts_list on recorded_gifts (fund_drive_id, id desc);
create index recorded_gifts_by on recorded_gifts (recorded_by);
create index recorded_gifts_voiding on recorded_gifts (voided_by) where voided_by is not null;
create index recorded_gifts_phone on recorded_gifts (phone) where phone is not null;
comment on table recorded_gifts is 'Gifts that did not pass through us: cash, or money to the treasurer''s own number. Never in the books, a wallet, a withdrawal or a fee.';
comment on column recorded_gifts.amount is 'In cents, KES 1,000,000 at most.';
comment on column recorded_gifts.code is 'The code of the message that told the treasurer of the money. Counted once in the whole product.';
comment on column recorded_gifts.receipt is 'The secret in the address of its receipt, /given/:receipt.';
comment on column recorded_gifts.voided_by is 'Nobody where the product itself did it: the money came through us after all.';

create table recorded_story (
  id bigint generated always as identity primary key,
  recorded_id bigint not null references recorded_gifts on delete cascade,
  what text not null check (what in ('recorded', 'changed', 'voided')),
  by uuid references users,
  why text check (length(why) <= 500),
  facts jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index recorded_story_of on recorded_story (recorded_id, id);
create index recorded_story_by on recorded_story (by) where by is not null;
comment on table recorded_story is 'What became of each recorded gift, step by step. Its receipt shows it.';
comment on column recorded_story.facts is 'Of a change: what was there before. No name, no number.';

create table pledges (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  name text not null default '' check (length(name) <= 200),
  phone text check (phone ~ '^\+[1-9]\d{6,14}$'),
  email text check (length(email) between 3 and 254),
  amount bigint not null check (amount between 100 and 1000000000),
  paid bigint not null default 0 check (paid >= 0),
  due_on date,
  anonymous boolean not null default false,
  state text not null default 'open' check (state in ('open', 'kept', 'released')),
  source text not null check (source in ('giver', 'organiser', 'list')),
  recorded_by uuid references users,
  agreed boolean not null default false,
  token_hash text collate "C" not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  reminded smallint not null default 0 check (reminded between 0 and 3),
  remind_at timestamptz(3),
  stopped_at timestamptz(3),
  released_by uuid references users,
  client_key uuid not null unique,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint pledges_paid check (paid <= amount),
  constraint pledges_kept check ((state = 'kept') = (paid = amount) or state = 'released'),
  constraint pledges_ended check ((state = 'open') = (ended_at is null)),
  constraint pledges_recorded check ((source = 'giver') = (recorded_by is null))
);
create index pledges_sum on pledges (fund_drive_id) include (amount, paid) where state = 'open';
create index pledges_list on pledges (fund_drive_id, id desc);
create index pledges_due on pledges (remind_at) where remind_at is not null;
create index pledges_phone on pledges (phone) where phone is not null;
create index pledges_email on pledges (lower(email)) where email is not null;
create index pledges_by on pledges (recorded_by) where recorded_by is not null;
create index pledges_releasing on pledges (released_by) where released_by is not null;
comment on table pledges is 'Promises to give later. A promise is no money.';
comment on column pledges.paid is 'The sum of its parts. Only the trigger of pledge_parts writes it, under a lock of the row.';
comment on column pledges.agreed is 'The giver said that they may be sent texts about it; of another''s pledge its writer ticked that.';
comment on column pledges.token_hash is 'SHA-256 of the secret in the link with which the giver comes back.';
comment on column pledges.remind_at is 'When the giver is reminded next; empty when nothing is to be sent.';
comment on column pledges.stopped_at is 'When the giver asked for no more reminders of it.';
comment on column pledges.released_by is 'Who of the drive released it; nobody where the giver did.';

create table pledge_parts (
  id bigint generated always as identity primary key,
  pledge_id bigint not null references pledges on delete cascade,
  donation_id bigint unique references donations,
  recorded_id bigint unique references recorded_gifts on delete cascade,
  amount bigint not null check (amount > 0),
  created_at timestamptz(3) not null default now(),
  constraint pledge_parts_of_one check (num_nonnulls(donation_id, recorded_id) = 1)
);
create index pledge_parts_of_pledge on pledge_parts (pledge_id);
comment on table pledge_parts is 'What was given towards a pledge. A gift counts for one pledge.';

create function sum_pledge_parts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pledge bigint := coalesce(new.pledge_id, old.pledge_id);
  change bigint := coalesce(new.amount, 0) - coalesce(old.amount, 0);
begin
  if tg_op = 'UPDATE' and (new.pledge_id, new.donation_id, new.recorded_id) is distinct from (old.pledge_id, old.donation_id, old.recorded_id) then
    raise exception 'a part stays with its pledge and its gift';
  end if;
  update pledges p set paid = p.paid + change,
      state = case when p.state = 'released' then p.state when p.paid + change = p.amount then 'kept' else 'open' end,
      ended_at = case when p.state = 'released' then p.ended_at when p.paid + change = p.amount then now() else null end
    where p.id = pledge;
  return null;
end
$$;
comment on function sum_pledge_parts() is 'Keeps what was paid of a pledge. The lock of its row makes parts that come at once wait for each other; more than the pledge is refused by its check.';
create trigger pledge_parts_summed after insert or update or delete on pledge_parts
  for each row execute function sum_pledge_parts();

-- A gift counts for no more than what is left of it, and goes to the same drive.
create function guard_pledge_part() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fits boolean;
begin
  if new.donation_id is not null then
    select d.fund_drive_id = g.fund_drive_id and new.amount <= d.amount - p.reversed into fits
      from donations d join payments p on p.id = d.payment_id, pledges g where d.id = new.donation_id and g.id = new.pledge_id;
  else
    select r.fund_drive_id = g.fund_drive_id and new.amount <= r.amount and r.voided_at is null into fits
      from recorded_gifts r, pledges g where r.id = new.recorded_id and g.id = new.pledge_id;
  end if;
  if fits is not true then
    raise exception 'more than its gift, or a gift to another drive' using errcode = 'check_violation', constraint = 'pledge_parts_of_gift';
  end if;
  return new;
end
$$;
comment on function guard_pledge_part() is 'Refuses parts larger than what is left of their gift, and gifts to other drives.';
create trigger pledge_parts_guarded before insert or update on pledge_parts
  for each row execute function guard_pledge_part();

create function take_part_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gift bigint := (select id from donations where payment_id = new.id);
begin
  delete from pledge_parts where donation_id = gift and new.amount - new.reversed = 0;
  update pledge_parts set amount = new.amount - new.reversed where donation_id = gift and amount > new.amount - new.reversed;
  return null;
end
$$;
comment on function take_part_back() is 'A gift that went back to its giver no longer counts for a pledge.';
create trigger payments_part_back after update of reversed on payments
  for each row when (new.reversed > old.reversed and new.kind = 'donation') execute function take_part_back();

create function follow_recorded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.voided_at is not null then
    delete from pledge_parts where recorded_id = new.id;
  else
    update pledge_parts set amount = new.amount where recorded_id = new.id and amount > new.amount;
  end if;
  return null;
end
$$;
comment on function follow_recorded() is 'A recorded gift that was voided or became smaller counts for no more than it is.';
create trigger recorded_gifts_followed after update of amount, voided_at on recorded_gifts
  for each row execute function follow_recorded();

create table list_pastes (
  id bigint generated always as identity primary key,
  fund_drive_id uuid not null references fund_drives on delete cascade,
  by uuid not null references users,
  body text check (length(body) <= 100000),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null default now(),
  entered_at timestamptz(3),
  undone_at timestamptz(3)
);
create index list_pastes_of_drive on list_pastes (fund_drive_id, id desc);
create index list_pastes_kept on list_pastes (created_at) where body is not null;
create index list_pastes_by on list_pastes (by);
comment on table list_pastes is 'Messages and lists of a group as they were pasted. The text is erased after 30 days.';

create table paste_rows (
  paste_id bigint not null references list_pastes on delete cascade,
  line int not null check (line between 1 and 2000),
  proposed text not null check (proposed in ('gift', 'pledge', 'claim', 'undo', 'ask')),
  state text not null default 'proposed' check (state in ('proposed', 'entered', 'left', 'undone')),
  became text check (became in ('recorded', 'pledge', 'claim')),
  became_id bigint,
  primary key (paste_id, line),
  constraint paste_rows_became check ((became is null) = (became_id is null)),
  constraint paste_rows_entered check ((state in ('entered', 'undone')) = (became is not null))
);
create unique index paste_rows_once on paste_rows (became, became_id) where became is not null;
comment on table paste_rows is 'The rows of a paste, and what each that a person approved has become, once.';

create trigger recorded_gifts_tell after insert or update or delete on recorded_gifts
  for each row execute function tell_drive();
create trigger pledges_tell after insert or update or delete on pledges
  for each row execute function tell_drive();

create trigger recorded_story_unchanged before update on recorded_story
  for each row execute function forbid_change();
