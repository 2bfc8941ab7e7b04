-- What was looked for because of a paste that was taken back can be looked for again: it lapsed, and no person refused it.

update claims c set state = 'lapsed' where state = 'refused' and exists (
  select from paste_rows r where r.became = 'claim' and r.became_id = c.id and r.state = 'undone');
comment on column claims.state is 'waiting until M-Pesa lists the code; placed when the gift is its giver''s; desk when a person has to look; refused by that person; lapsed when the code was not listed in time, or the paste that brought it was taken back.';
