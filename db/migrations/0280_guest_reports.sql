-- What guests report to the office about an invitation, and when that stops the messages of a gathering.

create table guest_reports (
  id bigint generated always as identity primary key,
  gathering_id uuid not null references gatherings on delete cascade,
  supporter_id uuid references supporters on delete set null,
  reason text not null check (reason in ('stranger', 'untrue', 'unwanted', 'other')),
  words text not null default '' check (length(words) <= 1000),
  network text collate "C" not null check (length(network) <= 45),
  at timestamptz(3) not null default now(),
  looked_at timestamptz(3)
);
create index guest_reports_of_gathering on guest_reports (gathering_id, at desc);
create index guest_reports_of_supporter on guest_reports (supporter_id) where supporter_id is not null;
create index guest_reports_open on guest_reports (at) where looked_at is null;
comment on table guest_reports is 'What guests report to the office about an invitation. The host is not told who did.';
comment on column guest_reports.network is 'The network they wrote from, shortened: three different ones pause the messages of the gathering.';
comment on column guest_reports.looked_at is 'When the office looked at it. From then on it pauses nothing.';

create function messages_paused(gathering uuid) returns boolean
language sql stable as $$
  select count(distinct r.network) >= 3 from public.guest_reports r where r.gathering_id = gathering and r.looked_at is null
$$;
comment on function messages_paused is 'Whether the messages of a gathering wait until the office has looked: guests of three networks reported it.';
