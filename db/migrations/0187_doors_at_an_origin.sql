-- M-Pesa posts to the address that it was told. When the product moves to another one, a person has to change it there.

alter table mpesa_doors add column origin text not null default '' check (length(origin) <= 300);
comment on column mpesa_doors.origin is 'Where the address begins. Of those that are pretended it is one word, as they are on this machine wherever that is.';
