-- A code of an authenticator app works once: the step of the clock whose code was taken last is remembered.

alter table two_factors add column last_step integer;

comment on column two_factors.last_step is 'The 30-second step of the clock whose code was taken last; only codes of later steps are taken. Null before the first.';
