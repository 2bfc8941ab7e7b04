import { manyTold } from '#app/money/payments/events.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { queryRequest, queryUnlisted } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// M-Pesa's posts make us ask. M-Pesa is asked about a request at once; if hundreds are posted in the same second, one read of
// its list answers for all of them. So posts are answered quickly, however many they are.

/** More questions at once would take the database from M-Pesa's posts. */
const mostAtOnce = 4
/** The minutes of the list that are read: a payment told of now was made within them. */
const minutes = 15

let asking = 0

/** Asks about a request, without waiting for the answer. `promptId`: the request to ask about; null if M-Pesa can't be asked. */
export async function confirmWithMpesa(db: Db, promptId: number | null): Promise<void> {
  if (promptId === null || asking >= mostAtOnce || (manyTold() && hasList())) return listSoon(db)
  asking++
  void queryRequest(db, promptId)
    .catch((error) => log.warn({ err: error }, 'not asked about'))
    .finally(() => asking--)
}

/** True if there is a list: a burst is booked from it, with one call of M-Pesa for a hundred payments. */
const hasList = () => mobileMoney()?.capabilities().proves.includes('list')

/** Reads the list. Asks afterwards about what was told and is not listed yet. */
export async function confirmByList(db: Db, since: { minutes?: number } = {}): Promise<void> {
  await listReceipts(db, since)
  if (since.minutes !== undefined && (await queryUnlisted(db, manyTold))) await listSoon(db)
}

let written: Promise<unknown> = Promise.resolve()
let next: Promise<void> | undefined

/** Enqueues a read of the list. All calls while the job before is written share the next one. */
const listSoon = (db: Db): Promise<void> => {
  next ??= write(db)
  return next
}

async function write(db: Db): Promise<void> {
  await written.catch(() => undefined)
  next = undefined
  // Two reads at the same time handle the same codes, and would wait for each other at each.
  written = enqueue(db, 'list-receipts', { minutes }, { key: 'told', inTurn: true })
  await written
}
