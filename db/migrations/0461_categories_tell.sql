-- Pages of drives are kept in memory: those of a category are told when its name changes.
create function tell_drives_of_category()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform pg_notify('live', 'drive:' || id) from fund_drives where own_category_id = new.id;
  return null;
end
$function$;
comment on function tell_drives_of_category() is 'Tells of the drives in a category of an operator''s whose name changed.';
create trigger own_categories_tell after update of english, swahili on own_categories for each row when (old.english is distinct from new.english or old.swahili is distinct from new.swahili) execute function tell_drives_of_category();
