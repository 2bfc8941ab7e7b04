import { type Answer, exact, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { bad, centsOf, good } from './answers.ts'
import { listed, metaOf, pageOf } from './listing.ts'
import { changeBalance } from './pay.ts'
import { type Payment, columns as paymentColumns, paymentOf, shown as paymentShown } from './payments.ts'
import { tellProduct } from './webhooks.ts'
import { customerOf, later, numbered, type Scene } from './world.ts'

// Money that goes back to a payer because we ask for it.

type Status = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'
type Refund = {
  id: string
  payment_id: string
  refund_reference: string
  amount: number
  status: Status
  customer_note: string | null
  merchant_note: string | null
  created_at: Date
  updated_at: Date
}
const columns = `id, payment_id, refund_reference, amount::float8 as amount, status, customer_note, merchant_note,
  created_at, updated_at`

const second = 1000
type Plan = [after: number, becomes: Status][]
/** What becomes of a refund, by the card it goes back to. */
function planFor({ channel, paid_with }: Payment): Plan {
  if (channel === 'card' && paid_with?.last4 === '1803') return [[3 * second, 'failed']]
  if (channel === 'card' && paid_with?.last4 === '1902') return [[2 * second, 'needs-attention']]
  return usual
}
const usual: Plan = [
  [1 * second, 'processing'],
  [3 * second, 'processed'],
]

/** Asks for a refund, of the whole or of a part. The row of the payment is the lock: no shilling goes back twice. */
export const create = (scene: Scene, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, async (tx) => {
    const which = String(body.transaction ?? '')
    const payment = await paymentNamed(tx, which, 'for update')
    if (!payment) return bad(404, 'Transaction not found', 'transaction_not_found')
    if (payment.status === 'reversed') return bad(400, 'Transaction has been fully reversed', 'transaction_reversed')
    if (payment.status !== 'success') return bad(400, 'Transaction has not been paid', 'transaction_not_successful')
    // What the payer's bank asks back already does not go back beside it.
    const asked = await one<{ sum: number }>(
      tx,
      `select coalesce(sum(amount), 0)::float8 as sum from sandbox.paystack_disputes
       where payment_id = $1 and status <> 'resolved'`,
      [payment.id],
    )
    const left = payment.amount - payment.refunded - asked!.sum
    const amount = body.amount === undefined ? left : centsOf(body.amount)
    if (!amount) return bad(400, 'Invalid Amount Sent', 'invalid_amount')
    if (amount > left)
      return bad(400, 'Refund amount cannot be greater than what is left of the transaction', 'refund_amount_too_large')
    const { id, code } = await numbered(scene, tx)
    await tx.query(
      `insert into sandbox.paystack_refunds
         (id, payment_id, refund_reference, amount, customer_note, merchant_note, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [id, payment.id, code, amount, textOf(body.customer_note), textOf(body.merchant_note), scene.now],
    )
    await tx.query('update sandbox.paystack_payments set refunded = refunded + $2 where id = $1', [payment.id, amount])
    await changeBalance(tx, -amount)
    await plan(scene, tx, id, planFor(payment))
    await tell(scene, tx, id)
    return good('Refund has been queued for processing', await inFull(scene, tx, id))
  })

async function plan(scene: Scene, tx: Runs, id: string, steps: Plan) {
  for (const [after, becomes] of steps)
    await tx.query(
      `insert into sandbox.paystack_later (due_at, noun, subject, becomes) values ($1, 'refund', $2, $3)`,
      [later(scene, after), id, becomes],
    )
}

/** From where each state can be reached. */
const from: Record<Status, Status[]> = {
  pending: [],
  processing: ['pending', 'needs-attention'],
  processed: ['pending', 'processing'],
  failed: ['pending', 'processing', 'needs-attention'],
  'needs-attention': ['pending', 'processing'],
}

/** A refund goes on; one that failed is back in our balance. */
export async function become(scene: Scene, tx: Runs, id: string, status: Status): Promise<void> {
  const refund = await refundOf(tx, id, 'for update')
  if (!refund || !from[status].includes(refund.status)) return
  await tx.query('update sandbox.paystack_refunds set status = $2, updated_at = $3 where id = $1', [
    id,
    status,
    scene.now,
  ])
  if (status === 'failed') {
    await tx.query('update sandbox.paystack_payments set refunded = refunded - $2 where id = $1', [
      refund.payment_id,
      refund.amount,
    ])
    await changeBalance(tx, refund.amount)
  }
  if (status === 'processed')
    await tx.query(
      `update sandbox.paystack_payments set status = 'reversed' where id = $1 and status = 'success'
         and refunded = amount`,
      [refund.payment_id],
    )
  await tell(scene, tx, id)
}

/** What the webhooks say. Amounts are text there, and their own number is in the last one only. */
async function tell(scene: Scene, tx: Runs, id: string) {
  const refund = (await refundOf(tx, id))!
  const payment = (await paymentOf(tx, 'id', refund.payment_id))!
  const { status, amount, refund_reference } = refund
  const data = {
    status,
    transaction_reference: payment.reference,
    currency: 'KES',
    amount: String(amount),
    refund_reference: status === 'pending' ? null : refund_reference,
    processor: payment.channel === 'card' ? 'mpgs_zen' : 'mpesa',
    customer: customerOf(scene.seed, payment.email),
    integration: 1,
    domain: 'test',
    ...(status === 'processed' || status === 'failed' ? { id: exact(id) } : {}),
  }
  await tellProduct(scene, tx, id, { event: `refund.${status}`, data })
}

/** The payer's bank details were given: it goes on. */
export const retry = (scene: Scene, id: string, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, async (tx) => {
    const refund = await refundOf(tx, id, 'for update')
    if (!refund) return bad(404, 'Refund not found', 'refund_not_found')
    if (refund.status !== 'needs-attention')
      return bad(422, 'Refund is not in a state that needs attention', 'refund_not_retryable')
    const details = (body.refund_account_details ?? {}) as Record<string, unknown>
    if (!textOf(details.account_number) || !textOf(details.bank_id))
      return bad(400, 'Account number and bank are required', 'missing_params')
    await become(scene, tx, id, 'processing')
    await plan(scene, tx, id, [[2 * second, 'processed']])
    return good('Refund retried and has been queued for processing', await inFull(scene, tx, id))
  })

export async function find(scene: Scene, id: string): Promise<Answer> {
  const runs = scene.world.pool()
  if (!(await refundOf(runs, id))) return bad(404, 'Refund not found', 'refund_not_found')
  return good('Refund retrieved', await inFull(scene, runs, id))
}

export async function list(scene: Scene, asked: URLSearchParams): Promise<Answer> {
  const { perPage, page } = pageOf(asked)
  const runs = scene.world.pool()
  const which = asked.get('transaction')
  const payment = which ? await paymentNamed(runs, which) : undefined
  if (which && !payment) return good('Refunds retrieved', [], { meta: { total: 0, ...metaOf(0, perPage, page) } })
  const values = [payment?.id ?? null]
  const where = '($1::text is null or payment_id = $1)'
  const { rows: found, meta } = await listed<{ id: string }>(runs, 'refunds', { columns: 'id', where, values }, asked)
  const rows = []
  for (const { id } of found) rows.push(await inFull(scene, runs, id))
  return good('Refunds retrieved', rows, { meta })
}

/** By its number or its reference. */
const paymentNamed = (runs: Runs, which: string, lock = '') =>
  one<Payment>(
    runs,
    `select ${paymentColumns} from sandbox.paystack_payments where id = $1 or reference = $1 ${lock}`,
    [which.replaceAll('\0', '')],
  )
const refundOf = (runs: Runs, id: string, lock = '') =>
  one<Refund>(runs, `select ${columns} from sandbox.paystack_refunds where id = $1 ${lock}`, [id.replaceAll('\0', '')])

async function inFull(scene: Scene, runs: Runs, id: string): Promise<Record<string, unknown>> {
  const refund = (await refundOf(runs, id))!
  const payment = (await paymentOf(runs, 'id', refund.payment_id))!
  const { amount, status, customer_note, merchant_note } = refund
  const [at, changed] = [refund.created_at.toISOString(), refund.updated_at.toISOString()]
  return {
    id: exact(id),
    integration: 1,
    domain: 'test',
    transaction: paymentShown(scene.seed, payment),
    dispute: null,
    amount,
    deducted_amount: status === 'failed' ? 0 : amount,
    currency: 'KES',
    channel: payment.channel,
    fully_deducted: status === 'failed' ? 0 : 1,
    refunded_by: 'sandbox@harambee.test',
    refunded_at: at,
    status,
    expected_at: later({ ...scene, now: refund.created_at }, 3 * second).toISOString(),
    settlement: null,
    customer_note,
    merchant_note,
    createdAt: at,
    updatedAt: changed,
    refund_reference: refund.refund_reference,
  }
}
