-- A statement that one administrator sends is believed up to the sum above which two decide. Above it, it waits for a second one.

alter table mpesa_statements add column held bigint check (held > 0);
alter table mpesa_statements add column agreed_by uuid references users;
alter table mpesa_statements add column agreed_at timestamptz(3);
alter table mpesa_statements add constraint mpesa_statements_agreed_said check ((agreed_by is null) = (agreed_at is null));
create index mpesa_statements_agreed_by_person on mpesa_statements (agreed_by) where agreed_by is not null;
comment on column mpesa_statements.held is 'What it would have booked, in cents, when it began to wait for a second administrator.';
comment on column mpesa_statements.agreed_at is 'When the second administrator said that it may be booked.';

alter table proposals drop constraint proposals_about_known;
alter table proposals add constraint proposals_about_known check (about in ('role', 'restore', 'setting', 'unplaced', 'statement'));
comment on table proposals is 'What one administrator has decided and a second one must decide, too: who becomes an administrator, the sum above which two are needed, where large unplaced money goes, and what a statement may book. A row goes when it is carried out; the audit log keeps both.';
