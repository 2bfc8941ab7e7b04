import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type {
  Capabilities,
  Channel,
  Charge,
  Event,
  Failure,
  FoundPayment,
  Provider,
  Rail,
  RefundFacts,
} from '#app/platform/providers/provider.ts'
import {
  first,
  idSaid,
  nameSaid,
  objectIn,
  type ProviderSaid,
  parsed,
  textIn,
} from '#app/platform/providers/provider-answer.ts'
import type { Fetch } from '#app/platform/providers/provider-calls.server.ts'
import * as says from './answers.ts'
import { type PaystackCaller, paystackCaller } from './calls.server.ts'
import { disputes } from './disputes.server.ts'
import { isSandbox, uploader } from './upload.server.ts'

// The one real provider, Paystack, and the sandbox that imitates it. Amounts on the wire are whole cents.

export type Paystack = {
  key: string
  /** Previous keys, and until when their signatures are accepted. */
  oldKeys?: SigningKey[]
  baseUrl?: string
  fetch?: Fetch
  now?: () => Date
}

const realHost = 'https://api.paystack.co'

export function paystack({ key, oldKeys = [], baseUrl = realHost, fetch, now = () => new Date() }: Paystack): Provider {
  const live = key.startsWith('sk_live_')
  const call = paystackCaller({ key, baseUrl, fetch })
  const can = capabilitiesOf(baseUrl)
  const keys = [{ key }, ...oldKeys]
  return {
    capabilities: () => can,
    ...moneyIn(call, { live, baseUrl, can }),
    ...moneyOut(call),
    ...moneyBack(call),
    ...disputes(call, uploader({ baseUrl, fetch })),
    ...lists(call),
    banks: bankList(call, now),
    readEvent: (raw, headers) => (isSigned(raw, headers, keys, now()) ? eventIn(raw) : { is: 'forged' }),
  }
}

function capabilitiesOf(baseUrl: string): Capabilities {
  const own = new URL(baseUrl).origin
  return {
    name: 'paystack',
    currency: 'KES',
    wholeShillings: false,
    minCents: isSandbox(baseUrl) ? 100 : 300,
    maxCents: 100_000_000_000,
    channels: ['mobile_money', 'card', 'bank_transfer'],
    channelMax: { mobile_money: 25_000_000 },
    payoutRails: [
      { rail: 'mobile_money', minCents: 1000, maxCents: 25_000_000 },
      { rail: 'bank', minCents: 1000, maxCents: 99_999_900 },
    ],
    checkoutOrigins: [
      ...(isSandbox(baseUrl) ? [] : ['https://checkout.paystack.com']),
      ...(own === realHost ? [] : [own]),
    ],
  }
}

type Place = { live: boolean; baseUrl: string; can: Capabilities }
const encode = encodeURIComponent

function moneyIn(
  call: PaystackCaller,
  { live, baseUrl, can }: Place,
): Pick<Provider, 'initialize' | 'verify' | 'listSuccess'> {
  return {
    async initialize(charge) {
      const body = chargeBody(charge, can)
      const answer = await call({ name: 'initialize', method: 'POST', path: '/transaction/initialize', body })
      if (answer.is === 'failure') return answer
      const url = textIn(objectIn(answer.data).authorization_url) ?? ''
      // Our own sandbox shows its page at any origin where the payer reaches us.
      const allowed = isSandbox(baseUrl)
        ? [...can.checkoutOrigins, new URL(charge.callbackUrl).origin]
        : can.checkoutOrigins
      const isTheirs = URL.canParse(url) && allowed.includes(new URL(url).origin)
      return isTheirs ? { is: 'opened', url } : { ...says.paystackUnreadable('where to pay'), class: 'unknown' }
    },
    async verify(reference) {
      const answer = await call({ name: 'verify', path: `/transaction/verify/${encode(reference)}` })
      if (answer.is === 'failure') return says.isMissing(answer) ? says.missing : answer
      const payment = says.paymentIn(answer.data, live)
      if ('is' in payment) return payment
      return payment.reference === reference
        ? { is: 'payment', ...payment }
        : says.paystackUnreadable('another payment')
    },
    async listSuccess({ from, to, page }) {
      const asked = {
        status: 'success',
        perPage: '100',
        page: String(page),
        from: from.toISOString(),
        to: to.toISOString(),
      }
      const answer = await call({ name: 'list', path: `/transaction?${new URLSearchParams(asked)}` })
      if (answer.is === 'failure') return answer
      if (!Array.isArray(answer.data)) return says.paystackUnreadable('a list of payments')
      const read = answer.data.map((one) => says.paymentIn(one, live))
      const payments = read.filter((one): one is FoundPayment => !('is' in one))
      const pages = objectIn(answer.meta).pageCount
      const isLast = typeof pages === 'number' ? page >= pages : read.length < 100
      return { is: 'payments', payments, next: isLast || read.length === 0 ? null : page + 1 }
    },
  }
}

