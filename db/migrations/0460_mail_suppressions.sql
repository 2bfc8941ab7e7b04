-- Addresses that a mail server refused permanently. They are not written to again.
create table mail_suppressions (
  address text not null,
  kind text default 'hard' not null,
  code text not null,
  at timestamptz default now() not null,
  until timestamptz,
  constraint mail_suppressions_pkey primary key (address),
  constraint mail_suppressions_code_check check (code ~ '^5[0-9]{2}( 5\.[0-9]{1,3}\.[0-9]{1,3})?$'),
  constraint mail_suppressions_kind_check check (kind in ('hard'))
);
comment on table mail_suppressions is 'Email addresses that a mail server refused permanently. No email is sent to them.';
comment on column mail_suppressions.address is 'In lower case.';
comment on column mail_suppressions.kind is 'hard: there is no such mailbox.';
comment on column mail_suppressions.code is 'The answer of the mail server, and its enhanced code if there was one.';
comment on column mail_suppressions.until is 'The moment from which emails are sent again; null for none.';
create index mail_suppressions_by_at on mail_suppressions (at);
