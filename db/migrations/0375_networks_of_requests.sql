-- A request that was paid gives its place back to the limit of its network: families and churches share one address.

alter table mpesa_prompts add column network text collate "C" check (length(network) between 1 and 64);
comment on column mpesa_prompts.network is 'Under which key the limit counts the network that asked for it, no address. Empty once it was paid, and after a day.';
create index mpesa_prompts_network on mpesa_prompts (created_at) where network is not null;
