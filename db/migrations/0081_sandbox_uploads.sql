create table sandbox.paystack_uploads (
  file_name text collate "C" primary key check (length(file_name) between 1 and 200),
  dispute_id text not null references sandbox.paystack_disputes on delete cascade,
  kind text not null check (length(kind) <= 100),
  body bytea not null check (length(body) between 1 and 1048576),
  uploaded_at timestamptz(3) not null
);
create index paystack_uploads_dispute on sandbox.paystack_uploads (dispute_id);
comment on table sandbox.paystack_uploads is 'Files put at the pretend provider that show the payer''s bank something. An answer to a dispute names one.';
