import { sql } from 'kysely'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { forgetMailsTo } from '#app/platform/mail.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'

/**
 * Forgets a person in these that they promised: what was promised and given stays, without a name. Returns the addresses that
 * mails about it went to.
 */
export async function forgetPledges(tx: Tx, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    with mine as (select id, phone, email from pledges where id = any(${ids}::bigint[]) for update)
    update pledges g set name = '', phone = null, email = null, remind_at = null
    from mine where mine.id = g.id returning mine.phone, mine.email`.execute(tx)
  await forgetNumbers(tx, rows)
  return rows.flatMap(({ email }) => email ?? [])
}

async function forgetNumbers(tx: Tx, rows: { phone: string | null }[]): Promise<void> {
  const numbers = new Set(rows.flatMap(({ phone }) => phone ?? []))
  for (const number of numbers) await forgetSmsTo(tx, number)
  await sql`select forget_phones_left(${[...numbers]}::text[])`.execute(tx)
}

/** Forgets who promised by this address or phone: what was promised and given stays, without a name. Returns how many. */
export async function forgetGiver(db: Db, who: string): Promise<number> {
  const whose = await db.transaction().execute(async (tx) => {
    const phone = phoneIn(who)
    const { rows } = await sql<{ phone: string | null; email: string | null }>`
      with mine as (select id, phone, email from pledges where phone = ${phone ?? 'none'} or lower(email) = ${who.toLowerCase()} for update)
      update pledges g set name = '', phone = null, email = null, remind_at = null
      from mine where mine.id = g.id returning mine.phone, mine.email`.execute(tx)
    await forgetNumbers(tx, rows)
    return rows
  })
  for (const address of new Set([who, ...whose.flatMap(({ email }) => email ?? [])])) await forgetMailsTo(address)
  return whose.length
}
