-- Guests who come in by the link that everybody shares: the host may look at each new one first, or take none.

alter table gatherings add column newcomers text not null default 'come' check (newcomers in ('come', 'ask', 'none'));
comment on column gatherings.newcomers is 'What the open link does for a person who is not on the list yet: come in, ask the host first, or nothing.';

alter table supporters add column asks boolean not null default false;
comment on column supporters.asks is 'Their Yes waits for the host: the host looks at new guests first, or many came from one network at once.';
