import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tooFewCount } from './payout.ts'
import { signersOf } from './signatures.server.ts'

/**
 * Sets how many treasurers must agree to each withdrawal. Under the wallet's lock: a withdrawal is counted before it or after it.
 * Requests that wait keep at least the number that they were asked with.
 */
export const setSignatures = (db: Db, mine: Mine, number: number): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, { id }) => {
    await lockWallet(tx, id)
    const counting = (await signersOf(tx, id)).filter((one) => one.counts && one.id !== mine.ownerId).length
    if (number > counting) throw new Refusal(tooFewCount(counting, undefined), { status: 422, field: 'signatures' })
    await tx.updateTable('fund_drives').set({ signatures: number }).where('id', '=', id).execute()
  })
