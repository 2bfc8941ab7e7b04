-- As a phone says STOP, an email address says that nothing is to be written to it about pledges, whoever writes them down.

create table pledge_mail_stops (
  address_hash text collate "C" primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  since timestamptz(3) not null default now()
);
comment on table pledge_mail_stops is 'Email addresses to which nothing is written about pledges any more. It stays when a person is forgotten.';
comment on column pledge_mail_stops.address_hash is 'SHA-256 of the address in small letters: it is recognised, and is not read here.';