/** Contains no name and no words of the payer's: Paystack need not know them. */
const chargeBody = (
  { reference, amountCents, email, callbackUrl, cancelUrl, channel, label, metadata }: Charge,
  can: Capabilities,
) => ({
  reference,
  email,
  amount: amountCents,
  currency: can.currency,
  channels: firstOf(can.channels, channel),
  callback_url: callbackUrl,
  metadata: { ...metadata, cancel_action: cancelUrl },
  ...(label ? { label } : {}),
})

/** Sorts the chosen channel first; the others stay, so that a payer whose card is refused can pay another way. */
const firstOf = (channels: Channel[], channel: Channel | undefined): Channel[] =>
  channels.toSorted((one, other) => Number(other === channel) - Number(one === channel))

const recipientTypes: Record<Rail, string> = { bank: 'kepss', mobile_money: 'mobile_money' }
/** Wallets are known by the number in its local form. */
const accountOf = (rail: Rail, account: string) =>
  rail === 'mobile_money' ? account.replace(/^\+?254(?=\d{9}$)/, '0') : account

function moneyOut(call: PaystackCaller): Pick<Provider, 'recipient' | 'transfer' | 'verifyTransfer' | 'balance'> {
  return {
    async recipient({ rail, code, name, account }) {
      const body = {
        type: recipientTypes[rail],
        name,
        bank_code: code,
        currency: 'KES',
        account_number: accountOf(rail, account),
      }
      const answer = await call({ name: 'recipient', method: 'POST', path: '/transferrecipient', body })
      if (answer.is === 'failure') return answer
      const known = textIn(objectIn(answer.data).recipient_code)
      return known ? { is: 'recipient', code: known } : says.paystackUnreadable('a recipient without code')
    },
    async transfer({ reference, amountCents, recipient, reason }) {
      const body = { source: 'balance', amount: amountCents, currency: 'KES', reference, recipient, reason }
      const answer = await call({ name: 'transfer', method: 'POST', path: '/transfer', body, within: 30_000 })
      if (answer.is === 'failure') return answer
      const transfer = says.transferIn(answer.data)
      // The order was taken: its result has to be asked for.
      return 'is' in transfer ? { ...transfer, class: 'unknown' } : { is: 'transfer', ...transfer }
    },
    async verifyTransfer(reference) {
      const answer = await call({ name: 'verify transfer', path: `/transfer/verify/${encode(reference)}` })
      if (answer.is === 'failure') return says.isMissing(answer) ? says.missing : answer
      const transfer = says.transferIn(answer.data)
      return 'is' in transfer ? transfer : { is: 'transfer', ...transfer }
    },
    async balance() {
      const answer = await call({ name: 'balance', path: '/balance' })
      if (answer.is === 'failure') return answer
      const all = Array.isArray(answer.data) ? answer.data.map(objectIn) : []
      const cents = all.find(({ currency }) => currency === 'KES')?.balance
      return Number.isSafeInteger(cents)
        ? { is: 'balance', cents: cents as number }
        : says.paystackUnreadable('the balance')
    },
  }
}

