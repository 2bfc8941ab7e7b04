-- A second factor that nobody confirms is forgotten: its secret would stay readable for whoever finds the screen later.

alter table two_factors add column begun_at timestamptz not null default now();
comment on column two_factors.begun_at is 'When it was begun. Without a first code within 15 minutes it is over.';
