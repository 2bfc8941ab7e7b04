-- Money that nobody can place goes back to whoever paid it.

alter table suspense add column asked_at timestamptz(3);
comment on column suspense.asked_at is 'When the provider was asked last to give it back. Not twice within a while: its list of refunds tells whether the first was taken.';
comment on column suspense.state is 'closed: of shillings, that the provider has given them back; of other currencies, that somebody has seen to it.';
