-- A photo of a paper that a form sends twice is kept once.
alter table papers add column form_key uuid;
comment on column papers.form_key is 'The key of the form: a photo that is sent twice is kept once.';
create unique index papers_once on papers (fund_drive_id, form_key);
