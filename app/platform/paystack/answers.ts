import { type ReasonCode, reason } from '#app/kit/provider-reasons.ts'
import type {
  DisputeFacts,
  Failure,
  FoundPayment,
  Missing,
  RefundFacts,
  TransferFacts,
} from '#app/platform/providers/provider.ts'
import {
  first,
  idSaid,
  nameSaid,
  objectIn,
  type ProviderSaid,
  textIn,
} from '#app/platform/providers/provider-answer.ts'

// Paystack's answers, parsed with care: money is whole cents, ids are text, and unreadable values are not guessed.

/** Returns the reason of a failure, as a code if we have one. */
const reasonIn = (value: unknown): string | undefined => {
  const words = textIn(value)
  return words && reasonFor(words)
}
/** Returns whole cents from a number; text does not count. */
export const centsSaid = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
/** Returns whole cents, also from text, which Paystack is known to write sometimes: in refunds and disputes. */
const looseCentsIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : centsSaid(value)

export const paystackUnreadable = (what: string): Failure => ({
  is: 'failure',
  class: 'rejected',
  code: 'unreadable',
  message: `the answer can't be understood: ${what}`,
})

const states: Record<string, FoundPayment['state']> = {
  success: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  reversed: 'reversed',
}
const channels: Record<string, FoundPayment['channel']> = {
  card: 'online',
  bank_transfer: 'online',
  mobile_money: 'mobile',
}

/** Parses a payment. One of another mode (test or live) than our key's, or with amounts that are no whole cents, is refused. */
export function paymentIn(data: unknown, live: boolean): FoundPayment | Failure {
  const said = objectIn(data)
  const [reference, providerId, currency] = [
    nameSaid(said.reference),
    idSaid(said.id),
    nameSaid(said.currency)?.slice(0, 10),
  ]
  const amount = centsSaid(said.amount)
  if (!reference || !providerId || !currency) return paystackUnreadable('a payment without reference, id or currency')
  if (amount === undefined) return paystackUnreadable('the amount of a payment')
  const asked = said.requested_amount
  if (isTooLarge(asked)) return paystackUnreadable('the requested amount of a payment')
  const domain = textIn(said.domain)
  if (domain && domain !== (live ? 'live' : 'test')) return paystackUnreadable(`a payment of the ${domain} world`)
  return {
    reference,
    providerId,
    amount,
    currency,
    state: states[String(said.status)] ?? 'pending',
    requested: typeof asked === 'number' ? asked : null,
    fee: centsSaid(said.fees) ?? null,
    channel: channels[String(said.channel)] ?? 'other',
    why: reasonIn(said.gateway_response) ?? reasonIn(said.message),
  }
}
/** True for a number so large that it was kept as text. */
const isTooLarge = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(Number(value))

const transferStates: Record<string, TransferFacts['state']> = {
  success: 'success',
  failed: 'failed',
  reversed: 'returned',
  // Given up before it was sent: may be tried again.
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
}
export function transferIn(data: unknown): TransferFacts | Failure {
  const said = objectIn(data)
  const status = textIn(said.status)
  if (!status) return paystackUnreadable('a transfer without status')
  const state = transferStates[status] ?? 'pending'
  const why = reasonIn(said.gateway_response) ?? reasonIn(objectIn(said.failures).reason) ?? reasonIn(said.message)
  return {
    state,
    code: textIn(said.transfer_code) ?? null,
    fee: centsSaid(said.fee_charged) ?? null,
    why: why ?? (state === 'failed' ? status : undefined),
  }
}

