-- Where guests come: what the mail and the calendar file of a confirmed visit say. Not shown on the public page.

create table visit_places (
  fund_drive_id uuid primary key references fund_drives on delete cascade,
  address text check (length(address) between 1 and 200),
  directions text check (length(directions) between 1 and 500),
  phone text check (length(phone) between 7 and 30 and phone !~ '[[:cntrl:]]'),
  updated_at timestamptz(3) not null default now()
);
comment on table visit_places is 'The address, directions and phone number that a guest gets when the owner of a drive confirms a visit.';
comment on column visit_places.phone is 'Whom a guest can call on the way. As +254..., or as it was typed.';
