-- A claim has a page of its own, which its giver comes back to. Nobody guesses its address.

alter table claims
  add column token text collate "C" not null default replace(gen_random_uuid()::text, '-', '') check (token ~ '^[0-9a-f]{32}$'),
  add column visitor text;
create unique index claims_of_token on claims (token);
comment on column claims.token is 'The end of the address of its page.';
comment on column claims.visitor is 'The browser that typed what it says of its giver: the receipt is shown to this one. Taken out after 30 days.';
alter table claims add column language text;
comment on column claims.language is 'In which its giver reads the page and our texts.';
