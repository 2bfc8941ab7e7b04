import { codeFound } from '#app/drives/codes/codes.server.ts'
import type { Paybill } from '#app/drives/drive/share.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type MobileMoney, mobileMoney, type PhoneCapabilities } from '#app/platform/providers/mobile-money.server.ts'

/**
 * Returns the Paybill that anyone can pay into from the menu of their phone; null if such money could not be proved. A till has
 * no account, so a payment to it names no drive: it is not offered.
 */
export function paybillNumber(): string | null {
  const payIn = provedPayIn(mobileMoney())
  return payIn?.kind === 'paybill' ? payIn.number : null
}

/** Returns how money can be sent to us by hand; null if it could not be proved. */
export const paidByHandTo = (): PayInKind | null => provedPayIn(mobileMoney())?.kind ?? null
type PayInKind = NonNullable<PhoneCapabilities['payIn']>['kind']

/** Returns where payers pay without being asked, if such money can be proved. */
export function provedPayIn(rail: MobileMoney | undefined): PhoneCapabilities['payIn'] {
  const { payIn = null, proves = [] } = rail?.capabilities() ?? {}
  return proves.some((by) => by === 'list' || by === 'status') ? payIn : null
}

/** Returns how a drive is paid from the menu of a phone; null if nobody can, or there is no such drive. */
export async function paybillOf(db: Db, driveId: string): Promise<Paybill | null> {
  const number = paybillNumber()
  const account = number && (await codeFound(db, driveId))
  return number && account ? { number, account } : null
}
