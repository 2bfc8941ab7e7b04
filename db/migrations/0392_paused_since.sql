-- A giver who comes back to a paused drive reads since when it is paused. The trigger writes it down whoever pauses it.

alter table fund_drives add column paused_at timestamptz;
update fund_drives set paused_at = updated_at where status = 'paused' and published_at is not null;
comment on column fund_drives.paused_at is 'Since when it is paused; null while it is not.';

create function note_paused() returns trigger language plpgsql as $$
begin
  new.paused_at := case when new.status = 'paused' then coalesce(old.paused_at, now()) end;
  return new;
end
$$;
create trigger drive_paused before update of status on fund_drives
  for each row when (new.status is distinct from old.status) execute function note_paused();
