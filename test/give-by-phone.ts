import { beginByPhone } from '#app/features/payments/phone/begin.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { someDrive } from './make.ts'

let lastPhone = 60_000_000
export const newPhone = (): string => `+2547${++lastPhone}`

type Own = { driveId?: string; amount?: number; phone?: string; visitor?: string }

/** A gift of KES 500 that its giver's phone is asked for: to a new drive and on a phone of its own, unless these are named. */
export async function giveByPhone(db: Db, own: Own = {}): Promise<{ reference: string; driveId: string }> {
  const { driveId = (await someDrive(db)).id, amount = 50_000, phone = newPhone(), visitor = 'one' } = own
  const gift = { amount, phone, name: '', email: '', message: '', anonymous: false }
  const around = { key: crypto.randomUUID(), language: 'en', origin: 'http://localhost:3000', visitor }
  const { reference } = await beginByPhone(db, driveId, gift, around)
  return { reference, driveId }
}
