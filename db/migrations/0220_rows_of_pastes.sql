-- A line of a paste can hold several messages: a row is known by its place in the paste, not by its line. What was entered is kept
-- beside it, so that taking the paste back leaves alone what was changed since.
alter table paste_rows rename column line to nr;
alter table paste_rows rename constraint paste_rows_line_check to paste_rows_nr_check;
alter table paste_rows add column amount bigint check (amount > 0);
alter table paste_rows drop constraint paste_rows_became_check;
alter table paste_rows add constraint paste_rows_became_check check (became in ('recorded', 'pledge', 'claim', 'void'));
drop index paste_rows_once;
create unique index paste_rows_once on paste_rows (became, became_id) where state = 'entered';
comment on column paste_rows.nr is 'Its place among the messages and lines of the paste, which does not change with what is known.';
comment on column paste_rows.amount is 'What was entered, in cents.';
