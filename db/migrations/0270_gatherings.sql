-- What a person invites to, beside a drive or alone: a gathering with its occasions. Seats are counted in a row of their own,
-- so that many who answer at once wait for no more than that row.

create table gatherings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  fund_drive_id uuid unique references fund_drives on delete set null,
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 100 and title !~ '[[:cntrl:]]' and title = btrim(title)),
  hosts text not null check (length(hosts) between 1 and 120 and hosts !~ '[[:cntrl:]]' and hosts = btrim(hosts)),
  style text not null default 'celebration' check (style in ('solemn', 'celebration', 'church', 'school', 'corporate')),
  words text not null default '' check (length(words) <= 600),
  image_url text check (image_url like '/media/%'),
  language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  vouched_at timestamptz(3),
  status text not null default 'open' check (status in ('open', 'closed', 'stopped')),
  stopped_why text check (length(stopped_why) between 1 and 500),
  once text collate "C" check (length(once) <= 100),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint gatherings_once unique (user_id, once),
  constraint gatherings_stopped_why check ((status = 'stopped') = (stopped_why is not null))
);
create index gatherings_of_person on gatherings (user_id, created_at desc);
comment on table gatherings is 'What a person invites to: it holds occasions and guests. At most one for each drive.';
comment on column gatherings.user_id is 'The host. Of a drive''s gathering those decide who have the right guests on that drive.';
comment on column gatherings.hosts is 'Who invites, as guests read it: a family, a committee.';
comment on column gatherings.vouched_at is 'When the host said that they know these people and may invite them.';
comment on column gatherings.once is 'Tells a form that is sent twice.';
comment on column gatherings.status is 'closed: the pages stay and answers end. stopped: by the office, and the pages are missing.';

create table occasions (
  id uuid primary key default gen_random_uuid(),
  gathering_id uuid not null references gatherings on delete cascade,
  no smallint not null check (no between 1 and 20),
  kind text not null check (kind in
    ('fundraising', 'ruracio', 'wedding', 'burial', 'memorial', 'graduation', 'church', 'chama', 'school', 'other')),
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]' and name = btrim(name)),
  zone text collate "C" not null check (zone ~ '^[A-Z][A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$' and length(zone) <= 40),
  starts_local timestamp(0) not null check (starts_local between '2000-01-01' and '2100-01-01'),
  ends_local timestamp(0),
  starts_at timestamptz generated always as (starts_local at time zone zone) stored not null,
  ends_at timestamptz generated always as (ends_local at time zone zone) stored,
  place text not null default '' check (length(place) <= 160 and place !~ '[[:cntrl:]]'),
  landmark text not null default '' check (length(landmark) <= 160 and landmark !~ '[[:cntrl:]]'),
  map_url text check (map_url ~ '^https://' and length(map_url) <= 2000),
  lat numeric(8, 5) check (lat between -90 and 90),
  lng numeric(8, 5) check (lng between -180 and 180),
  travel text not null default '' check (length(travel) <= 500),
  dress text not null default '' check (length(dress) <= 120 and dress !~ '[[:cntrl:]]'),
  programme text not null default '' check (length(programme) <= 2000),
  stream_url text check (stream_url ~ '^https://' and length(stream_url) <= 2000),
  stream_open boolean not null default false,
  capacity int check (capacity between 1 and 100000),
  party_most smallint not null default 4 check (party_most between 1 and 20),
  plus_ones smallint not null default 0 check (plus_ones between 0 and 5),
  answers_until timestamptz(0),
  shows_list boolean not null default false,
  shows_count boolean not null default true,
  approves boolean not null default false,
  waits boolean not null default true,
  shared boolean not null default false,
  walk_ins boolean not null default true,
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  cancelled_why text check (length(cancelled_why) between 1 and 500),
  version int not null default 1,
  told_version int not null default 1,
  day_version int not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint occasions_no unique (gathering_id, no),
  constraint occasions_ends_later check (ends_local > starts_local and ends_local <= starts_local + interval '14 days'),
  constraint occasions_ends_later_in_the_world check (ends_at > starts_at),
  constraint occasions_pin check ((lat is null) = (lng is null)),
  constraint occasions_cancelled_why check ((status = 'cancelled') = (cancelled_why is not null))
);
comment on table occasions is 'One day, or some, of a gathering, with guests of its own.';
comment on column occasions.no is 'Its number within the gathering, which its addresses have.';
comment on column occasions.zone is 'Whose clocks the local times are of. A zone that Postgres does not know is refused, because the times can not be computed.';
comment on column occasions.party_most is 'How many may come by one answer on the link that everybody shares.';
comment on column occasions.plus_ones is 'How many more than their seats invited guests may bring.';
comment on column occasions.shared is 'Whether people who are not on the list may answer on the page of the gathering.';
comment on column occasions.told_version is 'The version that guests were told of last.';
comment on column occasions.day_version is 'The version in which the day was changed last. An answer that is older was given for another day.';

create table occasion_seats (
  occasion_id uuid primary key references occasions on delete cascade,
  taken int not null default 0 check (taken >= 0)
) with (fillfactor = 50);
comment on table occasion_seats is 'How many seats are held, by those who come and by offers. Whoever changes seats or capacity, or cancels, locks this row.';

create function add_occasion_seats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into occasion_seats (occasion_id) values (new.id);
  return null;
end
$$;
comment on function add_occasion_seats() is 'Each occasion has a row of seats from its beginning.';
create trigger add_occasion_seats after insert on occasions for each row execute function add_occasion_seats();

create table occasion_changes (
  occasion_id uuid not null references occasions on delete cascade,
  version int not null,
  was jsonb not null,
  is_now jsonb not null,
  at timestamptz(3) not null default now(),
  primary key (occasion_id, version)
);
comment on table occasion_changes is 'What was changed of the day, the time or the place of an occasion, so that guests see what was said before.';
comment on column occasion_changes.version is 'The version of the occasion that this change made.';
