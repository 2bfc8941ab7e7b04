import { type Answer, exact, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { bad, centsOf, good } from './answers.ts'
import { sendingFee } from './banks.ts'
import { listed } from './listing.ts'
import { changeBalance } from './pay.ts'
import { momentIn, wrong } from './payments.ts'
import { type Recipient, recipientOf, shown as recipientShown } from './recipients.ts'
import { tellProduct } from './webhooks.ts'
import { later, numbered, type Scene } from './world.ts'

// Money out of our balance.

type Status = 'pending' | 'otp' | 'success' | 'failed' | 'reversed' | 'abandoned'
type Transfer = {
  id: string
  reference: string
  transfer_code: string
  recipient_id: string
  amount: number
  fee: number
  reason: string | null
  status: Status
  gateway_response: string | null
  created_at: Date
  updated_at: Date
}
const columns = `id, reference, transfer_code, recipient_id, amount::float8 as amount, fee::float8 as fee, reason, status,
  gateway_response, created_at, updated_at`

const second = 1000
type Plan = { status: Status; next?: { after: number; becomes: Status }; slow?: number }
/** What the last two digits of the account lead to. */
const plans: Record<string, Plan> = {
  '01': { status: 'failed' },
  '02': { status: 'success', next: { after: 5 * second, becomes: 'reversed' } },
  '03': { status: 'pending' },
  '04': { status: 'otp', next: { after: 1800 * second, becomes: 'abandoned' } },
  '06': { status: 'success', slow: 20 * second },
}
const planFor = ({ account_number }: Recipient): Plan => plans[account_number.slice(-2)] ?? { status: 'success' }
const poor = '05'
const tooPoor = () =>
  bad(400, 'Your balance is not enough to fulfill this request', 'insufficient_balance', 'Top up your balance')

/** Sends money. It is taken from the balance with its fee, or refused; a used reference is refused and sends nothing. */
export async function send(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const amount = centsOf(body.amount)
  if (body.source !== 'balance') return bad(400, 'Source is invalid', 'invalid_source')
  if (!amount || (textOf(body.currency) ?? 'KES') !== 'KES') return bad(400, 'Invalid Amount Sent', 'invalid_amount')
  const recipient = await recipientOf(scene.world.pool(), 'recipient_code', textOf(body.recipient) ?? '')
  if (!recipient)
    return bad(400, 'Recipient specified is invalid', 'invalid_transfer_recipient', 'Create the recipient first')
  const { id, code } = await numbered(scene)
  const reference = textOf(body.reference) ?? `${code}-${code}`
  if (!/^[a-z0-9_-]{16,50}$/.test(reference)) return bad(400, 'Transfer reference is invalid', 'invalid_reference')
  const plan = planFor(recipient)
  const fee = sendingFee(recipient.type, amount)
  const transfer = { id, reference, transfer_code: `TRF_${code}`, recipient_id: recipient.id, amount, fee }
  const reason = textOf(body.reason)?.slice(0, 500) ?? null
  const done = await together(scene.world, (tx) => book(scene, tx, { ...transfer, reason, recipient, plan }))
  if ('refused' in done) return done.refused
  if (plan.slow) await scene.world.pause(plan.slow)
  const says = plan.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued'
  return good(says, shown(done.transfer, recipient))
}

type Order = Pick<Transfer, 'id' | 'reference' | 'transfer_code' | 'recipient_id' | 'amount' | 'fee' | 'reason'>
type Booked = { transfer: Transfer } | { refused: Answer }

async function book(scene: Scene, tx: Runs, order: Order & { recipient: Recipient; plan: Plan }): Promise<Booked> {
  const { id, reference, transfer_code, recipient_id, amount, fee, reason, recipient, plan } = order
  // The row of the balance is the lock: of two transfers that it covers once, one is sent.
  const state = await one<{ balance: number }>(
    tx,
    'select balance::float8 as balance from sandbox.paystack_state for update',
  )
  if (await one(tx, 'select from sandbox.paystack_transfers where reference = $1', [reference]))
    return {
      refused: bad(
        ...([400, 'Please provide a unique reference. Reference already exists on a transfer'] as const),
        ...(['duplicate_reference', 'Ask what became of that transfer'] as const),
      ),
    }
  if (recipient.account_number.endsWith(poor) || state!.balance < amount + fee) return { refused: tooPoor() }
  const status = plan.status === 'failed' ? 'pending' : plan.status
  await tx.query(
    `insert into sandbox.paystack_transfers
       (id, reference, transfer_code, recipient_id, amount, fee, reason, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, reference, transfer_code, recipient_id, amount, fee, reason, status, scene.now],
  )
  await changeBalance(tx, -(amount + fee))
  if (plan.next) await schedule(scene, tx, id, plan.next)
  if (plan.status === 'failed') await become(scene, tx, id, 'failed')
  if (plan.status === 'success') await tell(scene, tx, id)
  return { transfer: (await transferOf(tx, 'id', id))! }
}

const schedule = (scene: Scene, tx: Runs, id: string, { after, becomes }: NonNullable<Plan['next']>) =>
  tx.query(`insert into sandbox.paystack_later (due_at, noun, subject, becomes) values ($1, 'transfer', $2, $3)`, [
    later(scene, after),
    id,
    becomes,
  ])

const whyNot: Partial<Record<Status, string>> = {
  failed: 'The account could not be credited',
  reversed: 'The transfer came back',
  abandoned: 'The OTP was not given in time',
}
/** From where each state can be reached. */
const from: Partial<Record<Status, Status[]>> = {
  success: ['pending', 'otp'],
  failed: ['pending', 'otp'],
  abandoned: ['otp'],
  reversed: ['pending', 'success'],
}

/** A transfer goes on; what did not arrive is back in the balance, with its fee. */
export async function become(scene: Scene, tx: Runs, id: string, status: Status): Promise<boolean> {
  const transfer = await transferOf(tx, 'id', id, 'for update')
  if (!transfer || !from[status]?.includes(transfer.status)) return false
  await tx.query(
    'update sandbox.paystack_transfers set status = $2, gateway_response = $3, updated_at = $4 where id = $1',
    [id, status, whyNot[status] ?? null, scene.now],
  )
  if (status !== 'success') await changeBalance(tx, transfer.amount + transfer.fee)
  await tell(scene, tx, id)
  return true
}

async function tell(scene: Scene, tx: Runs, id: string) {
  const transfer = (await transferOf(tx, 'id', id))!
  if (!['success', 'failed', 'reversed'].includes(transfer.status)) return
  const recipient = (await recipientOf(tx, 'id', transfer.recipient_id))!
  const data = { ...shown(transfer, recipient), recipient: recipientShown(recipient) }
  await tellProduct(scene, tx, id, { event: `transfer.${transfer.status}`, data })
}

/** Sends what waited for its one-time password. Any six digits will do, but for 000000. */
export const finalize = (scene: Scene, body: Record<string, unknown>): Promise<Answer> =>
  together(scene.world, async (tx) => {
    const transfer = await transferOf(tx, 'transfer_code', textOf(body.transfer_code) ?? '', 'for update')
    if (!transfer) return bad(404, 'Transfer not found', 'transfer_not_found')
    if (transfer.status !== 'otp')
      return bad(400, 'Transfer is not currently awaiting OTP', 'transfer_not_awaiting_otp')
    const otp = textOf(body.otp) ?? ''
    if (!/^\d{6}$/.test(otp) || otp === '000000') return bad(400, 'OTP could not be verified', 'invalid_otp')
    await become(scene, tx, transfer.id, 'success')
    const recipient = (await recipientOf(tx, 'id', transfer.recipient_id))!
    return good('Transfer has been queued', shown((await transferOf(tx, 'id', transfer.id))!, recipient))
  })

export async function verify(scene: Scene, reference: string): Promise<Answer> {
  const transfer = await transferOf(scene.world.pool(), 'reference', reference)
  if (!transfer) return bad(404, 'Transfer not found', 'transfer_not_found')
  const recipient = (await recipientOf(scene.world.pool(), 'id', transfer.recipient_id))!
  return good('Transfer retrieved', { ...shown(transfer, recipient), recipient: recipientShown(recipient) })
}

export async function list(scene: Scene, asked: URLSearchParams): Promise<Answer> {
  const [from, to] = [momentIn(asked, 'from'), momentIn(asked, 'to')]
  if (from === wrong || to === wrong) return bad(400, 'Invalid date', 'invalid_date')
  const runs = scene.world.pool()
  const where = `($1::text is null or status = $1) and ($2::timestamptz is null or created_at >= $2)
    and ($3::timestamptz is null or created_at <= $3)`
  const values = [textOf(asked.get('status')) ?? null, from, to]
  const { rows, meta } = await listed<Transfer>(runs, 'transfers', { columns, where, values }, asked)
  const full = []
  for (const row of rows) {
    const recipient = (await recipientOf(runs, 'id', row.recipient_id))!
    full.push({ ...shown(row, recipient), recipient: recipientShown(recipient) })
  }
  return good('Transfers retrieved', full, { meta })
}

export async function balance(scene: Scene): Promise<Answer> {
  const state = await one<{ balance: number }>(
    scene.world.pool(),
    'select balance::float8 as balance from sandbox.paystack_state',
  )
  return good('Balances retrieved', [{ currency: 'KES', balance: state!.balance }])
}

const transferOf = (runs: Runs, by: 'reference' | 'id' | 'transfer_code', value: string, lock = '') =>
  one<Transfer>(runs, `select ${columns} from sandbox.paystack_transfers where ${by} = $1 ${lock}`, [
    value.replaceAll('\0', ''),
  ])

function shown(transfer: Transfer, recipient: Recipient): Record<string, unknown> {
  const { id, amount, fee, reason, reference, status, transfer_code, gateway_response } = transfer
  const [at, changed] = [transfer.created_at.toISOString(), transfer.updated_at.toISOString()]
  const isOver = status !== 'pending' && status !== 'otp'
  return {
    amount,
    createdAt: at,
    created_at: at,
    currency: 'KES',
    domain: 'test',
    failures: null,
    id: exact(id),
    integration: 1,
    reason,
    reference,
    source: 'balance',
    source_details: null,
    status,
    transfer_code,
    recipient: Number(BigInt(recipient.id) % 1_000_000_000n),
    request: 1,
    titan_code: null,
    gateway_response,
    transferred_at: status === 'success' ? changed : null,
    updatedAt: changed,
    updated_at: changed,
    fee_charged: isOver ? (status === 'success' ? fee : 0) : null,
    session: { provider: null, id: null },
  }
}
