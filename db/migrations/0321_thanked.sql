-- A guest is thanked when a message of thanks has gone to them, by whichever way.
create function note_thanked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update supporters s set thanked_at = coalesce(s.thanked_at, new.at)
  from messages m, supporters l
  where m.id = new.message_id and m.kind = 'thanks' and l.id = new.supporter_id
    and s.id = coalesce(l.merged_into, l.id) and s.forgotten_at is null;
  return null;
end
$$;
comment on function note_thanked() is 'Writes down when a guest was first thanked. Of an entry that became a part of another, that other was.';
create trigger note_thanked after update of state on message_lines for each row
  when (new.state = 'sent' and old.state <> 'sent') execute function note_thanked();
