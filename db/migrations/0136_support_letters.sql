-- What people write to support: reports about fund drives, and questions.

create table support_letters (
  id bigint generated always as identity primary key,
  fund_drive_id uuid references fund_drives (id) on delete cascade,
  reason text not null check (reason in ('untrue', 'identity', 'money', 'offensive', 'other', 'question')),
  message text not null check (char_length(message) between 1 and 4000),
  email text check (char_length(email) between 3 and 254),
  language text not null default 'en',
  state text not null default 'open' check (state in ('open', 'closed')),
  once text unique,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint support_letters_about check ((reason = 'question') = (fund_drive_id is null)),
  constraint support_letters_closed check ((state = 'closed') = (closed_at is not null))
);
comment on table support_letters is 'What people wrote to support: a report about a fund drive, or a question. The drive''s owner never sees it.';
comment on column support_letters.once is 'Stands for one sending of one form, so that sending it twice files one letter.';
create index support_letters_open on support_letters (id) where state = 'open';
create index support_letters_of_drive on support_letters (fund_drive_id);
