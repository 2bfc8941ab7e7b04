-- A link that somebody copied, or passed on by their phone's own share sheet: by its mark we know that it was shared, not
-- where.

alter table fund_drive_views drop constraint fund_drive_views_source_check;
alter table fund_drive_views add constraint fund_drive_views_source_check
  check (source in ('whatsapp', 'facebook', 'x', 'instagram', 'email', 'qr', 'link', 'other', 'direct')) not valid;
alter table fund_drive_views validate constraint fund_drive_views_source_check;
