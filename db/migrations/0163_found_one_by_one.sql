-- Each index by itself, while others write.

drop index concurrently if exists payments_gifts_back;
create index concurrently payments_gifts_back on payments (fund_drive_id, settled_at) include (channel, reversed, amount)
  where kind = 'donation' and reversed > 0;
drop index concurrently if exists donations_by_channel;
create index concurrently donations_by_channel on donations (fund_drive_id, channel, id desc);
