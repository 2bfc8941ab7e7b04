import type { Db } from '#app/platform/db.server.ts'
import { channels } from './channel.ts'
import { type Receipt, receiptNumber } from './receipt.ts'

const isReceipt = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The receipt at the end of this address, for the person who has it: nobody guesses one. */
export async function receiptOf(db: Db, receipt: string): Promise<Receipt | undefined> {
  if (!isReceipt(receipt)) return undefined
  const row = await db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .innerJoin('fund_drives as f', 'f.id', 'd.fund_drive_id')
    .where('d.receipt', '=', receipt)
    .select(['d.id', 'd.amount', 'd.platform_fee', 'd.fee_bps', 'd.donor_name', 'd.anonymous', 'd.channel'])
    .select(['d.created_at', 'p.reference', 'p.reversed', 'f.slug', 'f.title'])
    .executeTakeFirst()
  if (!row) return undefined
  const { slug, title, amount, reversed, anonymous, reference } = row
  return {
    slug,
    title,
    amount,
    reversed,
    anonymous,
    reference,
    name: row.donor_name,
    at: row.created_at,
    fee: row.platform_fee,
    feeBps: row.fee_bps,
    number: receiptNumber(row.id, row.created_at),
    channel: channels.find((one) => one === row.channel) ?? 'other',
  }
}
