-- Who may do what to a drive, and who is told about it, said once.

create function may(drive uuid, person uuid, wanted text) returns boolean
language sql stable as $$
  select wanted in ('read', 'story', 'answer', 'givers', 'purse', 'run', 'delete')
    and exists (
      select from public.fund_drives d join public.users u on u.id = d.user_id
      where d.id = drive and u.id = person and u.deleted_at is null and u.suspended_at is null)
$$;
comment on function may is 'Whether a person may do this to a drive now. Today its owner may do everything. The rights are those of app/kit/rights.ts; a test compares the two.';

create view drive_recipients as
select d.id as fund_drive_id, u.id as user_id, u.email, u.language, about.name as about
from fund_drives d
join users u on u.id = d.user_id
cross join (values ('money'), ('activity')) about(name)
where u.deleted_at is null and (about.name = 'money' or u.mail_activity);
comment on view drive_recipients is 'Who is told about a drive by email: of its money always, of its activity if they want it. Today its owner.';
