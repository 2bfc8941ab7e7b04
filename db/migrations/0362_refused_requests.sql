-- Requests that M-Pesa refuses for a reason that is ours to mend stop no more than requests to phones.

alter table mpesa_prompts add column refused_at timestamptz(3);
create index mpesa_prompts_refused on mpesa_prompts (refused_at) where refused_at is not null;
comment on column mpesa_prompts.refused_at is 'When M-Pesa last refused it, or a question about it, for a reason that is ours to mend. After two phones no request is sent for a while.';
