-- Why the office stopped an invitation is kept as it was typed: the form takes 1,000 characters, and kept was only the first half.

alter table gatherings drop constraint gatherings_stopped_why_check,
  add constraint gatherings_stopped_why_check check (length(stopped_why) between 1 and 1000);
