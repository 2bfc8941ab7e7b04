import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { mobileMoney, type StatusFacts } from '#app/platform/providers/mobile-money.server.ts'
import { openRail } from './begin.server.ts'
import { bookReceipt } from './book.server.ts'
import { lookForHeard } from './receipts.server.ts'
import { closeUnanswered, isResting, registerRequest, sendRequest } from './requests.server.ts'

// Requests for what became of the money of a code.

registerRequest('status', {
  factsOf: ({ status }) => ({ amount: status?.cents ?? null, isDone: status?.isDone ?? null }),
  answered: async (db, { subject }, { status }) => status && statusAnswered(db, subject, status),
})

/** Asks what became of the money of this code. */
export async function askReceipt(db: Db, receipt: string): Promise<boolean> {
  const rail = await openRail(db)
  if (!rail?.capabilities().proves.includes('status')) return false
  return sendRequest(db, { what: 'status', subject: receipt }, (hearAt) => rail.askReceipt({ receipt, hearAt }))
}

/** Books money at our number, under the code that was asked about: that proves it. */
async function statusAnswered(db: Db, subject: string, status: StatusFacts): Promise<void> {
  const rail = mobileMoney()!
  if (!status.isDone || status.receipt !== subject || status.shortcode !== rail.capabilities().payIn?.number) return
  const told = await db
    .selectFrom('mpesa_receipts')
    .where('receipt', '=', subject)
    .select(['paid_at', 'name', 'tail'])
    .executeTakeFirst()
  const { receipt, shortcode, cents, phone } = status
  const paidAt = status.paidAt ?? told?.paid_at ?? new Date()
  const [name, tail] = [status.name ?? told?.name ?? null, status.tail ?? told?.tail ?? null]
  // The answer does not say the account: we use the one that we were told, and its code and amount are proved.
  await bookReceipt(db, rail, { receipt, shortcode, cents, account: '', name, tail, phone, paidAt }, 'status')
}

/** Run by cron: asks about codes that were told and not proved, and calls a person if no answer comes. */
export async function askOpen(db: Db): Promise<number> {
  await closeUnanswered(db)
  const rail = await openRail(db)
  const proves = rail?.capabilities().proves ?? []
  if (!proves.includes('status') || (await isResting(db))) return 0
  const { rows } = await sql<{ receipt: string }>`
    select r.receipt from mpesa_receipts r
      left join lateral (select max(asked_at) as at from mpesa_asks where what = 'status' and subject = r.receipt) a on true
    where r.state = 'heard' and r.proved_at is null and r.created_at > now() - interval '48 hours'
      and r.created_at < now() - make_interval(secs => ${proves.includes('list') ? 360 : 10})
      and (a.at is null or a.at < now() - case when r.created_at > now() - interval '5 minutes' then interval '1 minute'
        when r.created_at > now() - interval '1 hour' then interval '10 minutes' else interval '1 hour' end)
    order by a.at nulls first, r.created_at limit 40`.execute(db)
  const each = keepingOn()
  for (const { receipt } of rows) await each.go(() => askReceipt(db, receipt))
  // If there is a list, reading it does this.
  if (!proves.includes('list')) await lookForHeard(db)
  each.end()
  return rows.length
}
