import { type Answer, exact, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { bad, centsOf, good } from './answers.ts'
import { listed } from './listing.ts'
import { changeBalance } from './pay.ts'
import { paymentOf, shown as paymentShown } from './payments.ts'
import * as uploads from './uploads.ts'
import { tellProduct } from './webhooks.ts'
import { customerOf, later, numbered, type Scene } from './world.ts'

// Questions of payers' banks: a person opens one here, we answer, or time does.

type Resolution = 'merchant-accepted' | 'declined' | 'auto-accepted'
type Dispute = {
  id: string
  payment_id: string
  amount: number
  refund_amount: number | null
  category: 'chargeback' | 'fraud'
  status: string
  resolution: Resolution | null
  message: string | null
  evidence: unknown
  due_at: Date
  resolved_at: Date | null
  created_at: Date
  updated_at: Date
}
const columns = `id, payment_id, amount::float8 as amount, refund_amount::float8 as refund_amount, category, status,
  resolution, message, evidence, due_at, resolved_at, created_at, updated_at`

const hour = 3600_000
const answerWithin = 48 * hour
const remindAfter = 24 * hour

/** The payer's bank asks for its money back. Undefined when there is nothing to ask for. */
export const open = (
  scene: Scene,
  reference: string,
  { amount, category = 'chargeback' }: { amount?: number | undefined; category?: 'chargeback' | 'fraud' } = {},
): Promise<string | undefined> =>
  together(scene.world, async (tx) => {
    const payment = await paymentOf(tx, 'reference', reference, 'for update')
    if (payment?.status !== 'success') return undefined
    const asked = Math.min(amount ?? payment.amount, payment.amount - payment.refunded)
    const open = `select from sandbox.paystack_disputes where payment_id = $1 and status <> 'resolved'`
    if (asked <= 0 || (await one(tx, open, [payment.id]))) return undefined
    const { id } = await numbered(scene, tx)
    const due = later(scene, answerWithin)
    await tx.query(
      `insert into sandbox.paystack_disputes
         (id, payment_id, amount, refund_amount, category, due_at, created_at, updated_at)
       values ($1, $2, $3, $3, $4, $5, $6, $6)`,
      [id, payment.id, asked, category, due, scene.now],
    )
    for (const [at, becomes] of [
      [later(scene, remindAfter), 'remind'],
      [due, 'auto-accepted'],
    ])
      await tx.query(
        `insert into sandbox.paystack_later (due_at, noun, subject, becomes) values ($1, 'dispute', $2, $3)`,
        [at, id, becomes],
      )
    await tell(scene, tx, id, 'create')
    return id
  })

/** Time does what nobody did. */
export async function happen(scene: Scene, tx: Runs, id: string, becomes: string): Promise<void> {
  const dispute = await disputeOf(tx, id, 'for update')
  if (!dispute || dispute.status === 'resolved') return
  if (becomes === 'remind') await tell(scene, tx, id, 'remind')
  else await decide(scene, tx, dispute, { resolution: 'auto-accepted', amount: dispute.amount, message: null })
}

type Decision = { resolution: Resolution; amount: number; message: string | null }

/** It is over: accepted, the payer has the money again; declined, it stays with us. */
async function decide(scene: Scene, tx: Runs, dispute: Dispute, { resolution, amount, message }: Decision) {
  const { id, payment_id } = dispute
  const payment = (await paymentOf(tx, 'id', payment_id, 'for update'))!
  const back = resolution === 'declined' ? 0 : Math.min(amount, payment.amount - payment.refunded)
  await tx.query(
    `update sandbox.paystack_disputes set status = 'resolved', resolution = $2, message = $3, refund_amount = $4,
       resolved_at = $5, updated_at = $5 where id = $1`,
    [id, resolution, message, resolution === 'declined' ? 0 : back, scene.now],
  )
  if (back > 0) {
    await changeBalance(tx, -back)
    await tx.query(
      `update sandbox.paystack_payments set refunded = refunded + $2,
         status = case when refunded + $2 = amount then 'reversed' else status end where id = $1`,
      [payment_id, back],
    )
  }
  await tell(scene, tx, id, 'resolve')
}

async function tell(scene: Scene, tx: Runs, id: string, what: 'create' | 'remind' | 'resolve') {
  const data = await inFull(scene, tx, id)
  await tellProduct(scene, tx, id, { event: `charge.dispute.${what}`, data })
}

const missing = () => bad(404, 'Dispute not found', 'dispute_not_found')

/** Our answer. It names a file that was put here before, as the real provider demands. */
export const resolve = (scene: Scene, id: string, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, async (tx) => {
    const file = textOf(body.uploaded_filename)
    const refused = !file
      ? bad(400, 'Uploaded filename is required', 'missing_params')
      : (await uploads.wasTaken(tx, id, file))
        ? undefined
        : bad(400, 'Uploaded file was not found', 'file_not_found')
    return resolveIn(scene, tx, id, body, refused)
  })

/** The same by a button or a control call, which have no file. */
export const resolveByHand = (scene: Scene, id: string, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, (tx) => resolveIn(scene, tx, id, body))

async function resolveIn(scene: Scene, tx: Runs, id: string, body: Record<string, unknown>, refused?: Answer) {
  const dispute = await disputeOf(tx, id, 'for update')
  if (!dispute) return missing()
  const { resolution } = body
  if (resolution !== 'merchant-accepted' && resolution !== 'declined')
    return bad(400, 'Resolution must be merchant-accepted or declined', 'invalid_resolution')
  if (dispute.status === 'resolved') return bad(400, 'Dispute has already been resolved', 'dispute_already_resolved')
  const message = textOf(body.message)
  if (!message) return bad(400, 'Message is required', 'missing_params')
  if (refused) return refused
  const amount =
    body.refund_amount === undefined || body.refund_amount === 0 ? dispute.amount : centsOf(body.refund_amount)
  if (!amount || amount > dispute.amount) return bad(400, 'Refund amount is invalid', 'invalid_refund_amount')
  await decide(scene, tx, dispute, { resolution, amount, message })
  return good('Dispute successfully resolved', await inFull(scene, tx, id))
}

export const update = (scene: Scene, id: string, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, async (tx) => {
    const dispute = await disputeOf(tx, id, 'for update')
    if (!dispute) return missing()
    if (dispute.status === 'resolved') return bad(400, 'Dispute has already been resolved', 'dispute_already_resolved')
    const amount = centsOf(body.refund_amount)
    if (!amount || amount > dispute.amount) return bad(400, 'Refund amount is invalid', 'invalid_refund_amount')
    await tx.query('update sandbox.paystack_disputes set refund_amount = $2, updated_at = $3 where id = $1', [
      id,
      amount,
      scene.now,
    ])
    return good('Dispute updated successfully', [await inFull(scene, tx, id)])
  })

export async function addEvidence(scene: Scene, id: string, body: Record<string, unknown>): Promise<Answer> {
  const fields = ['customer_email', 'customer_name', 'customer_phone', 'service_details']
  if (!fields.every((field) => textOf(body[field])))
    return bad(400, 'Customer email, name, phone and service details are required', 'missing_params')
  const evidence = Object.fromEntries([...fields, 'delivery_address', 'delivery_date'].map((f) => [f, textOf(body[f])]))
  const done = await one(
    scene.world.pool(),
    'update sandbox.paystack_disputes set evidence = $2, updated_at = $3 where id = $1 returning id',
    [id, JSON.stringify(evidence), scene.now],
  )
  if (!done) return missing()
  const number = await numbered(scene)
  return good('Evidence created', {
    ...evidence,
    id: exact(number.id),
    dispute: exact(id),
    createdAt: scene.now.toISOString(),
  })
}

export async function uploadUrl(scene: Scene, id: string, asked: URLSearchParams): Promise<Answer> {
  if (!(await disputeOf(scene.world.pool(), id))) return missing()
  return good('Upload url generated', uploads.placeFor(scene, id, asked.get('upload_filename') ?? 'evidence.pdf'))
}

export async function find(scene: Scene, id: string): Promise<Answer> {
  if (!(await disputeOf(scene.world.pool(), id))) return missing()
  return good('Dispute retrieved', await inFull(scene, scene.world.pool(), id))
}

export async function list(scene: Scene, asked: URLSearchParams): Promise<Answer> {
  const runs = scene.world.pool()
  const where = `($1::text is null or status = $1) and ($2::text is null or payment_id in
    (select id from sandbox.paystack_payments where id = $2 or reference = $2))`
  const values = [textOf(asked.get('status')) ?? null, textOf(asked.get('transaction')) ?? null]
  const { rows: found, meta } = await listed<{ id: string }>(runs, 'disputes', { columns: 'id', where, values }, asked)
  const rows = []
  for (const { id } of found) rows.push(await inFull(scene, runs, id))
  return good('Disputes retrieved', rows, { meta })
}

const disputeOf = (runs: Runs, id: string, lock = '') =>
  one<Dispute>(runs, `select ${columns} from sandbox.paystack_disputes where id = $1 ${lock}`, [
    id.replaceAll('\0', ''),
  ])

async function inFull(scene: Scene, runs: Runs, id: string): Promise<Record<string, unknown>> {
  const dispute = (await disputeOf(runs, id))!
  const payment = (await paymentOf(runs, 'id', dispute.payment_id))!
  const { refund_amount, status, resolution, category, message, evidence } = dispute
  const [at, changed] = [dispute.created_at.toISOString(), dispute.updated_at.toISOString()]
  const resolved = dispute.resolved_at?.toISOString() ?? null
  const by = payment.email
  const history = [{ status: 'awaiting-merchant-feedback', by, createdAt: at }]
  return {
    id: exact(id),
    refund_amount,
    currency: 'KES',
    status,
    resolution,
    domain: 'test',
    category,
    note: null,
    transaction: paymentShown(scene.seed, payment),
    transaction_reference: payment.reference,
    merchant_transaction_reference: payment.reference,
    customer: customerOf(scene.seed, payment.email),
    bin: payment.paid_with?.bin ?? null,
    source: 'bank',
    last4: payment.paid_with?.last4 ?? null,
    dueAt: dispute.due_at.toISOString(),
    resolvedAt: resolved,
    evidence: evidence ?? null,
    attachments: null,
    created_by: null,
    organization: 1,
    integration: 1,
    history: resolved ? [...history, { status, by: resolution, createdAt: resolved }] : history,
    messages: message ? [{ sender: by, body: message, createdAt: changed }] : [],
    createdAt: at,
    updatedAt: changed,
  }
}
