import { type Answer, exact, textOf } from '../bodies.ts'
import { one, type Runs } from '../database.ts'
import { bad, centsOf, good } from './answers.ts'
import { listed } from './listing.ts'
import { customerOf, later, numbered, type Scene } from './world.ts'

// Transactions, as programs start them and ask about them.

export type Payment = {
  id: string
  reference: string
  access_code: string
  email: string
  amount: number
  currency: string
  callback_url: string | null
  metadata: unknown
  label: string | null
  status: 'abandoned' | 'ongoing' | 'failed' | 'success' | 'reversed'
  gateway_response: string
  channel: 'mobile_money' | 'card' | 'bank_transfer' | null
  /** What its page opens with. */
  offered: 'mobile_money' | 'card' | 'bank_transfer' | null
  paid_with: { last4: string; bin: string; brand: string; bank: string } | null
  fees: number | null
  refunded: number
  webhook: 'usual' | 'five' | 'never' | 'before'
  created_at: Date
  expires_at: Date
  waits_until: Date | null
  paid_at: Date | null
}

export const columns = `id, reference, access_code, email, amount::float8 as amount, currency, callback_url, metadata,
  label, status, gateway_response, channel, offered, paid_with, fees::float8 as fees, refunded::float8 as refunded, webhook,
  created_at, expires_at, waits_until, paid_at`

/** How long a checkout stays open. */
const session = 1800_000
/** The provider's smallest amount, in cents. */
const smallest = 100
const referenceShape = /^[A-Za-z0-9.=-]{1,100}$/

export async function initialize(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const email = textOf(body.email)
  const amount = centsOf(body.amount)
  const currency = textOf(body.currency) ?? 'KES'
  if (!email || body.amount === undefined)
    return bad(400, `${email ? 'Amount' : 'Email'} is required`, 'missing_params', 'Send all required parameters')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return bad(400, 'Invalid Email Address Passed', 'invalid_email_address')
  if (currency !== 'KES') return bad(403, 'Currency not supported by merchant', 'unsupported_currency')
  if (!amount || amount < smallest) return bad(400, 'Invalid Amount Sent', 'invalid_amount')
  const { id, code } = await numbered(scene)
  const reference = textOf(body.reference) ?? code
  if (!referenceShape.test(reference)) return bad(400, 'Invalid transaction reference', 'invalid_reference')
  const metadata = metadataOf(body.metadata)
  if (metadata === wrong) return bad(400, 'Metadata is not valid JSON', 'invalid_metadata')
  const made = await one<{ id: string }>(
    scene.world.pool(),
    `insert into sandbox.paystack_payments
       (id, reference, access_code, email, amount, callback_url, metadata, label, offered,
        created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (reference) do nothing returning id`,
    [id, reference, code, email, amount, textOf(body.callback_url) ?? null, metadata]
      .concat([textOf(body.label) ?? null, offeredIn(body.channels)] as never)
      .concat([scene.now, later(scene, session)] as never),
  )
  if (!made)
    return bad(400, 'Duplicate Transaction Reference', 'duplicate_reference', 'Pass a reference that was not used yet')
  return good('Authorization URL created', {
    authorization_url: `${originFor(scene, textOf(body.callback_url))}${scene.world.root}/checkout/${code}`,
    access_code: code,
    reference,
  })
}

/** The first of the channels that are asked for. */
const offeredIn = (channels: unknown): string | null =>
  ['mobile_money', 'card', 'bank_transfer'].find((one) => Array.isArray(channels) && channels[0] === one) ?? null

/** A person who opened 127.0.0.1 stays there; everybody else pays at the product's public address. */
function originFor({ world }: Scene, callback?: string): string {
  const url = callback && URL.canParse(callback) ? new URL(callback) : undefined
  const isHere = url && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return isHere ? url.origin : world.publicAddress()
}

export const wrong = Symbol('wrong')
/** Metadata comes as an object or as the text of one. */
function metadataOf(value: unknown): string | null | typeof wrong {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    JSON.parse(text)
    return text.includes('\\u0000') ? wrong : text
  } catch {
    return wrong
  }
}

/** A transaction as the API shows it. */
export function shown(seed: string, payment: Payment): Record<string, unknown> {
  const { id, reference, status, amount, channel, currency, fees, gateway_response } = payment
  const paidAt = payment.paid_at?.toISOString() ?? null
  return {
    id: exact(id),
    domain: 'test',
    status,
    reference,
    receipt_number: null,
    amount,
    message: null,
    gateway_response,
    paid_at: paidAt,
    created_at: payment.created_at.toISOString(),
    channel: channel ?? 'card',
    currency,
    ip_address: '127.0.0.1',
    metadata: payment.metadata ?? '',
    log: null,
    fees,
    fees_split: null,
    authorization: authorizationOf(payment),
    customer: customerOf(seed, payment.email),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt: payment.created_at.toISOString(),
    requested_amount: amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: payment.created_at.toISOString(),
    plan_object: {},
    subaccount: {},
  }
}

function authorizationOf({ channel, paid_with, access_code }: Payment) {
  if (!channel || !paid_with) return {}
  const card = channel === 'card'
  return {
    authorization_code: `AUTH_${access_code.slice(0, 10)}`,
    bin: paid_with.bin,
    last4: paid_with.last4,
    exp_month: card ? '12' : '12',
    exp_year: card ? '2030' : '9999',
    channel,
    card_type: card ? 'visa' : '',
    bank: paid_with.bank,
    country_code: 'KE',
    brand: paid_with.brand,
    reusable: card,
    signature: null,
    account_name: null,
  }
}

export async function verify(scene: Scene, reference: string): Promise<Answer> {
  const payment = await paymentOf(scene.world.pool(), 'reference', reference)
  if (!payment)
    return bad(400, 'Transaction reference not found.', 'transaction_not_found', 'Ensure the reference is right')
  return good('Verification successful', shown(scene.seed, payment))
}

export const paymentOf = (runs: Runs, by: 'reference' | 'access_code' | 'id', value: string, lock = '') =>
  one<Payment>(runs, `select ${columns} from sandbox.paystack_payments where ${by} = $1 ${lock}`, [
    value.replaceAll('\0', ''),
  ])

export async function list(scene: Scene, asked: URLSearchParams): Promise<Answer> {
  const [from, to] = [momentIn(asked, 'from'), momentIn(asked, 'to')]
  if (from === wrong || to === wrong) return bad(400, 'Invalid date', 'invalid_date')
  const where = `($1::text is null or status = $1) and ($2::timestamptz is null or created_at >= $2)
    and ($3::timestamptz is null or created_at <= $3)`
  const values = [textOf(asked.get('status')) ?? null, from, to]
  const { rows, meta } = await listed<Payment>(scene.world.pool(), 'payments', { columns, where, values }, asked)
  const sum = await one<{ volume: number }>(
    scene.world.pool(),
    `select coalesce(sum(amount), 0)::float8 as volume from sandbox.paystack_payments where ${where}`,
    values,
  )
  return good(
    'Transactions retrieved',
    rows.map((row) => shown(scene.seed, row)),
    { meta: { ...meta, total_volume: sum!.volume } },
  )
}

export function momentIn(asked: URLSearchParams, name: string): Date | null | typeof wrong {
  const text = asked.get(name)
  if (!text) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? wrong : moment
}
