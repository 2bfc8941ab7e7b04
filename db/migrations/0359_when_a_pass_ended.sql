-- A door says when a pass was replaced, an invitation withdrawn or an occasion cancelled: whoever holds it up may have it from before.

alter table invitations add column ended_at timestamptz(3);
comment on column invitations.ended_at is 'When its last pass was replaced, or it was withdrawn: doors say so.';
update invitations i set ended_at = (select max(a.at) from answers a where a.invitation_id = i.id and a.state = 'withdrawn')
where state = 'withdrawn';

create function note_ended_pass() returns trigger
language plpgsql as $$
begin
  if new.pass_version > old.pass_version or (new.state = 'withdrawn' and old.state <> 'withdrawn') then
    new.ended_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger note_ended_pass before update of state, pass_version on invitations for each row
  execute function note_ended_pass();
comment on function note_ended_pass is 'Writes down when an invitation lost the pass that its guest had.';

alter table occasions add column cancelled_at timestamptz(3);
comment on column occasions.cancelled_at is 'When it was cancelled; not known of those before this was written down.';
