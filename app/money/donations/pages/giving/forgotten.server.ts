import type { Actor } from '#app/base/audit/audit.ts'
import { forgetPastedOf } from '#app/group/pasted-lists/forget.server.ts'
import { forgetPledges } from '#app/group/pledges/forget.server.ts'
import { forgetRecordedOf } from '#app/group/recorded-gifts/forget.server.ts'
import { forgetOwnGifts } from '#app/money/payments/forget-own.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** Forgets the person who asks for it, in one of their gifts or, without a number, in all that has their address or phone. */
export const forgetGiving = (db: Db, by: Actor, gift: number | null) =>
  forgetOwnGifts(db, by, gift, async (tx, own) => {
    await forgetRecordedOf(tx, own)
    await forgetPastedOf(tx, own.held)
    return forgetPledges(tx, own.pledges)
  })
