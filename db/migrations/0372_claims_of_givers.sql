-- A giver who left a phone with a claim is told by a text when nothing was found. Who was pasted from a group's list is not.

alter table claims add column own boolean not null default false;
comment on column claims.own is 'Its giver typed it here, and is texted when nothing came of it. False of what a treasurer pasted.';
