-- The pretend mailbox of laptops and tests. Nothing is written here once SMTP_URL is set.

create schema sandbox;

create table sandbox.mails (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  raw text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index mails_to_address on sandbox.mails (lower(to_address), id desc);

comment on schema sandbox is 'The pretend world outside, for laptops and tests.';
comment on table sandbox.mails is 'Mails that would have been sent, kept for looking at under /sandbox/mailbox.';
comment on column sandbox.mails.raw is 'The whole message as a mail server would have received it.';
