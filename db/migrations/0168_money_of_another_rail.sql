-- Our money at M-Pesa is another account than our money at the provider of cards: each is compared with what its own side
-- says it holds.

insert into ledger_accounts (code, kind) values ('mpesa_clearing', 'asset');