const refundStates: Record<string, RefundFacts['state']> = {
  processed: 'processed',
  failed: 'failed',
  'needs-attention': 'attention',
}
export function refundIn(data: unknown): RefundFacts | Failure {
  const said = objectIn(data)
  const [extId, amount] = [idSaid(said.id), looseCentsIn(said.amount)]
  if (!extId || amount === undefined) return paystackUnreadable('a refund without id or amount')
  // The dispute that ended in this refund, as an id or an object.
  const dispute = idSaid(said.dispute) ?? idSaid(objectIn(said.dispute).id)
  const state = refundStates[String(said.status)] ?? 'pending'
  return { extId, amount, state, dispute, at: momentIn(first(said, 'createdAt', 'created_at')) ?? undefined }
}
/** Returns null for an invalid date. */
function momentIn(value: unknown): Date | null {
  const moment = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const resolutions = ['merchant-accepted', 'auto-accepted', 'declined'] as const
export function disputeIn(data: unknown): DisputeFacts | Failure {
  const said = objectIn(data)
  const transaction = objectIn(said.transaction)
  const [extId, reference] = [idSaid(said.id), nameSaid(transaction.reference)]
  const amount = looseCentsIn(said.refund_amount) || looseCentsIn(transaction.amount)
  if (!extId || !reference || !amount) return paystackUnreadable('a dispute without id, payment or amount')
  const isOver = said.status === 'resolved' || said.status === 'archived'
  return {
    extId,
    reference,
    amount,
    status: isOver ? 'resolved' : 'open',
    resolution: resolutions.find((one) => one === said.resolution) ?? null,
    dueAt: momentIn(first(said, 'dueAt', 'due_at')),
  }
}

export type PaystackDoubt = 'retry' | 'unknown'
/** Makes a failure. `doubt`: its class when we can't know whether it was done. A question can be asked again; an order can't. */
export function failureIn(status: number, body: unknown, doubt: PaystackDoubt): Failure {
  const said = objectIn(body)
  const code = nameSaid(said.code) ?? nameSaid(said.type)
  const step = textIn(first(objectIn(said.meta), 'nextStep', 'next_step'))
  const message = [textIn(said.message), step].filter(Boolean).join(' ').slice(0, 500) || `HTTP ${status}`
  return { is: 'failure', class: classOf(status, said, doubt), status, code, message, why: reasonIn(message) }
}

function classOf(status: number, said: ProviderSaid, doubt: PaystackDoubt): Failure['class'] {
  if (status === 401 || status === 403) return 'config'
  if (status === 429 || status === 408 || status >= 500) return doubt
  // An answer that is not theirs, but of a proxy on the way, tells nothing.
  if (said.status === undefined && said.message === undefined) return doubt
  // The first request did succeed.
  if (isDuplicate(said)) return doubt
  return 'rejected'
}
const isDuplicate = ({ code, message }: ProviderSaid) =>
  code === 'duplicate_reference' || /duplicate transaction reference|reference already exists/i.test(String(message))

/** True for a question about one thing that they don't know: they answer 404 or 400. */
export const isMissing = (failure: Failure): boolean =>
  failure.class === 'rejected' && (failure.status === 404 || failure.status === 400)
export const missing: Missing = { is: 'missing' }

// Paystack's reasons for failed payments and transfers that we have a code for. Any other is stored in its own words.

const codes = new Map<string, ReasonCode>(
  Object.entries({
    'the account could not be credited': 'not_credited',
    'the transfer came back': 'came_back',
    'the otp was not given in time': 'otp_late',
    'your balance is not enough to fulfil this request': 'balance_low',
    'invalid account number': 'invalid_account_number',
    'account number is invalid': 'account_number_invalid',
    'the pin entered was wrong': 'pin_wrong',
    'the request was cancelled by the payer': 'cancelled_by_payer',
    'request cancelled by user': 'cancelled_by_user',
    'the payer did not answer in time': 'unanswered',
    'insufficient funds': 'insufficient',
    declined: 'declined',
    'do not honour': 'do_not_honour',
    'not a test card': 'no_test_card',
    'the request timed out': 'timed_out',
    'the transaction was not completed': 'not_completed',
  }),
)

/** Ignores case, surrounding spaces and a full stop. */
export function reasonFor(said: string): string {
  const code = codes.get(said.trim().replace(/\.$/, '').toLowerCase())
  return code ? reason(code) : said
}
