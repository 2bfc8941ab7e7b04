import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { channels } from './channel.ts'
import { chargedBackOf, feeBackOf } from './donations.server.ts'
import { type Receipt, receiptNumber } from './receipt.ts'

const isReceipt = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** M-Pesa's code of the payment `p`. */
const codeOf = sql<string | null>`(
  select r.receipt from mpesa_receipts r where r.payment_id = p.id and r.state = 'placed' order by r.paid_at limit 1)`

/** Finds the receipt at this address, for anyone who has it: nobody can guess one. */
export async function receiptOf(db: Db, receipt: string): Promise<Receipt | undefined> {
  if (!isReceipt(receipt)) return undefined
  const row = await db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
    .leftJoin('profiles as o', 'o.user_id', 'f.user_id')
    .where('d.receipt', '=', receipt)
    .select(['d.id', 'd.amount', 'd.platform_fee', 'd.fee_bps', 'd.donor_name', 'd.anonymous', 'd.channel'])
    .select(['d.created_at', 'p.reversed', 'f.slug', 'f.title', 'o.full_name as organiser'])
    .select([chargedBackOf('p.id').as('chargedBack'), feeBackOf('p.id').as('feeBack'), codeOf.as('code')])
    .executeTakeFirst()
  if (!row) return undefined
  const { slug, title, amount, reversed, chargedBack, anonymous, feeBack, code } = row
  return {
    slug,
    title,
    amount,
    reversed,
    chargedBack,
    anonymous,
    feeBack,
    code,
    organiser: row.organiser ?? '',
    name: row.donor_name,
    at: row.created_at,
    fee: row.platform_fee,
    feeBps: row.fee_bps,
    number: receiptNumber(row.id, row.created_at),
    channel: channels.find((one) => one === row.channel) ?? 'other',
  }
}
