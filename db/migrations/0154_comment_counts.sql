-- How many comments a drive has is asked with every page and every change that is told: it is kept, not counted.

create table comment_counts (
  fund_drive_id uuid primary key references fund_drives on delete cascade,
  shown bigint not null default 0 check (shown >= 0),
  quarantined bigint not null default 0 check (quarantined >= 0),
  hidden bigint not null default 0 check (hidden >= 0),
  newest bigint not null default 0,
  constraint comment_counts_newest_shown check ((shown = 0) = (newest = 0))
) with (fillfactor = 50);
comment on table comment_counts is 'How many comments of each drive are in each state. Only triggers write it; rule C1 of db/checks.ts compares it with the comments.';
comment on column comment_counts.newest is 'The newest comment that visitors see; 0 while there is none.';

create function open_comment_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into comment_counts (fund_drive_id) values (new.id);
  return null;
end
$$;
comment on function open_comment_counts() is 'Gives a new drive its row, so that there is always one to lock.';

create function newest_shown(drive uuid) returns bigint
language sql volatile set search_path = public, pg_temp as $$
  select coalesce((
    select id from fund_drive_comments where fund_drive_id = drive and state = 'shown' order by id desc limit 1), 0)
$$;
comment on function newest_shown is 'The newest comment of a drive that visitors see, as its comments say.';

-- Whole statements at once: a drive that is deleted takes all its comments along. The rows are locked before they are
-- changed, and in one order: what the second statement sees is all that those before it have committed.
create function count_comments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from comment_counts t where t.fund_drive_id in (select m.fund_drive_id from moved m)
    order by t.fund_drive_id for no key update;
  update comment_counts t set shown = t.shown + step * m.shown, quarantined = t.quarantined + step * m.quarantined,
    hidden = t.hidden + step * m.hidden,
    newest = case when step = 1 then greatest(t.newest, m.newest)
      when t.newest = m.newest then newest_shown(t.fund_drive_id) else t.newest end
  from (
    select fund_drive_id, count(*) filter (where state = 'shown') as shown,
      count(*) filter (where state = 'quarantined') as quarantined, count(*) filter (where state = 'hidden') as hidden,
      coalesce(max(id) filter (where state = 'shown'), 0) as newest
    from moved where state <> 'deleted' group by 1) m
  where t.fund_drive_id = m.fund_drive_id;
  return null;
end
$$;
comment on function count_comments() is 'Counts comments that came, and no longer those that went.';

create function count_moved_comment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from comment_counts where fund_drive_id = new.fund_drive_id for no key update;
  update comment_counts set
    shown = shown + (new.state = 'shown')::int - (old.state = 'shown')::int,
    quarantined = quarantined + (new.state = 'quarantined')::int - (old.state = 'quarantined')::int,
    hidden = hidden + (new.state = 'hidden')::int - (old.state = 'hidden')::int,
    newest = case when new.state = 'shown' then greatest(newest, new.id)
      when newest = new.id then newest_shown(fund_drive_id) else newest end
  where fund_drive_id = new.fund_drive_id;
  return null;
end
$$;
comment on function count_moved_comment() is 'Counts a comment where it came to, and no longer where it was.';

-- Drives before comments, as everybody locks them: nothing is added to either until all is counted.
create trigger fund_drives_open_comment_counts after insert on fund_drives
  for each row execute function open_comment_counts();
create trigger fund_drive_comments_added after insert on fund_drive_comments referencing new table as moved
  for each statement execute function count_comments();
create trigger fund_drive_comments_removed after delete on fund_drive_comments referencing old table as moved
  for each statement execute function count_comments();
create trigger fund_drive_comments_moved after update of state on fund_drive_comments
  for each row when (old.state <> new.state) execute function count_moved_comment();

insert into comment_counts (fund_drive_id, shown, quarantined, hidden, newest)
  select d.id, coalesce(c.shown, 0), coalesce(c.quarantined, 0), coalesce(c.hidden, 0), coalesce(c.newest, 0)
  from fund_drives d left join (
    select fund_drive_id, count(*) filter (where state = 'shown') as shown,
      count(*) filter (where state = 'quarantined') as quarantined, count(*) filter (where state = 'hidden') as hidden,
      max(id) filter (where state = 'shown') as newest
    from fund_drive_comments group by 1) c on c.fund_drive_id = d.id;
