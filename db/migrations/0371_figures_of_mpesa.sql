-- What an administrator and a program that watches read of how it goes with M-Pesa.

alter table paste_rows add column corrected boolean;
comment on column paste_rows.corrected is 'That its person changed what was read: what it is, the name, or an amount. Null until it is entered, and of those entered before this was kept.';
