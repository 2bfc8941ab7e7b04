import type { Db } from '#app/platform/db.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import { codesOf } from '../../codes/codes.server.ts'
import type { Paybill } from '../../drives/share.ts'

/**
 * The Paybill that anyone can pay into from the menu of their phone; null where such money could not be proved. A till has no
 * account, so what is paid there names no drive: it is not offered.
 */
export function paybillNumber(): string | null {
  const { payIn = null, proves = [] } = mobileMoney()?.capabilities() ?? {}
  const isProved = proves.some((by) => by === 'list' || by === 'status')
  return payIn?.kind === 'paybill' && isProved ? payIn.number : null
}

/** How a drive is given to from the menu of a phone. Its word is easier to remember than its number. */
export async function paybillOf(db: Db, driveId: string): Promise<Paybill | null> {
  const number = paybillNumber()
  if (!number) return null
  const { word, number: digits } = await codesOf(db, driveId)
  return { number, account: word ?? digits }
}
