-- What a host chooses for the card of a gathering, beside its style.

alter table gatherings
  add column opening text not null default ''
    check (length(opening) <= 80 and opening !~ '[[:cntrl:]]' and opening = btrim(opening)),
  add column sign text not null default 'none' check (sign in ('none', 'cross', 'crescent'));
comment on column gatherings.opening is 'What the card begins with, in the host''s words. Empty: the words for the kind of occasion.';
comment on column gatherings.sign is 'A small sign at the head of a church''s card.';
