-- Who paid from the menu of a phone and did not say who they are: for the owner and the office alone, as M-Pesa tells it. The
-- first name, the next initial, and the end of the number.

create function name_at_mpesa(of_payment bigint) returns text language sql stable as $$
  select nullif(trim(concat_ws(' ', initcap(split_part(r.name, ' ', 1)), nullif(upper(left(split_part(r.name, ' ', 2), 1)), '') || '.',
    '… ' || right(r.tail, 3))), '')
  from mpesa_receipts r where r.payment_id = of_payment and r.prompt_id is null
$$;
comment on function name_at_mpesa(bigint) is 'The payer of this payment as M-Pesa names them, where nobody was asked on a phone. The public never reads it.';
