import type { z } from 'zod'
import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import type { DriveAsked } from '#app/money/mpesa/crowd.server.ts'
import { promptLimits } from '#app/money/mpesa/limits.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { beginGift, formKey, giftLimits } from './giving.server.ts'
import type { giveGiftForm } from './giving-forms.ts'

// The form for giving as a person filled it in: by a request on their phone, or by the provider's page.

type Typed = z.output<typeof giveGiftForm>
type Around = {
  language: string
  origin: string
  visitor: string | null
  payer: string | null
  address: string
  cancelPath: string
  /** Set if it is given from the page of a pledge. */
  pledgeId?: number
}

/** Begins the gift, and returns where its giver goes on. */
export function beginTyped(
  db: Db,
  driveId: string,
  { key, ...typed }: Typed,
  { visitor, address, cancelPath, pledgeId, ...around }: Around,
): Promise<{ reference: string; url: string }> {
  const gift = { ...typed, ...(pledgeId === undefined ? {} : { pledgeId }) }
  if (gift.by === 'phone')
    return beginByPhone(db, driveId, { ...gift, email: gift.email ?? '' }, { ...around, key, visitor, address })
  return beginGift(db, driveId, gift, { ...around, key: formKey(driveId, key, gift), cancelPath })
}

export const typedGiftLimits = (gift: Typed, drive: DriveAsked, address: string): Limit[] => [
  ...giftLimits(drive, address),
  ...(gift.by === 'phone' ? promptLimits(gift.phone, address, drive) : []),
]
