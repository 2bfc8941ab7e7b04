import { useProvider } from '#app/platform/providers/provider.server.ts'
import type {
  Bank,
  Capabilities,
  Charge,
  Failure,
  PaymentFacts,
  Provider,
  RefundFacts,
  TransferFacts,
} from '#app/platform/providers/provider.ts'

// A provider in memory: it does what it is asked, unless the script says that something goes wrong. What goes over the wire is
// tried with the sandbox, see paystack.ts; here an order of answers matters, or where a process dies.

/** Payments and transfers name a provider, though most tests ask it nothing. */
export const nameProvider = () =>
  useProvider({
    capabilities: () => ({ name: 'paystack', payoutRails: [], checkoutOrigins: [] as string[] }),
  } as unknown as Provider)

export const failure = (kind: Failure['class'], own: Partial<Failure> = {}): Failure => ({
  is: 'failure',
  class: kind,
  message: `scripted ${kind}`,
  ...own,
})
/** `lost`: it is done, and the answer never comes. A function is waited for before anything is done. */
export type Turn = Failure | 'lost' | (() => Promise<void>)
const calls = [
  ...(['recipient', 'transfer', 'verifyTransfer', 'refund', 'listRefunds', 'dispute', 'answerDispute'] as const),
  ...(['initialize', 'verify', 'balance', 'continueRefund'] as const),
]
type Call = (typeof calls)[number]
type Sent = TransferFacts & { amount: number; recipient: string }
type Dispute = Extract<Awaited<ReturnType<Provider['dispute']>>, { is: 'dispute' }>

/** The provider never gives one number twice. */
let nr = 0

type Own = Partial<Pick<Provider, 'initialize' | 'balance' | 'verify'> & Capabilities>

