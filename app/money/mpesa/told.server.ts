import { manyTold } from '#app/money/payments/events.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import { askTold, askUnlisted } from './ask.server.ts'
import { listReceipts } from './receipts.server.ts'

// What was told makes us ask. M-Pesa is asked about a request at once; where hundreds are told of in the same second, one look
// at its list answers for all of them. So those who tell us are answered quickly, however many they are.

/** More questions at once would take the database from those who tell us. */
const mostAtOnce = 4
/** What was told of now, is listed as of the last minutes. */
const minutes = 15

let asking = 0

/** `promptId`: the request that M-Pesa can be asked about; null when there is none. It resolves before the answer is here. */
export async function lookInto(db: Db, promptId: number | null): Promise<void> {
  if (promptId === null || asking >= mostAtOnce || (manyTold() && hasList())) return listSoon(db)
  asking++
  void askTold(db, promptId)
    .catch((error) => log.warn({ err: error }, 'not asked about'))
    .finally(() => asking--)
}

/** One by one they are booked one by one: a burst is booked from the list, fifty times as many with one transaction. */
const hasList = () => mobileMoney()?.capabilities().proves.includes('list')

/** The look itself. What was told of and is not listed yet is asked about after it. */
export async function lookAtList(db: Db, since: { minutes?: number } = {}): Promise<void> {
  await listReceipts(db, since)
  if (since.minutes !== undefined && (await askUnlisted(db, manyTold))) await listSoon(db)
}

let written: Promise<unknown> = Promise.resolve()
let next: Promise<void> | undefined

/** All who come while the job of those before is written share the next one. */
const listSoon = (db: Db): Promise<void> => {
  next ??= write(db)
  return next
}

async function write(db: Db): Promise<void> {
  await written.catch(() => undefined)
  next = undefined
  // Two that look at the same time have the same codes in hand, and wait for each other at each.
  written = enqueue(db, 'list-receipts', { minutes }, { key: 'told', inTurn: true })
  await written
}
