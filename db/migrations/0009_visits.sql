-- Visits: guests who ask to come by, and what the owner answers.

create table fund_drive_reservations (
  id uuid primary key default gen_random_uuid(),
  fund_drive_id uuid not null references fund_drives on delete cascade,
  name text not null,
  email text not null,
  phone text not null,
  visit_date date not null,
  visit_time text not null check (visit_time in ('09:00', '11:00', '14:00', '16:00')),
  number_of_guests smallint not null default 1 check (number_of_guests between 1 and 5),
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  sequence integer not null default 0 check (sequence >= 0),
  language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint fund_drive_reservations_name_shape check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  constraint fund_drive_reservations_email_shape check (email like '_%@_%' and length(email) <= 254 and email !~ '[[:cntrl:][:space:]]'),
  constraint fund_drive_reservations_phone_shape check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint fund_drive_reservations_date_range check (visit_date between '2020-01-01' and '2100-12-31'),
  constraint fund_drive_reservations_message_length check (length(message) between 1 and 1000)
);
create index fund_drive_reservations_newest on fund_drive_reservations (fund_drive_id, created_at desc, id desc);
create index fund_drive_reservations_by_day on fund_drive_reservations (fund_drive_id, visit_date, status);
comment on table fund_drive_reservations is 'Visits that guests asked for. The owner confirms or cancels them, and the guest is told by mail.';
comment on column fund_drive_reservations.visit_date is 'A day of Nairobi''s calendar.';
comment on column fund_drive_reservations.number_of_guests is '5 stands for five or more.';
comment on column fund_drive_reservations.sequence is 'Counts the owner''s decisions. Calendars take the file with the highest one.';
comment on column fund_drive_reservations.language is 'The language the guest booked in, for the mails that follow.';
