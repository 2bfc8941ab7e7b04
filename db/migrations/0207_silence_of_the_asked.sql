-- Money that was paid twice before givers were asked by a text was called unanswered after 72 hours, though nobody was asked.

update suspense set wish = null, wished_at = null
  where wish = 'no answer' and state = 'open'
    and not exists (select from sms_outbox o where o.key = 'second ' || suspense.id and o.state in ('sent', 'delivered'));
