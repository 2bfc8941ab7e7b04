-- A database that was restored knows less than the provider. Nothing is sent before both were compared.
create table transfers_compared (
  provider text collate "C" not null,
  place text not null,
  at timestamptz(3) default now() not null,
  constraint transfers_compared_pkey primary key (provider)
);
comment on table transfers_compared is 'When the transfers that a provider lists were last compared with ours, to the end of its list.';
comment on column transfers_compared.place is 'The database, and the start of its server. Of a database that was restored, or another server took over, it is another one.';
