-- Public pages are given out from memory for as long as nothing that they show was told of. So that nothing is forgotten, what
-- they show tells of its changes by itself, whether a page, a job or a person at the database changes it. The same word
-- twice in one transaction is said once.

create function tell_drive() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('live', 'drive:' || coalesce(new.fund_drive_id, old.fund_drive_id));
  return null;
end
$$;
comment on function tell_drive() is 'Tells all who hear of a drive that something of it changed.';

create function tell_own_drive() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('live', 'drive:' || coalesce(new.id, old.id));
  return null;
end
$$;
comment on function tell_own_drive() is 'The same, of the drive itself.';

create function tell_drives_of_profile() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where user_id = new.user_id;
  return null;
end
$$;
comment on function tell_drives_of_profile() is 'Tells of the drives of a person whose name or face changed.';

create function tell_drives_of_user() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where user_id = new.id;
  return null;
end
$$;
comment on function tell_drives_of_user() is 'Tells of the drives of a person who was shut out, let in again or has left.';

create function tell_drives_shown_with() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where user_id = new.user_id and image_url = new.url;
  return null;
end
$$;
comment on function tell_drives_shown_with() is 'Tells of the drives that a picture stands for.';

create trigger fund_drives_tell after update or delete on fund_drives
  for each row execute function tell_own_drive();
create trigger fund_drive_comments_tell after insert or update or delete on fund_drive_comments
  for each row execute function tell_drive();
create trigger fund_drive_images_tell after insert or update or delete on fund_drive_images
  for each row execute function tell_drive();
create trigger fund_drive_videos_tell after insert or update or delete on fund_drive_videos
  for each row execute function tell_drive();
create trigger donations_tell after insert or update or delete on donations
  for each row execute function tell_drive();
-- A view that is counted changes nothing on the page, but the last one shuts it.
create trigger subscriptions_tell after insert or delete on subscriptions
  for each row execute function tell_drive();
create trigger subscriptions_shut_tell after update on subscriptions
  for each row when (old.status is distinct from new.status or (old.remaining_views > 0) is distinct from (new.remaining_views > 0))
  execute function tell_drive();
create trigger payments_reversed_tell after update of reversed on payments
  for each row when (old.reversed is distinct from new.reversed and new.fund_drive_id is not null) execute function tell_drive();
-- What is folded from one into the other was told when it came.
create trigger wallet_deltas_tell after insert on wallet_deltas
  for each row execute function tell_drive();
create trigger wallets_reversed_tell after update of reversed on wallets
  for each row when (old.reversed is distinct from new.reversed) execute function tell_drive();
create trigger profiles_tell after update of full_name, avatar_url on profiles
  for each row when ((old.full_name, old.avatar_url) is distinct from (new.full_name, new.avatar_url))
  execute function tell_drives_of_profile();
create trigger users_tell after update of suspended_at, deleted_at on users
  for each row when ((old.suspended_at, old.deleted_at) is distinct from (new.suspended_at, new.deleted_at))
  execute function tell_drives_of_user();
create trigger pictures_tell after update of focus_x, focus_y on pictures
  for each row execute function tell_drives_shown_with();