function moneyBack(call: PaystackCaller): Pick<Provider, 'refund' | 'continueRefund' | 'listRefunds'> {
  return {
    async refund({ reference, amountCents, note }) {
      const body = { transaction: reference, amount: amountCents, currency: 'KES', merchant_note: note }
      const answer = await call({ name: 'refund', method: 'POST', path: '/refund', body, within: 30_000 })
      if (answer.is === 'failure') return answer
      const refund = says.refundIn(answer.data)
      return 'is' in refund ? { ...refund, class: 'unknown' } : { is: 'refund', ...refund }
    },
    async continueRefund({ extId, bankId, account }) {
      const path = `/refund/retry_with_customer_details/${encode(extId)}`
      const body = { refund_account_details: { currency: 'KES', account_number: account, bank_id: bankId } }
      const answer = await call({ name: 'continue refund', method: 'POST', path, body, within: 30_000 })
      if (answer.is === 'failure') return answer
      const refund = says.refundIn(answer.data)
      return 'is' in refund ? { ...refund, class: 'unknown' } : { is: 'refund', ...refund }
    },
    async listRefunds(providerId) {
      const answer = await call({ name: 'refunds', path: `/refund?transaction=${encode(providerId)}&perPage=100` })
      if (answer.is === 'failure') return answer
      if (!Array.isArray(answer.data)) return says.paystackUnreadable('a list of refunds')
      const refunds = answer.data.map(says.refundIn)
      const bad = refunds.find((one): one is Failure => 'is' in one)
      return bad ?? { is: 'refunds', refunds: refunds.filter((one): one is RefundFacts => !('is' in one)) }
    },
  }
}

// Paystack's webhooks. They are signed, but only hints: we ask for the facts of their subject.

/** A key whose signatures are accepted until then; those of the current key always. */
type SigningKey = { key: string; until?: Date }

/** Checks HMAC-SHA512 over the raw bytes, by any key that is still accepted. */
function isSigned(raw: Uint8Array, headers: Headers, keys: SigningKey[], now: Date): boolean {
  // Two signatures are joined by a comma and match nothing.
  const given = headers.get('x-paystack-signature')?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{128}$/.test(given)) return false
  const signature = Buffer.from(given, 'hex')
  const believed = keys.filter(({ until }) => !until || now < until)
  return believed.some(({ key }) => timingSafeEqual(createHmac('sha512', key).update(raw).digest(), signature))
}

/** Parses the event, with a key that its repeats share. */
function eventIn(raw: Uint8Array): Event | { is: 'garbage' } {
  const said = parsed(Buffer.from(raw).toString('utf8'))
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return { is: 'garbage' }
  const event = textIn((said as ProviderSaid).event)?.slice(0, 100)
  if (!event) return { is: 'garbage' }
  const data = objectIn((said as ProviderSaid).data)
  const { about, key } = meant(event, data)
  return { is: 'event', event: plain(event), about, dedupeKey: fitting(key) ?? `sha256:${sha256(raw)}` }
}

type Meant = { about: Event['about']; key?: string | undefined }
const nothing: Meant = { about: { noun: 'nothing' } }

function meant(event: string, data: ProviderSaid): Meant {
  const id = idSaid(data.id)
  const reference = nameSaid(data.reference)
  if (event === 'charge.success' && reference)
    return { about: { noun: 'payment', reference }, key: id && `${event}:${id}` }
  if (/^transfer\.(success|failed|reversed)$/.test(event) && reference)
    return { about: { noun: 'transfer', reference }, key: id && `${event}:${id}` }
  if (/^refund\.(pending|processing|processed|failed|needs-attention)$/.test(event)) return refund(event, data)
  if (/^charge\.dispute\.(create|remind|resolve)$/.test(event)) return dispute(event, data)
  const transaction = idSaid(data.transaction_id)
  if (event === 'bank.transfer.rejected' && transaction) return { ...nothing, key: `${event}:${transaction}` }
  return nothing
}

function refund(event: string, data: ProviderSaid): Meant {
  const reference = nameSaid(data.transaction_reference) ?? nameSaid(objectIn(data.transaction).reference)
  if (!reference) return nothing
  // The amount identifies the refund if nothing better does.
  const which = idSaid(data.refund_reference) ?? idSaid(data.id) ?? idSaid(data.amount)
  return { about: { noun: 'refund', reference }, key: which && `${event}:${reference}:${which}` }
}

function dispute(event: string, data: ProviderSaid): Meant {
  const [extId, reference] = [idSaid(data.id), nameSaid(objectIn(data.transaction).reference)]
  if (!extId || !reference) return nothing
  const due = idSaid(first(data, 'dueAt', 'due_at')) ?? ''
  return { about: { noun: 'dispute', extId, reference }, key: `${event}:${extId}:${idSaid(data.status) ?? ''}:${due}` }
}

