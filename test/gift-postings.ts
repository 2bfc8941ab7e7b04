/** Writes the postings of gifts, and of what went back, that were put into their tables as rows. `which` narrows the gifts `d`. */
export const postGifts = (which = 'true'): string => `
  insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount, created_at)
  select x.kind, x.subject, x.leg, x.debit, x.credit, x.amount, x.at
  from donations d join payments p on p.id = d.payment_id left join reversals r on r.payment_id = p.id
    join ledger_accounts payable on payable.fund_drive_id = d.fund_drive_id
    join ledger_accounts clearing on clearing.code = 'provider_clearing'
    join ledger_accounts revenue on revenue.code = 'platform_revenue'
    join ledger_accounts fees on fees.code = 'provider_fees'
    cross join lateral (values
      ('donation', p.id, 1, clearing.id, payable.id, d.amount - d.platform_fee, d.created_at),
      ('donation', p.id, 2, clearing.id, revenue.id, d.platform_fee, d.created_at),
      ('donation', p.id, 3, fees.id, clearing.id, p.provider_fee, d.created_at),
      ('reversal', r.id, 1, payable.id, clearing.id, r.amount - r.fee_part, r.done_at),
      ('reversal', r.id, 2, revenue.id, clearing.id, r.fee_part, r.done_at)) x (kind, subject, leg, debit, credit, amount, at)
  where x.amount > 0 and ${which}`
