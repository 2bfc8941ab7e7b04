-- The owner can give everything back: a change like the others, with a day's notice, and then a refund for each gift.
alter table fund_drives add column giving_back boolean default false not null;
comment on column fund_drives.giving_back is 'True while everything is to be given back, or is being given back: no gift and no withdrawal is taken.';

create or replace view open_drives as
 select d.id,
    d.slug,
    d.user_id,
    d.fee_policy,
    d.collect_donations and d.fee_policy <> 'donor_on_top' and not d.giving_back as takes_gifts,
    d.fee_bps
   from fund_drives d
     join users u on u.id = d.user_id
  where d.status = 'active' and u.deleted_at is null and u.suspended_at is null;

alter table money_changes drop constraint money_changes_kind_check;
alter table money_changes add constraint money_changes_kind_check check (kind in ('number', 'joins', 'leaves', 'give_back'));
alter table money_changes drop constraint money_changes_helper_check;
alter table money_changes add constraint money_changes_helper_check check ((kind in ('number', 'give_back')) = (helper_id is null));

create table give_backs (
  change_id bigint not null,
  fund_drive_id uuid not null,
  begun_at timestamptz(3) default now() not null,
  ended_at timestamptz(3),
  constraint give_backs_pkey primary key (change_id),
  constraint give_backs_change_id_fkey foreign key (change_id) references money_changes(id) on delete cascade,
  constraint give_backs_fund_drive_id_fkey foreign key (fund_drive_id) references fund_drives(id) on delete cascade
);
create unique index give_backs_one_open on give_backs (fund_drive_id) where (ended_at is null);
create index give_backs_of_drive on give_backs (fund_drive_id);
comment on table give_backs is 'Drives whose money is being sent back to its givers, gift by gift, the newest first.';
