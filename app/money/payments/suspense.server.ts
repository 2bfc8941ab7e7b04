import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { clearingOf, post } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import { paymentTexts } from './payment.ts'

// Money in suspense has one way out, except at M-Pesa: back to the person who paid it. Nobody here guesses what it was meant for.

type Unplaced = { id: number; provider: string; provider_tx_id: string; amount: number; currency: string }

/**
 * Gives money back for an administrator. The provider's list of refunds is read first, so that nothing goes back twice.
 * The money is closed once the provider has done it: by this, by an event, or by the daily comparing.
 */
export async function returnSuspense(db: Db, id: number, { by }: { by: Actor }): Promise<'returned' | 'asked'> {
  const turn = await takeTurn(db, id, by)
  if (!turn) throw new Refusal(paymentTexts.returnAsked)
  const refused = await askRefundOf(turn)
  if (refused) {
    await layTurn(db, turn, by)
    throw refused
  }
  const look = await lookAgain(db, turn, by.id)
  return look === 'closed' ? 'returned' : 'asked'
}

/** Asks for the refund, unless that was done before. Returns why nothing went back, where that is certain; undefined where it isn't. */
async function askRefundOf(money: Unplaced): Promise<Refusal | undefined> {
  const before = await backOf(money)
  if (!before) return new Refusal(paymentTexts.notReached, { status: 502 })
  if (before.under + before.done > 0) return undefined
  const asked = await providerNamed(money.provider).refund({
    reference: money.provider_tx_id,
    amountCents: money.amount,
    note: `Harambee suspense ${money.id}`,
  })
  if (asked.is !== 'failure' || asked.class === 'unknown') return undefined
  // A refusal may mean that it is there already, from a try whose answer was lost.
  const since = await backOf(money)
  if (since && since.under + since.done > 0) return undefined
  return new Refusal(asked.class === 'retry' ? paymentTexts.notReached : paymentTexts.returnFailed, { status: 502 })
}

/** `since`: `asked_at` as it is now, to the microsecond. `before`: as it was before. */
type Turn = Unplaced & { since: string; before: string | null }

/** Takes the turn: one administrator at a time; undefined within ten minutes of another. The decision is logged with it. */
const takeTurn = (db: Db, id: number, by: Actor): Promise<Turn | undefined> =>
  db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('suspense')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('currency', '=', 'KES')
      .where(({ eb }) =>
        eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', sql<Date>`now() - interval '10 minutes'`)]),
      )
      .select(sql<string | null>`asked_at::text`.as('before'))
      .forUpdate()
      .executeTakeFirst()
    if (!last) return undefined
    const money = await tx
      .updateTable('suspense')
      .set({ asked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(['id', 'provider', 'provider_tx_id', 'amount', 'currency', sql<string>`asked_at::text`.as('since')])
      .executeTakeFirstOrThrow()
    const after = { amount: money.amount, providerId: money.provider_tx_id }
    await record(tx, { by, act: 'suspense returned', noun: 'suspense', subject: id, after })
    return { ...money, ...last }
  })

/** Gives the turn back, as nothing went back. Logs that, too; the next one need not wait. */
const layTurn = (db: Db, { id, since, before }: Turn, by: Actor): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('suspense')
      .set({ asked_at: sql<Date | null>`${before}::timestamptz` })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('asked_at', '=', sql<Date>`${since}::timestamptz`)
      .execute()
    const after = { refused: true }
    await record(tx, { by, act: 'suspense returned', noun: 'suspense', subject: id, after })
  })

/** Money by its provider's number. */
type Numbered = Pick<Unplaced, 'provider' | 'provider_tx_id'>

/** Sums what went back and what is under way; undefined if the provider does not say. */
async function backOf({ provider, provider_tx_id }: Numbered): Promise<{ done: number; under: number } | undefined> {
  const answer = await providerNamed(provider).listRefunds(provider_tx_id)
  if (answer.is === 'failure') return undefined
  const sum = (states: string[]) =>
    answer.refunds.filter(({ state }) => states.includes(state)).reduce((total, { amount }) => total + amount, 0)
  return { done: sum(['processed']), under: sum(['pending', 'attention']) }
}

/** Closes money that the provider has refunded wholly, however often it is called; false while it has not. */
export async function suspenseTold(db: Db, numbered: Numbered): Promise<boolean> {
  const look = await lookAgain(db, numbered)
  if (look === 'no answer') throw new Refusal(paymentTexts.noAnswer, { status: 502 })
  return look === 'closed'
}

async function lookAgain(db: Db, numbered: Numbered, by?: string): Promise<'closed' | 'open' | 'no answer'> {
  const money = await db
    .selectFrom('suspense')
    .where('provider', '=', numbered.provider)
    .where('provider_tx_id', '=', numbered.provider_tx_id)
    .where('state', '=', 'open')
    .where('currency', '=', 'KES')
    .select(['id', 'provider', 'provider_tx_id', 'amount', 'currency'])
    .executeTakeFirst()
  if (!money) return 'open'
  const back = await backOf(money)
  if (!back) return 'no answer'
  if (back.done < money.amount) return 'open'
  await db.transaction().execute(async (tx) => {
    const closed = { state: 'closed' as const, closed_at: sql<Date>`now()`, closed_by: by ?? null, note: 'refunded' }
    const { numUpdatedRows } = await tx
      .updateTable('suspense')
      .set(closed)
      .where('id', '=', money.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await post(tx, 'suspense', money.id, [
      { leg: 3, debit: 'suspense', credit: clearingOf(money.provider), amount: money.amount },
    ])
    await tell(tx, 'office:desk')
  })
  return 'closed'
}

/** Closes money in another currency, which never was in the books, with a person's note on how it was handled. */
export const closeForeign = (db: Db, id: number, { by, note }: { by: Actor; note: string }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const money = await tx
      .updateTable('suspense')
      .set({ state: 'closed', closed_at: sql<Date>`now()`, closed_by: by.id, note: note.slice(0, 1000) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('currency', '<>', 'KES')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (!money) throw new Refusal(paymentTexts.returnAsked)
    const [before, after] = [{ state: 'open', ...money }, { state: 'closed' }]
    await record(tx, { by, act: 'suspense closed', noun: 'suspense', subject: id, before, after, why: note })
    await tell(tx, 'office:desk')
  })
