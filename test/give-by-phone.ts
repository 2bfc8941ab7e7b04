import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { beginByPhone, type PhoneGift } from '#app/money/mpesa/begin.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { someDrive } from './make.ts'
import { pretendRail, receiptOf } from './pretend-rail.ts'
import { scriptedProvider } from './scripted-provider.ts'

let lastPhone = 60_000_000
export const newPhone = (): string => `+2547${++lastPhone}`

type Own = Partial<PhoneGift> & { driveId?: string; visitor?: string | null; language?: string }

/** A gift of KES 500 that its giver's phone is asked for: to a new drive and on a phone of its own, unless these are named. */
export async function giveByPhone(db: Db, { driveId: named, visitor = 'one', language = 'en', ...own }: Own = {}) {
  const driveId = named ?? (await someDrive(db)).id
  const gift = { amount: 50_000, phone: newPhone(), name: '', email: '', message: '', anonymous: false, ...own }
  const around = { key: crypto.randomUUID(), language, origin: 'http://localhost:3000', visitor }
  const { reference } = await beginByPhone(db, driveId, gift, around)
  return { reference, driveId, phone: gift.phone }
}

/** Gives each test of a file a new M-Pesa, a new provider of cards, and no tries that were made before. */
export function railOfEachTest(db: Db) {
  let rail = pretendRail()
  beforeEach(async () => {
    scriptedProvider()
    rail = pretendRail()
    useMobileMoney(rail)
    await sql`delete from rate_limits`.execute(db)
  })
  return {
    get rail() {
      return rail
    },
    /** M-Pesa lists all that was asked for on this phone as paid. */
    async paidOn(phone: string) {
      rail.listed = rail.sent
        .filter((one) => one.phone === phone)
        .map((one) => receiptOf(one, { tail: phone.slice(-3) }))
      await listReceipts(db)
    },
  }
}
