-- The office orders drives by what is shown, with recorded gifts, so nothing asks for this index any more. Without it a wallet that
-- gifts are folded into is written in place.

drop index wallets_by_raised;
