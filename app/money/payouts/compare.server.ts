import { sql } from 'kysely'
import { raiseBreak } from '#app/base/ledger/books.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { type KeepingOn, keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import { nameOf, providers } from '#app/platform/provider.server.ts'
import type { Provider } from '#app/platform/provider.ts'
import { applyTransfer } from './send.server.ts'
import { compareTransfer } from './transfers.server.ts'

const days = 3
const mostPages = 500

/**
 * Compares what each provider has sent in the last days with what we have had sent, both ways. If the provider is ahead of us,
 * that is booked; anything else is for a person. Run by cron, each day.
 */
export async function compareTransfers(db: Db): Promise<'compared' | 'not compared'> {
  const all = await Promise.all(providers().map((one) => compareWith(db, one)))
  return all.every((isCompared) => isCompared) ? 'compared' : 'not compared'
}

async function compareWith(db: Db, by: Provider): Promise<boolean> {
  const to = await databaseNow(db)
  const from = new Date(to.getTime() - days * 86_400_000)
  const listed = new Set<string>()
  const each = keepingOn()
  for (let page: number | null = 1; page !== null; ) {
    const answer = await by.listTransfers({ from, to, page })
    if (answer.is === 'failure' || page > mostPages) {
      log.warn({ page, code: answer.is === 'failure' ? answer.code : 'too many' }, 'transfers could not be compared')
      each.end()
      return false
    }
    for (const transfer of answer.transfers) {
      listed.add(transfer.reference)
      if (transfer.state !== 'success' && transfer.state !== 'returned') continue
      await each.go(() => compareTransfer(db, transfer, nameOf(by)))
    }
    page = answer.next
  }
  await missingThere(db, by, listed, each)
  each.end()
  return true
}

/** Looks for transfers of ours that arrived and that the provider does not list. It is asked about each before anybody is called. */
async function missingThere(db: Db, by: Provider, listed: Set<string>, each: KeepingOn): Promise<void> {
  const ours = await db
    .selectFrom('payout_attempts as a')
    .innerJoin('payout_requests as o', 'o.id', 'a.payout_id')
    .where('a.state', '=', 'success')
    .where('a.provider', '=', nameOf(by))
    .where('a.created_at', '>', sql<Date>`now() - make_interval(days => ${days - 1})`)
    .where('a.updated_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .select(['a.reference', 'a.payout_id', 'o.net'])
    .execute()
  for (const one of ours.filter(({ reference }) => !listed.has(reference))) await each.go(() => lookFor(db, by, one))
}

type Lacking = { reference: string; payout_id: number; net: number }

async function lookFor(db: Db, by: Provider, { reference, payout_id: payout, net }: Lacking): Promise<void> {
  const answer = await by.verifyTransfer(reference)
  if (answer.is === 'transfer') await applyTransfer(db, reference, answer)
  else if (answer.is === 'missing')
    await db
      .transaction()
      .execute((tx) => raiseBreak(tx, 'transfer the provider does not know', reference, { payout, net }))
}
