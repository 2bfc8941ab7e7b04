import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { suspenseTold } from '#app/money/payments/suspense.server.ts'
import { syncRefunds } from '#app/money/refunds/refund.server.ts'
import { type Db, databaseNow } from '#app/platform/db.server.ts'
import { keepingOn } from '#app/platform/jobs/keeping-on.server.ts'
import { log } from '#app/platform/log.server.ts'
import { nameOf, providers } from '#app/platform/providers/provider.server.ts'
import type { Between, Failure, Provider } from '#app/platform/providers/provider.ts'
import { applyDispute } from './dispute.server.ts'

const days = 35
const mostPages = 500

/**
 * Applies every refund and every dispute that each provider lists for the last weeks, should no event have told us: a
 * dispute may be opened and lost without an answer of ours. Run by cron, each day.
 */
export async function compareBack(db: Db): Promise<'compared' | 'not compared'> {
  const all = await Promise.all(providers().map((one) => compareWith(db, one)))
  return all.every((isCompared) => isCompared) ? 'compared' : 'not compared'
}

async function compareWith(db: Db, by: Provider): Promise<boolean> {
  const to = await databaseNow(db)
  const from = new Date(to.getTime() - days * 86_400_000)
  const refunds = await everyPage({ from, to }, async (asked) => {
    const answer = await by.refundsBetween(asked)
    return answer.is === 'failure' ? answer : { rows: answer.refunds, next: answer.next }
  })
  const disputes = await everyPage({ from, to }, async (asked) => {
    const answer = await by.listDisputes(asked)
    return answer.is === 'failure' ? answer : { rows: answer.disputes, next: answer.next }
  })
  const each = keepingOn()
  for (const [id, extId] of new Map(refunds?.map((one) => [one.providerId, one.extId])))
    await each.go(() => syncOf(db, nameOf(by), { id, extId }))
  for (const facts of disputes ?? []) await each.go(() => applyDispute(db, facts, nameOf(by)))
  each.end()
  return refunds !== undefined && disputes !== undefined
}

type Refunded = { id: string; extId: string }

async function syncOf(db: Db, name: string, { id: providerId, extId }: Refunded): Promise<void> {
  const ours = await db
    .selectFrom('payments')
    .where('provider', '=', name)
    .where('provider_tx_id', '=', providerId)
    .select('reference')
    .executeTakeFirst()
  if (ours) return void (await syncRefunds(db, ours.reference))
  const money = await db
    .selectFrom('suspense')
    .where('provider', '=', name)
    .where('provider_tx_id', '=', providerId)
    .select('id')
    .executeTakeFirst()
  if (money) await suspenseTold(db, { provider: name, provider_tx_id: providerId })
  else
    await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'refund that fits no payment', extId, { providerId }))
}

type Page<Row> = { rows: Row[]; next: number | null }

/** Reads all pages; undefined if they could not be read to the end. */
async function everyPage<Row>(
  between: Omit<Between, 'page'>,
  read: (asked: Between) => Promise<Page<Row> | Failure>,
): Promise<Row[] | undefined> {
  const all: Row[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer: Page<Row> | Failure = await read({ ...between, page })
    if ('is' in answer || page > mostPages) {
      log.warn({ page, code: 'is' in answer ? answer.code : 'too many' }, 'what went back could not be compared')
      return undefined
    }
    all.push(...answer.rows)
    page = answer.next
  }
  return all
}
