-- The public panel of a drive names the institution that it pays, until nothing is sent there any more.
create function tell_paying_drives()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $function$
begin
  perform pg_notify('live', 'drive:' || o.fund_drive_id) from payout_requests o
    join withdrawal_methods m on m.id = o.withdrawal_method_id where m.institution_id = new.id group by o.fund_drive_id;
  return null;
end
$function$;
comment on function tell_paying_drives() is 'Tells all who hear of a drive that an institution which it pays was changed.';
create trigger institutions_tell after update on institutions for each row execute function tell_paying_drives();
