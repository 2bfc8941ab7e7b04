import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'

// The people who want no texts from us.

/** Hashes the number of a person who asked to be forgotten: nobody can derive the number from it without our secret. */
export const stopMark = (phone: string): string =>
  createHmac('sha256', settings.AUTH_SECRET!).update(`the phone that said stop ${phone}`).digest('hex')

export async function hasStopped(db: Db | Tx, phone: string): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select ${hasStoppedNow(phone)} as stopped`.execute(db)
  return rows[0]!.stopped
}

/** Tells the same as a part of a larger query. */
export const hasStoppedNow = (phone: string) =>
  sql<boolean>`exists (select from sms_stops where phone in (${phone}, ${stopMark(phone)}))`

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
