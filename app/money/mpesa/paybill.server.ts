import { codeFound } from '#app/drives/codes/codes.server.ts'
import type { Paybill } from '#app/drives/drive/share.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import type { MobileMoney, PhoneCapabilities } from '#app/platform/mobile-money.ts'

/**
 * The Paybill that anyone can pay into from the menu of their phone; null where such money could not be proved. A till has no
 * account, so what is paid there names no drive: it is not offered.
 */
export function paybillNumber(): string | null {
  const payIn = provedPayIn(mobileMoney())
  return payIn?.kind === 'paybill' ? payIn.number : null
}

/** How money can be sent to us by hand; null where it could not be proved. */
export const paidByHandTo = (): PayInKind | null => provedPayIn(mobileMoney())?.kind ?? null
type PayInKind = NonNullable<PhoneCapabilities['payIn']>['kind']

/** Where payers pay without being asked, if such money can be proved. */
export function provedPayIn(rail: MobileMoney | undefined): PhoneCapabilities['payIn'] {
  const { payIn = null, proves = [] } = rail?.capabilities() ?? {}
  return proves.some((by) => by === 'list' || by === 'status') ? payIn : null
}

/** How a drive is given to from the menu of a phone; null where nobody can pay so, and where there is no such drive. */
export async function paybillOf(db: Db, driveId: string): Promise<Paybill | null> {
  const number = paybillNumber()
  const account = number && (await codeFound(db, driveId))
  return number && account ? { number, account } : null
}
