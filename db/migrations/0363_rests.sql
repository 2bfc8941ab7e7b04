-- M-Pesa asks us to wait when it is too busy: then that part of it is left alone, for longer each time.

create table mpesa_rests (
  part text primary key check (part in ('prompt', 'query', 'question', 'list')),
  seconds integer not null check (seconds between 1 and 3600),
  until timestamptz(3) not null
);
comment on table mpesa_rests is 'Until when a part of M-Pesa is left alone, as it asked us to. Asked again soon after, the next rest is twice as long.';

alter table mpesa_prompts drop constraint mpesa_prompts_state_check;
alter table mpesa_prompts add constraint mpesa_prompts_state_check check (state in (
  'created', 'open', 'paid', 'cancelled', 'expired', 'wrong_pin', 'unanswered', 'short', 'over_limit', 'locked', 'too_soon',
  'busy', 'too_busy', 'refused', 'broken', 'unknown'
));
