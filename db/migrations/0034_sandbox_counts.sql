-- What follows from a seed follows from it again after a reset: numbers count from where the reset found them.

alter table sandbox.paystack_state
  add column numbers_from bigint not null default 0,
  add column calls_from bigint not null default 0,
  alter column time_scale drop not null,
  alter column time_scale drop default;
update sandbox.paystack_state set time_scale = null;

comment on column sandbox.paystack_state.numbers_from is 'Where sandbox.paystack_numbers stood when the seed was set.';
comment on column sandbox.paystack_state.calls_from is 'Where sandbox.paystack_calls stood when the seed was set.';
comment on column sandbox.paystack_state.time_scale is 'Pauses between tries of a webhook are divided by this; null: as whoever opened it said.';
