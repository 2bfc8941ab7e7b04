import { sql } from 'kysely'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { queryNewestRequest } from '#app/money/mpesa/query.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { isMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, nameOf, provider, providerNamed } from '#app/platform/providers/provider.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { type Applied, applyResult } from './apply.server.ts'
import type { ProviderEvent } from './events.server.ts'

/** `unknown`: there is no such payment, or the provider gave no answer. */
export type Settled = Applied | 'unknown'

/**
 * Asks the provider about a payment and books the answer. The page that the payer comes back to and cron call it as
 * often as they like: the provider is asked once in five seconds at most, and never about settled or unknown payments.
 * Callers in the same process share one answer.
 */
export function settlePayment(db: Db, reference: string): Promise<Settled> {
  const under = asking.get(db) ?? new Map<string, Promise<Settled>>()
  asking.set(db, under)
  const asked = under.get(reference) ?? askInTurn(db, reference).finally(() => under.delete(reference))
  under.set(reference, asked)
  return asked
}

const asking = new WeakMap<Db, Map<string, Promise<Settled>>>()

async function askInTurn(db: Db, reference: string): Promise<Settled> {
  const payment = await turnToAsk(db, reference)
  if (!payment) return 'unknown'
  if (!payment.mine || (await isStopped(db, payment.provider))) return standing(payment.status)
  if (isMobileMoney(payment.provider)) {
    await queryNewestRequest(db, reference)
    return standing((await standingOf(db, reference))!.status)
  }
  const asked = await ask(db, payment.provider, reference)
  return asked === 'nowhere' ? 'unknown' : asked
}

/**
 * Asks at once about a payment that a provider notified us of, even an unknown one: that may be money, too. About a
 * known payment, the provider that the payment names is asked.
 */
export async function settleTold(db: Db, reference: string, by = nameOf(provider())): Promise<ProviderEvent> {
  const known = await standingOf(db, reference)
  if (known && isSettled(known.status, known.provider_fee)) return 'done'
  const settled = await ask(db, known?.provider ?? by, reference)
  if (settled === 'nowhere' && !known) return 'unknown'
  return unsettled.has(settled) ? 'later' : 'done'
}
const unsettled = new Set<Asked>(['waiting', 'failed', 'unknown', 'nowhere'])

type Known = { reference: string; provider: string; status: string; provider_fee: number | null }

/** Reads the statuses of payments that are asked about at the same moment. */
const standingOf = inBatchesOn(async (db: Db, references: string[]): Promise<(Known | undefined)[]> => {
  const rows = await db
    .selectFrom('payments')
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .select(['reference', 'provider', 'status', 'provider_fee'])
    .execute()
  const known = new Map(rows.map((row) => [row.reference, row]))
  return references.map((reference) => known.get(reference))
})

/** Tells whether nothing is left to ask. A fee that was not known yet is worth another question. */
const isSettled = (status: string, fee: number | null) =>
  status === 'mismatch' || (status === 'succeeded' && fee !== null)

const standing = (status: string): Settled =>
  (({ succeeded: 'already', mismatch: 'unplaced', failed: 'failed' }) as const)[status] ?? 'waiting'

type Standing = { status: string; provider: string; mine: boolean }

/** Gives the turn to one of all callers that ask at once, in whatever process. */
async function turnToAsk(db: Db, reference: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    with mine as (
      update payments set asked_at = now()
      where reference = ${reference} and (asked_at is null or asked_at < now() - interval '5 seconds')
        and status <> 'mismatch' and (status <> 'succeeded' or provider_fee is null)
      returning id
    ) select status, provider, exists (select from mine) as mine from payments where reference = ${reference}`.execute(
    db,
  )
  return rows[0]
}

/** `nowhere`: the provider knows of no such payment. */
type Asked = Settled | 'nowhere'

async function ask(db: Db, by: string, reference: string): Promise<Asked> {
  const answer = await providerNamed(by).verify(reference)
  if (answer.is === 'missing') return missing(db, reference)
  if (answer.is === 'failure') return unanswered(db, by, reference, answer)
  const { is, reference: _, ...facts } = answer
  return applyResult(db, by, reference, facts)
}

/** Leaves the payment open: what the provider does not know today it may know tomorrow. The third time a person has to look. */
const missing = (db: Db, reference: string): Promise<'nowhere'> =>
  db.transaction().execute(async (tx): Promise<'nowhere'> => {
    const row = await tx
      .updateTable('payments')
      .set({ not_known: sql<number>`least(not_known + 1, 1000)` })
      .where('reference', '=', reference)
      // A payment that was not opened there need not be known there.
      .where('authorization_url', 'is not', null)
      .returning('not_known')
      .executeTakeFirst()
    if (row?.not_known === 3) await raiseDiscrepancy(tx, 'payment the provider does not know', reference, {})
    return 'nowhere'
  })

/** Marks nothing as failed because of an answer that was none. Faults that only a person can mend are reported to one. */
async function unanswered(db: Db, by: string, reference: string, failure: Failure): Promise<Settled> {
  const { class: is, code = null, status = null } = failure
  if (is === 'config') await keyRefused(db, by, failure)
  if (is === 'rejected')
    await db
      .transaction()
      .execute((tx) =>
        raiseDiscrepancy(tx, 'answer that can not be believed', reference.slice(0, 200), { code, status }),
      )
  return 'unknown'
}