/** Returns a key that the database accepts; an event with any other is identified by its bytes. */
const fitting = (key: string | undefined) => (key && /^[\x20-\x7e]{1,300}$/.test(key) ? key : undefined)
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')
const sha256 = (raw: Uint8Array) => createHash('sha256').update(raw).digest('hex')

// Paystack's lists, to be compared with our books: transfers, refunds and disputes of some days, a page at a time.

type Asked = Parameters<Provider['listTransfers']>[0]
const perPage = 100

const lists = (call: PaystackCaller): Pick<Provider, 'listTransfers' | 'refundsBetween' | 'listDisputes'> => ({
  async listTransfers(asked) {
    const page = await pageOf(call, 'transfers', '/transfer', asked, (said) => {
      const facts = says.transferIn(said)
      const [reference, amount] = [textIn(said.reference), says.centsSaid(said.amount)]
      return 'is' in facts || !reference || amount === undefined ? undefined : { ...facts, reference, amount }
    })
    return page.is === 'failure' ? page : { is: 'transfers', transfers: page.rows, next: page.next }
  },
  async refundsBetween(asked) {
    const page = await pageOf(call, 'refunds', '/refund', asked, (said) => {
      const facts = says.refundIn(said)
      const providerId = idSaid(said.transaction) ?? idSaid(objectIn(said.transaction).id)
      return 'is' in facts || !providerId ? undefined : { ...facts, providerId }
    })
    return page.is === 'failure' ? page : { is: 'refunds', refunds: page.rows, next: page.next }
  },
  async listDisputes(asked) {
    const page = await pageOf(call, 'disputes', '/dispute', asked, (said) => {
      const facts = says.disputeIn(said)
      return 'is' in facts ? undefined : facts
    })
    return page.is === 'failure' ? page : { is: 'disputes', disputes: page.rows, next: page.next }
  },
})

/** Reads a page. Unreadable rows are left out: the list is for comparison, and a missing row becomes a discrepancy. */
async function pageOf<Row>(
  call: PaystackCaller,
  name: string,
  path: string,
  { from, to, page }: Asked,
  read: (said: ProviderSaid) => Row | undefined,
): Promise<{ is: 'page'; rows: Row[]; next: number | null } | Failure> {
  const asked = { perPage: String(perPage), page: String(page), from: from.toISOString(), to: to.toISOString() }
  const answer = await call({ name, path: `${path}?${new URLSearchParams(asked)}` })
  if (answer.is === 'failure') return answer
  if (!Array.isArray(answer.data)) return says.paystackUnreadable(`a list of ${name}`)
  const rows = answer.data.map((one) => read(objectIn(one))).filter((one) => one !== undefined)
  const pages = objectIn(answer.meta).pageCount
  const isLast = typeof pages === 'number' ? page >= pages : answer.data.length < perPage
  return { is: 'page', rows, next: isLast || answer.data.length === 0 ? null : page + 1 }
}

type Banks = Exclude<Awaited<ReturnType<Provider['banks']>>, Failure>

const rails: Record<string, Rail> = { kepss: 'bank', mobile_money: 'mobile_money' }
const fresh = 24 * 3600 * 1000

/** Fetches the list once a day; simultaneous callers share one request, and an old list is better than none. */
function bankList(call: PaystackCaller, now: () => Date): Provider['banks'] {
  let kept: { banks: Banks; at: number } | undefined
  let asking: ReturnType<Provider['banks']> | undefined
  const ask = async () => {
    const answer = await call({ name: 'banks', path: '/bank?currency=KES&perPage=100' })
    const banks = answer.is === 'failure' ? answer : banksIn(answer.data)
    if (banks.is === 'failure') return kept?.banks ?? banks
    kept = { banks, at: now().getTime() }
    return banks
  }
  return async () => {
    if (kept && now().getTime() - kept.at < fresh) return kept.banks
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

function banksIn(data: unknown): Banks | Failure {
  if (!Array.isArray(data)) return says.paystackUnreadable('a list of banks')
  const banks = data.map(objectIn).flatMap((one) => {
    const [code, name, rail] = [idSaid(one.code), textIn(one.name), rails[String(one.type)]]
    return code && name && rail && one.active !== false ? [{ code, name, rail, id: idSaid(one.id) }] : []
  })
  return { is: 'banks', banks }
}
