import { createHmac } from 'node:crypto'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'

// The people who want no texts from us.

/** Hashes the number of a person who asked to be forgotten: nobody can derive the number from it without our secret. */
export const stopMark = (phone: string): string =>
  createHmac('sha256', settings.AUTH_SECRET!).update(`the phone that said stop ${phone}`).digest('hex')

export async function hasStopped(db: Db | Tx, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('sms_stops')
    .where('phone', 'in', [phone, stopMark(phone)])
    .select('phone')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records STOP of a phone: texts that wait for it are not sent any more. */
export async function stopSms(db: Db, typed: string): Promise<void> {
  const phone = phoneIn(typed)
  if (!phone) return
  await db
    .insertInto('sms_stops')
    .values({ phone })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Records ANZA of a phone. */
export async function startSms(db: Db, typed: string): Promise<void> {
  const phone = phoneIn(typed)
  if (phone)
    await db
      .deleteFrom('sms_stops')
      .where('phone', 'in', [phone, stopMark(phone)])
      .execute()
}
