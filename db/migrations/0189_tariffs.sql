-- What M-Pesa charges for a payment, and who bears it. Without a row the payer does, and nothing is booked.

create table mpesa_tariffs (
  id bigint generated always as identity primary key,
  what text not null check (what in ('paybill')),
  bearer text not null check (bearer in ('payer', 'business')),
  from_cents bigint not null check (from_cents > 0),
  to_cents bigint not null,
  fee bigint not null check (fee >= 0),
  since date not null,
  by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  constraint mpesa_tariffs_in_order check (to_cents >= from_cents),
  constraint mpesa_tariffs_never_for_the_past check (since >= (created_at at time zone 'Africa/Nairobi')::date),
  constraint mpesa_tariffs_within_our_share check (bearer = 'payer' or fee::numeric * 20 <= from_cents),
  constraint mpesa_tariffs_apart exclude using gist
    (daterange(since, since, '[]') with &&, int8range(from_cents, to_cents, '[]') with &&) where (what = 'paybill')
);
create index mpesa_tariffs_by_person on mpesa_tariffs (by);
comment on table mpesa_tariffs is 'Tariffs of M-Pesa by what was paid. Rows are added, never changed: those of the newest day that has come count.';
comment on column mpesa_tariffs.since is 'The day in Nairobi from which the rows of that day count, in place of all rows before.';
