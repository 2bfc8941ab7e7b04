-- Photos of papers, with which an organiser shows who they are, what they collect for and who gets the money.
create table papers (
  id uuid default gen_random_uuid() not null,
  fund_drive_id uuid not null,
  purpose text not null,
  bytes bytea not null,
  uploaded_by uuid not null,
  delete_at timestamptz(3) default now() + interval '30 days' not null,
  warned_at timestamptz(3),
  created_at timestamptz(3) default now() not null,
  constraint papers_pkey primary key (id),
  constraint papers_purpose_check check (purpose in ('identity', 'cause', 'payee')),
  constraint papers_bytes_check check (octet_length(bytes) between 29 and 1048604),
  constraint papers_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade,
  constraint papers_uploaded_by_fkey foreign key (uploaded_by) references users(id)
);
comment on table papers is 'Photos of papers that an organiser shows to administrators alone. A photo is deleted after 30 days.';
comment on column papers.bytes is 'The photo, at most 1 MB, sealed with DOCUMENTS_KEY: a copy of the database shows none.';
comment on column papers.warned_at is 'When its owner was told that it is deleted without having been seen.';
-- Sealed bytes can't be compressed.
alter table papers alter column bytes set storage external;
create index papers_of_drive on papers (fund_drive_id, created_at);
create index papers_by_end on papers (delete_at);
create index papers_of_uploader on papers (uploaded_by);

create function leave_no_papers()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $function$
begin
  delete from papers p where p.uploaded_by = new.id
    or exists (select from fund_drives d where d.id = p.fund_drive_id and d.user_id = new.id);
  return null;
end
$function$;
comment on function leave_no_papers() is 'A person who deletes their account leaves no photo of a paper.';
create trigger leave_no_papers after update of deleted_at on users for each row when (new.deleted_at is not null and old.deleted_at is null) execute function leave_no_papers();
