-- Where visitors came from, so that owners learn which of their ways brings people. A word of a short list, no address:
-- nobody can be recognised by it.

alter table fund_drive_views add column source text
  check (source in ('whatsapp', 'facebook', 'x', 'instagram', 'email', 'qr', 'other', 'direct'));
comment on column fund_drive_views.source is 'By the mark of the shared link, else by the page that the browser came from; null for views of before, and for those that programs report.';
