import { sql } from 'kysely'
import { drivesOfAccounts } from '#app/drives/codes/codes.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { insertCodes, replaceTold } from './codes.server.ts'
import { creditRequests, type Proof } from './credit.server.ts'
import { typedAccountOf } from './typed.server.ts'

// The booking of gifts by a request on the phone, when hundreds are paid in the same second: plain ones are booked together.

type Heard = { one: MobileReceipt; by: Proof; provider: string }
type Asked = Heard & { promptId: number; reference: string; account: string; phone: string | null }

/**
 * Books plain requests together. Undefined for each other one: it is booked alone, and finds there what was done here. Waits
 * for nothing but the code itself: a request that another transaction has locked is booked alone.
 */
export async function bookRequests(db: Db, heard: Heard[]): Promise<('new' | undefined)[]> {
  const asked = await proveTogether(db, heard)
  // A single payment would wait for its drive and its payment, and delay the others behind it.
  if (asked.length < 2) return []
  const applied = await creditRequests(
    db,
    asked.map(({ one, by, provider, promptId: id, reference, account, phone }) => ({
      provider,
      one: { id, reference, account, phone, amount: one.cents },
      by,
      paidAt: one.paidAt,
    })),
  )
  const booked = new Set(asked.filter((_, at) => applied[at]).map(({ one }) => one))
  return heard.map(({ one }) => (booked.has(one) ? 'new' : undefined))
}

/**
 * Stores what M-Pesa says of codes that name a request of ours, of its amount, which no other code names. In a transaction of
 * its own, as for one alone; first the requests, then the codes in order, so that two transactions at once don't deadlock.
 */
async function proveTogether(db: Db, heard: Heard[]): Promise<Asked[]> {
  const byAccount = await accountsNamed(db, heard)
  if (byAccount.size === 0) return []
  return inOneGo(db, async (tx) => {
    const named = await requestsNamed(tx, byAccount)
    if (named.length === 0) return []
    const rows = await insertCodes(
      tx,
      named.map(({ one, by, promptId }) => ({ ...one, by, promptId })),
      {
        where: sql`not exists (select from mpesa_receipts o where o.prompt_id = m.prompt_id and o.receipt <> m.receipt)`,
        onConflict: sql`${replaceTold} where r.state = 'heard'`,
      },
    )
    const proved = new Set(rows.map(({ receipt }) => receipt))
    return named.filter(({ one }) => proved.has(one.receipt))
  })
}

type ByAccount = Map<string, Heard & { account: string }>

/** Groups payments by the account of the request that they may be. Each request and each code once. */
async function accountsNamed(db: Db, heard: Heard[]): Promise<ByAccount> {
  const drives = await drivesOfAccounts(
    db,
    heard.map(({ one }) => one.account),
  )
  const seen = new Set<string>()
  const byAccount: ByAccount = new Map()
  for (const each of heard) {
    const { receipt } = each.one
    const account = typedAccountOf(drives.get(each.one.account), each.one.account)
    if (account !== '' && !seen.has(receipt) && !byAccount.has(account)) byAccount.set(account, { ...each, account })
    seen.add(receipt)
  }
  return byAccount
}

/** Locks the requests, but not for rows that refer to them. */
async function requestsNamed(tx: Tx, byAccount: ByAccount): Promise<Asked[]> {
  const all = [...byAccount.values()]
  const { rows } = await sql<{ promptId: number; account: string; phone: string | null; reference: string }>`
    select q.id as "promptId", q.account, q.phone, p.reference
    from unnest(${all.map(({ account }) => account)}::text[], ${all.map(({ one }) => one.cents)}::bigint[]) m (account, cents)
      join mpesa_prompts q on q.account = m.account join payments p on p.id = q.payment_id and p.amount = m.cents
    order by q.id for no key update of q skip locked`.execute(tx)
  return rows.map((row) => ({ ...byAccount.get(row.account)!, ...row }))
}
