-- A code without an account, as a till has them, is compared with the requests of its hour.

create index mpesa_prompts_by_hour on mpesa_prompts ((coalesce(sent_at, created_at)));
