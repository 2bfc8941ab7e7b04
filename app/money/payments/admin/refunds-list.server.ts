import { type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { adminList } from '#app/admin/list.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal } from '#app/kit/says.ts'
import { codeField } from '#app/money/mpesa/claim-forms.ts'
import { fileRefund, giveUpRefund, recordSent, syncRefunds } from '#app/money/refunds/refund.server.ts'
import { refundTexts } from '#app/money/refunds/refund.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { explained } from './decide-unplaced.server.ts'
import { payerOf } from './gifts-list.server.ts'
import { type ByHand, byHandTexts, givenUp, refundDecisionTexts, sent } from './refund.ts'
import { type RefundLine, type RefundTotals, refundsView } from './refunds-list.tsx'

const sorts = {
  date: { by: sql.ref('r.created_at'), kind: 'moment' },
  amount: { by: sql.ref('r.amount'), kind: 'number' },
} as const satisfies Record<string, Sort>
const id = { column: sql.ref('r.id'), kind: 'number' } as const

/** An open refund that waits for a person has a state of its own here. */
const state = sql<
  RefundLine['state']
>`case when r.state = 'open' and r.progress in ('attention', 'by hand', 'office') then r.progress else r.state end`

export const refundsList = adminList({
  view: refundsView,
  noun: 'payment',
  file: 'refunds',
  findsPeople: true,
  sorts,
  async read(db, { filter, list }, size) {
    const query = refunds(db, filter)
      .leftJoin('profiles as who', 'who.user_id', 'r.asked_by')
      .select(['r.id', 'r.created_at as at', 'r.done_at as endedAt', 'r.amount', 'r.note', 'r.ext_id as extId'])
      .select(['p.id as payment', 'p.reference', 'p.amount as paid', 'p.donor_email as email'])
      .select(payerOf.as('name'))
      .select([
        sql<boolean>`p.kind = 'subscription'`.as('isForViews'),
        sql<boolean>`r.asked_as is not distinct from 'giver'`.as('byGiver'),
      ])
      .select(['p.anonymous', 'd.slug', 'd.title', 'who.full_name as by', state.as('state')])
    const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
    const lineOf = ({ slug, title, ...row }: (typeof rows)[number]): RefundLine => ({
      ...row,
      drive: slug === null ? null : { slug, title: title! },
    })
    return { rows: rows.map(lineOf), next }
  },
  totals: (db, { filter }): Promise<RefundTotals> =>
    refunds(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select([
        sql<number>`coalesce(sum(r.amount) filter (where r.state = 'done'), 0)::bigint`.as('done'),
        sql<number>`coalesce(sum(r.amount) filter (where r.state = 'open'), 0)::bigint`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
})

/** Selects refunds. A chargeback belongs to a dispute, and is listed there. */
function refunds(db: Db, { search, state: wanted }: FilterOf<typeof refundsView.fields>) {
  let query = db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('r.kind', '=', 'refund')
  if (wanted) query = query.where(state, '=', wanted)
  if (!search) return query
  const like = containing(search)
  return query.where(
    sql<SqlBool>`(p.reference = ${search.toLowerCase()} or r.ext_id = ${search} or p.donor_email ilike ${like}
      or p.donor_name ilike ${like} or d.title ilike ${like})`,
  )
}

type Back = { amount: number; left: number; why: string; key: string }

/** Gives a donation, or a part of it, back for an administrator. The line in the log is written with the refund or not at all. */
export const refundGift = (db: Db, paymentId: number, { amount, left, why, key }: Back, by: Actor): Promise<void> =>
  inOneGo(db, async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .where('id', '=', paymentId)
      .where('kind', '=', 'donation')
      .select(['reference', 'fund_drive_id'])
      .executeTakeFirst()
    if (!payment) throw new Refusal(refundTexts.missing, { status: 404 })
    const asked = { amount, by: by.id, note: why, form: { key, left } }
    const { id, again } = await fileRefund(tx, payment.reference, asked)
    if (again) return
    await record(tx, {
      by,
      act: 'refund asked',
      noun: 'donation',
      subject: paymentId,
      why,
      before: { left },
      after: { amount, refund: id, drive: payment.fund_drive_id },
    })
  })

/** Returns how much of a gift can go back, and from which drive; undefined where no money came in. */
export const fundsBehind = async (db: Db, paymentId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('donations as g', 'g.payment_id', 'p.id')
    .where('p.id', '=', paymentId)
    .select(['g.fund_drive_id as driveId', 'p.reversed', 'g.fee_bps as feeBps'])
    .select(sql<boolean>`p.provider = 'mpesa'`.as('byPhone'))
    .select(sql<number>`p.amount - p.reversed`.as('left'))
    .select(
      sql<boolean>`exists (select from disputes q where q.payment_id = p.id and q.status = 'open')`.as('disputed'),
    )
    .executeTakeFirst()

// Refunds that the provider can't send back the way the money came: they need the payer's bank and account.

type Waiting = { id: number; extId: string; amount: number; reference: string; provider: string }

/** Returns the donation's refund that waits for bank details; undefined if none does. */
export const waitingRefund = async (db: Db, paymentId: number): Promise<Waiting | undefined> =>
  (await db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('p.id', '=', paymentId)
    .where('p.kind', '=', 'donation')
    .where('r.kind', '=', 'refund')
    .where('r.state', '=', 'open')
    .where('r.progress', '=', 'attention')
    .where('r.ext_id', 'is not', null)
    .select(['r.id', 'r.ext_id as extId', 'r.amount', 'p.reference', 'r.provider'])
    .executeTakeFirst()) as Waiting | undefined

type PayersBank = { id: string; name: string }

/** Lists the banks that a refund can go to; none while the provider gives no answer. */
export async function banksOfPayers({ provider }: Pick<Waiting, 'provider'>): Promise<PayersBank[]> {
  const answer = await providerNamed(provider).banks()
  if (answer.is === 'failure') return []
  return answer.banks.flatMap(({ id, name, rail }) => (rail === 'bank' && id ? [{ id, name }] : []))
}

type Details = { bank: string; account: string }

/**
 * Gives the payer's bank details to the provider, and the refund goes on. The log has the act and the end of the account number before the
 * provider is told. The number itself is kept nowhere. If two administrators act at once, the second finds nothing that waits.
 */
export async function giveBankDetails(db: Db, paymentId: number, { bank, account }: Details, by: Actor): Promise<void> {
  const refund = await waitingRefund(db, paymentId)
  if (!refund) throw new Refusal(refundDecisionTexts.noAttention)
  const name = (await banksOfPayers(refund)).find(({ id }) => id === bank)?.name
  if (!name) throw new Refusal(refundDecisionTexts.bankUnknown, { status: 422, field: 'bank' })
  const { id, extId, reference, amount, provider } = refund
  await note(db, paymentId, by, { refund, becomes: 'pending', after: { amount, bank: name, account: endOf(account) } })
  const answer = await providerNamed(provider).continueRefund({ extId, bankId: bank, account })
  const wasTaken = answer.is === 'refund' || answer.class === 'unknown'
  if (!wasTaken) await note(db, paymentId, by, { refund, becomes: 'attention', after: { refused: true } })
  // The provider knows best how the refund is now, whatever it answered.
  await syncRefunds(db, reference)
  if (answer.is === 'refund') return
  if (answer.class !== 'rejected') throw new Refusal(refundDecisionTexts.detailsUnknown, { status: 502 })
  if ((await waitingRefund(db, paymentId))?.id !== id) throw new Refusal(refundDecisionTexts.noAttention)
  throw new Refusal(refundDecisionTexts.detailsRefused, { status: 422, field: 'account' })
}

type Noted = { refund: Waiting; becomes: 'pending' | 'attention'; after: Record<string, string | number | boolean> }

/** Claims the refund, or releases it, together with the line in the log. Refuses the administrator who comes too late. */
const note = (db: Db, paymentId: number, by: Actor, { refund: { id }, becomes, after }: Noted): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reversals')
      .set({ progress: becomes })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('progress', '=', becomes === 'pending' ? 'attention' : 'pending')
      .executeTakeFirst()
    if (becomes === 'pending' && numUpdatedRows !== 1n) throw new Refusal(refundDecisionTexts.noAttention)
    await record(tx, {
      by,
      act: 'refund continued',
      noun: 'donation',
      subject: paymentId,
      after: { refund: id, ...after },
    })
    await tell(tx, `payment:${paymentId}`)
  })

/** Returns the last characters of a number, never more than half of it. */
const endOf = (account: string): string => `•••• ${account.slice(-Math.min(4, Math.floor(account.length / 2)))}`

// Administrators' decisions on refunds that only a hand can send: sent under this code, or not sent.

type WaitingByHand = ByHand & { id: number; refund: number; reference: string }

const waiting = (db: Db | Tx, paymentId: number) =>
  db
    .selectFrom('reversals as v')
    .innerJoin('payments as p', 'p.id', 'v.payment_id')
    .leftJoin('mpesa_receipts as r', 'r.payment_id', 'p.id')
    .where('p.id', '=', paymentId)
    .where('v.kind', '=', 'refund')
    .where('v.state', '=', 'open')
    .where('v.progress', '=', 'by hand')
    .select(['p.id', 'p.reference', 'p.amount as paid', 'v.id as refund', 'v.amount', 'r.receipt'])
    .executeTakeFirst()

const asSeen = ({ paid, ...one }: NonNullable<Awaited<ReturnType<typeof waiting>>>): WaitingByHand => ({
  ...one,
  isWhole: one.amount === paid,
})

/** Returns what the dialogs show; a 404 where nothing waits. */
export async function byHandAt(db: Db, payment: string): Promise<ByHand> {
  const found = await waiting(db, numberIn(payment))
  if (!found) throw data(null, { status: 404 })
  const { amount, receipt, isWhole } = asSeen(found)
  return { amount, receipt, isWhole }
}

/** The refund to decide on. A second administrator waits for the payment, and is told that the first has decided. */
const refundByHand: About<number, WaitingByHand> = {
  noun: 'donation',
  at: ({ params }) => numberIn(params.payment),
  async find(tx, id) {
    const payment = tx.selectFrom('payments').where('id', '=', id).where('kind', '=', 'donation').select('id')
    if (!(await payment.forUpdate().executeTakeFirst())) throw new Refusal(byHandTexts.missing, { status: 404 })
    const found = await waiting(tx, id)
    if (!found) throw new Refusal(byHandTexts.meanwhile)
    return asSeen(found)
  },
}

/** The decision that it was sent from M-Pesa's portal, under this code. */
export const recordRefund = decision({
  of: refundByHand,
  act: 'refund sent by hand',
  words: sent,
  form: decisionForm.extend({ code: codeField }),
  async run(tx, { refund, reference, amount }, { code, by }) {
    if (await isPaymentToUs(tx, code)) throw new Refusal(byHandTexts.codeCame, { status: 422, field: 'code' })
    if (await isReturn(tx, code)) throw new Refusal(byHandTexts.codeUsed, { status: 422, field: 'code' })
    await recordSent(tx, reference, { id: refund, code, amount })
    await explained(tx, { code, amount, by })
    return { after: { refund, amount, code } }
  },
})

/** The decision that it was not sent after all. */
export const cancelRefund = decision({
  of: refundByHand,
  act: 'refund cancelled',
  words: givenUp,
  async run(tx, { refund, amount }) {
    await giveUpRefund(tx, refund)
    return { after: { refund, amount } }
  },
})

const isPaymentToUs = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.selectFrom('mpesa_receipts').where('receipt', '=', code).select('receipt').executeTakeFirst()) !== undefined

async function isReturn(tx: Tx, code: string): Promise<boolean> {
  const unplaced = tx.selectFrom('suspense_returns').where('receipt', '=', code).select('receipt')
  const refunded = tx
    .selectFrom('reversals')
    .where('provider', '=', 'mpesa')
    .where('kind', '=', 'refund')
    .where('ext_id', '=', code)
    .select('id')
  return (await unplaced.executeTakeFirst()) !== undefined || (await refunded.executeTakeFirst()) !== undefined
}
