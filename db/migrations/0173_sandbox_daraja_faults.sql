create table sandbox.daraja_faults (
  id bigint generated always as identity primary key,
  endpoint text not null default '*',
  fault text not null,
  times integer check (times >= 0),
  chance double precision not null default 1 check (chance between 0 and 1),
  settings jsonb not null default '{}'
);
comment on table sandbox.daraja_faults is 'What is to go wrong on purpose at the pretend M-Pesa: at which endpoint, how often (null: until taken away), how likely.';
