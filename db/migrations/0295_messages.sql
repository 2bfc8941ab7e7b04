-- What guests are written: by the host, or by the clock for them. Whom a message goes to is fixed when it is sent.

create table messages (
  id uuid primary key default gen_random_uuid(),
  gathering_id uuid not null references gatherings on delete cascade,
  occasion_id uuid references occasions on delete cascade,
  kind text not null check (kind in ('invitation', 'note', 'thanks', 'reminder', 'change', 'cancelled', 'offer', 'account')),
  words text not null default '' check (length(words) <= 600 and words !~* '://|www[.]'),
  filter jsonb not null default '{}',
  once text collate "C" check (length(once) <= 200),
  made_by uuid references users on delete set null,
  stopped_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint messages_once unique (gathering_id, once)
);
create index messages_of_gathering on messages (gathering_id, created_at desc, id);
create index messages_of_occasion on messages (occasion_id) where occasion_id is not null;
create index messages_made_by on messages (made_by) where made_by is not null;
comment on table messages is 'One message to some guests of a gathering. Its frame is fixed, the host adds words without links.';
comment on column messages.filter is 'Which guests it was for, as the address of the list said it.';
comment on column messages.once is 'Stands for what it is about: of two with the same one is sent.';
comment on column messages.made_by is 'The host who wrote it; null for what the clock sends.';

create table message_lines (
  id bigint generated always as identity primary key,
  message_id uuid not null references messages on delete cascade,
  supporter_id uuid not null references supporters on delete cascade,
  way text not null check (way in ('mail', 'sms', 'hand')),
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unsure', 'failed', 'skipped')),
  why text check (length(why) between 1 and 60),
  tries smallint not null default 0 check (tries between 0 and 2),
  versions jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  constraint message_lines_once unique (message_id, supporter_id),
  constraint message_lines_sent_once check (way <> 'sms' or tries <= 1)
);
create index message_lines_of_supporter on message_lines (supporter_id);
create index message_lines_queued on message_lines (message_id, id) where state = 'queued';
create index message_lines_sending on message_lines (at) where state = 'sending';
comment on table message_lines is 'One guest of one message: which way it goes to them, and how far it came.';
comment on column message_lines.way is 'hand: the host sends it from their own phone, and says so.';
comment on column message_lines.state is 'sending: it may have left. What stays so is sent once more by mail, and never again by text.';
comment on column message_lines.versions is 'By occasion, the version whose time and place it told.';

create table occasion_reminders (
  occasion_id uuid not null references occasions on delete cascade,
  whom text not null check (whom in ('coming', 'silent')),
  of text not null check (of in ('start', 'deadline')),
  before interval not null check (before between interval '1 hour' and interval '60 days'),
  is_off boolean not null default false,
  done_at timestamptz(3),
  done_for timestamptz,
  primary key (occasion_id, whom, of, before),
  constraint occasion_reminders_done check ((done_at is null) = (done_for is null))
);
comment on table occasion_reminders is 'What became of a reminder that the kind of an occasion brings: that the host wants none, or that it was sent.';
comment on column occasion_reminders.done_for is 'The beginning, or the end of answers, that it was sent for. When that is moved it is due again.';

create function occasion_facts(occasion uuid, seen int) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select c.is_now from occasion_changes c where c.occasion_id = occasion and c.version <= seen order by c.version desc limit 1),
    (select c.was from occasion_changes c where c.occasion_id = occasion order by c.version limit 1))
$$;
comment on function occasion_facts is 'Time and place of an occasion as its guests could read them at this version; null where they never changed.';
