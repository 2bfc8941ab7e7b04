-- Who is invited to the occasions of a gathering, and what they answered.

create table supporters (
  id uuid primary key default gen_random_uuid(),
  gathering_id uuid not null references gatherings on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  phone text collate "C" check (phone ~ '^\+[1-9]\d{6,14}$'),
  claimed_phone text collate "C" check (claimed_phone ~ '^\+[1-9]\d{6,14}$'),
  email text collate "C" check (length(email) <= 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  groups text[] not null default '{}' check (cardinality(groups) <= 10),
  link text collate "C" not null unique check (link ~ '^[2-9a-km-np-z]{12}$'),
  language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  note text not null default '' check (length(note) <= 300),
  listed boolean not null default false,
  origin text not null check (origin in ('host', 'import', 'shared', 'door', 'gift', 'pledge', 'visit')),
  quiet_at timestamptz(3),
  sent_at timestamptz(3),
  seen_on date,
  thanked_at timestamptz(3),
  merged_into uuid references supporters on delete set null,
  once text collate "C" check (length(once) <= 100),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint supporters_phone unique (gathering_id, phone),
  constraint supporters_once unique (gathering_id, once),
  constraint supporters_claim check (claimed_phone is null or phone is null),
  constraint supporters_merged check (merged_into <> id)
);
create index supporters_by_name on supporters (gathering_id, lower(name), id);
create index supporters_claiming on supporters (gathering_id, claimed_phone) where claimed_phone is not null;
create index supporters_merged on supporters (merged_into) where merged_into is not null;
comment on table supporters is 'A person or a household on the list of a gathering.';
comment on column supporters.claimed_phone is 'Who answered on the shared link with a number that was on the list already. Nothing of the other is shown; the host says who it is.';
comment on column supporters.link is 'The secret end of their own address, 60 bits in clear: it opens the answer of one guest, and who reads this table has the names anyway.';
comment on column supporters.listed is 'They let other guests see their name, where the host shows a list.';
comment on column supporters.seen_on is 'The first day on which they opened their page. Never how often.';
comment on column supporters.once is 'Tells a form that is sent twice.';

create table invitations (
  id uuid primary key default gen_random_uuid(),
  occasion_id uuid not null references occasions on delete cascade,
  supporter_id uuid not null references supporters on delete cascade,
  seats smallint not null check (seats between 1 and 50),
  state text not null default 'invited'
    check (state in ('invited', 'asked', 'yes', 'maybe', 'no', 'waiting', 'offered', 'withdrawn')),
  adults smallint check (adults between 0 and 50),
  children smallint check (children between 0 and 50),
  wish text not null default '' check (length(wish) <= 300),
  gives boolean not null default false,
  answered_at timestamptz(3),
  answered_version int,
  waits_since timestamptz(6),
  offer_until timestamptz(3),
  code text collate "C" not null check (code ~ '^[2-9A-HJKMNP-TV-Z]{6}$'),
  pass_version smallint not null default 1,
  sequence int not null default 0,
  in_calendar boolean not null default false,
  touched xid8 not null default pg_current_xact_id(),
  constraint invitations_once unique (occasion_id, supporter_id),
  constraint invitations_code unique (occasion_id, code),
  constraint invitations_party check ((adults is not null and children is not null)
    = (state in ('asked', 'yes', 'maybe', 'waiting', 'offered')) and (adults is null) = (children is null)),
  constraint invitations_people check (adults + children >= 1),
  constraint invitations_waiting check ((waits_since is not null) = (state in ('waiting', 'offered'))),
  constraint invitations_offered check ((offer_until is not null) = (state = 'offered'))
);
create index invitations_of_supporter on invitations (supporter_id);
create index invitations_waiting on invitations (occasion_id, waits_since, id) where state = 'waiting';
create index invitations_offered on invitations (offer_until) where state = 'offered';
create index invitations_touched on invitations (occasion_id, touched);
comment on table invitations is 'One supporter invited to one occasion, with the answer. Those who come and those who have an offer hold seats.';
comment on column invitations.gives is 'They can not come, but will give.';
comment on column invitations.answered_version is 'The version of the occasion that they answered.';
comment on column invitations.waits_since is 'Their place in the line.';
comment on column invitations.code is 'What is said or typed at the door.';
comment on column invitations.in_calendar is 'Their calendar was sent the occasion, so it has to be told of the end.';
comment on column invitations.touched is 'The transaction that changed it last: doors ask for what is newer than they know.';

create table answers (
  id bigint generated always as identity primary key,
  invitation_id uuid not null references invitations on delete cascade,
  state text not null check (state in ('invited', 'asked', 'yes', 'maybe', 'no', 'waiting', 'offered', 'withdrawn')),
  adults smallint,
  children smallint,
  by text not null check (by in ('guest', 'host', 'door', 'clock')),
  at timestamptz(3) not null default now()
);
create index answers_of_invitation on answers (invitation_id, id);
comment on table answers is 'What became of an invitation, step by step. Only ever added to.';
