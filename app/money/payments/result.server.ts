import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { z } from 'zod'
import { codeOf, type ReasonCode } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import { chargedBackOf } from '#app/money/donations/donations.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isReference, kindOfPayment, type PaidForKind } from './paid-for.server.ts'
import { type Result, type ResultWhy, type ToDrive, wordsOfPaidFor } from './result.ts'
import { settlePayment } from './settle.server.ts'

// The result of a payment, for the person who holds its reference. That is 128 random bits which only the payer and the
// provider were given, so it is the key: it opens the amount, the kind, and the drive's public facts. Never a name, an
// address or a message: people pass on the address of the page they are looking at. The link to the receipt, which has
// the name on it, is for the first browser that saw the success: the payer's, whom the provider has just sent.

/** Milliseconds that a page waits for the provider; the answer is booked whenever it comes. */
const patience = 4000
/** Minutes after which an unpaid payment can't be made any more: the provider's page has closed. */
const open = 35

export const verifyLimits = (address: string): Limit[] => [
  { often: true, name: 'verify', key: address, times: 600, seconds: 60 },
]

/** Reads the reference from an address of ours. The provider writes it twice; anything but one of ours is none. */
export function referenceIn(search: URLSearchParams): string | null {
  const named = [...search.getAll('reference'), ...search.getAll('trxref')].map((one) => one.trim())
  return named.find(isReference) ?? null
}

/**
 * Returns the truth about a payment as far as it can be known now: while it is open, the provider is asked first.
 * `visitor`: the browser that looks; without one there is no receipt.
 */
export async function resultOf(db: Db, reference: string | null, visitor: string | null = null): Promise<Result> {
  if (!reference || !isReference(reference)) return { is: 'unknown' }
  const before = await find(db, reference)
  if (!before) return { is: 'unknown' }
  if (before.status === 'succeeded' || before.status === 'mismatch') return told(db, before, visitor)
  await askedInTime(db, reference)
  return told(db, (await find(db, reference)) ?? before, visitor)
}

/** Asks about a payment, but not for long: a provider that is slow or broken keeps nobody waiting, and breaks no page. */
async function askedInTime(db: Db, reference: string): Promise<void> {
  const asked = settlePayment(db, reference).catch((error: unknown) => {
    log.warn({ reference, err: error }, 'a payment could not be asked about')
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([asked, new Promise((resolve) => (timer = setTimeout(resolve, patience)))])
  clearTimeout(timer)
}

const find = (db: Db, reference: string) =>
  db
    .selectFrom('payments as p')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.reference', '=', reference)
    .select(['p.id', 'p.kind', 'p.amount', 'p.status', 'p.failure', 'p.reversed', 'p.views', 'p.returned'])
    .select(['p.donor_name', 'p.anonymous', 'd.id as driveId', 'd.slug', 'd.title'])
    .select(chargedBackOf('p.id').as('chargedBack'))
    .select(sql<boolean>`p.created_at < now() - make_interval(mins => ${open})`.as('closed'))
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof find>>>

async function told(db: Db, row: Row, visitor: string | null): Promise<Result> {
  const { amount, reversed, status } = row
  const drive: ToDrive | null = row.slug && row.title ? { slug: row.slug, title: row.title } : null
  const about = { kind: row.kind, amount, drive }
  if (status === 'mismatch') return { ...about, is: 'unplaced' }
  if (status === 'failed') return { ...about, is: 'failed', why: whyOfResult(row.failure) }
  if (status !== 'succeeded') {
    const over = row.closed || status === 'abandoned' || status === 'init_unknown'
    return over ? { ...about, is: 'failed', why: 'unfinished' } : { ...about, is: 'waiting' }
  }
  const learned = await kindOfPayment(row.kind).told(db, row, () => isPayer(db, row, visitor))
  return { ...about, is: 'paid', reversed, chargedBack: row.chargedBack, ...learned } as Result
}

const payersReasons: Partial<Record<ReasonCode, ResultWhy>> = {
  insufficient: 'insufficient',
  pin_wrong: 'pin',
  cancelled_by_payer: 'cancelled',
  cancelled_by_user: 'cancelled',
  unanswered: 'unanswered',
  timed_out: 'unanswered',
  declined: 'declined',
  do_not_honour: 'declined',
}
const sounds: [ResultWhy, RegExp][] = [
  ['insufficient', /insufficient|not enough|low balance|balance is (too )?low/i],
  ['pin', /\bpin\b/i],
  ['cancelled', /cancel|aborted by/i],
  ['unanswered', /time[d-]?[ -]?out|no response|not answer|not reachable|cannot be reached|unreachable|expired/i],
  ['declined', /declin|do not hono|refus|not permitted|rejected|restricted|denied/i],
]

/** Returns why it failed, for the payer. A provider's own words are never shown to payers, but some of them sound like a reason. */
export function whyOfResult(failure: string | null): ResultWhy | null {
  if (!failure) return null
  const code = codeOf(failure)
  if (code) return payersReasons[code] ?? null
  return sounds.find(([, words]) => words.test(failure))?.[0] ?? null
}

/** Tells whether this is the first browser that saw the success. One statement decides who was first. */
async function isPayer(db: Db, { id, returned }: Row, visitor: string | null): Promise<boolean> {
  if (!visitor) return false
  if (returned !== null) return returned === visitor
  const first = await db
    .updateTable('payments')
    .set({ returned: visitor })
    .where('id', '=', id)
    .where('returned', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

/** The answer to programs about a payment: the amount in shillings, the kind, and for views what was bought. Nobody's name. */
export type Verified =
  | { success: true; amount: number; type: PaidForKind; data: object }
  | { success: false; error: Words }

const verifySays = {
  unknown: msg`There is no such payment.`,
  waiting: msg`This payment is not confirmed yet. Please ask again in a moment.`,
  failed: msg`This payment was not successful.`,
  unplaced: msg`This payment arrived, but not as requested. We are looking into it.`,
}

export function verified(result: Result): Verified {
  if (result.is !== 'paid') return { success: false, error: verifySays[result.is] }
  const { kind: type, amount } = result
  const paid = { success: true as const, amount: amount / 100, type }
  return { ...paid, data: wordsOfPaidFor(type).data(result) }
}

/** The body of verify-payment. A text that is no reference of ours is answered like an unknown one. */
export const verifyForm = z.object({ reference: z.string().max(500) })
