-- What administrators decide about money at M-Pesa that nobody could place. Above the sum that operators chose, two decide.

alter table proposals drop constraint proposals_about_check;
alter table proposals add constraint proposals_about_known check (about in ('role', 'restore', 'setting', 'unplaced'));
comment on table proposals is 'What one administrator has decided and a second one must decide, too: who becomes an administrator, the sum above which two are needed, and where large unplaced money goes. A row goes when it is carried out; the audit log keeps both.';

create table suspense_returns (
  receipt text collate "C" primary key check (receipt ~ '^[A-Z0-9]{10}$'),
  suspense_id bigint not null unique references suspense,
  created_at timestamptz(3) not null default now()
);
comment on table suspense_returns is 'Money that an administrator sent back in M-Pesa''s portal, and M-Pesa''s code of that. A code stands for one return.';
create trigger suspense_returns_append_only before update or delete on suspense_returns for each row execute function forbid_change();
