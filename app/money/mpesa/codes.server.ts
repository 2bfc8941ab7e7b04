import { type RawBuilder, sql } from 'kysely'
import { driveOfAccount, type FoundCode } from '#app/drives/codes/codes.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import type { Proof } from './credit.server.ts'

// The one place that inserts M-Pesa's codes. Each code has one row, so that money which we learn of in four ways counts once. Its
// proof is `proved_by` and `proved_at`: set here for a code of M-Pesa's list, status or statement; in credit.server.ts for a code that
// was posted for a request, when a query proves the request; cleared in book.server.ts when another code proves that request.

/** A code as it came. `by`: a proof, or the callback or confirmation that posted it, which proves nothing. */
type Code = Pick<MobileReceipt, 'receipt' | 'cents' | 'account'> &
  Partial<Pick<MobileReceipt, 'shortcode' | 'tail' | 'name' | 'paidAt'>> & {
    by: Proof | 'callback' | 'confirmation'
    promptId: number | null
  }

type Row = { receipt: string; state: string; promptId: number | null; account: string; amount: number }

/** Prevails over the row `r` that is there. What was proved first stays, and a person who was forgotten stays forgotten. */
export const replaceTold = sql`(receipt) do update set shortcode = excluded.shortcode,
  tail = case when r.forgotten_at is null then coalesce(excluded.tail, r.tail) end,
  name = case when r.forgotten_at is null then coalesce(excluded.name, r.name) end,
  paid_at = excluded.paid_at, heard_by = excluded.heard_by, proved_by = coalesce(r.proved_by, excluded.proved_by),
  proved_at = coalesce(r.proved_at, now()),
  account = case when r.state = 'heard' and excluded.account <> '' then excluded.account else r.account end,
  amount = case when r.state = 'heard' then excluded.amount else r.amount end,
  prompt_id = case when r.state = 'heard' and (excluded.account <> '' or r.amount <> excluded.amount)
    then excluded.prompt_id else r.prompt_id end`

/**
 * How the new rows `m` are inserted: which of them, for which request, and what is done where the code has a row. `before`: a
 * statement that returns rows; it is done in the same statement, before any code is inserted.
 */
type How = {
  where?: RawBuilder<unknown>
  request?: RawBuilder<unknown>
  onConflict?: RawBuilder<unknown>
  before?: RawBuilder<unknown> | undefined
}

/** Inserts codes, each once, in order, so that two transactions at once don't deadlock. Returns rows that are new or changed. */
export async function insertCodes(
  on: Db | Tx,
  codes: Code[],
  { where = sql`true`, request = sql`prompt_id`, onConflict = sql`do nothing`, before }: How = {},
): Promise<Row[]> {
  if (codes.length === 0 && !before) return []
  const each = <Value>(of: (code: Code) => Value) => sql.val(codes.map(of))
  const proofOf = ({ by }: Code) => (by === 'callback' || by === 'confirmation' ? null : by)
  const { rows } = await sql<Row>`
    ${before ? sql`with before as (${before})` : sql``}
    insert into mpesa_receipts as r (receipt, shortcode, amount, account, tail, name, paid_at, heard_by, proved_by, proved_at, prompt_id)
    select receipt, shortcode, amount, account, tail, name, paid_at, by, proof, case when proof is not null then now() end, ${request}
    from unnest(${each(({ receipt }) => receipt)}::text[], ${each(({ shortcode = '' }) => shortcode)}::text[],
      ${each(({ cents }) => cents)}::bigint[], ${each(({ account }) => account)}::text[], ${each(({ tail = null }) => tail)}::text[],
      ${each(({ name = null }) => name)}::text[], ${each(({ paidAt = null }) => paidAt)}::timestamptz[], ${each(({ by }) => by)}::text[],
      ${each(proofOf)}::text[], ${each(({ promptId }) => promptId)}::bigint[])
      as m (receipt, shortcode, amount, account, tail, name, paid_at, by, proof, prompt_id)
    where ${before ? sql`(select count(*) from before) >= 0 and ` : sql``}${where}
    order by receipt
    on conflict ${onConflict}
    returning receipt, state, prompt_id as "promptId", account, amount`.execute(on)
  return rows
}

/**
 * Reads an account as a payer typed it. `found`: the drive whose code it holds, if any. `asked`: the account of a request of
 * ours that it may be, healed of what a phone does to it.
 */
export async function readTyped(db: Db | Tx, account: string) {
  const found = await driveOfAccount(db, account)
  return { found, asked: typedAccountOf(found, account) }
}

/** Returns the account of a request of ours that was typed, if it is one. */
export const typedAccountOf = (found: FoundCode | undefined, account: string): string =>
  found?.tag ? found.code + found.tag : account.toUpperCase()
