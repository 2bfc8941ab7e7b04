-- A name in letters that the faces of cards can't draw has one beside it that they can.
alter table supporters add column card_name text
  constraint supporters_card_name check (length(card_name) between 1 and 100 and card_name !~ '[[:cntrl:]]' and card_name = btrim(card_name));
comment on column supporters.card_name is 'The name on cards, passes and lists on paper. Null: the name of the guest.';
