import { one, type Runs } from '../database.ts'
import { nextNumber, receiptOf, type Scene } from './world.ts'

// Money that moves on a shortcode.

export type Transaction = {
  receipt: string
  way: 'prompt' | 'paybill' | 'till' | 'payout' | 'reversal' | 'charge' | 'top-up' | 'settlement'
  shortcode: string
  phone: string | null
  account: string | null
  /** In cents; what left the shortcode is negative. */
  amount: number
  /** Of the shortcode, after it. */
  balance: number
  linked: string | null
  originator: string | null
  conversation: string | null
  at: Date
}
type Moved = Pick<Transaction, 'way' | 'shortcode' | 'amount'> & Partial<Transaction>

export const columns = `receipt, way, shortcode, phone, account, amount::float8 as amount, balance::float8 as balance,
  linked, originator, conversation, at`

/** Moves money into or out of a shortcode. The row of its balance is the lock. */
export async function move(scene: Scene, tx: Runs, moved: Moved): Promise<Transaction> {
  const { way, shortcode, amount } = moved
  const account = await one<{ utility: number }>(
    tx,
    `insert into sandbox.daraja_accounts (shortcode, utility) values ($1, $2)
     on conflict (shortcode) do update set utility = daraja_accounts.utility + excluded.utility
     returning utility::float8 as utility`,
    [shortcode, amount],
  )
  const values = [receiptOf(scene, await nextNumber(tx)), way, shortcode, moved.phone ?? null, moved.account ?? null]
  const names = [moved.linked ?? null, moved.originator ?? null, moved.conversation ?? null]
  const row = await one<Transaction>(
    tx,
    `insert into sandbox.daraja_transactions
       (receipt, way, shortcode, phone, account, amount, balance, at, linked, originator, conversation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
    [...values, amount, account!.utility, scene.now, ...names],
  )
  return row!
}
