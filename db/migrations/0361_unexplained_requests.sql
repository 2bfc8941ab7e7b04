-- Requests of which nobody knows after a day whether they were paid are looked for every minute.

create index mpesa_prompts_unknown on mpesa_prompts ((coalesce(sent_at, created_at))) where state = 'unknown';
