-- A refund has no reference of ours: which of those that the provider lists is ours is told by what it had before we asked.

alter table reversals add column not_ours text[] not null default '{}';
comment on column reversals.not_ours is 'Numbers of refunds of the same amount that the provider had before it was asked for this one: none of them is this one.';
