-- Payments that people send from the menu of their phone: M-Pesa asks us before it takes one, and tells us of it after. Both
-- come to secret addresses of ours, which M-Pesa is told once.

create table mpesa_doors (
  hash bytea primary key,
  purpose text not null check (purpose in ('validation', 'confirmation')),
  shortcode text not null check (length(shortcode) between 1 and 20),
  since timestamptz(3) not null default now(),
  taken_at timestamptz(3),
  until timestamptz(3)
);
create index mpesa_doors_of_shortcode on mpesa_doors (shortcode, since);
comment on table mpesa_doors is 'The secret addresses where M-Pesa asks and tells us about payments that nobody was asked for. What is posted there proves nothing.';
comment on column mpesa_doors.hash is 'The SHA-256 of the secret end of the address.';
comment on column mpesa_doors.taken_at is 'When M-Pesa took the address. It may use one whose answer was lost, so those stay open.';
comment on column mpesa_doors.until is 'When it closes, once others stand in its place.';

comment on column mpesa_receipts.heard_by is 'callback, confirmation: it was posted to us, which proves nothing. The others: M-Pesa said so when we asked.';