export function scriptedProvider({ initialize, balance, verify, ...own }: Own = {}) {
  const script: Partial<Record<Call, Turn[]>> = {}
  const asked = Object.fromEntries(calls.map((call) => [call, 0])) as Record<Call, number>
  const scripted = {
    /** What goes wrong with the next calls of a kind, in their order. */
    script,
    asked,
    recipients: [] as { rail: string; code: string; name: string; account: string }[],
    banks: [] as Bank[],
    rails: [
      { rail: 'mobile_money', minCents: 1000, maxCents: 25_000_000 },
      { rail: 'bank', minCents: 1000, maxCents: 99_999_900 },
    ] as Capabilities['payoutRails'],
    /** What the provider has sent, by our reference. */
    sent: new Map<string, Sent>(),
    /** What a transfer comes to. */
    outcome: { state: 'success', code: 'TRF_1', fee: 2000 } as TransferFacts,
    /** What it was asked to open, and which payments it was asked about. */
    charges: [] as Charge[],
    verified: [] as string[],
    /** What it says of a payment, by our reference. */
    payments: new Map<string, PaymentFacts>(),
    troubles: new Map<string, Failure | Error>(),
    says(reference: string, said: PaymentFacts | Failure | Error | 'missing') {
      scripted.payments.delete(reference)
      scripted.troubles.delete(reference)
      if (said instanceof Error || (said !== 'missing' && 'class' in said)) scripted.troubles.set(reference, said)
      else if (said !== 'missing') scripted.payments.set(reference, said)
    },
    refunds: new Map<string, RefundFacts[]>(),
    refundOutcome: 'processed' as RefundFacts['state'],
    disputes: new Map<string, Dispute>(),
    /** The files that went with our answers to banks, by the dispute. */
    answerFiles: new Map<string, string>(),
    /** Around every call: a process may die at it. */
    step: <Done>(_what: string, run: () => Promise<Done>): Promise<Done> => run(),
  }
  const turn = <Done>(call: Call, run: () => Done): Promise<Done | Failure> =>
    scripted.step(call, () => take(call, run))
  const take = async <Done>(call: Call, run: () => Done): Promise<Done | Failure> => {
    asked[call]++
    const next = script[call]?.shift()
    if (typeof next === 'object') return next
    if (typeof next === 'function') await next()
    const done = run()
    return next === 'lost' ? failure('unknown') : done
  }
  const answers: Partial<Provider> = {
    capabilities: () => ({
      name: 'paystack',
      currency: 'KES',
      minCents: 300,
      maxCents: 100_000_000_000,
      wholeShillings: false,
      channels: ['mobile_money', 'card'],
      channelMax: {},
      checkoutOrigins: ['https://pay.example'],
      payoutRails: scripted.rails,
      ...own,
    }),
    initialize: (charge) => {
      scripted.charges.push(charge)
      if (initialize) return initialize(charge)
      return turn('initialize', () => ({ is: 'opened', url: `https://pay.example/${charge.reference}` }))
    },
    banks: async () => ({ is: 'banks', banks: scripted.banks }),
    recipient: (to) =>
      turn('recipient', () => {
        scripted.recipients.push(to)
        return { is: 'recipient', code: `RCP_${to.account}` }
      }),
    transfer: ({ reference, amountCents: amount, recipient }) =>
      turn('transfer', () => {
        if (scripted.sent.has(reference)) return failure('unknown', { status: 400, code: 'duplicate_reference' })
        scripted.sent.set(reference, { ...scripted.outcome, amount, recipient })
        return { is: 'transfer', ...scripted.outcome }
      }),
    verifyTransfer: (reference) =>
      turn('verifyTransfer', () => {
        const found = scripted.sent.get(reference)
        return found ? { is: 'transfer', ...found } : { is: 'missing' }
      }),
    verify: (reference) => {
      scripted.verified.push(reference)
      if (verify) return verify(reference)
      return turn('verify', () => {
        const trouble = scripted.troubles.get(reference)
        if (trouble instanceof Error) throw trouble
        const found = scripted.payments.get(reference)
        return trouble ?? (found ? { is: 'payment', reference, ...found } : { is: 'missing' })
      })
    },
    refund: ({ reference, amountCents: amount }) =>
      turn('refund', () => {
        const facts = { extId: String(++nr), amount, state: scripted.refundOutcome }
        const { providerId } = scripted.payments.get(reference)!
        scripted.refunds.set(providerId, [...(scripted.refunds.get(providerId) ?? []), facts])
        return { is: 'refund', ...facts }
      }),
    continueRefund: ({ extId, account }) =>
      turn('continueRefund', () => {
        const found = [...scripted.refunds.values()].flat().find((one) => one.extId === extId)!
        if (found.state !== 'attention') return failure('rejected', { status: 422 })
        found.state = 'pending'
        scripted.recipients.push({ rail: 'bank', code: '', name: '', account })
        return { is: 'refund', ...found }
      }),
    listRefunds: (providerId) =>
      turn('listRefunds', () => ({ is: 'refunds', refunds: scripted.refunds.get(providerId) ?? [] })),
    dispute: (extId) => turn('dispute', () => scripted.disputes.get(extId) ?? { is: 'missing' }),
    answerDispute: ({ extId, resolution, amountCents, document }) =>
      turn('answerDispute', () => {
        const found = scripted.disputes.get(extId)!
        const amount = resolution === 'declined' ? found.amount : amountCents
        if (found.status === 'resolved') return failure('rejected', { status: 400 })
        scripted.disputes.set(extId, { ...found, status: 'resolved', resolution, amount })
        scripted.answerFiles.set(extId, document.body)
        return { is: 'answered' }
      }),
    listTransfers: async () => ({
      is: 'transfers',
      next: null,
      transfers: [...scripted.sent].map(([reference, sent]) => ({ reference, ...sent })),
    }),
    refundsBetween: async () => ({
      is: 'refunds',
      next: null,
      refunds: [...scripted.refunds].flatMap(([providerId, all]) => all.map((one) => ({ ...one, providerId }))),
    }),
    listDisputes: async () => ({ is: 'disputes', disputes: [...scripted.disputes.values()], next: null }),
    balance: balance ?? (() => turn('balance', () => ({ is: 'balance', cents: 0 }))),
  }
  useProvider(answers as Provider)
  return scripted
}

/** Every order of these. */
export const ordersOf = <One>(all: One[]): One[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, at) => ordersOf([...all.slice(0, at), ...all.slice(at + 1)]).map((rest) => [one, ...rest]))
