-- The plan of a drive: up to ten lines that say what its money is for. A withdrawal can name one.
create table budget_lines (
  id bigint generated always as identity,
  fund_drive_id uuid not null,
  no smallint not null,
  what text not null,
  plan bigint not null,
  was bigint,
  changed_at timestamptz(3),
  closed_at timestamptz(3),
  form_key uuid not null,
  created_at timestamptz(3) default now() not null,
  constraint budget_lines_pkey primary key (id),
  constraint budget_lines_of_drive unique (fund_drive_id, id),
  constraint budget_lines_once unique (fund_drive_id, no),
  constraint budget_lines_form unique (fund_drive_id, form_key),
  constraint budget_lines_no_check check (no >= 1 and no <= 10),
  constraint budget_lines_plan_check check (plan > 0),
  constraint budget_lines_was_check check ((was is null) = (changed_at is null) and was <> plan),
  constraint budget_lines_what_check check (char_length(what) >= 1 and char_length(what) <= 60),
  constraint budget_lines_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
comment on table budget_lines is 'The plan of a drive, which everybody can read. A line that a withdrawal names is closed, not deleted.';
comment on column budget_lines.plan is 'The planned sum, in cents.';
comment on column budget_lines.was is 'The sum that was planned first, if another one is planned now.';
comment on column budget_lines.form_key is 'The key of the form: a form that is sent twice adds one line.';
alter table payout_requests add column line_id bigint;
alter table payout_requests add constraint payout_requests_line_fkey foreign key (fund_drive_id, line_id) references budget_lines(fund_drive_id, id);
comment on column payout_requests.line_id is 'The line of the drive''s plan that the owner named.';
create index payout_requests_of_line on payout_requests (fund_drive_id, line_id) where (line_id is not null);
create trigger budget_lines_as_written before update of fund_drive_id, no, what, form_key on budget_lines for each row execute function forbid_change();
create trigger budget_lines_tell after insert or delete or update on budget_lines for each row execute function tell_drive();
create trigger payout_requests_of_plan before update of line_id on payout_requests for each row execute function forbid_change();
